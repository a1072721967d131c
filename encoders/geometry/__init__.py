"""Lattices, boards and pieces: the building blocks of puzzles on cells. Independent of kinds of puzzle."""
