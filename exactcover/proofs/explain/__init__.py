"""Explains certificates in plain words, one kind per file; the words are derived from the certificate, not by its prover."""

from __future__ import annotations

import importlib
from typing import cast

from exactcover.model.certificate import Refutation
from exactcover.model.encoding import Model
from exactcover.model.refuted import refuted_model
from exactcover.model.tiling import Tiling


def sentences(model: Model, refutation: Refutation) -> list[str]:
    """Return an explanation, in sentences, of why the model has no solution (below the bound), from a refutation that the
    judge accepted."""
    explanation = _of_empty_cells(model)
    module = importlib.import_module(f"exactcover.proofs.explain.{refutation.argument}")
    return explanation + cast("list[str]", module.sentences(refuted_model(model, refutation), refutation.body))


def _of_empty_cells(model: Model) -> list[str]:
    """Return how optional cells are described, if there are any."""
    pieces = model.pieces if isinstance(model, Tiling) else ()
    return [
        f"A cell that stays empty counts as covered by a piece of one cell, named {piece.name}."
        for piece in pieces
        if piece.empty
    ]


def of_count(count: int, classes: int | None = None, symmetries: int = 0) -> str:
    """Return what a certificate of a count proves, as a sentence; classes: up to so many symmetries."""
    if not count:
        return "There is no solution."
    number = "is exactly one solution" if count == 1 else f"are exactly {count:,} solutions"
    different = "" if classes is None or symmetries == 1 else f", {classes:,} up to {symmetries:,} symmetries"
    return f"There {number}{different}."
