"""Pieces that must not touch: counts against trying everything, published maxima, and every fault."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any

import pytest

import exactcover
from encoders.catalogue import puzzle
from encoders.geometry.lattices import LATTICES
from encoders.packing.keys import packing
from encoders.packing.referee_of_goals import touching_cells
from exactcover.model.errors import InvalidInput
from tests.brute_packings import Cell, Lying, Small, random_small


def meet(one: Cell, other: Cell, touching: str) -> bool:
    """Whether two squares or cubes meet."""
    steps = [abs(x - y) for x, y in zip(one, other, strict=True)]
    return sum(steps) == 1 if touching == "corners" else max(steps) == 1


def apart_from_each_other(packed: frozenset[Lying], touching: str) -> bool:
    """Whether no two pieces touch."""
    return not any(
        meet(cell, near, touching)
        for (_, one), (_, other) in itertools.combinations(packed, 2)
        for cell in one
        for near in other
    )


def apart(small: Small, touching: str) -> int:
    """How many packings have no two pieces that touch."""
    return sum(apart_from_each_other(packed, touching) for packed in small.packings())


@pytest.mark.parametrize("touching", ["corners", "none"])
@pytest.mark.parametrize("seed", range(40))
def test_counts_are_those_of_trying_everything(seed: int, touching: str) -> None:
    """On boards of squares and cubes whose cells may all stay empty."""
    small = replace(random_small(seed, labelled=True), labelled=True)
    small = replace(
        small,
        optional=frozenset(small.cells),
        empty=(0, len(small.cells)),
        pieces=tuple((name, cells, 0, most) for name, cells, _, most in small.pieces),
    )
    own = exactcover.puzzle("packing", **small.keys(), touching=touching)
    assert exactcover.count(own).count == apart(small, touching)
    assert len(list(exactcover.iterate(own))) == apart(small, touching)


@pytest.mark.parametrize(
    ("board", "lattice", "touching", "neighbours"),
    [
        ("3x3", None, "none", 8),
        ("3x3", None, "corners", 4),
        ("3x3x3", None, "none", 26),
        ("3x3x3", None, "corners", 6),
        ("hexagon:2", "hexagon", "none", 6),
        ("hexagon:2", "triangle", "corners", 3),
        ("hexagon:3", "triangle", "none", 12),
        ("grid:3x3", "square-edges", "none", 6),
    ],
)
def test_a_cell_in_the_middle_has_so_many_that_it_touches(
    board: str, lattice: str | None, touching: str, neighbours: int
) -> None:
    """A square touches 4 others or 8, a cube 6 or 26, a hexagon 6, a triangle 3 or 12, an edge of squares 6."""
    keys = {"board": board, "pieces": [{"name": "a", "cells": _seed(lattice)}], "copies": "any", "optional": "all"}
    if lattice is not None:
        keys["lattice"] = lattice
    read = packing({**keys, "touching": touching} | ({"pieces": "monomino"} if lattice is None else {}))
    assert max(map(len, touching_cells(read, touching).values())) == neighbours


def _seed(lattice: str | None) -> list[list[int]]:
    return [list(LATTICES[lattice].seeds[0][0])] if lattice else []


@pytest.mark.parametrize(
    ("keys", "most"),
    [
        ({"board": "8x8", "pieces": "pentominoes", "copies": "any", "touching": "none"}, 7),
        ({"board": "6x6", "pieces": "pentominoes", "copies": "any", "touching": "corners"}, 4),
        ({"board": "5x5", "pieces": "monomino", "copies": "any", "touching": "none"}, 9),
        ({"board": "5x5", "pieces": "monomino", "copies": "any", "touching": "corners"}, 13),
        ({"board": "3x3x3", "pieces": "monomino", "copies": "any", "touching": "none"}, 8),
        ({"board": "hexagon:3", "lattice": "hexagon", "pieces": "monohex", "copies": "any", "touching": "none"}, 7),
    ],
)
def test_the_most_pieces_apart_are_proved(keys: dict[str, Any], most: int) -> None:
    """Kings and rooks' neighbours on squares and cubes are known; each bound has a certificate or an exhausted search."""
    answer = exactcover.solve(exactcover.puzzle("packing", **keys, maximise="pieces"))
    assert (answer.status, answer.cost) == ("OPTIMAL", most)


def test_pieces_may_not_touch_round_the_board() -> None:
    """On a cylinder of three columns no two monominoes of a row are apart; in the plane two are."""
    own = {"board": "1x3", "pieces": "monomino", "copies": "any", "touching": "corners", "maximise": "pieces"}
    assert exactcover.solve(exactcover.puzzle("packing", **own)).cost == 2
    assert exactcover.solve(exactcover.puzzle("packing", **own, wrap="columns")).cost == 1


def test_a_placement_next_to_a_pre_placed_piece_is_none() -> None:
    """Of the squares of 3 by 3 one corner is left beside a piece in the opposite one."""
    own = {"board": "3x3", "pieces": "monomino", "copies": "any", "optional": "all", "fixed": "I1:1,1"}
    for touching, count in (("none", 1), ("corners", 16)):
        assert exactcover.count(exactcover.puzzle("packing", **own, touching=touching)).count == count


def test_the_referee_names_pieces_that_touch() -> None:
    """In a solution from a file."""
    own = puzzle("packing", board="2x4", pieces="I2", copies="any", optional="all", touching="corners")
    two: dict[str, Any] = {
        "placements": [{"piece": "I2", "cells": [[0, 0], [0, 1]]}, {"piece": "I2", "cells": [[1, 1], [1, 2]]}]
    }
    assert own.faults(two) == ["placements 0 and 1 touch at (0, 1) and (1, 1); touching is corners"]
    two["placements"][1]["cells"] = [[1, 2], [1, 3]]
    assert own.faults(two) == []


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ({"touching": "sides"}, "touching is 'sides'; expected all, corners or none"),
        ({"touching": "none", "fixed": "I5:0,0/0,1/0,2/0,3/0,4/1,0"}, "has 6 cells|expected the 5 cells"),
        (
            {"touching": "none", "fixed": "I5:0,0/0,1/0,2/0,3/0,4+I5:1,0/1,1/1,2/1,3/1,4"},
            "touch, and touching is none; expected pieces apart",
        ),
        (
            {"lattice": "tetrakis", "board": "grid:2x2", "pieces": "diaboloes", "touching": "none"},
            "only the sides are known",
        ),
        (
            {"lattice": "square-edges", "board": "grid:2x2", "pieces": "disticks", "touching": "corners"},
            "whose cells have no sides",
        ),
        (
            {
                "lattice": "square-edges",
                "board": "grid:2x2",
                "pieces": "disticks",
                "touching": "none",
                "crossing": "no",
            },
            "crossing is no, and the packing has touching or connected",
        ),
    ],
)
def test_faults_of_touching_are_named(keys: dict[str, Any], words: str) -> None:
    """Each in one sentence."""
    with pytest.raises(InvalidInput, match=words):
        packing({"board": "5x5", "pieces": "pentominoes", "copies": "any", "optional": "all", **keys})
