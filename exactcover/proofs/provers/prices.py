"""The prover of prices: proves that a cover has no solution, or none below a cost, by prices on its items and cuts."""

from __future__ import annotations

from collections.abc import Iterator

from exactcover.backends.search.prices import answering
from exactcover.model.answer import Limits
from exactcover.model.cover import CheaperCover, Cover
from exactcover.model.encoding import Model
from exactcover.model.events import Event

accepts = ("cover", "cheaper cover")


def run(model: Model, limits: Limits) -> Iterator[Event]:
    """Yield events, the last one an End."""
    assert isinstance(model, Cover | CheaperCover)
    yield from answering.refuted(model, limits)
