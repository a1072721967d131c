"""Refutations in the formats that others' checkers read, one arrow per file, named certificate_to_FORMAT; each has `convert`."""
