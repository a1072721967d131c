"""Explains complete lists: how many solutions are listed, which clauses exclude them, and how long the proof is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exactcover.judges.enumeration import question_clauses
from exactcover.model.cover import CheaperCover
from exactcover.model.encoding import Model
from exactcover.proofs.explain.phrases import number_phrase


def sentences(model: Model, body: Mapping[str, Any]) -> list[str]:
    """Return the argument in sentences, from a body that the judge has accepted."""
    written, solutions = question_clauses(model, body["solutions"]), len(body["solutions"])
    listed, count = number_phrase(solutions, "solution"), number_phrase(len(written.clauses), "clause")
    steps = number_phrase(body["steps"].count(0) // 2, "further clause")
    bounded = isinstance(model, CheaperCover)
    limit = ", that the options cost no more than that in all" if bounded else ""
    others = "there is no other solution of that cost, and none costs less" if bounded else "there is no other solution"
    of_cost = ", all of the same cost" if bounded and solutions > 1 else ""
    return [
        f"The certificate lists {listed}{of_cost}.",
        f"Write in {count} that each item is covered as often as it must and may be{limit}, and that none of those is chosen.",
        f"From these, {steps} can be added one by one, each forced by earlier ones, the last of them empty: {others}.",
    ]
