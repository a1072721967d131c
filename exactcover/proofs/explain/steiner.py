"""Explains Steiner trees: which cells are connected, the weight of the lightest trees, and how many cells that implies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exactcover.judges import steiner
from exactcover.model.encoding import Model
from exactcover.model.growth import Cheaper, Growth
from exactcover.proofs.explain.phrases import joined, number_phrase


def sentences(model: Model, body: Mapping[str, Any]) -> list[str]:
    """Return the argument in sentences, from a body that the judge has accepted."""
    assert isinstance(model, Growth | Cheaper)
    growth = model.growth if isinstance(model, Cheaper) else model
    targets, weight = steiner.read(growth, body)
    least = steiner.least_weight(growth, targets, weight)
    cells = joined([f"({', '.join(map(str, cell))})" for cell in targets])
    if least is None:
        return [f"No free cells join {cells} to where pieces may begin: there is no solution."]
    if weight:
        explanation = [
            "The covered cells are joined to where pieces may begin: over edges within a piece, over a corner to the next one.",
            f"Count 2 for each cell, {weight} for each step over a corner and {weight} for each beginning.",
            f"Then whatever joins {cells} counts {least} at least, and n pieces cover at least {least} less {weight} n, halved.",
            "They cover no less than the n smallest pieces and no more than the n largest.",
        ]
    else:
        explanation = [
            "The covered cells are joined to where pieces may begin, by steps over edges and corners.",
            f"Whatever joins {cells} has {number_phrase(least // 2, 'cell')} at least.",
            "And n pieces cover no less than the n smallest ones and no more than the n largest.",
        ]
    if isinstance(model, Cheaper):
        return [*explanation, f"For every n that is at least {number_phrase(model.cost, 'cell')}."]
    return [*explanation, "No number of pieces does both: there is no solution."]
