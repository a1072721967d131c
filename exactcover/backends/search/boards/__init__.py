"""How packings of large boards are found: the arrays of a board and ways to fill it, and local search on moves of pieces."""
