"""The prover of Steiner trees: chooses the wanted cells and the weight of a corner-step that prove the most (see
judges/steiner.py).

It takes all wanted cells or, if those are too many, repeatedly the one farthest from the roots and from those chosen, and
tries a few weights. A tree's weight is computed by the judge's own program, which is fast enough.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from exactcover.judges import steiner
from exactcover.model.answer import Limits
from exactcover.model.certificate import Refutation
from exactcover.model.encoding import Model
from exactcover.model.errors import StopReason
from exactcover.model.events import End, Event, Progress
from exactcover.model.growth import Cheaper, Growth
from exactcover.process.deadline import Deadline

accepts = ("growth", "cheaper")

WEIGHTS = (0, 2, 1, 3)
MOST_TARGETS, MOST_WORK = 8, 2_000_000
WORK_SECONDS = 3e-6  # for a cell and a set of targets within another


def run(model: Model, limits: Limits) -> Iterator[Event]:
    """Search for the weight with the best bound. For a growth, the End has that bound; for a cheaper growth, one that refutes
    it."""
    assert isinstance(model, Growth | Cheaper)
    growth = model.growth if isinstance(model, Cheaper) else model
    deadline = Deadline(limits.time)
    targets = _targets(growth)
    if not targets:
        yield End(False, remark="there are no cells that a tree could connect")
        return
    best: Refutation | None = None
    stop: StopReason | None = None
    work = 3 ** len(targets) * growth.region.size
    for weight in WEIGHTS:
        yield Progress(f"connecting {len(targets)} cells, a corner-step weighs {weight}", seconds=WORK_SECONDS * work)
        if deadline.over():
            stop = "time"
            break
        body = {"targets": [list(target) for target in targets], "weight": weight}
        least = steiner.bound(growth, targets, weight)
        if least is None:
            yield End(False, refutation=Refutation("steiner", body), remark="nothing connects the cells to be covered")
            return
        if best is None or least > (best.bound or 0):
            best = Refutation("steiner", body, least)
    bound = best.bound if best is not None and best.bound is not None else 0
    remark = f"trees that connect the cells to be covered have at least {bound} cells"
    if growth.price != "cells" or bound < (model.cost if isinstance(model, Cheaper) else 1):
        yield End(False, stop, remark=remark)
        return
    assert best is not None
    proved = model.cost if isinstance(model, Cheaper) else bound
    yield End(False, refutation=Refutation("steiner", best.body, proved), remark=remark)


def _targets(growth: Growth) -> list[tuple[int, ...]]:
    """Return the cells to be connected."""
    left = [tuple(cell) for cell in np.argwhere(growth.wanted).tolist()]
    near = [tuple(cell) for cell in np.argwhere(growth.roots).tolist()]
    targets: list[tuple[int, ...]] = []
    while left and len(targets) < MOST_TARGETS and 3 ** (len(targets) + 1) * growth.region.size <= MOST_WORK:
        farthest = max(left, key=lambda cell: min((_apart(cell, other) for other in near), default=0))
        left.remove(farthest)
        near.append(farthest)
        targets.append(farthest)
    return sorted(targets)


def _apart(one: tuple[int, ...], other: tuple[int, ...]) -> int:
    return max(abs(x - y) for x, y in zip(one, other, strict=True))
