"""A search with a gap ends when its best cost is near enough to the proved bound; the answer says so, and never OPTIMAL."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import exactcover
from exactcover import cli
from exactcover.model.answer import Answer, EngineReport
from exactcover.model.errors import InvalidInput
from exactcover.model.events import Bound, Draft
from exactcover.model.objective import gap_between
from exactcover.model.solution import Solution
from exactcover.solving.gap import GapWatch
from tests.schemas import validate

HARD = exactcover.puzzle("packing", board="10x10", pieces="V5", copies="any", maximise="pieces")
"""16 or more of 20 pieces are placed at once; that no more fit takes a quarter of a minute."""
EASY = exactcover.puzzle("packing", board="11x4", pieces="V5,I3", copies="any", maximise="covered")


def test_a_search_ends_at_its_gap() -> None:
    """Its cost and bound are that near; the answer is as the schema has it, and `check` accepts what it claims."""
    answer = exactcover.solve(HARD, gap=0.3, limits=exactcover.Limits(time=300))
    validate("answer", answer.to_json())
    assert (answer.status, answer.stop_reason, answer.exhausted) == ("FEASIBLE", "gap", False)
    assert answer.cost is not None
    assert answer.bound is not None
    assert 0 < gap_between(answer.cost, answer.bound) <= 0.3
    assert exactcover.check(answer.to_json(), HARD)["fault_count"] == 0


def test_what_is_solved_within_its_gap_is_optimal() -> None:
    """A gap does not weaken an answer that needs no stop."""
    answer = exactcover.solve(EASY, gap=0.0)
    assert (answer.status, answer.stop_reason, answer.cost) == ("OPTIMAL", None, answer.bound)


def test_claims_of_a_gap_without_a_bound_are_refused() -> None:
    """An answer that says that its gap was reached has a cost and a bound."""
    told = exactcover.solve(HARD, gap=0.3, limits=exactcover.Limits(time=300)).to_json()
    forged = {**told, "bound": None}
    verdict = exactcover.check(forged, HARD)
    assert "the answer says that its gap was reached, and has no cost or no bound" in verdict["faults"]


@pytest.mark.parametrize("gap", [-0.1, 1, 1.5, True, "1%"])
def test_a_gap_is_a_part(gap: Any) -> None:
    """Anything else is refused in one sentence."""
    with pytest.raises(InvalidInput, match="expected a part of the cost, at least 0 and below 1"):
        exactcover.solve(EASY, gap=gap)


@pytest.mark.parametrize(
    ("cost", "bound", "gap"), [(100, 98, 0.02), (-20, -25, 0.25), (7, 7, 0.0), (0, 0, 0.0), (0, -1, float("inf"))]
)
def test_the_gap_is_relative_to_the_cost(cost: int, bound: int, gap: float) -> None:
    """Of greatest and of least costs alike; a cost of 0 that is no bound is infinitely far from it."""
    assert gap_between(cost, bound) == pytest.approx(gap)


def drafted(cost: int) -> Draft:
    """An answer so far, with a solution of that cost."""
    return Draft(Answer("solve", None, None, EngineReport("exact", {}, "a test"), solution=Solution(), cost=cost))


def test_a_watch_waits_for_both_ends() -> None:
    """A cost alone is near to nothing, and a bound may come later; an interruption ends the run in any case."""
    stopped = False

    def interrupted() -> bool:
        return stopped

    watch = GapWatch(0.1, interrupted)
    watch.watch(drafted(100))
    assert not watch.is_over()
    watch.watch(Bound(80))
    assert not watch.is_over()
    watch.watch(drafted(88))
    assert watch.is_over()
    patient = GapWatch(None, interrupted)
    patient.watch(drafted(80))
    patient.watch(Bound(80))
    assert not patient.is_over()
    stopped = True
    assert patient.is_over()


def test_the_command_takes_percent(capsys: pytest.CaptureFixture[str]) -> None:
    """The summary has the gap; the exit status is that of an answer."""
    words = ["solve", "packing", "board=10x10", "pieces=V5", "copies=any", "maximise=pieces", "--quiet"]
    assert cli.main([*words, "--gap", "30%", "--time-limit", "300"]) == 0
    printed = capsys.readouterr().out
    assert "(gap " in printed
    assert "stopped at the gap" in printed
    refused: Callable[[list[str]], int] = cli.main
    assert refused([*words, "--gap", "wide"]) == 2
