"""Find every Swish on the table, and know that it is right. The public API stands in `swishsolve.api`."""
