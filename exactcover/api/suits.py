"""Which engines suit a puzzle, and why others do not. Not here: which one `auto` chooses (solving/portfolio.py)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from exactcover import backends
from exactcover.backends.search.boards import shares
from exactcover.model.answer import Task
from exactcover.model.cover import Cover
from exactcover.model.encoding import Model, name_of
from exactcover.model.space import Sliding
from exactcover.model.tiling import Tiling
from exactcover.proofs.explain.phrases import joined
from exactcover.solving import portfolio

LEADS_TO = {
    "tiling": ("cover", "linear"),
    "growth": ("cover", "linear"),
    "cover": ("linear",),
    "sliding": ("horizon",),
}
"""The models that reductions lead to from each model that a puzzle may have, except naive placement."""


def reasons(model: Model) -> dict[str, str | None]:
    """Return for each engine why it cannot look for a solution of a puzzle, a sentence; null for one that suits."""
    return {name: None if is_suited(name, "solve", model) else why_not(name, model) for name in backends.ENGINES}


def is_suited(name: str, task: Task, model: Model) -> bool:
    """Return whether an engine can do a task for a model."""
    engine = backends.engine(name)
    if task not in engine.can or (isinstance(model, Sliding) and task != "solve"):
        return False
    if name in NEEDS and not NEEDS[name](model):
        return False
    if {name_of(model), *LEADS_TO.get(name_of(model), ())} & set(engine.accepts):
        return True
    return "naive placement" in engine.accepts and isinstance(model, Tiling) and _is_counted(model)


def why_not(name: str, model: Model) -> str:
    """Return why an engine does not suit a model."""
    engine = backends.engine(name)
    if "solve" not in engine.can:
        return "It does not look for solutions."
    reachable = {name_of(model), *LEADS_TO.get(name_of(model), ())}
    if name in NEEDS and reachable & set(engine.accepts):
        return NEEDED[name]
    if "naive placement" in engine.accepts and isinstance(model, Tiling):
        return "It places counted pieces, and here some may be used in any number."
    if isinstance(model, Sliding):
        return "It fills boards, and the blocks of this puzzle move."
    taken = joined([TAKEN.get(each, each) for each in engine.accepts], "or")
    return f"It takes {taken}; this is {TAKEN.get(name_of(model), name_of(model))}."


def _is_counted(model: Tiling) -> bool:
    """Return whether the number of copies of each piece is known, which a search that places pieces expects."""
    copies = sum(piece.most for piece in model.pieces)
    return all(piece.least == piece.most for piece in model.pieces) and copies <= model.region.size


def _is_full(model: Model) -> bool:
    """Return whether a model is a packing that covers each cell."""
    return isinstance(model, Tiling) and not any(piece.empty for piece in model.pieces)


def _is_plain(model: Model) -> bool:
    """Return whether a model is a packing that covers each cell, whose pieces may lie on all cells."""
    return isinstance(model, Tiling) and model.grounds is None and _is_full(model)


def _is_box(model: Model) -> bool:
    """Return whether a model is such a packing of a rectangle or a box."""
    if not isinstance(model, Tiling) or not _is_plain(model) or not model.region.any():
        return False
    corners = [(int(axis.min()), int(axis.max()) + 1) for axis in np.nonzero(model.region)]
    return bool(model.region[tuple(slice(*corner) for corner in corners)].all())


def _is_counted_rectangle(model: Model) -> bool:
    """Return whether a model is a packing of a rectangle with pieces counted to fill it."""
    if not isinstance(model, Tiling) or not _is_box(model) or not model.pieces:
        return False
    return model.dimension == 2 and shares.counts_of(model.pieces, int(model.region.sum())) is not None


def _is_plain_cover(model: Model) -> bool:
    """Return whether a model leads to a cover that states neither connectivity nor colours."""
    if isinstance(model, Cover):
        return model.connectivity is None and model.colours is None
    return isinstance(model, Tiling)


NEEDS: Mapping[str, Callable[[Model], bool]] = {
    "anneal": _is_counted_rectangle,
    "compose": _is_box,
    "fill": _is_full,
    "highs": _is_plain_cover,
    "local-beam": _is_counted_rectangle,
    "prices": portfolio.priced,
}
"""What engines need of a model beyond its type; the test of offers runs each engine on puzzles of each kind."""
NEEDED: Mapping[str, str] = {
    "anneal": "It packs rectangles with counted pieces that fill them exactly.",
    "compose": "It composes rectangles and boxes without holes or colours.",
    "fill": "It fills every cell.",
    "highs": "It takes covers without colours and without rules on connectivity.",
    "local-beam": "It packs rectangles with counted pieces that fill them exactly.",
    "prices": "It takes exact covers whose options have costs.",
}
"""The same as sentences about an engine, for people."""
TAKEN: Mapping[str, str] = {
    "tiling": "a packing",
    "cover": "an exact cover",
    "growth": "pieces that grow from a start",
    "linear": "a linear program",
    "sliding": "sliding blocks",
    "horizon": "plans of a fixed length",
    "naive placement": "pieces placed one at a time",
    "clauses": "clauses",
}
