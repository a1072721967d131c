"""Pieces of edges that may not cross: joints, judged by their meaning, and counts by a second program with real geometry."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import combinations, pairwise, product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from encoders.catalogue import puzzle
from encoders.geometry.lattice import Cell, Lattice
from encoders.geometry.lattices import LATTICES, UNCROSSED
from encoders.packing import layouts, referee, referee_of_layouts, referee_of_many
from encoders.packing.crossing import is_joint, with_joints
from encoders.packing.packing import Packing, Placed
from encoders.packing.referee_of_crossings import faults_of_joints
from encoders.packing.referee_of_lattices import on_cells
from encoders.puzzle import puzzle_of
from exactcover import api
from exactcover.model.errors import InvalidInput
from exactcover.model.puzzle_protocol import digest_of
from tests.naive_lattices import CORNERS, Point, naive

STAR = "lattice=triangle-edges board=####/##../#.#./#..#"
"""The six edges at a vertex of the lattice of triangles."""
PLUS = "lattice=square-edges board=#####/##.##/#.#.#/##.##/#####"
"""The four edges at a vertex of the lattice of squares."""


def count(line: str | dict[str, Any]) -> int:
    """The number of solutions of a packing, each counted."""
    answer = api.count(puzzle(f"packing {line}") if isinstance(line, str) else puzzle_of("packing", line))
    assert answer.exhausted or str(answer.status) == "INFEASIBLE"
    return int(answer.count or 0)


def crosses(one: list[float], other: list[float]) -> bool:
    """Whether two sets of angles alternate around a point."""
    owners = [owner for _, owner in sorted([*((angle, 1) for angle in one), *((angle, 2) for angle in other)])]
    return sum(a != b for a, b in pairwise([*owners, owners[0]])) >= 4


def at_a_vertex(lattice: Lattice) -> list[tuple[float, Cell]]:
    """The edges at one vertex, each with its angle."""
    middle, skew = 4 * lattice.modulus, 0.5 if "triangle" in lattice.name else 0.0
    edges: list[tuple[float, Cell]] = []
    for down, right in product(range(-2, 3), repeat=2):
        x, y, edge = right + skew * down, math.sqrt(1 - skew**2) * down, (middle + down, middle + right)
        if lattice.has(edge) and not is_joint(edge, lattice) and math.isclose(math.hypot(x, y), lattice.modulus / 2):
            edges.append((math.atan2(y, x), edge))
    return edges


@pytest.mark.parametrize("lattice", UNCROSSED.values(), ids=lambda each: each.name)
def test_disjoint_edges_share_a_joint_exactly_if_they_alternate(lattice: Lattice) -> None:
    """All pairs of disjoint sets of two edges or more at a vertex: 3 on squares, 130 on triangles."""
    edges, tried = at_a_vertex(lattice), 0
    for owners in product((0, 1, 2), repeat=len(edges)):
        some, others = ([each for each, owner in zip(edges, owners, strict=True) if owner == own] for own in (1, 2))
        if len(some) < 2 or len(others) < 2:
            continue
        tried += 1
        joints = [set(with_joints(tuple(edge for _, edge in own), lattice)) for own in (some, others)]
        assert bool(joints[0] & joints[1]) == crosses([angle for angle, _ in some], [angle for angle, _ in others])
    assert tried == 2 * (130 if "triangle" in lattice.name else 3)


@pytest.mark.parametrize(
    ("line", "crossing", "apart"),
    [
        (
            f"{PLUS} pieces=disticks copies=any",
            3,
            2,
        ),  # the ways to pair points on a circle; without crossings, Catalan's
        (f"{STAR} pieces=ditrigs copies=any", 15, 5),
        (f"{STAR} pieces=trig3-12 copies=2", 1, 0),  # two stars of three edges
        (f"{STAR} pieces=trig3-03 copies=2", 3, 3),  # two halves of the circle
        ("lattice=triangle-edges board=triangle:1 pieces=ditrigs,monotrig copies=any", 4, 4),
    ],
)
def test_pieces_at_one_vertex_are_counted_by_hand(line: str, crossing: int, apart: int) -> None:
    """Pairs and threes of the edges at a vertex."""
    assert (count(line), count(f"{line} crossing=no")) == (crossing, apart)


def edges_at(points: dict[Cell, list[Point]], cells: frozenset[Cell]) -> dict[tuple[int, int], list[float]]:
    """The angles of the edges of a piece at each of their ends."""
    angles: dict[tuple[int, int], list[float]] = {}
    for cell in cells:
        for (y, x), (top, left) in (points[cell], points[cell][::-1]):
            angles.setdefault((round(1000 * y), round(1000 * x)), []).append(math.atan2(top - y, left - x))
    return angles


def naive_count(name: str, pieces: list[list[Cell]], board: list[Cell]) -> int:
    """The packings, each piece once or not at all, without crossings, found by trying every set of placements."""
    points = {cell: CORNERS[name](cell) for cell in board}
    placed = [
        [(cells, edges_at(points, cells)) for cells in naive(name, piece, board, "isometries")] for piece in pieces
    ]
    total = 0
    for chosen in product(*([None, *own] for own in placed)):
        lying = [each for each in chosen if each is not None]
        if sum(len(cells) for cells, _ in lying) != len(board) or len(set().union(*(c for c, _ in lying))) != len(
            board
        ):
            continue
        total += not any(
            crosses(one[point], other[point])
            for (_, one), (_, other) in combinations(lying, 2)
            for point in one.keys() & other.keys()
        )
    return total


@st.composite
def packings(draw: st.DrawFn) -> tuple[str, list[list[Cell]], list[Cell]]:
    """A lattice, different pieces of two to four edges around one vertex, and the board that they cover in one way at least."""
    name = draw(st.sampled_from(["square-edges", "triangle-edges"]))
    lattice = LATTICES[name]
    every = [cell for cell in product(range(2, 7), repeat=2) if lattice.has(cell)]
    near = sorted(every, key=lambda cell: math.dist(cell, (4, 4)))[:8]
    order = draw(st.permutations(near))
    pieces = [sorted(order[:3]), sorted(order[3:5]), sorted(order[5:])]
    return name, pieces, near


@settings(max_examples=40, deadline=None)
@given(packings())
def test_packings_without_crossings_are_those_of_the_plane(drawn: tuple[str, list[list[Cell]], list[Cell]]) -> None:
    """Random pieces around one vertex have as many packings as a second program counts, which looks at angles in the plane."""
    name, pieces, board = drawn
    holes = [list(cell) for cell in product(range(7), repeat=2) if cell not in board]
    tables = [{"name": f"P{number}", "cells": list(map(list, cells))} for number, cells in enumerate(pieces)]
    keys = {"board": "7x7", "lattice": name, "holes": holes, "pieces": tables, "copies": "0..1", "labelled": "yes"}
    assert count({**keys, "crossing": "no"}) == naive_count(name, pieces, board)


def without_joints(packing: Packing) -> Packing:
    """The same pieces without the joints that they cover; an encoder that forgot them would have written this."""
    pieces = []
    for piece in packing.pieces:
        whole = on_cells(piece.cells, packing.lattice)
        cells = tuple(cell for cell in whole if not is_joint(cell, packing.lattice))
        assert len(cells) < len(piece.cells)
        pieces.append(replace(piece, cells=cells))
    return replace(packing, pieces=tuple(pieces))


MEANINGLESS = "the joints that two pieces cover at a vertex do not say whether they cross there"


@pytest.mark.parametrize(
    ("line", "name", "halves"),
    [
        (f"{STAR} pieces=trig3-12 copies=2", "trig3-12", ([[2, 6], [4, 2], [6, 4]], [[2, 4], [4, 6], [6, 2]])),
        (f"{PLUS} pieces=stick2-2 copies=2", "stick2-2", ([[1, 2], [3, 2]], [[2, 1], [2, 3]])),
    ],
)
def test_a_crossing_is_refused_whatever_joints_the_pieces_cover(
    line: str, name: str, halves: tuple[list[list[int]], ...]
) -> None:
    """The referee sees from the edges alone that two pieces cross, and that the joints of the pieces are wrong."""
    value = puzzle(f"packing {line} crossing=no").value
    assert isinstance(value, Packing)
    assert faults_of_joints(value) == []
    bare = without_joints(value)
    placements = [{"piece": name, "cells": cells} for cells in halves]
    vertex = (4, 4) if "trig" in name else (2, 2)
    assert list(referee.faults(bare, {"placements": placements})) == [
        f"placements 0 and 1 cross at the vertex {vertex}"
    ]
    assert faults_of_joints(bare) == [MEANINGLESS]


def test_joints_that_forbid_too_much_are_refused() -> None:
    """Pieces of two edges next to each other cannot be crossed: one that covers the vertex would be kept apart from others."""
    value = puzzle(f"packing {STAR} pieces=ditrigs copies=any crossing=no").value
    assert isinstance(value, Packing)
    assert faults_of_joints(value) == []
    pieces = tuple(
        replace(piece, cells=((0, 0), *piece.cells)) if piece.name == "trig2-1" else piece for piece in value.pieces
    )
    assert faults_of_joints(replace(value, pieces=pieces)) == [MEANINGLESS]


def test_the_referees_of_lists_and_of_arrays_do_not_trust_wrong_joints() -> None:
    """They count how often each cell is covered, which says nothing of crossings if pieces lack joints."""
    value = puzzle(f"packing {PLUS} pieces=stick2-2 copies=2 crossing=no").value
    assert isinstance(value, Packing)
    bare = without_joints(value)
    placed = [Placed("stick2-2", ((1, 2), (3, 2))), Placed("stick2-2", ((2, 1), (2, 3)))]
    assert not referee_of_many.all_right(referee.rules(bare), placed, np.array([[0, 1]], dtype=np.int32))
    solution = {"placements": [{"piece": each.piece, "cells": list(each.cells)} for each in placed]}
    pieces = tuple(
        replace(piece, orientations=np.array(sorted(referee.right_shapes(bare)[piece.name]))) for piece in bare.pieces
    )
    bare = replace(bare, pieces=pieces)
    assert list(referee_of_layouts.faults(bare, layouts.of_solution(bare, solution))) == [MEANINGLESS]


@pytest.mark.parametrize(
    ("lattice", "board", "pieces", "fixed"),
    [
        ("square-edges", "#A#A#/.#.#./#.#.#", "stick2-2,monostick", "stick2-2:0,1/0,3"),
        ("triangle-edges", "#A#A#/.....", "trig2-3,monotrig", "trig2-3:0,1/0,3"),
    ],
)
def test_pre_placed_pieces_are_given_by_their_edges(lattice: str, board: str, pieces: str, fixed: str) -> None:
    """By the key or by letters on the board, in the coordinates of the lattice of edges; the canonical form has their joints."""
    keys = {"lattice": lattice, "pieces": pieces, "copies": "any", "crossing": "no"}
    drawn = puzzle_of("packing", {**keys, "board": board, "legend": {"A": fixed.partition(":")[0]}}).canonical()
    listed = puzzle_of("packing", {**keys, "board": board.replace("A", "."), "fixed": fixed}).canonical()
    assert len(drawn["fixed"][0]["cells"]) > 2
    again = puzzle_of("packing", {key: value for key, value in drawn.items() if key != "kind"}).canonical()
    assert digest_of(drawn) == digest_of(listed) == digest_of(again)


@pytest.mark.parametrize("board", ["triangle:1", "hexagon:1", "trapezoid:2x3"])
def test_a_board_of_triangles_is_read_again_from_its_canonical_form(board: str) -> None:
    """Its joints are cells that may stay empty, if it has some; the digest is the same."""
    form = puzzle(
        f"packing lattice=triangle-edges board={board} pieces=tritrigs,ditrigs copies=0..1 crossing=no"
    ).canonical()
    assert form["lattice"] == "triangle-edges+ends"
    assert ("optional" in form) == (board != "triangle:1")
    again = puzzle_of("packing", {key: value for key, value in form.items() if key != "kind"}).canonical()
    assert digest_of(again) == digest_of(form)


def test_pieces_given_with_joints_are_completed() -> None:
    """On the lattice with joints, pieces given by their edges are the same pieces."""
    form = puzzle(
        "packing lattice=square-edges board=grid:2x2 pieces=stick2-2,monostick copies=any crossing=no"
    ).canonical()
    bare = [{**piece, "cells": [cell for cell in piece["cells"] if sum(cell) % 2]} for piece in form["pieces"]]
    keys = {key: value for key, value in form.items() if key != "kind"}
    assert bare != form["pieces"]
    assert puzzle_of("packing", {**keys, "pieces": bare}).canonical() == form


@pytest.mark.parametrize(
    ("keys", "sentence"),
    [
        (
            {"lattice": "triangle-edges+ends", "pieces": {"A": [[0, 2], [0, 4], [2, 0]]}},
            "piece 'A' covers joints of the triangle-edges.ends lattice at which it cannot be crossed",
        ),
        (
            {"lattice": "triangle-edges", "pieces": "ditrigs", "crossing": "no", "colours": {"cells": ""}},
            "colours and crossing=no",
        ),
        (
            {"lattice": "triangle-edges", "pieces": "disticks", "crossing": "no"},
            "is of the square-edges lattice, the board of the triangle-edges",
        ),
        ({"lattice": "triangle-edges+vertices", "pieces": "ditrigs"}, "lattice is 'triangle-edges.vertices'; expected"),
    ],
)
def test_what_has_no_joints_is_refused(keys: dict[str, Any], sentence: str) -> None:
    """Joints that mean nothing, colours, pieces and names of other lattices: one sentence each."""
    with pytest.raises(InvalidInput, match=sentence):
        puzzle_of("packing", {"board": "9x9", **keys})


@pytest.mark.parametrize("goal", ["maximise=covered", "minimise=empty", "maximise=pieces", "maximise=value"])
@pytest.mark.parametrize(
    "own", ["square-edges board=grid:2x2 pieces=tristicks", "triangle-edges board=hexagon:1 pieces=ditrigs,tritrigs"]
)
def test_goals_count_edges_and_no_joints(own: str, goal: str) -> None:
    """The best of all packings, each measured by its edges, is the optimum; so is each of the optima that are listed."""
    line = f"packing lattice={own} crossing=no copies=0..1"
    values = " cell_values=0,1,2" if goal.endswith("value") else ""
    stated = puzzle(f"{line} optional=all")
    lattice = stated.value.lattice
    edges = [cell for cell in map(tuple, np.argwhere(stated.value.board).tolist()) if not is_joint(cell, lattice)]

    def amount(solution: Any) -> int:
        cells = [tuple(cell) for each in solution["placements"] for cell in each["cells"]]
        covered = sum(not is_joint(cell, lattice) for cell in cells)
        pieces = len(solution["placements"])
        worth = 3 * pieces + (5 if edges[0] in cells else 0)
        return {"covered": covered, "empty": len(edges) - covered, "pieces": pieces, "value": worth}[goal.split("=")[1]]

    every = [amount(solution) for solution in api.iterate(stated)]
    best = min(every) if goal.startswith("minimise") else max(every)
    scale = lattice.modulus // UNCROSSED_FROM[lattice.name].modulus
    first = [x // scale for x in edges[0]]
    keys = {**stated_keys(line), **dict([goal.split("=")])}
    keys |= {"values": {"rest": 3}, "cell_values": [[first, 5]]} if values else {}
    better = puzzle_of("packing", keys)
    assert api.solve(better).cost == best
    optima = list(api.iterate(better, optimal=True))
    assert len(optima) == every.count(best)
    assert {amount(solution) for solution in optima} == {best}


UNCROSSED_FROM = {finer.name: plain for plain, finer in UNCROSSED.items()}


def stated_keys(line: str) -> dict[str, Any]:
    """The keys of a packing in a line."""
    return dict(part.split("=", 1) for part in line.split()[1:])
