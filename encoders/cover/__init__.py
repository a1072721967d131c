"""Exact covers as puzzles: the value, its keys, its encoding (it is its own model), its referee and its picture."""
