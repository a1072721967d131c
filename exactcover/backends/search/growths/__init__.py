"""Growths as tables of placements, and random construction of solutions."""
