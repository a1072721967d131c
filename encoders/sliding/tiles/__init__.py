"""Numbered tiles and a blank: the 8-puzzle, the 15-puzzle and the like."""
