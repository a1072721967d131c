"""What an answer says of the cost of a solution, in the words of its puzzle: a cost, or the amounts of the goals of a packing.

Canonical puzzles with costs state `maximise` if the greatest is wanted. Those with goals have a text there, or in
`minimise`: the first goal, and further ones after `then`.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import Any

from exactcover.model.amounts import Amount

_NOUNS = {"covered": "cell", "empty": "empty cell", "pieces": "piece"}


def maximises(puzzle: Mapping[str, Any] | None) -> bool:
    """Return whether the greatest sum is wanted, so that the bound is an upper bound."""
    return puzzle is not None and bool(puzzle.get("maximise"))


def cost_in_words(puzzle: Mapping[str, Any] | None, cost: Any, goals: Mapping[str, Any] | None) -> str:
    """Return what a solution costs; goals: the amount of each quantity, as the solution has it."""
    return amounts_in_words(puzzle, cost, goals) or f"cost {cost}"


def amounts_in_words(puzzle: Mapping[str, Any] | None, cost: Any, goals: Mapping[str, Any] | None) -> str:
    """Return how much a solution has of what the puzzle's goals are about; an empty text for a puzzle without goals."""
    single = _single(puzzle)
    if single:
        return _amount(single, cost)
    if goals and len(goals) > 1:
        return ", ".join(_amount(quantity, amount) for quantity, amount in goals.items())
    return ""


def gap_between(cost: Amount, bound: Amount) -> float:
    """Return the distance of a cost from its bound, relative to the cost: 0.05 for 5 %; infinite for a cost of 0."""
    if cost == bound:
        return 0.0
    return abs(float(cost - bound)) / abs(float(cost)) if cost else inf


def gap_in_words(cost: Amount | None, bound: Amount | None) -> str:
    """Return the gap between a cost and its bound as a remark, an empty text if there is none."""
    if cost is None or bound is None or cost == bound or not cost:
        return ""
    return f" (gap {100 * gap_between(cost, bound):.2g} %)"


def none_better(puzzle: Mapping[str, Any] | None) -> str:
    """Return the words for an optimum: that no solution is better."""
    better = "more" if maximises(puzzle) else "fewer" if _single(puzzle) in _NOUNS else "less"
    if _single(puzzle):
        return f"none has {better}"
    return "none is better" if _goals(puzzle) else f"none costs {better}"


def bound_in_words(puzzle: Mapping[str, Any] | None, bound: Any) -> str:
    """Return the words for a bound on the cost of every solution."""
    side, single = "most" if maximises(puzzle) else "least", _single(puzzle)
    if single:
        return f"every solution has at {side} {_amount(single, bound)}"
    if _goals(puzzle):
        return f"the weighted sum of the goals is at {side} {bound}"
    return f"every solution costs at {side} {bound}"


def _goals(puzzle: Mapping[str, Any] | None) -> str:
    texts = [puzzle.get(key) for key in ("maximise", "minimise")] if puzzle is not None else []
    return next((text for text in texts if isinstance(text, str)), "")


def _single(puzzle: Mapping[str, Any] | None) -> str:
    """Return the quantity of a puzzle with one goal, otherwise an empty text."""
    return "" if " then " in _goals(puzzle) else _goals(puzzle)


def _amount(quantity: str, amount: Any) -> str:
    if quantity not in _NOUNS:
        return f"{quantity} {amount}"
    number = f"{amount:,}" if isinstance(amount, int) else str(amount)
    return (
        f"{number} {_NOUNS[quantity]}{'' if str(amount) == '1' else 's'}{' covered' if quantity == 'covered' else ''}"
    )
