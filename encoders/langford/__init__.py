"""Langford pairs, k places between the two of k: the value, its keys, its encoding, its referee and its picture."""
