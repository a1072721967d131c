"""Packings of large boards: the arrays of a board and ways to fill it, and local search by moves of pieces."""
