"""Models, and certificates with the problem that they are about, written in the formats that are named in written.py."""

from __future__ import annotations

import importlib
from collections.abc import Iterator

from exactcover.files.exports.written import CERTIFICATES, MODELS
from exactcover.model.certificate import Refutation
from exactcover.model.cover import Cover
from exactcover.model.encoding import Model, name_of
from exactcover.model.errors import Unsuitable
from exactcover.model.linear import Linear
from exactcover.model.tiling import Tiling

__all__ = ["CERTIFICATES", "COLOURED", "MODELS", "certificate_in", "model_in", "options_of"]


def options_of(model: Model) -> Cover:
    """Return the cover whose options are what the formats number; raises Unsuitable for what is neither cover nor tiling."""
    if isinstance(model, Tiling):
        from exactcover.transform.reductions import tiling_to_cover

        written = tiling_to_cover.reduce(model, with_symmetries=False).model
        assert isinstance(written, Cover)
        return written
    if isinstance(model, Linear):
        raise Unsuitable("an option has an item several times, which no format is written with; expected it once")
    if not isinstance(model, Cover):
        raise Unsuitable(f"a {name_of(model)} model is neither a cover nor a packing; expected one of the two")
    if model.connectivity is not None:
        raise Unsuitable("the items must be connected, which no format of models can state; expected a cover without")
    return model


COLOURED = ("dlx", "json")
"""The formats that can state colours."""
EXACT = "json"
"""The format that has costs as the user has them."""


def model_in(model: Model, to: str) -> Iterator[bytes]:
    """Return the text of a model in a format of MODELS, in pieces; raises Unsuitable for what the format cannot state."""
    cover = options_of(model)
    if cover.colours is not None and to not in COLOURED:
        raise Unsuitable(f"the items have colours, which {to} cannot state; expected {' or '.join(COLOURED)}")
    if cover.unit != 1 and to != EXACT:
        raise Unsuitable(
            f"the costs are fractions, or the greatest sum is wanted, which {to} is not written with; expected {EXACT}"
        )
    written: Iterator[bytes] = importlib.import_module(f"exactcover.files.exports.cover_to_{to}").write(cover)
    return written


def certificate_in(model: Model, refutation: Refutation, to: str) -> dict[str, bytes]:
    """Return problem and proof in a format of CERTIFICATES, by ending; raises Unsuitable for what it cannot state."""
    convert = importlib.import_module(f"exactcover.files.exports.certificate_to_{to}").convert
    return dict(zip(CERTIFICATES[to], convert(model, refutation), strict=True))
