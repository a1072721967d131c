"""Answers: the status follows from what was found, exhausted and proved; requests and limits refuse nonsense."""

from __future__ import annotations

import itertools
import json
from typing import Any

import pytest

from exactcover.model.answer import Answer, EngineReport, Limits, Request, Statistics, vars_of
from exactcover.model.best_attempt import BestAttempt
from exactcover.model.errors import InvalidInput

ENGINE = EngineReport("exact", {"seed": 0}, "asked for")


def answer(task: str = "solve", **given: Any) -> Answer:
    """An answer about nothing in particular."""
    return Answer(task, {"kind": "cover"}, "0" * 64, ENGINE, **given)


@pytest.mark.parametrize(
    ("task", "given", "status"),
    [
        ("solve", {}, "UNKNOWN"),
        ("solve", {"stop_reason": "time"}, "UNKNOWN"),
        ("solve", {"exhausted": True}, "UNKNOWN"),  # without evidence nobody says so
        ("solve", {"exhausted": True, "evidence": "exhausted"}, "INFEASIBLE"),
        ("solve", {"evidence": "colouring"}, "INFEASIBLE"),
        ("solve", {"solution": {}}, "FEASIBLE"),
        ("solve", {"solution": {}, "cost": 5}, "FEASIBLE"),
        ("solve", {"solution": {}, "cost": 5, "bound": 4}, "FEASIBLE"),
        ("solve", {"solution": {}, "cost": 5, "bound": 5}, "OPTIMAL"),
        ("solve", {"solution": {}, "cost": 0, "bound": 0, "exhausted": True, "evidence": "exhausted"}, "OPTIMAL"),
        ("solve", {"solution": {}, "bound": 5}, "FEASIBLE"),
        ("solve", {"bound": 5}, "UNKNOWN"),
        ("solve", {"best_attempt": BestAttempt({"placements": []}, 4)}, "UNKNOWN"),
        ("count", {"count": 0}, "UNKNOWN"),
        ("count", {"count": 0, "exhausted": True, "evidence": "exhausted"}, "INFEASIBLE"),
        ("count", {"count": 5, "exhausted": True}, "FEASIBLE"),
        ("count", {"count": 5, "stop_reason": "solutions"}, "FEASIBLE"),
        ("count", {"count": 5, "stop_reason": "time"}, "UNKNOWN"),
        ("count", {"count": 5, "stop_reason": "memory"}, "UNKNOWN"),
        ("count", {"count": 5, "stop_reason": "nodes"}, "UNKNOWN"),
        ("count", {"count": 5, "stop_reason": "interrupted"}, "UNKNOWN"),
        ("count", {}, "UNKNOWN"),
        ("list", {"count": 5, "stop_reason": "solutions"}, "FEASIBLE"),
        ("list", {"count": 5, "stop_reason": "time"}, "FEASIBLE"),
        ("list", {"count": 0, "stop_reason": "time"}, "UNKNOWN"),
        ("list", {"count": 0, "exhausted": True, "evidence": "exhausted"}, "INFEASIBLE"),
    ],
)
def test_status_is_derived(task: str, given: dict[str, Any], status: str) -> None:
    """Each way a run can end has the status that the contract gives it."""
    assert answer(task, **given).status == status


def test_nothing_found_is_never_infeasible_without_evidence() -> None:
    """Over all combinations, INFEASIBLE needs evidence, OPTIMAL a matching bound, and neither is said of a cut count."""
    tasks, stops = ("solve", "list", "count"), (None, "time", "memory", "nodes", "solutions", "interrupted")
    solutions: tuple[dict[str, Any] | None, ...] = (None, {})
    numbers = itertools.product((None, 0, 3), (None, 5), (None, 4, 5))
    for task, found, (count, cost, bound), exhausted, evidence, stop in itertools.product(
        tasks, solutions, numbers, (False, True), (None, "exhausted"), stops
    ):
        given = answer(
            task,
            solution=found,
            count=count,
            cost=cost,
            bound=bound,
            exhausted=exhausted,
            evidence=evidence,
            stop_reason=stop,
        )
        if given.status == "INFEASIBLE":
            assert evidence is not None
            assert found is None
            assert not count
        if given.status == "OPTIMAL":
            assert cost == bound == 5
        if given.status == "UNKNOWN":
            assert evidence is None or found is not None or count


def test_answers_are_json_with_counts_as_digits() -> None:
    """The answer object has the contract's keys, counts beyond 2^53 as strings of digits, and the derived status."""
    written = answer("count", count=2**80, classes=2**77, exhausted=True).to_json()
    assert json.loads(json.dumps(written)) == written
    assert (written["count"], written["classes"], written["status"]) == (str(2**80), str(2**77), "FEASIBLE")
    assert set(written) == {
        "schema", "task", "puzzle", "puzzle_sha256", "status", "exhausted", "stop_reason", "evidence", "solution",
        "best_attempt", "cost", "bound", "count", "classes", "engine", "statistics", "argument", "certificate",
    }  # fmt: skip
    assert written["engine"] == {"name": "exact", "options": {"seed": 0}, "why": "asked for"}
    assert answer().to_json()["count"] is None


def test_statistics_are_rounded() -> None:
    """Seconds are told to the microsecond, memory to the tenth of a megabyte, and counters in full."""
    told = vars_of(Statistics(nodes=10**15, cpu_seconds=0.12345678, wall_seconds=1 / 3, peak_mb=99.987))
    assert (told["nodes"], told["cpu_seconds"], told["wall_seconds"], told["peak_mb"]) == (
        10**15,
        0.123457,
        0.333333,
        100.0,
    )
    assert set(told) == {
        "nodes",
        "generated",
        "expanded",
        "popped",
        "stored",
        "conflicts",
        "cpu_seconds",
        "wall_seconds",
        "compile_seconds",
        "peak_mb",
    }


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"time": -1}, "the time limit is -1; expected 0 or more"),
        ({"time": float("nan")}, "the time limit is nan; expected 0 or more"),
        ({"memory": 0.5}, "the memory limit is 0.5; expected 1 or more"),
        ({"nodes": -1}, "the nodes limit is -1; expected 0 or more"),
        ({"nodes": 10**30}, "the nodes limit is 1"),
        ({"solutions": 0}, "the solutions limit is 0; expected 1 or more"),
        ({"solutions": 10**30}, "the solutions limit is 1"),
    ],
)
def test_senseless_limits_are_refused(given: dict[str, Any], sentence: str) -> None:
    """Each limit below its least, or beyond what can be counted, is refused by name."""
    assert Limits(time=0, memory=1, nodes=0, solutions=1).nodes == 0
    with pytest.raises(InvalidInput, match=sentence):
        Limits(**given)


@pytest.mark.parametrize("given", [{"seed": -1}, {"seed": 2**31}, {"workers": -1}, {"workers": 10**6}])
def test_senseless_requests_are_refused(given: dict[str, Any]) -> None:
    """A seed or number of workers that engines cannot take is refused with the range."""
    assert Request("solve", seed=2**31 - 1, workers=0).break_symmetry
    with pytest.raises(InvalidInput, match=r"^the (seed|number of workers) is -?[0-9]+; expected 0 to [0-9]+$"):
        Request("solve", **given)
