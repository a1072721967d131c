"""Compiled search of exact covers: one branching rule a file, with the tables it reads."""
