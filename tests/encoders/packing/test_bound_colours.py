"""Colours of pieces that their motions do not take everywhere: on lattices with several classes of cells."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from encoders.geometry.lattice import Cell
from encoders.packing import layouts
from encoders.packing.naming import with_names
from encoders.puzzle import Puzzle, puzzle_of
from exactcover import api
from exactcover.model.cover import Cover
from exactcover.model.errors import InvalidInput
from tests.encoders.packing.test_naive_geometry import listed as placed
from tests.naive_lattices import naive
from tests.packings import tiling_of
from tests.random_models import classes, counted, listed

SIDE = 5
EDGES: list[Cell] = [cell for cell in product(range(SIDE), repeat=2) if sum(cell) % 2]
SHAPES: list[list[Cell]] = [[(0, 1)], [(0, 1), (0, 3)], [(0, 1), (1, 2)], [(0, 1), (1, 2), (0, 3)]]
STICKS: dict[str, Any] = {
    "board": "x".join([str(SIDE)] * 2),
    "lattice": "square-edges",
    "pieces": {"I": [[0, 1], [0, 3]], "L": ".#/#."},
    "copies": "any",
    "colours": {"cells": ".b.b./#.#.a/.a.#./#.b.b/.#.#.", "pieces": {"I": ".a.b", "L": ".a/b."}},
}


@st.composite
def coloured_sticks(draw: st.DrawFn) -> tuple[dict[str, Any], list[tuple[list[Cell], list[list[Cell]]]]]:
    """A square of twelve edges with two grounds, and two pieces; the keys, and each piece with the cells allowed to each cell."""
    symmetric = draw(st.booleans())
    grounds = []
    for _ in range(2):
        ground = {cell for cell in EDGES if draw(st.integers(0, 6))}
        grounds.append(sorted(ground & {(SIDE - 1 - x, SIDE - 1 - y) for x, y in ground} if symmetric else ground))
    pieces = []
    for shape in draw(st.lists(st.sampled_from(SHAPES), min_size=2, max_size=2, unique_by=str)):
        pieces.append((shape, [draw(st.integers(0, 2)) for _ in shape]))
    keys = {
        "board": f"{SIDE}x{SIDE}",
        "lattice": "square-edges",
        "pieces": [
            {"name": f"p{number}", "cells": [list(cell) for cell in shape], "grounds": marks}
            for number, (shape, marks) in enumerate(pieces)
        ],
        "grounds": [[list(cell) for cell in ground] for ground in grounds],
        "copies": "any",
    }
    return keys, [(shape, [grounds[mark - 1] if mark else EDGES for mark in marks]) for shape, marks in pieces]


def packings(lying: list[tuple[int, frozenset[Cell]]], cells: frozenset[Cell]) -> list[frozenset[Any]]:
    """Every set of placements that covers each of the cells once."""
    if not cells:
        return [frozenset()]
    first = min(cells)
    return [
        rest | {each}
        for each in lying
        if first in each[1] and each[1] <= cells
        for rest in packings(lying, cells - each[1])
    ]


def turned(lying: Any, turn: int) -> frozenset[Any]:
    """Placements, or packings, after one of the eight isometries of the square."""
    end = SIDE - 1

    def image(cell: Cell) -> Cell:
        row, column = cell if turn < 4 else (cell[1], cell[0])
        return (row, column, end - row, end - column)[turn % 2 * 2], (column, end - column)[turn // 2 % 2]

    return frozenset((number, frozenset(map(image, cells))) for number, cells in lying)


@settings(max_examples=40, deadline=None)
@given(coloured_sticks())
def test_packings_and_their_classes_are_those_that_trying_everything_finds(
    drawn: tuple[dict[str, Any], list[tuple[list[Cell], list[list[Cell]]]]],
) -> None:
    """On square edges with random grounds: the counts, and those up to the symmetries that keep the placements."""
    keys, pieces = drawn
    lying = [
        (number, cells)
        for number, (shape, own) in enumerate(pieces)
        for cells in naive("square-edges", shape, EDGES, "isometries", own)
    ]
    every = packings(lying, frozenset(EDGES))
    model = tiling_of(puzzle_of("packing", keys).value)
    assert counted("exact", model) == len(every)
    group = [turn for turn in range(8) if turned(lying, turn) == frozenset(lying)]
    assert classes(model) == len({frozenset(turned(packing, turn) for turn in group) for packing in every})


def test_solutions_are_judged_named_and_kept_as_arrays() -> None:
    """Both judges accept what is listed, also as arrays, and a canonical form takes its names from a solution."""
    puzzle = puzzle_of("packing", STICKS)
    encoding = puzzle.encode()
    form = {key: each for key, each in puzzle.canonical().items() if key != "kind"}
    selections = listed("exact", encoding.model)
    assert selections
    for selection in selections[:5]:
        solution = encoding.decode(np.array(selection, dtype=np.int64))
        assert puzzle.faults(solution) == []
        assert puzzle.faults(layouts.of_solution(puzzle.value, solution)) == []
        assert puzzle_of("packing", with_names(form, solution)).faults(solution) == []


def test_a_piece_on_cells_of_other_colours_is_refused_in_both_forms() -> None:
    """A piece where its motions take it and its colours do not is named, as a placement and as a row of arrays."""
    puzzle = puzzle_of("packing", STICKS)
    solution = {"placements": [{"piece": "I", "cells": [[0, 1], [0, 3]]}]}
    sentence = "covers cells of colours that its own do not go with"
    assert f"placement 0 (I) {sentence}" in puzzle.faults(solution)
    assert f"row 0 (I) {sentence}" in puzzle.faults(layouts.of_solution(puzzle.value, solution))


def test_a_model_without_the_colours_of_a_bound_piece_is_refused() -> None:
    """A piece bound to its classes of cells alone lies on grounds that its colours exclude: the referee of the model sees it."""
    puzzle = puzzle_of("packing", STICKS)
    plain = tiling_of(puzzle_of("packing", {key: each for key, each in STICKS.items() if key != "colours"}).value)
    model = tiling_of(puzzle.value)
    assert puzzle.encoding_faults(model) == []
    assert model.grounds is not None
    assert plain.grounds is not None
    both = np.concatenate([model.grounds, plain.grounds])
    pieces = []
    for own, other in zip(model.pieces, plain.pieces, strict=True):
        grounds = np.zeros((len(own.orientations), 1, own.size), dtype=np.int64)
        pieces.append(replace(own, grounds=grounds if other.grounds is None else other.grounds + len(model.grounds)))
    faults = puzzle.encoding_faults(replace(model, pieces=tuple(pieces), grounds=both))
    assert faults == ["the tiling binds I to other parts of the board"]  # L may lie on all of its edges in some order


def dominoes(cells: list[list[int]]) -> Puzzle:
    """Half-squares on either side of a corner, coloured, that may not be turned over."""
    return puzzle_of(
        "packing",
        {
            "board": "6x6",
            "lattice": "tetrakis",
            "pieces": [{"name": "A", "cells": cells, "grounds": [1, 2], "motions": "rotations"}],
            "copies": "any",
            "grounds": [[[0, 1]], [[1, 2], [1, 0]]],
        },
    )


def test_colours_bind_a_piece_whose_shape_lies_everywhere() -> None:
    """Half a turn takes the shape of two quarters onto itself elsewhere, and its colours are then exchanged."""
    subject = dominoes([[0, 1], [1, 2]])
    assert placed(subject) == [frozenset({(0, 1), (1, 2)})]
    with pytest.raises(
        InvalidInput, match="has colours that its motions do not take everywhere; expected it drawn where"
    ):
        dominoes([[0, 0], [1, 1]])


def test_edges_that_may_not_cross_have_colours() -> None:
    """The vertices that pieces and board have with crossing=no have no colour; one packing of fourteen has a crossing."""
    crossed = puzzle_of("packing", {**STICKS, "crossing": "no"})
    assert crossed.canonical()["pieces"][1]["grounds"] == [1, 0, 2]
    assert api.count(crossed).count == 13
    assert api.count(puzzle_of("packing", STICKS)).count == 14


def test_on_a_torus_a_triangle_that_may_not_be_turned_keeps_its_kind() -> None:
    """Going round takes a triangle to triangles of its kind; those of the other need a piece that points the other way."""
    keys = {"lattice": "triangle", "board": "parallelogram:2x2", "copies": "any", "wrap": "both"}
    up, down = (
        {"name": name, "cells": [cell], "motions": "translations"} for name, cell in (("A", [0, 1]), ("B", [0, 2]))
    )
    cover = puzzle_of("packing", {**keys, "pieces": [up, down]}).encode().model
    assert isinstance(cover, Cover)
    assert Counter(option[-1] for option in cover.every_option()) == {"A": 4, "B": 4}
    assert api.solve(puzzle_of("packing", {**keys, "pieces": [up]})).status == "INFEASIBLE"
