"""Photographs: decoding, and reading the cards on a table."""
