"""Compiled search over exact covers: one technique a file, arrays in and arrays out."""
