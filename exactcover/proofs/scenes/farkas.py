"""Farkas weights in scenes: the weights, the placements that weigh least, and the sums of both sides."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any

import numpy as np

from exactcover.judges.demands import Demands, demands
from exactcover.model.encoding import Model
from exactcover.model.tiling import Tiling
from exactcover.proofs.explain import farkas
from exactcover.proofs.scenes.colouring import attempted
from exactcover.proofs.scenes.pictures import (
    Json,
    bars,
    board,
    chips,
    fixed_pieces,
    heat_look,
    piece,
    plane_of,
    region_cells,
    scene,
    signed,
)
from exactcover.proofs.scenes.placements import chosen, few

SHOWN = 5
"""How many placements are shown with their sums."""


def scenes(model: Model, body: Mapping[str, Any]) -> list[Json]:
    """Return the argument in scenes, from a body that the judge has accepted."""
    *first, middle, last = farkas.sentences(model, body)
    needs = demands(model)
    weights = np.zeros(needs.items, dtype=object)
    weights[body["items"]] = body["multipliers"]
    total = _total(needs, weights)
    sums = bars(
        "What a solution weighs, and what it must weigh",
        ("A solution weighs", 0, "0 or more", "good"),
        ("It must weigh", total, f"{signed(total)} or less", "bad"),
    )
    if not isinstance(model, Tiling):
        named = [(name, int(weight)) for name, weight in zip(needs.names, weights.tolist(), strict=True) if weight]
        return [
            scene("Give items weights", first, chips("Items with a weight other than 0", named)),
            scene("Add it up", [middle, last], sums),
        ]
    plane = plane_of(model)
    if plane is None or not few(model):
        return [
            scene("Give cells weights", first),
            scene("Weigh every placement", [middle]),
            scene("Add it up", [last], sums),
        ]
    cells = region_cells(model.region)
    look = heat_look({tuple(cell): int(weight) for cell, weight in zip(cells, weights.tolist(), strict=False)})
    weighed = board(
        plane, cells, "The board with the weights of its cells", look=look, pieces=fixed_pieces(model, plane)
    )
    sums_of = [int(each) for each in _sums(needs, weights)]
    order = sorted(range(needs.options), key=lambda option: (sums_of[option], -_weighty(needs, weights, option)))
    light = [piece(plane, name, own, "seen", signed(sums_of[n])) for name, own, n in chosen(model, order, SHOWN)]
    lightest = board(plane, cells, "Placements that weigh least, with their sums", look=look, pieces=light)
    return [
        scene("Give cells weights", first, weighed),
        scene("Weigh every placement", [middle, "Drawn are some that weigh least, with their sums."], lightest),
        scene("Add it up", [last], sums),
        *attempted(model, plane, None, None),
    ]


def _sums(needs: Demands, weights: Any) -> list[int]:
    """Return the weight of each option, exactly."""
    members = weights[needs.members].tolist()
    starts = needs.starts.tolist()
    return [sum(members[begin:end]) for begin, end in itertools.pairwise(starts)]


def _weighty(needs: Demands, weights: Any, option: int) -> int:
    """Return how many items of an option have a weight other than 0."""
    own = needs.members[needs.starts[option] : needs.starts[option + 1]]
    return sum(1 for weight in weights[own].tolist() if weight)


def _total(needs: Demands, weights: Any) -> int:
    """Return the most that the items can weigh, each as often as it may be covered."""
    least, most = needs.least.tolist(), needs.most.tolist()
    return sum(int(y) * (most[n] if y > 0 else least[n]) for n, y in enumerate(weights.tolist()) if y)
