"""Explains frontiers: the order of the sweep, what it counts, and where the last state is stuck."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from exactcover.model.encoding import Model
from exactcover.model.tiling import Tiling


def sentences(model: Model, body: Mapping[str, Any]) -> list[str]:
    """Return the argument in sentences, from a body that the judge has accepted."""
    assert isinstance(model, Tiling)
    states = body["states"]
    coordinates = model.cells()[:, body["axes"]]
    order = model.cells()[np.lexsort(coordinates.T[::-1])]
    explanation = [
        f"Fill the board {_way(body['axes'])}: the first cell that is still empty must be covered by some piece, "
        "in each way that is left; all that matters for what follows is which cells after it are covered already"
        + (", and the copies used so far." if body["counted"] else ".")
    ]
    explanation += [_counted(model.pieces[number].name, least, most) for number, least, most in body["counted"]]
    if "meet" in body:
        meet = body["meet"]
        where = ",".join(str(x) for x in order[min(meet, len(order) - 1)].tolist())
        reached_there, most = _number(sum(states[:meet])), _number(max(states[meet:], default=1))
        explanation.append(
            f"Continue up to cell {where}, number {meet + 1} of {len(states)}: {reached_there} states are reached."
        )
        explanation.append(f"From the other end find the states that can be completed, at most {most} at one cell.")
        return [*explanation, "None of those for that cell is among those reached: there is no packing."]
    reached = [cell for cell, number in enumerate(states) if number]
    if not reached:
        return [*explanation, "The copies demanded need more cells than the board has, so there is no packing."]
    far = max(reached)
    where = ",".join(str(x) for x in order[far].tolist())
    explanation.append(
        f"From the empty board {_number(sum(states))} such states can be reached, at most {_number(max(states))} at one cell,"
        f" and none continues beyond cell {where}, number {far + 1} of {len(states)}: no packing reaches the end of the board."
    )
    return explanation


def _way(axes: list[int]) -> str:
    """Return the order in which the cells are taken."""
    if len(axes) == 2:
        return "row by row" if axes == [0, 1] else "column by column"
    return "cell by cell, along axis " + ", then ".join(str(axis) for axis in reversed(axes))


def _counted(name: str, least: int, most: int | None) -> str:
    """Return which numbers of copies of a piece are considered."""
    if most is None:
        return f"Only packings with at least {least} {name} are considered, because the puzzle demands no fewer."
    many = f"exactly {least}" if least == most else f"{least} to {most}"
    return f"Only packings with {many} {name} are considered."


def _number(number: int) -> str:
    """Return a number with thousands separators."""
    return f"{number:,}"
