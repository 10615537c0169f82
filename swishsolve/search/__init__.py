"""The bitset search core: Python integers as sets of symbols, cards and placements, so no size is too large."""
