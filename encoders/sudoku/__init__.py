"""Sudokus, from 4x4 to 25x25: the value, its keys, its encoding as a cover, its referee and its picture."""
