"""Searches for puzzles with exactly one solution up to symmetry, and how difficult these are for people."""
