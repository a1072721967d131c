"""Compiled loops for one tiling of a large board: arrays in, arrays out; none lists placements."""
