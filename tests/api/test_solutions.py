"""Solutions as Python users have them: typed by the puzzle's kind, still the dictionaries of the contract; shown in notebooks."""

from __future__ import annotations

import copy
import json
import pickle

import pytest

import exactcover
from encoders.kinds import FOLDERS, KINDS
from encoders.solutions import (
    BlockList,
    FilledGrid,
    NumberRow,
    PackingSolution,
    Plan,
    QueenSquares,
    Schedule,
    Selection,
    TileRows,
)
from exactcover.model.solution import Solution
from tests.notebooks import html, shown, svg_pieces

FIVE = "pentominoes-5x5-lnuwy"
OF_KINDS = {
    FIVE: PackingSolution,
    "blokus-corners-5x5": PackingSolution,
    "tiles board=2x2 start=1230 goal=1203": Plan,
    "blocks board=A./.. goal=A@1,1": Plan,
    "sudoku 1234341221434321": FilledGrid,
    "latin n=2": FilledGrid,
    "queens n=4": QueenSquares,
    "langford n=3": NumberRow,
    "nonogram rows=1/2 columns=1/2": FilledGrid,
    "star-battle regions=AABB/AABB/CCDD/CCDD": FilledGrid,
    "dominosa grid=001/011": PackingSolution,
    "golfers groups=2 size=2 weeks=3": Schedule,
    "block-design v=7 k=3": BlockList,
    "edge-matching board=1x2 tiles=abca,bbcc border=any": TileRows,
}


@pytest.mark.parametrize(("puzzle", "family"), OF_KINDS.items())
def test_solutions_have_the_type_of_their_kind(puzzle: str, family: type[Solution]) -> None:
    """A solution is of its kind's family, is the dictionary that JSON has, and stays both when it is pickled and copied."""
    answer = exactcover.solve(puzzle)
    solution = answer.solution
    assert type(solution) is family
    assert json.loads(json.dumps(solution)) == answer.to_json()["solution"] == dict(solution)
    for again in (pickle.loads(pickle.dumps(solution)), copy.deepcopy(solution)):
        assert (type(again), again) == (family, solution)
    assert exactcover.faults(puzzle, solution) == []
    (many,) = exactcover.solve_many([puzzle])
    assert isinstance(many, exactcover.Answer)
    assert type(many.solution) is family
    if family is not Plan:  # which are not listed
        assert type(next(exactcover.iterate(puzzle))) is family


def test_every_kind_names_its_family() -> None:
    """No built-in kind leaves its solutions without a type of their own."""
    built_in = [kind for kind in KINDS.values() if kind.name in KINDS.built_in]
    assert len(built_in) == len(FOLDERS) > 5
    assert [
        kind.name for kind in built_in if kind.solution is Solution or not issubclass(kind.solution, Solution)
    ] == []


def test_parts_of_a_solution_are_attributes() -> None:
    """Each part has its value under its name; one that may be missing is None then, any other is an AttributeError."""
    packing = exactcover.solve(FIVE).solution
    assert isinstance(packing, PackingSolution)
    assert packing.placements is packing["placements"]
    assert {placement["piece"] for placement in packing.placements} == {"L5", "N5", "U5", "W5", "Y5"}
    plan = exactcover.solve("tiles board=2x2 start=1230 goal=1203").solution
    assert isinstance(plan, Plan)
    assert (len(plan.moves), plan.blank, plan.blocks) == (1, ["LEFT"], None)
    with pytest.raises(AttributeError, match="the solution has no moves; expected blank"):
        Plan(blank=[]).moves  # noqa: B018  (reading it is the test)


def test_a_selection_has_the_items_of_the_user() -> None:
    """The options of a cover made of tuples are lists of these; equal options are told apart by their numbers."""
    cover = exactcover.cover([(0, 0), (0, 1)], [[(0, 0)], [(0, 1)], [(0, 1)]])
    solutions = list(exactcover.iterate(cover))
    assert all(isinstance(solution, Selection) for solution in solutions)
    assert sorted(solution.numbers or [] for solution in solutions if isinstance(solution, Selection)) == [
        [1, 2],
        [1, 3],
    ]
    assert {tuple(map(tuple, solution.options)) for solution in solutions if isinstance(solution, Selection)} == {
        (((0, 0),), ((0, 1),))
    }


def test_solutions_show_themselves_in_a_notebook() -> None:
    """Before the first: none taken. Then one board, then a sheet under numbers, and at the end what the answer says."""
    solutions = exactcover.iterate(FIVE)
    assert shown(solutions) == {"text/html": "<div><p>0 solutions taken, and there may be more</p></div>"}
    next(solutions)
    assert "1 solution taken, and there may be more" in html(solutions)
    assert len(svg_pieces(solutions)) == 5
    rest = list(solutions)
    assert len(svg_pieces(solutions)) == 5 * (1 + len(rest)) == 40
    page = html(solutions)
    assert "8 solutions taken<br>FEASIBLE: 8 solutions, each accepted by both judges, and no others" in page
    assert "<svg" in page


def test_a_notebook_shows_the_first_of_many() -> None:
    """Of more solutions than a sheet has, the first twenty are drawn, and it says how many were taken."""
    with exactcover.iterate("dominoes-8x8", limits=exactcover.Limits(solutions=50)) as solutions:
        assert len(list(solutions)) == 50
    assert len(svg_pieces(solutions)) == 20 * 32
    assert "the first 20 of 50 solutions; 30 more" in shown(solutions)["image/svg+xml"]
