"""CP-SAT models, one function per rule. OR-tools is heavy: import this package only where it is used."""
