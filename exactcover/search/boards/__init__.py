"""Searches for one tiling of a large board: by composing blocks, and by local search. None lists placements."""
