"""The judge of boards on which pieces were placed one at a time: each is at one of its placements, and every cell is covered."""

from __future__ import annotations

import numpy as np

from exactcover.model.arrays import Integers
from exactcover.model.space import NaivePlacement


def faults(model: NaivePlacement, labels: Integers) -> list[str]:
    """Return the faults of a board, labels (cells,): piece + 1 by cell; none for a packing."""
    if labels.shape != (model.cells,):
        return [f"the board has shape {labels.shape}; expected {model.cells} labels"]
    bare = np.flatnonzero((labels < 1) | (labels > model.count))
    if len(bare):
        return [f"cell {bare[0]} has label {labels[bare[0]]}; expected 1 to {model.count}"]
    return [
        f"piece {piece} is at none of its placements"
        for piece in range(model.count)
        if not (model.covers[model.pieces == piece] == (labels == piece + 1)).all(axis=1).any()
    ]
