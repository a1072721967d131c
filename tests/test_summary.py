"""Answers in words: what they are worth, on what grounds, and what they took."""

from __future__ import annotations

from dataclasses import replace

import pytest

from exactcover import backends
from exactcover.model.answer import Answer, EngineReport, Statistics
from exactcover.model.certificate import Certificate, Refutation
from exactcover.model.errors import StopReason
from exactcover.model.solution import Solution
from exactcover.solving.summary import METHODS, duration, summary

BLANK = Answer(
    "solve", {}, "", EngineReport("exact", {}, "asked for"), statistics=Statistics(nodes=12345, peak_mb=99.6)
)


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        (replace(BLANK, solution=Solution()), "FEASIBLE: a solution, accepted by both judges"),
        (
            replace(BLANK, solution=Solution(), cost=7, bound=7, exhausted=True, evidence="exhausted"),
            "OPTIMAL: a solution, accepted by both judges, cost 7, and none costs less (exhausted)",
        ),
        (
            replace(BLANK, solution=Solution(), cost=7, bound=7),
            "OPTIMAL: a solution, accepted by both judges, cost 7, and none costs less",
        ),
        (
            replace(BLANK, solution=Solution(), cost=7, bound=3, stop_reason="time"),
            (
                "FEASIBLE: a solution, accepted by both judges, cost 7; every solution costs at least 3 (gap 57 %);"
                " stopped at the time limit"
            ),
        ),
        (
            replace(BLANK, solution=Solution(), cost=100, bound=98, stop_reason="gap"),
            (
                "FEASIBLE: a solution, accepted by both judges, cost 100; every solution costs at least 98 (gap 2 %);"
                " stopped at the gap"
            ),
        ),
        (
            replace(BLANK, exhausted=True, evidence="exhausted"),
            "INFEASIBLE: exact searched every possibility (exhausted; no certificate stands behind it)",
        ),
        (replace(BLANK, stop_reason="nodes"), "UNKNOWN: no solution found; stopped at the node limit"),
        (replace(BLANK, stop_reason="interrupted"), "UNKNOWN: no solution found; interrupted"),
        (
            replace(BLANK, task="count", count=9356, exhausted=True),
            "FEASIBLE: 9,356 solutions, every one counted",
        ),
        (replace(BLANK, task="count", count=1, exhausted=True), "FEASIBLE: 1 solution, every one counted"),
        (
            replace(BLANK, task="count", count=9356, exhausted=True, stop_reason="time"),
            "FEASIBLE: 9,356 solutions, every one counted; stopped at the time limit, before the classes were counted",
        ),
        (
            replace(BLANK, task="count", count=10, stop_reason="memory"),
            "UNKNOWN: 10 solutions so far; stopped at the memory limit",
        ),
        (
            replace(BLANK, task="count", count=2, stop_reason="solutions"),
            "FEASIBLE: 2 solutions so far; stopped at the limit asked for",
        ),
        (
            replace(BLANK, task="list", count=2, exhausted=True),
            "FEASIBLE: 2 solutions, each accepted by both judges, and no others",
        ),
        (
            replace(BLANK, task="list", count=1, exhausted=True),
            "FEASIBLE: 1 solution, accepted by both judges, and no others",
        ),
        (
            replace(BLANK, task="list", count=0, stop_reason="time"),
            "UNKNOWN: no solution found; stopped at the time limit",
        ),
        (
            replace(BLANK, task="count", count=0, stop_reason="interrupted"),
            "UNKNOWN: no solution counted so far; interrupted",
        ),
        (
            replace(BLANK, task="sample", count=1),
            "FEASIBLE: 1 solution, drawn uniformly and independently, accepted by both judges",
        ),
    ],
)
def test_verdict_says_what_the_answer_is_worth(answer: Answer, verdict: str) -> None:
    """The first line has the status, what it stands on, and why the run stopped; UNKNOWN never sounds like a proof."""
    assert summary(answer).splitlines()[0] == verdict


def test_summary_ends_with_one_short_line_of_effort() -> None:
    """Below the verdict stand the method, nodes and time in one line; conflicts where there are any."""
    spent = Statistics(nodes=155, wall_seconds=0.0031, cpu_seconds=0.0028, peak_mb=99.6)
    answer = replace(BLANK, solution=Solution(), statistics=spent)
    assert summary(answer).splitlines()[1:] == ["exact-cover search, 155 nodes, 3 ms"]
    with_conflicts = replace(answer, statistics=replace(spent, nodes=1, conflicts=1000))
    assert summary(with_conflicts).splitlines()[1:] == ["exact-cover search, 1 node, 1,000 conflicts, 3 ms"]


def test_verbose_says_why_the_engine_was_chosen() -> None:
    """A verbose summary adds the engine's name, the reason for the choice, CPU seconds and memory."""
    lines = summary(BLANK, verbose=True).splitlines()
    assert lines[2:] == ["engine exact: asked for", "0.000 s CPU, 0.000 s elapsed, 100 MB"]


@pytest.mark.parametrize("name", backends.NAMES)
def test_every_engine_has_words_for_its_method(name: str) -> None:
    """No engine is without words for what it does."""
    assert METHODS[name]


def test_the_effort_of_what_is_no_engine() -> None:
    """A run that was cut says what cut it, engines side by side each what they do, provers that they are."""
    for name, words in (
        ("none", "cut short, 12,345 nodes, 1 ms"),
        ("fill, exact", "random filling, exact-cover search, 12,345 nodes, 1 ms"),
        ("provers", "provers, 12,345 nodes, 1 ms"),
    ):
        answer = replace(BLANK, engine=EngineReport(name, {}, "cut short"))
        assert summary(answer).splitlines()[-1] == words


def test_the_effort_of_a_proof_names_its_argument() -> None:
    """If a certificate settles the matter the last line names its kind, whoever found it, and no nodes if there were none."""
    for task, name in (("prove", "provers"), ("solve", "colouring")):
        proof = Certificate({}, "", Refutation("colouring", {}))
        answer = replace(BLANK, task=task, engine=EngineReport(name, {}, ""), evidence="colouring", certificate=proof)
        assert summary(replace(answer, statistics=Statistics())).splitlines()[-1] == "proof by colouring, 1 ms"


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.0, "1 ms"), (0.9994, "999 ms"), (0.9996, "1.0 s"), (9.96, "10 s"), (59.6, "1 min 0 s"), (3720.0, "1 h 2 min")],
)
def test_durations_are_as_people_read_them(seconds: float, words: str) -> None:
    """A duration is in milliseconds, seconds, minutes or hours, as long as it is, and 60 seconds are a minute."""
    assert duration(seconds) == words


def test_every_stop_reason_has_words() -> None:
    """No stop reason of the contract is without a sentence."""
    reasons: tuple[StopReason, ...] = ("time", "memory", "nodes", "solutions", "interrupted")
    said = {summary(replace(BLANK, stop_reason=reason)).splitlines()[0] for reason in reasons}
    assert len(said) == len(reasons)
