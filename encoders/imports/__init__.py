"""Files of other programs, read as the keys of a puzzle: one format per module, named after it."""
