"""Certificates as stories in scenes: a title, sentences of the explanation, and a picture as plain JSON (pictures.py).

The sentences are those of proofs/explain. Not here: drawing (the page's scripts), and judging, which comes first.
"""

from __future__ import annotations

from typing import Any

from exactcover.model.certificate import Refutation
from exactcover.model.encoding import Model
from exactcover.model.refuted import refuted_model
from exactcover.proofs.explain import sentences
from exactcover.proofs.scenes import arithmetic, colouring, dead, farkas, others

OF = {
    "arithmetic": arithmetic.scenes,
    "colouring": colouring.scenes,
    "farkas": farkas.scenes,
    "dead": dead.scenes,
    "tree": others.of_tree,
    "frontier": others.of_frontier,
    "clausal": others.of_clauses,
    "invariant": others.of_invariant,
    "barriers": others.of_barriers,
    "steiner": others.of_steiner,
    "prices": others.of_prices,
    "enumeration": others.of_enumeration,
}


def scenes(model: Model, refutation: Refutation) -> list[dict[str, Any]]:
    """Return a refutation that the judge has accepted in scenes; see `pictures` for what is in one."""
    told = OF[refutation.argument](refuted_model(model, refutation), refutation.body)
    remarks = sentences(model, refutation)
    if remarks and remarks[0].startswith("A cell that stays empty"):
        told[0]["sentences"] = [remarks[0], *told[0]["sentences"]]
    return told
