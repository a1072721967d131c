"""Puzzles: their geometry, rules, encodings and pictures. Independent of engines; imports exactcover.model only."""
