"""Small random covers and packings with symmetries, and what they come to by brute force: for the tests of the search."""

from __future__ import annotations

import itertools
import random
from typing import Any, TypeAlias

import numpy as np

from encoders.packing.packing import Packing
from encoders.puzzle import puzzle_of
from exactcover import backends
from exactcover.model.answer import EngineOptions, Limits
from exactcover.model.cover import Cover
from exactcover.model.events import Event, Found
from tests.classic_covers import closed
from tests.random_models import cut, end_of, one_by_one

Selection: TypeAlias = tuple[int, ...]
EXACT = backends.engine("exact")


def rows_of(model: Cover) -> list[tuple[int, ...]]:
    """The items of each option."""
    return [tuple(model.members[a:b].tolist()) for a, b in itertools.pairwise(model.starts.tolist())]


def brute(model: Cover) -> list[Selection]:
    """Every solution of a cover, by the oracle."""
    events = backends.engine("brute").run("list", model, EngineOptions(), Limits())
    return sorted(tuple(sorted(event.selection.tolist())) for event in events if isinstance(event, Found))


def listed(model: Cover, kernel: str = "auto", workers: int = 1, *, up_to_symmetry: bool = False) -> list[Selection]:
    """What the engine exact lists, in increasing order."""
    options = EngineOptions(workers=workers, up_to_symmetry=up_to_symmetry, own={"kernel": kernel})
    events = list[Event](one_by_one(EXACT.run("list", model, options, Limits())))
    assert end_of(events).exhausted
    return sorted(tuple(sorted(event.selection.tolist())) for event in events if isinstance(event, Found))


def counted(model: Cover, kernel: str = "auto", workers: int = 1) -> tuple[int | None, int | None]:
    """The total and the classes that the engine exact counts."""
    options = EngineOptions(workers=workers, own={"kernel": kernel})
    end = end_of(list(EXACT.run("count", model, options, Limits())))
    assert end.exhausted
    return end.count, end.classes


def option_images(model: Cover) -> list[list[int]]:
    """The option that each symmetry makes of each option, found by its items."""
    rows = rows_of(model)
    number = {row: option for option, row in enumerate(rows)}
    assert model.symmetries is not None
    return [[number[tuple(sorted(image[i] for i in row))] for row in rows] for image in model.symmetries.tolist()]


def classes_of(model: Cover, selections: list[Selection]) -> set[frozenset[Selection]]:
    """The classes that some selections are in: all images of each under the cover's symmetries."""
    images = option_images(model)
    classes: set[frozenset[Selection]] = set()
    seen: set[Selection] = set()
    for selection in selections:
        if selection not in seen:
            orbit = frozenset(tuple(sorted(image[option] for option in selection)) for image in images)
            classes.add(orbit)
            seen |= orbit
    return classes


def random_symmetric_cover(seed: int) -> Cover:
    """A cover of up to 8 items whose options are all images of a few under a random group of item permutations."""
    rng = random.Random(seed)
    items = rng.randint(2, 8)
    while True:
        generators = []
        for _ in range(rng.choice([1, 1, 2])):
            moved = rng.sample(range(items), rng.randint(2, items))
            image = dict(zip(moved, rng.sample(moved, len(moved)), strict=True))
            generators.append(tuple(image.get(item, item) for item in range(items)))
        group = closed(items, generators)
        if len(group) <= 24:
            break
    rows: set[tuple[int, ...]] = set()
    for _ in range(rng.randint(1, 6)):
        row = rng.sample(range(items), rng.randint(1, min(items, 4)))
        images = {tuple(sorted(image[item] for item in row)) for image in group}
        if len(rows | images) <= 16:
            rows |= images
    orbit_of = [min(image[item] for image in group) for item in range(items)]
    ranges: list[tuple[int, int]] = []
    for item in range(items):
        least = rng.choice([0, 1, 1, 1, 2])
        drawn = least, max(1, least + rng.choice([0, 0, 0, 1, 2]))
        ranges.append(ranges[orbit_of[item]] if orbit_of[item] < item else drawn)
    order = sorted(rows)
    rng.shuffle(order)
    return Cover(
        tuple(f"i{item}" for item in range(items)),
        np.array([least for least, _ in ranges]),
        np.array([most for _, most in ranges]),
        np.cumsum([0, *map(len, order)]),
        np.array([item for row in order for item in row], dtype=np.int64),
        symmetries=np.array(group),
    )


BOARDS: list[tuple[tuple[int, ...], list[list[tuple[int, ...]]]]] = [
    ((2, 4), [[]]), ((3, 4), [[], [(0, 0), (2, 3)]]), ((4, 4), [[], [(0, 0), (3, 3)], [(0, 0), (0, 3), (3, 0), (3, 3)]]),
    ((3, 3), [[], [(1, 1)]]), ((2, 5), [[]]), ((2, 2, 3), [[]]), ((2, 2, 2), [[], [(0, 0, 0)]]), ((1, 3, 3), [[], [(0, 1, 1)]]),
]  # fmt: skip


def random_symmetric_packing(seed: int) -> Packing:
    """A packing of a board with symmetries: one-sided and free pieces, mirror pairs, copies, ranges, any, pre-placed ones."""
    rng = random.Random(seed)
    size, lots = rng.choice(BOARDS)
    holes = rng.choice(lots)
    board = set(itertools.product(*map(range, size))) - set(holes)
    pieces = cut(board, rng)
    copies = rng.choice(["each", "each", "any", "ranges"])
    tables: list[dict[str, Any]] = []
    for number, cells in enumerate(pieces):
        motions = rng.choice([None, None, None, "rotations" if len(size) == 3 else "translations", "rotations"])
        asked = {"each": 1, "any": "any", "ranges": rng.choice(["0..2", "1..2", "1..3", "0..1"])}[copies]
        tables.append(
            {"name": f"q{number}", "cells": [list(cell) for cell in cells], "copies": asked, "motions": motions}
        )
    if rng.random() < 0.3:
        mirrored = [[*cell[:-1], size[-1] - 1 - cell[-1]] for cell in tables[0]["cells"]]
        tables.append(tables[0] | {"name": "mirror", "cells": mirrored, "copies": "0..1", "motions": "rotations"})
        tables[0]["motions"] = "rotations"
    tables = [{key: value for key, value in table.items() if value is not None} for table in tables]
    fixed = [{"piece": "q0", "cells": tables[0]["cells"]}] if rng.random() < 0.2 else []
    keys = {
        "board": "x".join(map(str, size)),
        "holes": [list(hole) for hole in holes],
        "pieces": tables,
        "reflections": rng.random() < 0.6,
        "fixed": fixed,
    }
    value = puzzle_of("packing", keys).value
    assert isinstance(value, Packing)
    return value
