"""Provers, one argument per file: each searches for one kind of certificate, and its name is its file's name.

A prover module has `accepts` (kinds of model) and `run(model, limits)`, a generator of events: Progress at least every tenth
of a second or so (others run in between), Found with a selection of the model if it happens to find a solution, and finally
one End, with the refutation if there is one, otherwise with the outcome in `remark`. A prover is not trusted: its output is
judged by the file of the same name in `judges`. It may use the judges' readers of models and bodies, because it must write
what they accept; engines import nothing from `judges`.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import Protocol, cast

from exactcover.model.answer import Limits
from exactcover.model.certificate import REFUTATIONS
from exactcover.model.encoding import Model
from exactcover.model.errors import InvalidInput, nearest
from exactcover.model.events import Event

NAMES = REFUTATIONS


class Prover(Protocol):
    """The interface of a prover module."""

    accepts: tuple[str, ...]

    def run(self, model: Model, limits: Limits) -> Iterator[Event]:
        """Yield events, the last one an End."""


def prover(name: str) -> Prover:
    """Return the prover of that name; raises InvalidInput with the nearest known name."""
    if name not in NAMES:
        raise InvalidInput(f"unknown argument {name!r}; expected {', '.join(NAMES)}{nearest(name, NAMES)}")
    return cast(Prover, importlib.import_module(f"exactcover.proofs.provers.{name}"))
