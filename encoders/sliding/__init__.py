"""Puzzles whose solutions are plans of moves: numbered tiles, and blocks of any shape."""
