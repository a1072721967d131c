"""The judge of horizons: evaluates every layer, every step between two layers, and the goal in the last."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from exactcover.judges import linear
from exactcover.model.arrays import Integers
from exactcover.model.horizon import Horizon


def faults(model: Horizon, values: Integers) -> list[str]:
    """Return the faults of a plan, the values 0 or 1 (moves + 1, variables) of its layers; none for a correct one."""
    if values.ndim != 2 or values.shape[1] != model.variables or not len(values):
        return [
            f"the plan has shape {values.shape}; expected values of {model.variables} variables, one layer per line"
        ]
    if ((values != 0) & (values != 1)).any():
        return ["the plan has a value that is neither 0 nor 1"]
    wrong = [literal for literal in model.start if not _holds(literal, values[0])]
    if wrong:
        return [f"literal {wrong[0]} of the start does not hold in layer 0"]
    for number, layer in enumerate(values):
        true = np.flatnonzero(layer)
        sentences = linear.faults(model.layer, true) or (linear.faults(model.arrival, true) if number else [])
        if sentences:
            return [f"layer {number}: {sentences[0]}"]
    for number, (before, after) in enumerate(pairwise(values), start=1):
        both = np.concatenate([before, after])
        broken = [at for at, clause in enumerate(model.step) if not any(_holds(literal, both) for literal in clause)]
        if broken:
            return [f"clause {broken[0]} of the step to layer {number} is false"]
    return [] if _holds(model.goal, values[-1]) else ["the last layer is not a goal"]


def _holds(literal: int, values: Integers) -> bool:
    return bool(values[abs(literal) - 1]) == (literal > 0)
