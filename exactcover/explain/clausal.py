"""Clausal proofs in words: what the clauses say, and how long the proof is; its steps are for machines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exactcover.check.clauses import clauses
from exactcover.check.demands import demands
from exactcover.explain.phrases import number_phrase
from exactcover.model.encoding import Model
from exactcover.model.tiling import Tiling


def sentences(model: Model, body: Mapping[str, Any]) -> list[str]:
    """Return the argument in sentences, from a body that the judge has accepted."""
    written = clauses(demands(model))
    given, variables = number_phrase(len(written.clauses), "clause"), number_phrase(written.variables, "variable")
    steps = number_phrase(body["steps"].count(0) // 2, "further clause")
    each = (
        "cell is covered once, and each piece used as often"
        if isinstance(model, Tiling)
        else "item is covered as often"
    )
    return [
        f"Write down in {given} over {variables} that each {each} as it must and may be.",
        f"From these, {steps} can be added one by one, each forced by earlier ones, the last of them empty: no solution.",
        "This is a machine's argument; ask for another kind for one that people can follow.",
    ]
