"""Engine warm-up: what engines compile or load on first use is done on a tiny model, before the time of a run begins."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

import numpy as np

from exactcover import backends
from exactcover.model.answer import EngineOptions, Limits
from exactcover.model.cover import Cover, cover
from exactcover.model.encoding import Model, name_of
from exactcover.model.errors import Unsuitable
from exactcover.model.growth import Growth
from exactcover.model.space import Sliding
from exactcover.model.tiling import Piece, Tiling
from exactcover.transform.reductions import chain

READY_AT_START = ("", "exact", "brute", "cpsat", "sat")
"""No engine, one that a child process warms up when it starts, and those that compile nothing."""


def warm_up(engine: str, model: Model | tuple[Cover, ...]) -> None:
    """Make an engine do, once in this process, what only its first run on a kind of model, or on many covers, needs."""
    if engine in READY_AT_START:
        return
    kind = "cover" if isinstance(model, tuple) else name_of(model)
    if (engine, kind) in WARM or kind not in TINY:
        return
    WARM.add((engine, kind))
    with contextlib.suppress(Unsuitable):  # an engine that cannot take this kind of model: reported when it is run
        tiny = chain.reduce(TINY[kind](), backends.engine(engine).accepts).model
        for _ in backends.engine(engine).run("solve", tiny, EngineOptions(), Limits()):
            """The events are ignored."""


def _tiny_tiling() -> Model:
    """Return two monominoes on two cells."""
    return Tiling(np.ones((1, 2), dtype=np.bool_), (Piece("I1", (np.zeros((1, 2), dtype=np.int64),), 2, 2),))


def _tiny_cover() -> Model:
    """Return two items, cheaper to cover with an option each than with one option for both."""
    return cover(["a", "b"], [["a"], ["b"], ["a", "b"]], costs=[1, 1, 3])


def _tiny_sliding() -> Model:
    """Return a tile that slides once."""
    tile = np.zeros((1, 2), dtype=np.int64)
    return Sliding(np.ones((1, 2), dtype=np.bool_), (tile,), np.array([1, 0]), (((0, 1),),))


def _tiny_growth() -> Model:
    """Return a monomino on one of two cells."""
    steps = np.array([[0, 1], [0, -1], [1, 0], [-1, 0]])
    first, whole = np.array([[True, False]]), np.ones((1, 2), dtype=np.bool_)
    piece = Piece("I1", (np.zeros((1, 2), dtype=np.int64),), 0, 1)
    return Growth(whole, first, first, whole, (piece,), steps, steps @ np.array([[1, 1], [1, -1]]))


TINY: dict[str, Callable[[], Model]] = {
    "cover": _tiny_cover,
    "growth": _tiny_growth,
    "sliding": _tiny_sliding,
    "tiling": _tiny_tiling,
}
WARM: set[tuple[str, str]] = set()
