"""Positions of Blokus as growths: published ones, and small random ones with their seeds."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from encoders.kinds import KINDS
from exactcover.model.growth import Growth

PUBLISHED: dict[str, tuple[dict[str, str], int]] = {
    "corners-6x6": ({"board": "6x6", "goal": "corners", "pieces": "blokus-tiny-2"}, 17),
    "corners-5x5": ({"board": "5x5", "goal": "corners", "pieces": "blokus-small"}, 13),
    "corners-8x8": ({"board": "8x8", "goal": "corners", "pieces": "blokus-tiny-2"}, 24),
    "cover-6x6": (
        {"board": "6x6", "goal": "cover", "pieces": "blokus-small", "start": "3,3", "targets": "2,2/5,5/1,4"},
        7,
    ),
    "cover-8x8": (
        {"board": "8x8", "goal": "cover", "pieces": "blokus-small", "start": "3,3", "targets": "2,2/5,5/6,7"},
        8,
    ),
    "cover-10x10": (
        {"board": "10x10", "goal": "cover", "pieces": "blokus-small", "start": "3,3", "targets": "2,2/5,5/6,7"},
        8,
    ),
    "closest-1": ({"board": "10x10", "goal": "cover", "start": "7,7", "targets": "5,5/8,8/4,9"}, 8),
    "closest-2": ({"board": "10x10", "goal": "cover", "start": "5,5", "targets": "3,4/6,6/7,5"}, 6),
    "mini-contest-10x10": ({"board": "10x10", "goal": "cover", "targets": "0,1/4,9/9,2"}, 17),
}
"""Boards of a course exercise and their least cost, on whole boards; the start is 0,0 and the pieces are all 21 by default."""


def growth(**keys: Any) -> Growth:
    """The growth of a position."""
    kind = KINDS["blokus"]
    model = kind.encode(kind.read(keys)).model
    assert isinstance(model, Growth)
    return model


def published(name: str, anchor: str = "whole") -> Growth:
    """A published position, by either rule of anchors."""
    return growth(**PUBLISHED[name][0], anchor=anchor)


def random_position(seed: int) -> Growth:
    """The growth of random keys."""
    return growth(**random_keys(seed))


def random_keys(seed: int) -> dict[str, Any]:
    """A position on a board of at most 16 cells, with holes, own and foreign squares, every goal and both rules of anchors."""
    rng = random.Random(seed)
    height, width = rng.choice([(3, 3), (3, 4), (4, 4), (2, 5)])
    cells = [(row, column) for row in range(height) for column in range(width)]
    rng.shuffle(cells)
    keys: dict[str, Any] = {
        "board": f"{height}x{width}",
        "pieces": ",".join(rng.sample(["I1", "I2", "I3", "V3", "L4", "O4", "T4", "I4"], rng.randint(2, 4))),
        "goal": rng.choice(["cover", "cover", "cover", "fill", "most"]),
        "anchor": rng.choice(["whole", "whole", "legacy"]),
        "holes": written(cells.pop() for _ in range(rng.choice([0, 0, 1, 2]))),
        "others": written(cells.pop() for _ in range(rng.choice([0, 0, 1]))),
        "own": written(cells.pop() for _ in range(rng.choice([0, 0, 1]))),
        "start": written([cells.pop()]),
    }
    if keys["goal"] == "cover":
        keys["targets"] = written(cells.pop() for _ in range(rng.randint(1, 3)))
    return keys


def written(cells: Iterable[tuple[int, int]]) -> str:
    """Cells as a specification has them."""
    return "/".join(f"{row},{column}" for row, column in cells)
