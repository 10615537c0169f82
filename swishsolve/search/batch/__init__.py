"""The batch kernels: millions of deals, compiled by numba. Heavy: import this package only where it is used."""
