"""Puzzles: tables of cards with exactly one answer, and an honest grade."""
