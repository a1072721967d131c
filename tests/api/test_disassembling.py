"""Assemblies come apart as published ones do, as a naive search says, and by moves that a judge takes step by step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover
from encoders.imports import xmpuzzle
from encoders.packing import layouts
from exactcover.backends.search.graphs.disassembly import Unknown, come_apart, together
from exactcover.judges.disassembly import faults
from exactcover.kernel.graphs import pieces_apart
from exactcover.model.disassembly import Grouping, Move, Stage, Together
from exactcover.model.errors import InvalidInput, Unsuitable
from tests.api.six_piece_burrs import burrtools_file

Cell = tuple[int, ...]
RING = [(1, row, column) for row, column in product(range(3), repeat=2) if (row, column) != (1, 1)]
LINKED = [(layer, 1, column) for layer, column in product(range(3), range(1, 4)) if (layer, column) != (1, 2)]


def test_solid_six_piece_burrs_come_apart_as_published() -> None:
    """Of 1,063 assemblies 314 come apart, each by single moves but for 57 with a second level of two."""
    keys = xmpuzzle.keys(burrtools_file())
    puzzle = exactcover.puzzle(keys.pop("kind"), **keys)
    levels = Counter[Any]()
    for solution in exactcover.iterate(puzzle, up_to_symmetry=True, rotations_only=True):
        taken = exactcover.disassemble(puzzle, solution)
        levels[taken.levels if taken.comes_apart else taken.comes_apart] += 1
    assert levels == {False: 1063 - 314, (1,): 314 - 57, (1, 2): 57}


def test_linked_rings_do_not_come_apart() -> None:
    """The search of all their positions ends."""
    assert come_apart([RING, LINKED]) is None


def test_without_time_nobody_knows() -> None:
    """The search says so, and so does the answer."""
    with pytest.raises(Unknown):
        come_apart([RING, LINKED], interrupted=lambda: True)
    puzzle = exactcover.puzzle(
        "packing",
        board="3x3x4",
        optional="all",
        pieces=[
            {"name": "ring", "cells": [list(cell) for cell in RING]},
            {"name": "link", "cells": [list(cell) for cell in LINKED]},
        ],
    )
    cells = [{"piece": name, "cells": [list(cell) for cell in own]} for name, own in (("ring", RING), ("link", LINKED))]
    taken = exactcover.disassemble(puzzle, {"placements": cells}, time_limit=0.0)
    assert (taken.comes_apart, taken.levels) == (None, ())
    assert exactcover.disassemble(puzzle, {"placements": cells}).comes_apart is False


def test_pieces_of_one_group_may_stay_together() -> None:
    """Linked rings with a cube beside them come apart if the rings are one group."""
    pieces = [RING, [(0, 0, 0)], LINKED]
    assert come_apart(pieces) is None
    rings = Grouping((0, 1, 2), {0: {"rings": 1}, 2: {"rings": 1}})
    stage = come_apart(pieces, rings)
    assert stage is not None
    assert stage.levels == (1,)
    assert together(stage, rings) == (Together((0, 2), "rings"),)
    assert not list(faults(pieces, stage, rings, [Together((0, 2), "rings")]))
    assert "stay together" in next(faults(pieces, stage))


def test_a_way_round_a_corner_takes_two_moves() -> None:
    """A square in a bent slot goes to the left, then up; the moves are JSON with the names of the pieces."""
    board = ".+../.+../.+../...."
    frame = [[0, 0], [1, 0], [2, 0], [3, 0], [3, 1], [3, 2], [3, 3], [2, 3], [1, 3], [1, 2], [0, 3], [0, 2]]
    puzzle = exactcover.puzzle(
        "packing", board=board, pieces=[{"name": "frame", "cells": frame}, {"name": "square", "cells": [[0, 0]]}]
    )
    solution = {"placements": [{"piece": "frame", "cells": frame}, {"piece": "square", "cells": [[2, 2]]}]}
    taken = exactcover.disassemble(puzzle, solution)
    assert taken.to_json() == {
        "comes_apart": True,
        "levels": [2],
        "stage": {
            "moves": [
                {"pieces": ["square"], "direction": [0, -1], "steps": 1},
                {"pieces": ["square"], "direction": [-1, 0], "steps": None},
            ]
        },
    }


def naive_level(pieces: list[list[Cell]]) -> int | None:
    """The fewest moves until something is free, by trying every group, direction and number of steps; None if nothing ever is."""
    dimension = len(pieces[0][0])
    groups = [set(some) for size in range(1, len(pieces)) for some in combinations(range(len(pieces)), size)]
    directions = [
        tuple(sign * (at == axis) for at in range(dimension)) for axis in range(dimension) for sign in (1, -1)
    ]
    farthest = (
        2 * max(max(cell) - min(cell) for cell in zip(*(cell for piece in pieces for cell in piece), strict=True)) + 4
    )

    def after(
        state: tuple[frozenset[Cell], ...], group: set[int], direction: Cell
    ) -> tuple[frozenset[Cell], ...] | None:
        moved = tuple(
            frozenset(tuple(a + b for a, b in zip(cell, direction, strict=True)) for cell in cells)
            if number in group
            else cells
            for number, cells in enumerate(state)
        )
        return moved if len(frozenset().union(*moved)) == sum(map(len, moved)) else None

    def normal(state: tuple[frozenset[Cell], ...]) -> tuple[frozenset[Cell], ...]:
        corner = min(state[0])
        return tuple(
            frozenset(tuple(a - b for a, b in zip(cell, corner, strict=True)) for cell in cells) for cells in state
        )

    start = normal(tuple(map(frozenset, pieces)))
    known, front, level = {start}, [start], 0
    while front:
        level += 1
        following = []
        for state in front:
            for group, direction in product(groups, directions):
                reached, steps = after(state, group, direction), 1
                while reached is not None and steps < farthest:
                    if normal(reached) not in known:
                        known.add(normal(reached))
                        following.append(normal(reached))
                    reached, steps = after(reached, group, direction), steps + 1
                if steps == farthest:
                    return level
        front = following
    return None


@st.composite
def assemblies(draw: st.DrawFn) -> list[list[Cell]]:
    """The cells of a small box, some of them empty, dealt to two to four pieces, which need not be connected."""
    sides = draw(st.sampled_from([(3, 4), (4, 4), (2, 3, 3), (3, 3, 3)]))
    cells = list(product(*map(range, sides)))
    owners = draw(st.lists(st.integers(0, draw(st.integers(2, 4))), min_size=len(cells), max_size=len(cells)))
    dealt: dict[int, list[Cell]] = {}
    for cell, owner in zip(cells, owners, strict=True):
        if owner:
            dealt.setdefault(owner, []).append(cell)
    return list(dealt.values())


@given(assemblies())
def test_first_levels_are_those_of_a_naive_search(pieces: list[list[Cell]]) -> None:
    """And a disassembly is always one in the eyes of the judge."""
    if len(pieces) < 2:
        return
    level, stage = naive_level(pieces), come_apart(pieces)
    assert (level is None) <= (stage is None)
    if stage is not None:
        assert stage.levels[0] == level
        assert not list(faults(pieces, stage))


@given(assemblies())
def test_compiled_and_plain_search_agree(pieces: list[list[Cell]]) -> None:
    """Too many pieces for the compiled search are taken apart in Python, by the same moves."""
    if len(pieces) < 2:
        return
    stage = come_apart(pieces)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pieces_apart, "MOST_PIECES", 1)
        assert come_apart(pieces) == stage


def wrong(stage: Stage) -> Iterator[Stage]:
    """Other stages, each wrong in one way."""
    first, *_, last = stage.moves
    yield replace(stage, moves=())
    yield replace(stage, moves=stage.moves[:-1])
    yield replace(stage, moves=(last,))
    yield replace(stage, moves=(replace(first, steps=2), last))
    yield replace(stage, moves=(replace(first, steps=0), last))
    yield replace(stage, moves=(replace(first, steps=None), last))
    yield replace(stage, moves=(replace(first, direction=(1, 0)), last))
    yield replace(stage, moves=(replace(first, direction=(1, 1)), last))
    yield replace(stage, moves=(replace(first, pieces=(0, 1)), last))
    yield replace(stage, moves=(replace(first, pieces=()), last))
    yield replace(stage, moves=(replace(first, pieces=(7,)), last))
    yield replace(stage, freed=Stage((Move((1,), (0, 1), None),), None, None))


def test_the_judge_refuses_wrong_moves() -> None:
    """Whatever is changed in the disassembly of the bent slot."""
    frame = [(0, 0), (1, 0), (2, 0), (3, 0), (3, 1), (3, 2), (3, 3), (2, 3), (1, 3), (1, 2), (0, 3), (0, 2)]
    pieces = [frame, [(2, 2)]]
    stage = come_apart(pieces)
    assert stage is not None
    assert not list(faults(pieces, stage))
    for other in wrong(stage):
        assert list(faults(pieces, other)), other


def test_arrays_come_apart_as_placements_do() -> None:
    """Some engines answer with arrays."""
    puzzle = exactcover.puzzle("soma")
    solution = exactcover.solve(puzzle).solution
    assert exactcover.disassemble(puzzle, layouts.of_solution(puzzle.value, solution)) == exactcover.disassemble(
        puzzle, solution
    )


def test_what_is_no_packing_is_refused() -> None:
    """A wrong solution, and another kind of puzzle."""
    puzzle = exactcover.puzzle("soma")
    solution = exactcover.solve(puzzle).solution
    assert solution is not None
    assert exactcover.disassemble(puzzle, solution).comes_apart
    with pytest.raises(InvalidInput, match="the solution is wrong"):
        exactcover.disassemble(puzzle, {"placements": []})
    with pytest.raises(Unsuitable, match="squares or cubes"):
        exactcover.disassemble("queens n=8", {"queens": []})
