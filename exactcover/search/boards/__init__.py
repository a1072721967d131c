"""How large boards are filled: the arrays of a board, the order of its cells, the targets of its counts, the steps."""
