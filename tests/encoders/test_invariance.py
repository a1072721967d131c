"""Invariance: what pieces are called, how they are drawn and how the board lies changes no count."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from encoders.catalogue import puzzle
from encoders.geometry.lattices import lattice_named
from encoders.puzzle import Puzzle
from exactcover.model.cover import Cover
from exactcover.model.puzzle_protocol import digest_of
from exactcover.model.tiling import Tiling
from exactcover.transform.reductions import tiling_to_cover
from tests.packings import count
from tests.random_models import counted, random_cover, random_packing


def sha(what: Puzzle) -> str:
    """The digest of a puzzle."""
    return digest_of(what.canonical())


def moved(keys: dict[str, Any], seed: int, pieces: bool) -> dict[str, Any]:
    """The packing with its board turned or mirrored; its pieces too, or their cells only shuffled and renamed."""
    rng = random.Random(seed)
    size = np.array([int(side) for side in keys["board"].split("x")])
    matrix = np.array(rng.choice(lattice_named(None, len(size)).matrices("isometries")))
    corner = np.minimum((size - 1) @ matrix.T, 0)
    turned = {
        **keys,
        "board": "x".join(map(str, np.abs(size @ matrix.T))),
        "holes": [(np.array(hole) @ matrix.T - corner).tolist() for hole in keys["holes"]],
    }
    if pieces:
        shapes = [np.array(piece["cells"]) @ matrix.T for piece in keys["pieces"]]
        turned["pieces"] = [
            {"name": f"other{n}", "cells": (shape - shape.min(axis=0)).tolist()} for n, shape in enumerate(shapes)
        ]
        rng.shuffle(turned["pieces"])
    return turned


def test_turned_and_mirrored_puzzles_have_as_many_packings() -> None:
    """Board and pieces moved by one isometry, pieces renamed and in another order: the same count."""
    counts = set()
    for seed in range(60):
        keys = random_packing(seed, planted=seed % 2 == 0)
        counts.add(count(keys))
        assert count(moved(keys, seed, pieces=True)) == count(keys)
    assert len(counts) > 5


def test_turned_boards_alone_have_as_many_packings() -> None:
    """Where pieces may be reflected, the board may be turned and mirrored without them."""
    for seed in range(40):
        keys = random_packing(seed) | {"reflections": True}
        assert count(moved(keys, seed, pieces=False)) == count(keys)


def test_covers_count_the_same_in_any_order() -> None:
    """Options shuffled, items renamed and shuffled: the same count."""
    for seed in range(60):
        model = random_cover(seed)
        rng = np.random.default_rng(seed)
        items, options = rng.permutation(len(model.items)), rng.permutation(model.options)
        place = np.argsort(items)
        rows = [sorted(place[model.members[model.starts[o] : model.starts[o + 1]]].tolist()) for o in options]
        shuffled = Cover(
            tuple(f"renamed {model.items[item]}" for item in items),
            model.least[items],
            model.most[items],
            np.cumsum([0, *map(len, rows)]),
            np.array([item for row in rows for item in row], dtype=np.int64),
        )
        assert counted("exact", shuffled) == counted("exact", model) == counted("brute", model)


def test_orientations_and_pieces_count_the_same_in_any_order() -> None:
    """A tiling whose pieces and orientations come in another order has as many solutions."""
    tiling = puzzle("packing board=5x5 pieces=L5,N5,U5,W5,Y5").encode().model
    assert isinstance(tiling, Tiling)
    pieces = tuple(replace(piece, orientations=piece.orientations[::-1]) for piece in tiling.pieces[::-1])
    assert counted("exact", tiling_to_cover.reduce(replace(tiling, pieces=pieces)).model) == 8


SAME = [
    ("packing board=5x5 pieces=X5,L5", "packing board=5x5 pieces=L5,X5"),
    ("packing board=5x5 pieces=X5,L5", "packing board=...../...../...../...../..... pieces=X5,L5"),
    ("packing board=5x5 pieces=X5,L5", "packing board=.....#/.....#/.....#/.....#/.....#/###### pieces=X5,L5"),
    ("packing board=5x5 pieces=X5,L5", "packing board=5x5 pieces=X5,L5 copies=1 reflections=yes holes="),
    ("packing board=5x5 pieces=X5,L5", "packing board=5x5 pieces=X5,L5 copies=L5:1,rest:1..1"),
    ("packing board=5x5 pieces=X5,X5", "packing board=5x5 pieces=X5 copies=2"),
    ("packing board=5x5 pieces=S4", "packing board=5x5 pieces=Z4"),
    ("packing board=5x5 pieces=X5", "packing board=5x5 pieces=X5 reflections=no"),
    ("packing board=5x5 holes=4,4", "packing board=...../...../...../...../....#"),
    ("packing board=5x5 holes=0,1/0,0", "packing board=5x5 holes=0,0/0,1/0,0"),
    ("packing board=3x3 pieces=I1,I3 fixed=I3:0,0/0,1/0,2", "packing board=AAA/.../... pieces=I1,I3 legend=A:I3"),
    ("packing board=3x3 pieces=I1,I3 fixed=I3:0,0/0,1/0,2", "packing board=3x3 pieces=I3,I1 fixed=I3:0,2/0,1/0,0"),
    (
        "packing board=3x3 pieces=I1,I3 fixed=I1:1,1+I1:0,0 copies=any",
        "packing board=3x3 pieces=I1,I3 fixed=I1:0,0+I1:1,1 copies=any",
    ),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_the_same_puzzle_has_the_same_digest(one: str, other: str) -> None:
    """Order, defaults written out, drawing instead of naming and cells beyond the board change no digest."""
    one, other = (line if "pieces" in line else f"{line} pieces=X5" for line in (one, other))
    assert sha(puzzle(one)) == sha(puzzle(other))


@pytest.mark.parametrize(
    "other",
    [
        "board=5x6 pieces=X5,L5", "board=5x5 pieces=X5,Y5", "board=5x5 pieces=X5,L5 copies=2", "board=1x5x5 pieces=X5,L5",
        "board=5x5 pieces=X5,L5 copies=any", "board=5x5 pieces=X5,L5 reflections=no", "board=5x5 holes=0,0 pieces=X5,L5",
        "board=5x5 pieces=X5,L5 copies=X5:1,L5:0..1", "board=5x5 pieces=X5,L5 fixed=X5:0,1/1,0/1,1/1,2/2,1",
    ],
)  # fmt: skip
def test_another_puzzle_has_another_digest(other: str) -> None:
    """Board, holes, pieces, copies, motions, pre-placed pieces: each is part of what a puzzle asks."""
    assert sha(puzzle(f"packing {other}")) != sha(puzzle("packing board=5x5 pieces=X5,L5"))


def test_renamed_and_redrawn_pieces_have_the_same_digest() -> None:
    """Drawn pieces, in any orientation, by any name, as table or as cells, are the named ones."""
    drawn = puzzle("packing", board="5x5", pieces={"cross": ".#.\n###\n.#.", "corner": "###\n..#\n..#"})
    assert sha(drawn) == sha(puzzle("packing board=5x5 pieces=X5,V5"))
    cells = puzzle("packing", board="5x5", pieces=[{"cells": [[3, 3], [2, 3], [1, 3], [0, 3], [0, 2]]}, "X5"])
    assert sha(cells) == sha(puzzle("packing board=5x5 pieces=L5,X5"))
