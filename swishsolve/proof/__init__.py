"""Claims that can be checked: the encoding, proofs of "no Swish of at least K cards", and the certificate file."""
