"""Explains prices: the sums of the prices of items, the weights of cuts and the reduced costs of options."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from exactcover.judges.prices import limit_of
from exactcover.model.cover import CheaperCover, Cover
from exactcover.model.encoding import Model
from exactcover.proofs.explain.phrases import number_phrase

MOST_NAMED = 24  # items


def sentences(model: Model, body: Mapping[str, Any]) -> list[str]:
    """Return the argument in sentences, from a body that the judge has accepted."""
    assert isinstance(model, Cover | CheaperCover)
    cover = model.cover if isinstance(model, CheaperCover) else model
    priced = [node for node in body["nodes"] if "prices" in node]
    branches = len(body["nodes"]) - len(priced)
    explanation = _unit(cover.unit)
    if body.get("dominated"):
        explanation.append(
            f"{number_phrase(len(body['dominated']), 'option')} can be left out: instead of each, two others that have its"
            " items together cost no more."
        )
    explanation.append(_prices(cover, priced))
    if body.get("cuts"):
        explanation.append(
            f"Give weights to {number_phrase(len(body['cuts']), 'set')} of items as well: of the options with an odd number of"
            " items of such a set, one at least is in every solution."
        )
    explanation.append(
        "The cost of a solution is the sum of the prices of its items, of the weights, and of what its options cost beyond them."
    )
    if branches:
        explanation.append(
            f"Some options then cost too much and are struck; {number_phrase(branches, 'time')} two cases are distinguished:"
            " whether one option covers two items together, or whether an option is chosen."
        )
    if isinstance(model, CheaperCover):
        limit = limit_of(cover.costs.tolist() if cover.costs is not None else [], model.cost)
        explanation.append(
            f"{'In every case' if branches else 'So'} a solution costs more than {limit}: at least {model.cost}."
        )
    else:
        explanation.append(
            "Were there a solution, it would cost more than 0, although no option costs anything: there is none."
        )
    return explanation


def _unit(unit: Fraction) -> list[str]:
    """Return the unit of the argument's costs, if it is not the puzzle's own."""
    if unit == 1:
        return []
    times = f" times {unit.denominator}" if unit.denominator > 1 else ""
    turned = ", negated, because the greatest sum is wanted" if unit < 0 else ""
    return [f"Costs are counted here as those of the puzzle{times}{turned}."]


def _prices(cover: Cover, priced: list[Any]) -> str:
    """Return the prices of the items at the first node, or the number of price lists."""
    if len(priced) > 1 or not priced or len(cover.items) > MOST_NAMED:
        return f"Give prices to the items, {number_phrase(len(priced), 'list')} of them, one after the other."
    scale = priced[0]["scale"]
    each = zip(cover.items, priced[0]["prices"], strict=True)
    divided = "" if scale == 1 else f", all divided by {scale}"
    return f"Give prices to the items: {', '.join(f'{name} {price}' for name, price in each)}{divided}."
