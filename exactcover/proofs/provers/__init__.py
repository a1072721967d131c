"""Provers, one argument per file: each looks for one kind of certificate, and its name is its file's name.

A prover module has `accepts` (kinds of model) and `run(model, limits)`, a generator of events: Progress at least every
tenth of a second or so (others run between), Found with a selection of the model where it finds a solution on its way,
and lastly one End, with the refutation where there is one, and else in `remark` what came of it. A prover is not trusted:
whatever it writes is judged by the file of the same name in `check`. It may use the judges' own readers of models and bodies,
for it must write what they accept; engines reach nothing of `check`.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import Protocol, cast

from exactcover.model.answer import Event, Limits
from exactcover.model.encoding import Model
from exactcover.model.errors import InvalidInput, nearest

NAMES = (
    "arithmetic", "colouring", "farkas", "dead", "frontier", "tree", "clausal", "invariant", "barriers", "steiner",
    "prices",
)  # fmt: skip


class Prover(Protocol):
    """What every prover module has."""

    accepts: tuple[str, ...]

    def run(self, model: Model, limits: Limits) -> Iterator[Event]:
        """Yield events, the last one an End."""


def prover(name: str) -> Prover:
    """Return the prover of that name; raises InvalidInput with the nearest known name."""
    if name not in NAMES:
        raise InvalidInput(f"unknown argument {name!r}; expected {', '.join(NAMES)}{nearest(name, NAMES)}")
    return cast(Prover, importlib.import_module(f"exactcover.proofs.provers.{name}"))
