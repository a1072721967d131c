"""Explains barriers: which cell is out of reach and why, or what the weights of placements sum to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from exactcover.model.encoding import Model
from exactcover.model.growth import Cheaper, Growth
from exactcover.proofs.explain.phrases import joined, number_phrase


def sentences(model: Model, body: Mapping[str, Any]) -> list[str]:
    """Return the argument in sentences, from a body that the judge has accepted."""
    assert isinstance(model, Growth | Cheaper)
    growth = model.growth if isinstance(model, Cheaper) else model
    barriers = body["barriers"]
    if isinstance(model, Growth) and len(barriers) == 1 and not body["pieces"] and not body["edges"]:
        return _of_one(growth, barriers[0])
    wanted = _cells(sorted({tuple(each["wanted"]) for each in barriers}))
    explanation = []
    if barriers:
        explanation.append(
            f"There are {number_phrase(len(barriers), 'barrier')}: sets of cells with every root in them. To reach {wanted},"
            " a path must leave them."
        )
        explanation.append(
            "Every solution has a placement that crosses a barrier: it has a cell in it, and covers the cell to be reached or"
            " has a corner outside."
        )
    explanation.append(
        f"Give weights to {'the barriers, to ' if barriers else ''}{number_phrase(len(body['pieces']), 'piece')} and, with a"
        f" minus, to {number_phrase(len(body['edges']), 'pair')} of neighbouring cells, which only one placement can touch."
    )
    if isinstance(model, Cheaper):
        explanation.append(
            f"Then no placement weighs more than {body['scale']} times what it costs, but those of a solution together weigh"
            f" more than {body['scale']} times {model.cost - 1}: every solution costs at least {model.cost}, even one with"
            " fractions of placements."
        )
    else:
        explanation.append(
            "Then no placement weighs more than 0, but those of a solution together do: there is no solution, not even one"
            " with fractions of placements."
        )
    return explanation


def _of_one(growth: Growth, barrier: Mapping[str, Any]) -> list[str]:
    """Return why a wanted cell is out of reach."""
    wanted = tuple(barrier["wanted"])
    explanation = [f"The cell {_cells([wanted])} must be covered, and no order of placing pieces leads to it."]
    if not growth.region[wanted]:
        return [*explanation, _barred(growth, wanted)]
    if not growth.roots.any():
        return [*explanation, "There is no cell at which a first piece could be placed."]
    roots = _cells(list(map(tuple, np.argwhere(growth.roots).tolist())))
    reached = number_phrase(len(barrier["cells"]), "cell")
    return [
        *explanation,
        f"Pieces that begin at {roots} have their corners among {reached}, and none that has a cell there covers it.",
    ]


def _barred(growth: Growth, wanted: tuple[int, ...]) -> str:
    assert growth.own is not None
    for step in growth.steps.tolist():
        beside = tuple(x + y for x, y in zip(wanted, step, strict=True))
        if all(0 <= x < n for x, n in zip(beside, growth.own.shape, strict=True)) and growth.own[beside]:
            return (
                f"It shares an edge with the cell {_cells([beside])}, which was covered before, and pieces may touch each"
                " other by corners only."
            )
    return "No piece may be put on it: it is taken."


def _cells(cells: list[tuple[int, ...]]) -> str:
    return joined([f"({', '.join(map(str, cell))})" for cell in cells])
