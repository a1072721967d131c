"""Lattices, boards and pieces: what a puzzle of cells is made of. Knows no kind of puzzle."""
