"""The prover of barriers: cells out of reach with the reason, bounds of the literature's positions, what it leaves."""

from __future__ import annotations

import json

import pytest

from exactcover import api
from exactcover.model.answer import Limits
from exactcover.model.growth import Cheaper
from exactcover.proofs import explain
from tests.backends.test_connected_growths import growth
from tests.proofs.provers.arguments import end, proved, refutation


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (
            "own=2,2 targets=2,3/4,4",
            "It shares an edge with the cell (2, 2), which was covered before, and pieces may touch each other by corners only.",
        ),
        ("others=2,2 targets=2,2/4,4", "No piece may be put on it: it is taken."),
        ("others=0,0 own=4,4 targets=0,0", "No piece may be put on it: it is taken."),
        (
            "holes=1,0/1,1/0,1 targets=4,4",
            "Pieces that begin at (0, 0) have their corners among 1 cell, and none that has a cell there covers it.",
        ),
        ("own=0,0 others=1,1 targets=4,4", "There is no cell at which a first piece could be placed."),
    ],
)
def test_targets_out_of_reach_are_told_with_the_reason(line: str, sentence: str) -> None:
    """Solve and prove say INFEASIBLE with a certificate, which names the target and says why nothing covers it."""
    puzzle = api.puzzle(f"blokus board=5x5 goal=cover {line}")
    for answer in (api.solve(puzzle), api.prove(puzzle)):
        assert (answer.status, answer.evidence) == ("INFEASIBLE", "barriers")
        assert "must be covered, and no order of placing pieces leads to it." in answer.argument[0]
        assert answer.argument[1] == sentence
        assert api.check_text(puzzle, json.dumps(answer.to_json()))["accepted"]


@pytest.mark.parametrize(
    ("name", "bound"),
    [("blokus-corners-8x8", 22), ("blokus-closest-2", 5), ("blokus-corners-6x6", 14), ("blokus-cover-8x8", 8)],
)
def test_bounds_of_published_positions(name: str, bound: int) -> None:
    """The bound of the linear program is whole, judged, and not above the published optimum."""
    model = growth(name)
    found = proved("barriers", model)
    assert found.bound is not None
    assert bound <= found.bound <= api.puzzle(name).published["optimum"]
    told = explain.sentences(model, found)
    assert told[-1].endswith(f"every solution costs at least {found.bound}, even one with fractions of placements.")
    assert "sets of cells with every root in them" in told[0]


def test_a_bound_that_is_met_is_evidence() -> None:
    """A solution as cheap as the bound is OPTIMAL by the certificate, and check judges both."""
    puzzle = api.puzzle("blokus board=1x9 goal=cover pieces=I1,I4,I5 targets=0,3")
    answer = api.prove(puzzle, argument="barriers")
    assert (answer.status, answer.cost, answer.bound, answer.evidence) == ("OPTIMAL", 4, 4, "barriers")
    verdict = api.check_text(puzzle, json.dumps(answer.to_json()))
    assert verdict["accepted"]
    assert "bound" in verdict["verified"]


def test_pieces_that_cannot_all_be_placed_are_refuted() -> None:
    """Without costs weights show that not even fractions of all pieces fit; where these fit nothing is said."""
    told = explain.sentences(model := growth("blokus board=3x3 goal=fill pieces=O4,I3"), proved("barriers", model))
    assert told[-1].startswith("Then no placement weighs more than 0")
    assert refutation("barriers", growth("blokus board=5x5 goal=fill pieces=I1,I2")) is None


def test_questions_for_less_are_refuted_or_left() -> None:
    """Asked for less than a cost it proves that bound or nothing, and it ends when its time is up."""
    model = growth("blokus-cover-8x8")
    assert end("barriers", Cheaper(model, 8)).refutation is not None
    last = end("barriers", Cheaper(model, 9))
    assert last.refutation is None
    assert "costs at least" in last.remark
    assert end("barriers", growth("blokus-mini-contest-10x10"), Limits(time=0.0)).stop_reason == "time"


def test_large_boards_are_left() -> None:
    """If there are too many placements to weigh the prover says so at once."""
    assert "too many to weigh" in end("barriers", growth("blokus-corners-6x6"), most_entries=100).remark


def test_bodies_come_out_the_same_twice() -> None:
    """The same position gives the same certificate."""
    model = growth("blokus-cover-6x6")
    assert proved("barriers", model) == proved("barriers", model)


def test_a_bound_stands_when_the_search_is_cut() -> None:
    """What barriers prove is in the answer with its certificate, though the engine that goes on has no time to end."""
    puzzle = api.puzzle("blokus-corners-8x8")
    answer = api.prove(puzzle, argument="barriers", limits=api.Limits(nodes=0))
    assert answer.status in ("FEASIBLE", "UNKNOWN")
    assert (answer.bound, answer.evidence) == (22, "barriers")
    assert answer.certificate is not None
    assert api.check_text(puzzle, json.dumps(answer.to_json()))["accepted"]
