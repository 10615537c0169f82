"""Find every Swish on the table."""
