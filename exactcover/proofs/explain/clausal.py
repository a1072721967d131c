"""Explains clausal proofs: what the clauses say, and how long the proof is; its steps are for machines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exactcover.judges.clausal import question_clauses
from exactcover.judges.demands import demands
from exactcover.model.encoding import Model
from exactcover.model.space import Within
from exactcover.model.tiling import Tiling
from exactcover.proofs.explain.phrases import number_phrase


def sentences(model: Model, body: Mapping[str, Any]) -> list[str]:
    """Return the argument in sentences, from a body that the judge has accepted."""
    if "orbits" in body:
        return [*_choices(model, body), *sentences(model, _innermost(body))]
    written = question_clauses(model)
    count, variables = number_phrase(len(written.clauses), "clause"), number_phrase(written.variables, "variable")
    steps = number_phrase(body["steps"].count(0) // 2, "further clause")
    if isinstance(model, Within):
        meaning = f"what a plan of at most {number_phrase(model.moves, 'move')} does to each block and each cell, move by move"
    elif isinstance(model, Tiling):
        meaning = "that each cell is covered once, and each piece used as often as it must and may be"
    else:
        meaning = "that each item is covered as often as it must and may be"
    end = f"every plan has at least {model.moves + 1}" if isinstance(model, Within) else "no solution"
    return [
        f"Write in {count} over {variables} {meaning}.",
        f"From these, {steps} can be added one by one, each forced by earlier ones, the last of them empty: {end}.",
        "This is a machine's argument; ask for another kind for one that people can follow.",
    ]


def _innermost(body: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the proof inside the innermost orbits."""
    while body.get("orbits"):
        body = body["orbits"][-1]["proof"]
    return body


def _choices(model: Model, body: Mapping[str, Any]) -> list[str]:
    """Return a sentence about which options are refuted for all their images under symmetries."""
    needs, chosen = demands(model), list[str]()
    firsts = needs.starts.tolist()
    while body.get("orbits"):
        orbit = body["orbits"][-1]
        items = needs.members[firsts[orbit["option"]] : firsts[orbit["option"] + 1]].tolist()
        chosen.append(f"{orbit['option']} (of {number_phrase(len(items), 'item')})")
        body = orbit["proof"]
    named = ", then ".join(chosen)
    return [f"Choose option {named}: symmetries map each to the others it stands for, so what refutes it refutes them."]
