"""Explains Farkas multipliers: weights of cells and pieces, and the sums for every placement and the whole board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exactcover.judges.demands import Demands, demands
from exactcover.model.encoding import Model
from exactcover.model.tiling import Tiling

MOST_NAMED = 24  # items of one weight


def sentences(model: Model, body: Mapping[str, Any]) -> list[str]:
    """Return the argument in sentences, from a body that the judge has accepted."""
    needs = demands(model)
    board = isinstance(model, Tiling)
    cells = model.cells().tolist() if isinstance(model, Tiling) else []
    weights = dict(zip(body["items"], body["multipliers"], strict=True))
    names = {
        item: ",".join(map(str, cells[item])) if item < needs.cells else needs.names[item - needs.cells]
        for item in weights
    }
    places = {item: y for item, y in weights.items() if item < needs.cells or not board}
    pieces = {item: y for item, y in weights.items() if item not in places}
    explanation = [f"Give weights to {'cells' if board else 'items'}: {_listed(places, names)}; all others weigh 0."]
    if pieces:
        explanation.append(f"Each copy of a piece has a weight too: {_listed(pieces, names)}.")
    total, parts = _together(needs, weights)
    rule = (
        ("placement of a piece", "its cells" + (" and its copy" if pieces else ""))
        if board
        else ("option", "its items")
    )
    explanation.append(
        f"Then the weights of every {rule[0]}, {rule[1]} together, sum to 0 or more, and so do those of a solution."
    )
    explanation.append(
        f"But {'the board' if board else 'the cover'} demands a total of {'at most ' if parts else ''}{total}"
        f"{parts}: there is no solution, not even one with fractions of {'pieces' if board else 'options'}."
    )
    return explanation


def _listed(weights: Mapping[int, int], names: Mapping[int, str]) -> str:
    """Return the names by weight, heaviest last."""
    by_weight: dict[int, list[str]] = {}
    for item, weight in weights.items():
        by_weight.setdefault(weight, []).append(names[item])
    listed = []
    for weight in sorted(by_weight):
        those = by_weight[weight]
        shown = " ".join(those) if len(those) <= MOST_NAMED else f"{len(those)} of them, {those[0]} to {those[-1]}"
        listed.append(f"{weight} to {shown}")
    return "; ".join(listed) or "none"


def _together(needs: Demands, weights: Mapping[int, int]) -> tuple[int, str]:
    """Return the most that all items can weigh, and a remark if some may be covered more or less often."""
    least, most = needs.least.tolist(), needs.most.tolist()
    total = sum(y * (most[item] if y > 0 else least[item]) for item, y in weights.items())
    loose = any(least[item] != most[item] for item in weights)
    return total, ", each taken as often as makes the total greatest" if loose else ""
