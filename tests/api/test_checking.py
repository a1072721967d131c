"""`check` of Python values: the same verdict as on the same thing in a file, whatever the value is."""

from __future__ import annotations

import json
import threading
from pathlib import Path

import numpy as np
import pytest

import exactcover
from exactcover import api
from exactcover.model.layout import Layout
from tests.commands import HARD
from tests.schemas import validate

FIVE = "pentominoes-5x5-lnuwy"


def test_an_answer_needs_no_puzzle() -> None:
    """An Answer, its object and a certificate say what they are about, and are judged as their text is."""
    answer = exactcover.solve(FIVE)
    proved = exactcover.prove("mutilated-chessboard")
    assert proved.certificate is not None
    for value, about in ((answer, FIVE), (proved, "mutilated-chessboard")):
        verdict = exactcover.check(value)
        validate("check", dict(verdict))
        assert verdict["accepted"]
        assert verdict == exactcover.check_text(about, json.dumps(value.to_json()))
    for named in (answer.to_json(), proved.to_json(), proved.certificate, proved.certificate.to_json()):
        assert exactcover.check(named)["accepted"]
    assert exactcover.check(proved.to_json())["unverified"] == ["argument"]  # its words have the names of the pieces


def test_names_of_pieces_come_from_the_solution() -> None:
    """The canonical puzzle of an answer has no names of pieces; those of its solution are understood without the puzzle."""
    puzzle = exactcover.puzzle("packing", board="2x2", pieces={"mine": "##", "other": "#/#"})
    assert exactcover.check(exactcover.solve(puzzle))["faults"] == []


def test_a_solution_is_judged_beside_its_puzzle() -> None:
    """A solution alone is judged if the puzzle is named, and refused in a sentence if it is not."""
    solution = exactcover.solve(FIVE).solution
    assert isinstance(solution, exactcover.PackingSolution)
    assert exactcover.check(solution, FIVE)["accepted"]
    spoiled = {"placements": solution.placements[1:]}
    assert exactcover.check(spoiled, FIVE)["faults"] != []
    with pytest.raises(exactcover.InvalidInput, match="the answer names no puzzle; expected"):
        exactcover.check(solution)


def test_answers_about_covers_of_any_items_are_judged() -> None:
    """An answer and a solution with items that are tuples are judged by the cover that they are of."""
    cover = exactcover.cover([(0, 0), (0, 1)], [[(0, 0)], [(0, 1)], [(0, 0), (0, 1)]])
    answer = exactcover.solve(cover)
    assert exactcover.check(answer, cover)["accepted"]
    assert exactcover.check(answer.solution, cover)["accepted"]
    assert exactcover.check([2], cover)["accepted"]


def test_what_only_a_search_can_verify() -> None:
    """A count is unverified until a search is made again, which refuses another number."""
    counted = exactcover.count(FIVE)
    assert exactcover.check(counted)["unverified"] == ["status", "exhausted", "count", "classes"]
    again = exactcover.check(counted, recount=True)
    assert (again["unverified"], again["accepted"]) == ([], True)
    text = json.dumps(counted.to_json())
    assert exactcover.check_text(FIVE, text, recount=True) == again
    assert exactcover.check_text(FIVE, text) == exactcover.check(counted)
    forged = counted.to_json() | {"count": "9"}
    assert not exactcover.check(forged, recount=True)["accepted"]


def test_a_search_that_is_cancelled_verifies_nothing() -> None:
    """Once the event is set, the search that would refute a count ends, and the count is unverified."""
    cut = exactcover.count(" ".join(HARD), limits=exactcover.Limits(nodes=1000)).to_json()
    cancel = threading.Event()
    cancel.set()
    claim = cut | {"status": "FEASIBLE", "exhausted": True, "stop_reason": None, "count": "7"}
    assert "count" in exactcover.check(claim, recount=True, cancel=cancel)["unverified"]


def test_layouts_are_judged_alone_and_in_their_answer() -> None:
    """A solution in arrays is judged as the solution of its answer, and one piece moved is a fault of both."""
    puzzle = api.puzzle("packing board=1x200002 pieces=I2 copies=any")
    answer = exactcover.solve(puzzle)
    layout = answer.solution
    assert isinstance(layout, Layout)
    assert exactcover.check(answer)["verified"] == ["puzzle", "status", "solution"]
    assert exactcover.check(layout, puzzle)["verified"] == ["solution"]
    moved = Layout(layout.kinds, layout.shapes, layout.piece, layout.orientation, np.roll(layout.offset, 1, axis=1))
    assert exactcover.check(moved, puzzle)["faults"] != []


def test_what_json_does_not_have_is_refused() -> None:
    """A value that is no JSON is a TypeError in a sentence; one that has the wrong shape is a fault of the verdict."""
    with pytest.raises(TypeError, match="which is not JSON"):
        exactcover.check({"placements": {1, 2}}, FIVE)
    assert not exactcover.check(None, FIVE)["accepted"]
    assert not exactcover.check({"placements": 3}, FIVE)["accepted"]


def test_a_file_is_judged_by_its_name(tmp_path: Path) -> None:
    """`check_file` takes the name of a file as a text too."""
    path = tmp_path / "five.json"
    path.write_text(json.dumps(exactcover.solve(FIVE).to_json()))
    assert exactcover.check_file(FIVE, str(path)) == exactcover.check_file(FIVE, path)
    assert exactcover.check_file(FIVE, path)["accepted"]
