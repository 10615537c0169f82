"""Decks: designed to a specification, counted exactly, surveyed by sampling, compared."""
