"""The benchmark of searches measures right answers only: a plan or a count that is not the known one ends it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchmarks import searches
from benchmarks.searches import Asked, Wrong

ROW = Asked("tiles start=632015748", "bfs", 7)


def test_a_right_plan_is_accepted() -> None:
    """A shortest plan of the known length, with its proof, passes the judges."""
    searches.judged(ROW, *searches.here(ROW))


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (replace(ROW, length=9), r"\(7, True, 7\); expected \(9, True, 9\)"),
        (replace(ROW, engine="greedy", own={"heuristic": "h1"}), r"False, None\); expected \(7, True, 7\)"),
    ],
)
def test_other_lengths_and_plans_without_proof_are_wrong(asked: Asked, sentence: str) -> None:
    """A length that is not the known one, and a plan that nothing is proved of, end the measurement."""
    with pytest.raises(Wrong, match=sentence):
        searches.judged(asked, *searches.here(asked))


def test_spoiled_plans_are_wrong() -> None:
    """A plan with a state left out is refused by the judges."""
    plan, end = searches.here(ROW)
    with pytest.raises(Wrong, match="expected \\[\\]"):
        searches.judged(ROW, plan[[0, *range(2, len(plan))]], end)


def test_puzzles_without_a_plan_are_wrong() -> None:
    """Where there is no plan at all, that is said."""
    with pytest.raises(Wrong, match="no plan; expected 2 moves"):
        searches.here(Asked("tiles start=021345678", "bfs", 2))


def test_other_numbers_of_states_are_wrong() -> None:
    """A state space that is not as large as known ends the measurement."""
    searches.counted("tiles board=2x3 start=012345", 360)
    with pytest.raises(Wrong, match="360 states; expected 720"):
        searches.counted("tiles board=2x3 start=012345", 720)


def test_korf_has_a_hundred_boards() -> None:
    """The lengths have the published mean, 53.05."""
    lengths = [asked.length for asked in searches.korf()]
    assert (len(lengths), sum(lengths)) == (100, 5305)
