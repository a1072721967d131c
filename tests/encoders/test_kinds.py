"""What every kind of puzzle says of itself: costs, equal solutions, engines to compare; and puzzles in other processes."""

from __future__ import annotations

import pickle
import subprocess
import sys
from dataclasses import replace
from typing import Any

import pytest

from encoders import catalogue
from encoders.kinds import KINDS
from encoders.puzzle import Puzzle
from exactcover import api

PACKING = catalogue.puzzle("packing board=2x4 pieces=S4,I2 copies=S4:1,I2:2")
TILES = catalogue.puzzle("tiles start=120345678")
BLOCKS = catalogue.puzzle("blocks board=A./B. goal=A@0,1")
COVER = catalogue.puzzle("cover", items=["a", "b"], options=[["a"], ["b"], ["a", "b"]], costs=[1, 2, 7])
BLOKUS = catalogue.puzzle("blokus board=3x3 goal=cover pieces=I1,I2,V3 targets=2,2")
SUDOKU = catalogue.puzzle("sudoku 1.....3..4......")
QUEENS = catalogue.puzzle("queens n=4")
LANGFORD = catalogue.puzzle("langford n=3")
LATIN = catalogue.puzzle("latin n=3")
NONOGRAM = catalogue.puzzle("nonogram rows=1/2 columns=1/2")
STARS = catalogue.puzzle("star-battle regions=AABB/AABB/CCDD/CCDD")
DOMINOSA = catalogue.puzzle("dominosa grid=001/110")
EDGES = catalogue.puzzle("edge-matching board=1x2 tiles=abca,bbcc")
GOLFERS = catalogue.puzzle("golfers groups=2 size=2 weeks=3")
DESIGN = catalogue.puzzle("block-design v=4 k=2 resolvable=yes")
OF_EVERY_KIND = [
    PACKING,
    BLOKUS,
    TILES,
    BLOCKS,
    COVER,
    SUDOKU,
    QUEENS,
    LANGFORD,
    LATIN,
    EDGES,
    NONOGRAM,
    STARS,
    DOMINOSA,
    GOLFERS,
    DESIGN,
]
I1 = {"piece": "I1", "cells": [[0, 0]]}
I2_APART = {"piece": "I2", "cells": [[1, 1], [1, 2]]}


def test_every_kind_is_tested_here() -> None:
    """The puzzles of this file are one of each kind that is listed, under the name it has in a canonical puzzle."""
    assert {each.kind for each in OF_EVERY_KIND} == set(KINDS)
    assert all(each.canonical()["kind"] == each.kind for each in OF_EVERY_KIND)
    assert all(kind.name == name for name, kind in KINDS.items())


@pytest.mark.parametrize(
    ("puzzle", "solution", "cost"),
    [
        (PACKING, {"placements": [{"piece": "I2", "cells": [[0, 0], [0, 1]]}]}, None),
        (BLOKUS, {"placements": [I1, I2_APART]}, 3),
        (catalogue.puzzle("blokus board=3x3 goal=fill pieces=I1"), {"placements": [I1]}, None),
        (catalogue.puzzle("blokus board=3x3 goal=most pieces=I1,V3"), {"placements": [I1]}, 3),
        (TILES, {"moves": [[2, "RIGHT"], [1, "RIGHT"]]}, 2),
        (TILES, {"blank": ["LEFT", "LEFT"]}, 2),
        (BLOCKS, {"moves": [["A", "RIGHT"]]}, 1),
        (COVER, {"options": [["b"], ["a"]]}, 3),
        (COVER, {"options": [["b", "a"]]}, 7),
        (SUDOKU, {"grid": "1432213434124321"}, None),
        (QUEENS, {"queens": [[0, 1], [1, 3], [2, 0], [3, 2]]}, None),
        (LANGFORD, {"sequence": [2, 3, 1, 2, 1, 3]}, None),
        (LATIN, {"grid": "123231312"}, None),
        (NONOGRAM, {"grid": ".###"}, None),
        (STARS, {"grid": ".*.....**.....*."}, None),
        (DOMINOSA, {"placements": [{"piece": "0-0", "cells": [[0, 0], [0, 1]]}]}, None),
        (EDGES, {"tiles": [["abca", "ccbb"]]}, None),
        (GOLFERS, {"weeks": [[[1, 2], [3, 4]]]}, None),
        (DESIGN, {"blocks": [[1, 2], [3, 4]], "days": [1, 1]}, None),
        (catalogue.puzzle("cover", items=["a"], options=[["a"]]), {"options": [["a"]]}, None),
    ],
)
def test_costs_of_solutions(puzzle: Puzzle, solution: dict[str, Any], cost: int | None) -> None:
    """A plan costs its moves, however they are told; a cover the sum of its options' costs; a packing nothing."""
    assert puzzle.cost(solution) == cost


S4 = {"piece": "S4", "cells": [[0, 1], [0, 2], [1, 0], [1, 1]]}
I2 = {"piece": "I2", "cells": [[0, 0], [0, 1]]}


@pytest.mark.parametrize(
    ("puzzle", "one", "other", "equal"),
    [
        (PACKING, {"placements": [S4, I2]}, {"placements": [I2, S4]}, True),
        (PACKING, {"placements": [S4]}, {"placements": [S4 | {"cells": S4["cells"][::-1]}]}, True),
        (PACKING, {"placements": [S4]}, {"placements": [S4 | {"piece": "Z4"}]}, True),
        (PACKING, {"placements": [S4]}, {"placements": [S4], "note": "another"}, True),
        (PACKING, {"placements": [S4]}, {"placements": [S4 | {"piece": "I2"}]}, False),
        (PACKING, {"placements": [S4]}, {"placements": [S4, I2]}, False),
        (BLOKUS, {"placements": [I1, I2_APART]}, {"placements": [I2_APART, I1]}, True),
        (BLOKUS, {"placements": [I1, I2_APART]}, {"placements": [I1]}, False),
        (TILES, {"moves": [[2, "RIGHT"], [5, "UP"]]}, {"blank": ["LEFT", "DOWN"]}, True),
        (TILES, {"moves": [[2, "RIGHT"], [5, "UP"]]}, {"moves": [[5, "UP"], [2, "RIGHT"]]}, False),
        (BLOCKS, {"moves": [["A", "RIGHT"]], "blocks": "AB"}, {"moves": [["A", "RIGHT"]]}, True),
        (BLOCKS, {"moves": [["A", "RIGHT"], ["B", "UP"]]}, {"moves": [["B", "UP"], ["A", "RIGHT"]]}, False),
        (COVER, {"options": [["a"], ["b"]]}, {"options": [["b"], ["a"]]}, True),
        (COVER, {"options": [["a", "b"]]}, {"options": [["b", "a"]]}, True),
        (COVER, {"options": [["a", "b"]]}, {"options": [["a"], ["b"]]}, False),
        (GOLFERS, {"weeks": [[[1, 2], [3, 4]]]}, {"weeks": [[[4, 3], [2, 1]]]}, True),
        (GOLFERS, {"weeks": [[[1, 2]], [[1, 3]]]}, {"weeks": [[[1, 3]], [[1, 2]]]}, False),
        (DESIGN, {"blocks": [[1, 2], [3, 4]], "days": [1, 2]}, {"blocks": [[4, 3], [1, 2]], "days": [2, 1]}, True),
        (DESIGN, {"blocks": [[1, 2], [3, 4]], "days": [1, 2]}, {"blocks": [[1, 2], [3, 4]], "days": [2, 1]}, False),
    ],
)
def test_equal_solutions_have_one_identity(
    puzzle: Puzzle, one: dict[str, Any], other: dict[str, Any], equal: bool
) -> None:
    """Placements, cells and options have no order and pieces may have two names; moves have an order."""
    assert (puzzle.identity(one) == puzzle.identity(other)) is equal
    assert len({puzzle.identity(one), puzzle.identity(other)}) == (1 if equal else 2)


def test_engines_fit_their_puzzle() -> None:
    """Naive placing is compared on packings only where the number of copies is exact; plans have engines of their own."""
    assert catalogue.puzzle("pentominoes-5x5-lnuwy").engines() == ("exact", "cpsat", "sat", "dfs", "bfs")
    assert catalogue.puzzle("mutilated-chessboard").engines() == ("exact", "cpsat", "sat")
    assert "cpsat" in BLOKUS.engines()
    assert COVER.engines() == ("prices", "highs", "cpsat", "exact")
    assert catalogue.puzzle("queens n=6").engines() == ("exact", "cpsat", "sat")
    for plan in (TILES, BLOCKS):
        assert "sat" in plan.engines()
        assert "exact" not in plan.engines()


@pytest.mark.parametrize("puzzle", OF_EVERY_KIND, ids=[each.kind for each in OF_EVERY_KIND])
def test_the_engines_of_a_puzzle_take_it(puzzle: Puzzle) -> None:
    """Each engine that a puzzle is compared by exists, and accepts its model or something it can be reduced to."""
    for engine in puzzle.engines():
        answer = api.solve(puzzle, backend=engine, limits=api.Limits(nodes=1))
        assert answer.status in ("FEASIBLE", "OPTIMAL", "UNKNOWN", "INFEASIBLE")


@pytest.mark.parametrize("name", ["pentominoes-6x10", "soma", "8-puzzle", "two-ls", "huarong-dao-moves"])
def test_puzzles_are_pickled(name: str) -> None:
    """A puzzle read back from its pickle has the same kind, canonical form, figures and model."""
    before = catalogue.puzzle(name)
    after = pickle.loads(pickle.dumps(before))
    assert isinstance(after, Puzzle)
    assert after.rules is before.rules
    assert after.canonical() == before.canonical()
    assert (after.title, after.source, after.published) == (before.title, before.source, before.published)
    assert after.encoding_faults(after.encode().model) == []
    assert after.encoding_faults(before.encode().model) == []


@pytest.mark.parametrize("puzzle", OF_EVERY_KIND, ids=lambda puzzle: puzzle.kind)
def test_the_same_puzzle_is_equal(puzzle: Puzzle) -> None:
    """A puzzle made again, or read from its pickle, is equal and hashes alike, whatever its title; other puzzles are not."""
    again = replace(catalogue.puzzle(puzzle.kind, **without_kind(puzzle)), title="another")
    for other in (again, pickle.loads(pickle.dumps(puzzle))):
        assert other is not puzzle
        assert other == puzzle
        assert hash(other) == hash(puzzle)
    assert {*OF_EVERY_KIND, again} == set(OF_EVERY_KIND)
    assert [each for each in OF_EVERY_KIND if each == again] == [puzzle]
    assert puzzle != puzzle.canonical()


def without_kind(puzzle: Puzzle) -> dict[str, Any]:
    """The keys of a canonical puzzle, its kind left out."""
    return {key: value for key, value in puzzle.canonical().items() if key != "kind"}


def test_pickles_are_read_by_another_process() -> None:
    """A fresh process that has nothing but the pickle knows what is in it."""
    program = "import pickle, sys; print(*(each.kind for each in pickle.load(sys.stdin.buffer)))"
    run = subprocess.run(
        [sys.executable, "-c", program], input=pickle.dumps(OF_EVERY_KIND), capture_output=True, check=True
    )
    assert run.stdout.decode().split() == [each.kind for each in OF_EVERY_KIND]


def test_puzzles_of_kinds_that_are_not_listed_are_not_pickled() -> None:
    """A puzzle whose kind was changed is refused: under its name another kind would be read back."""
    changed = replace(COVER, rules=replace(COVER.rules, cost=lambda value, solution: 0))
    with pytest.raises(pickle.PicklingError, match="not listed"):
        pickle.dumps(changed)
