"""Growths written out as tables, and solutions of them that are built at random."""
