"""Searches for an argument from sizes and numbers alone: areas and copies, cells and pieces without placements, separate
components.

Fast, and run first: what it finds would only confuse other arguments.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import Any

import numpy as np

from exactcover.judges.arithmetic import judge
from exactcover.judges.copies import Supply, fill
from exactcover.judges.windows import lies, windows
from exactcover.model.answer import Limits
from exactcover.model.arrays import Integers, Mask
from exactcover.model.certificate import InvalidCertificate, Refutation
from exactcover.model.cover import Cover
from exactcover.model.encoding import Model
from exactcover.model.events import End, Event, Progress
from exactcover.model.tiling import Tiling
from exactcover.process.deadline import Deadline
from exactcover.proofs.provers.components import Joins, Labels, TooLarge

accepts = ("tiling", "cover")

MOST_COMPONENTS = 12
"""More separate components than that are not considered together."""
MOST_CELLS = 1000
"""A component of more cells is written as runs."""
MOST_SHARES = 10**5
"""If there are more ways to divide the copies than that, only components that no sum of pieces fills are considered."""
NOTHING = "sizes, numbers of copies, single cells and pieces, and separate components leave a solution possible"


def run(model: Model, limits: Limits) -> Iterator[Event]:
    """Search for an argument from sizes and numbers, the simplest first; see `provers`."""
    deadline = Deadline(limits.time)
    for body in _search(model):
        if body is not None:
            yield End(exhausted=False, refutation=Refutation("arithmetic", body))
            return
        yield Progress("comparing sizes and numbers")
        if deadline.over():
            yield End(exhausted=False, stop_reason="time", remark="sizes and numbers were not compared within the time")
            return
    yield End(exhausted=False, remark=NOTHING)


def _search(model: Model) -> Iterator[dict[str, Any] | None]:
    """Yield None while running, and a body if there is one."""
    if isinstance(model, Cover):
        options = np.bincount(model.members, minlength=len(model.items))
        for item in np.flatnonzero(options < model.least)[:1].tolist():
            yield {"argument": "item", "item": model.items[item]}
    elif isinstance(model, Tiling):
        yield from _of_tiling(model)


def _of_tiling(tiling: Tiling) -> Iterator[dict[str, Any] | None]:
    pieces = tiling.pieces
    area = int(tiling.region.sum())
    if not fill((Supply(piece.size, 0, piece.least, piece.most) for piece in pieces), area):
        yield {"argument": "area"}
    yield None
    covered = np.zeros(tiling.region.shape, dtype=np.bool_)
    places = [0] * len(pieces)
    joins: Joins | None = Joins(tiling.region.shape)
    for number, orientation, mask in _fitting(tiling):
        places[number] += int(np.count_nonzero(mask))
        for window in windows(covered, orientation):
            np.logical_or(window, mask, out=window)
        try:
            if joins is not None:
                joins.add(orientation, mask)
        except TooLarge:
            joins = None
        yield None
    for number, piece in enumerate(pieces):
        if places[number] < piece.least:
            yield {"argument": "piece", "piece": number}
    if not fill((Supply(k.size, 0, k.least, min(k.most, n)) for k, n in zip(pieces, places, strict=True)), area):
        yield {"argument": "area"}
    bare = np.argwhere(tiling.region & ~covered)
    if len(bare):
        yield {"argument": "cell", "cell": bare[0].tolist()}
    if joins is not None:
        yield from _by_component(tiling, joins)


def _fitting(tiling: Tiling) -> Iterator[tuple[int, Integers, Mask]]:
    """Yield every orientation of a piece that may be placed, with the piece's number and the mask of its offsets."""
    for number, piece in enumerate(tiling.pieces):
        for way, orientation in enumerate(piece.orientations if piece.most else ()):
            yield number, orientation, lies(tiling, piece, way)


def _by_component(tiling: Tiling, joins: Joins) -> Iterator[dict[str, Any] | None]:
    """Yield an argument from the components connected by placements, one alone or all together."""
    labels: Labels = np.zeros(tiling.region.shape, dtype=np.int32)
    for step in joins.labels():
        yield None
        labels = step
    names, sizes = np.unique(labels[tiling.region], return_counts=True)
    if len(names) < 2:
        return
    order = np.argsort(sizes, kind="stable")
    supplies = [Supply(piece.size, 0, 0, piece.most) for piece in tiling.pieces]
    makes = {}
    for size in np.unique(sizes).tolist():
        makes[size] = fill(supplies, size)
        yield None
    alone = [name for name, size in zip(names[order].tolist(), sizes[order].tolist(), strict=True) if not makes[size]]
    few = names[order].tolist() if len(names) <= MOST_COMPONENTS and _few_shares(tiling, sizes.tolist()) else []
    # One that no sum of pieces fills; else each alone, with the pieces that fit there; else all, the largest as the rest.
    for chosen in [*([name] for name in alone[:1]), *([name] for name in few), few[:-1]]:
        if not chosen:
            continue
        yield None
        body = {"argument": "components", "components": [_written(labels == name, tiling.region) for name in chosen]}
        try:
            judge(tiling, body)
        except InvalidCertificate:
            continue
        yield body
        return


def _few_shares(tiling: Tiling, sizes: list[int]) -> bool:
    """Return whether there are not too many ways to divide the copies among components, pieces of equal size together."""
    most: dict[int, int] = {}
    for piece in tiling.pieces:
        most[piece.size] = most.get(piece.size, 0) + piece.most
    return prod(min(many, area // size) + 1 for area in sizes[:-1] for size, many in most.items()) <= MOST_SHARES


def _written(component: Mask, region: Mask) -> list[list[int]] | dict[str, list[list[int]]]:
    """Return a component's cells, or if there are many, their runs along the last axis."""
    inside = component & region
    if np.count_nonzero(inside) <= MOST_CELLS:
        cells: list[list[int]] = np.argwhere(inside).tolist()
        return cells
    begins, ends = inside.copy(), inside.copy()
    begins[..., 1:] &= ~inside[..., :-1]
    ends[..., :-1] &= ~inside[..., 1:]
    firsts = np.argwhere(begins)
    lengths = np.argwhere(ends)[:, -1:] - firsts[:, -1:] + 1
    return {"runs": np.concatenate((firsts, lengths), axis=1).tolist()}
