"""Engines, one a file; an engine's name is its file's name, with - for _."""
