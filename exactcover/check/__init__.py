"""The judges: one kind of evidence a file. Import model and certificate only; no numba, no engine."""

from __future__ import annotations

import numpy as np

from exactcover.check import cover, linear, tiling
from exactcover.model.arrays import Integers
from exactcover.model.cover import Cover
from exactcover.model.encoding import Model
from exactcover.model.tiling import Tiling


def faults(model: Model, selection: Integers) -> list[str]:
    """Return what is wrong with a selection of any model, a sentence a fault; none for a solution."""
    if not np.issubdtype(selection.dtype, np.integer):
        return [f"the selection is an array of {selection.dtype}; expected integers"]
    if isinstance(model, Tiling):
        return tiling.faults(model, selection)
    if selection.ndim != 1:
        return [f"the selection is an array of {selection.ndim} dimensions; expected 1"]
    if isinstance(model, Cover):
        return cover.faults(model, selection)
    return linear.faults(model, selection)


def cost(model: Model, selection: Integers) -> int | None:
    """Return the cost of a selection, or None where the model has no cost."""
    if isinstance(model, Tiling):
        return None
    return cover.cost(model, selection) if isinstance(model, Cover) else model.cost(selection)
