"""Puzzles: their geometry, rules, encodings and pictures. Knows no engine; imports exactcover.model only."""
