"""Arguments in plain words, one kind of certificate per file; the words are made from the certificate, not by its prover."""

from __future__ import annotations

import importlib
from typing import cast

from exactcover.certificate import Refutation
from exactcover.model.encoding import Model
from exactcover.refuted import refuted_model


def sentences(model: Model, refutation: Refutation) -> list[str]:
    """Return why the model has no solution (below the bound), in sentences, by a refutation that the judge has accepted."""
    module = importlib.import_module(f"exactcover.explain.{refutation.argument}")
    return cast("list[str]", module.sentences(refuted_model(model, refutation), refutation.body))
