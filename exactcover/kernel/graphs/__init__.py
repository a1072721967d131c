"""Compiled search of state graphs: sliding blocks, and pieces placed one at a time."""
