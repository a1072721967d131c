"""Refutations in the formats that others' checkers read, one arrow a file, named certificate_to_FORMAT; each has `convert`."""
