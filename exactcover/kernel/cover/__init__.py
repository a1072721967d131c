"""Compiled search for exact covers: one branching rule per file, with the tables it reads."""
