"""Latin squares, whole ones and completions: the value, its keys, its encoding, its referee and its picture."""
