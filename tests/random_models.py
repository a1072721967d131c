"""Small random covers and packings with their seeds, and engines run without a worker: what the agreement tests share."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np

from encoders.geometry.lattice import Cell
from encoders.geometry.lattices import lattice_named
from exactcover import backends
from exactcover.model.answer import EngineOptions, Limits, Task
from exactcover.model.connectivity import Connectivity
from exactcover.model.cover import Cover, cover
from exactcover.model.encoding import Model
from exactcover.model.events import End, EndOfOne, Event, Found, FoundMany, One
from exactcover.transform.reductions import chain


def random_cover(seed: int, *, connected: bool = False) -> Cover:
    """A cover of up to 7 items and 10 options: multiplicities, secondary items, items and covers without options, costs."""
    rng = random.Random(seed)
    items = rng.randint(1, 7)
    options = {
        tuple(sorted(rng.sample(range(items), rng.randint(1, min(items, 4))))) for _ in range(rng.randint(0, 10))
    }
    rows = sorted(options)
    rng.shuffle(rows)
    ranges = []
    for _ in range(items):
        least = rng.choice([0, 1, 1, 1, 2]) if seed % 2 else rng.choice([0, 1, 1])
        ranges.append((least, max(least + rng.choice([0, 0, 0, 1, 2]), rng.choice([0, 1, 1]))))
    connectivity = None
    if connected and items > 1:
        joined = sorted(rng.sample(range(items), rng.randint(2, items)))
        edges = {tuple(sorted(rng.sample(joined, 2))) for _ in range(rng.randint(1, 9))}
        roots = {rng.choice(joined) for _ in range(2)}
        connectivity = Connectivity(np.array(joined), np.array(sorted(edges)), np.array(sorted(roots)))
    return Cover(
        tuple(f"i{number}" for number in range(items)),
        np.array([least for least, _ in ranges]),
        np.array([most for _, most in ranges]),
        np.cumsum([0, *map(len, rows)]),
        np.array([item for row in rows for item in row], dtype=np.int64),
        costs=np.array([rng.randint(-3, 5) for _ in rows], dtype=np.int64) if seed % 3 == 0 else None,
        connectivity=connectivity,
    )


def random_coloured_cover(seed: int) -> Cover:
    """A cover of up to 4 items with multiplicities, up to 4 secondary ones, which most options colour, and costs in some."""
    rng = random.Random(seed)
    ranges = [(1, 1), (1, 1), (1, 1), (0, 2), (1, 2), (2, 2)]
    items: dict[str, int | tuple[int, int]] = {f"i{number}": rng.choice(ranges) for number in range(rng.randint(0, 4))}
    secondary = [f"s{number}" for number in range(rng.randint(1, 4))]
    options = set()
    for _ in range(rng.randint(1, 12)):
        names = rng.sample(sorted(items), rng.randint(0, min(len(items), 2)))
        for name in rng.sample(secondary, rng.randint(not names, min(len(secondary), 3))):
            colour = rng.choice(["", "red", "red", "green", "blue"] if seed % 4 else ["red", "red", "green"])
            names.append(f"{name}:{colour}" if colour else name)
        options.add(tuple(names))
    rows = sorted(set(map(tuple, map(sorted, options))))
    rng.shuffle(rows)
    costs = [rng.randint(-3, 5) for _ in rows] if seed % 3 == 0 else None
    return cover(items, rows, secondary=secondary, costs=costs)


def random_packing(seed: int, *, planted: bool = False) -> dict[str, Any]:
    """The keys of a packing whose board was cut into pieces; unless planted, one piece may then be changed."""
    rng = random.Random(seed)
    size = rng.choice([(2, 5), (3, 4), (4, 4), (3, 5), (2, 2, 3), (1, 3, 4)])
    board: set[Cell] = {tuple(cell) for cell in np.argwhere(np.ones(size)).tolist()}
    holes = sorted(rng.sample(sorted(board), rng.choice([0, 0, 1, 2])))
    pieces = cut(board - set(holes), rng)
    if not planted and rng.random() < 0.5:
        longest = max(pieces, key=len)
        rng.shuffle(longest)
        moved = tuple(x + 1 for x in longest[-1])
        longest[-1] = moved if moved not in longest else longest[-1]
    tables = [{"name": f"q{number}", "cells": [list(cell) for cell in cells]} for number, cells in enumerate(pieces)]
    return {
        "board": "x".join(map(str, size)),
        "holes": [list(cell) for cell in holes],
        "pieces": tables,
        "reflections": rng.random() < 0.5,
    }


def cut(cells: set[Cell], rng: random.Random) -> list[list[Cell]]:
    """Cut cells into random pieces of up to 4 connected cells."""
    left, pieces = set(cells), []
    while left:
        piece = [rng.choice(sorted(left))]
        left.remove(piece[0])
        for _ in range(rng.choice([1, 2, 2, 3, 3])):
            near = sorted({n for cell in piece for n in lattice_named(None, len(cell)).neighbours(cell)} & left)
            if near:
                piece.append(rng.choice(near))
                left.remove(piece[-1])
        pieces.append(piece)
    return pieces


def run(
    name: str, task: Task, model: Model, limits: Limits = Limits(), own: Mapping[str, str] | None = None,
    *, break_symmetry: bool = False, seed: int = 0,
) -> list[Event]:  # fmt: skip
    """The events of an engine on a model, selections lifted back to it, in this process."""
    engine = backends.engine(name)
    reduced = chain.reduce(model, engine.accepts, break_symmetry=break_symmetry)
    events = one_by_one(engine.run(task, reduced.model, EngineOptions(own=own or {}, seed=seed), limits))
    return [Found(reduced.lift(event.selection)) if isinstance(event, Found) else event for event in events]


def one_by_one(events: Iterable[Event]) -> Iterator[One]:
    """Events, selections that were handed over together apart."""
    for event in events:
        if isinstance(event, FoundMany):
            yield from event.each()
        else:
            assert not isinstance(event, EndOfOne)
            yield event


def end_of(events: list[Event]) -> End:
    """The one End, which must come last."""
    assert [isinstance(event, End) for event in events].index(True) == len(events) - 1
    assert isinstance(events[-1], End)
    return events[-1]


def listed(name: str, model: Model, own: Mapping[str, str] | None = None) -> list[list[Any]]:
    """All selections that an engine lists, sorted, each sorted too."""
    found = [event.selection.tolist() for event in run(name, "list", model, own=own) if isinstance(event, Found)]
    return sorted(sorted(selection) for selection in found)


def classes(model: Model) -> int | None:
    """How many solutions the engine exact counts up to the symmetries of a model's cover."""
    cover = chain.reduce(model, ("cover",)).model
    return end_of(
        list(backends.engine("exact").run("count", cover, EngineOptions(up_to_symmetry=True), Limits()))
    ).classes


def counted(name: str, model: Model) -> int | None:
    """What an engine counts when it is not stopped."""
    end = end_of(run(name, "count", model))
    assert end.exhausted
    return end.count
