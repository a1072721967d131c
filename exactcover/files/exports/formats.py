"""Writes models, and certificates with their problems, in the formats listed in written.py."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from exactcover.files.exports import safe_names
from exactcover.files.exports.cover_rows import in_decimals
from exactcover.files.exports.written import CERTIFICATES, MODELS
from exactcover.model.certificate import Refutation
from exactcover.model.cover import Cover
from exactcover.model.encoding import GivenNames, Model, name_of
from exactcover.model.errors import Unsuitable
from exactcover.model.linear import Linear
from exactcover.model.puzzle_protocol import Puzzle
from exactcover.model.tiling import Tiling

__all__ = ["CERTIFICATES", "COLOURED", "MODELS", "certificate_in", "model_in", "options_of"]

WITH_PUZZLE = ("states", "trees")
"""The formats of certificates whose problem is the puzzle itself."""


def options_of(model: Model) -> Cover:
    """Return the cover whose options the formats number; raises Unsuitable for models other than covers and tilings."""
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
"""The formats that support colours."""
IN_FRACTIONS = ("lp", "mps", "json")
"""The formats that support fractional costs."""
GREATEST = ("lp", "json")
"""The formats that support maximisation and whose readers all respect it."""
WITH_COEFFICIENTS = ("opb", "lp", "mps")
"""The formats that support coefficients: how often an option has an item."""


NAMED = ("opb", "json")
"""The formats that state names of options besides those in whose rows and columns they are (safe_names.PATTERNS)."""


def model_in(model: Model, to: str, unit: Fraction = Fraction(1), names: GivenNames | None = None) -> Iterator[bytes]:
    """Return the text of a model in a format of MODELS, in chunks; raises Unsuitable for what the format cannot state.

    unit: the value of a cost of 1 in the user's numbers (see amounts.py); names: those of the user, for formats with names.
    """
    if isinstance(model, Linear) and to not in WITH_COEFFICIENTS:
        raise Unsuitable(
            f"an option has an item several times, which {to} cannot state; expected {_listed(WITH_COEFFICIENTS)}"
        )
    if isinstance(model, Linear) and (model.clauses or model.connectivity is not None):
        raise Unsuitable("the model has clauses, which no format of covers can state; expected rows alone")
    cover = model if isinstance(model, Linear) else options_of(model)
    if isinstance(cover, Cover) and cover.colours is not None and to not in COLOURED:
        raise Unsuitable(f"the items have colours, which {to} cannot state; expected {' or '.join(COLOURED)}")
    if unit < 0 and to not in GREATEST:
        raise Unsuitable(
            f"the greatest sum of costs is wanted, which {to} is not written with; expected {' or '.join(GREATEST)}"
        )
    if unit != 1 and to not in IN_FRACTIONS:
        raise Unsuitable(f"the costs are fractions, which {to} cannot state; expected {_listed(IN_FRACTIONS)}")
    if to in safe_names.PATTERNS:
        in_decimals(1, unit)  # raises before anything is written
    write = importlib.import_module(f"exactcover.files.exports.cover_to_{to}").write
    further: tuple[Any, ...] = ()
    if to in safe_names.PATTERNS:
        further = unit, safe_names.names_in(to, names)
    elif to in NAMED and names is not None:
        further = (names.options,)
    written: Iterator[bytes] = write(cover, *further)
    return written


def _listed(names: tuple[str, ...]) -> str:
    return f"{', '.join(names[:-1])} or {names[-1]}"


def certificate_in(model: Model, refutation: Refutation, to: str, puzzle: Puzzle) -> dict[str, bytes]:
    """Return problem and proof in a format of CERTIFICATES, by ending; raises Unsuitable for what the format cannot state.

    puzzle: the puzzle of the model, which some formats state instead.
    """
    convert = importlib.import_module(f"exactcover.files.exports.certificate_to_{to}").convert
    further = (puzzle,) if to in WITH_PUZZLE else ()
    return dict(zip(CERTIFICATES[to], convert(model, refutation, *further), strict=True))
