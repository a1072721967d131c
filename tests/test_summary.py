"""Answers in words: what they are worth, on what grounds, and what they took."""

from __future__ import annotations

from dataclasses import replace

import pytest

from exactcover.answer import Answer, EngineReport, Statistics
from exactcover.errors import StopReason
from exactcover.summary import summary

BLANK = Answer(
    "solve", {}, "", EngineReport("exact", {}, "asked for"), statistics=Statistics(nodes=12345, peak_mb=99.6)
)


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        (replace(BLANK, solution={}), "FEASIBLE: a solution, accepted by both judges"),
        (
            replace(BLANK, solution={}, cost=7, bound=7, exhausted=True, evidence="exhausted"),
            "OPTIMAL: a solution, accepted by both judges, cost 7, and none costs less (exhausted)",
        ),
        (
            replace(BLANK, solution={}, cost=7, bound=7),
            "OPTIMAL: a solution, accepted by both judges, cost 7, and none costs less",
        ),
        (
            replace(BLANK, solution={}, cost=7, bound=3, stop_reason="time"),
            "FEASIBLE: a solution, accepted by both judges, cost 7; stopped at the time limit",
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


def test_summary_names_engine_and_effort() -> None:
    """The other lines have the engine, why it was chosen, nodes, seconds and memory; conflicts where there are any."""
    lines = summary(BLANK).splitlines()
    assert lines[1:] == ["engine exact: asked for", "12,345 nodes, 0.000 s CPU, 0.000 s, 100 MB"]
    with_conflicts = replace(BLANK, statistics=replace(BLANK.statistics, conflicts=1000))
    assert ", 1,000 conflicts, " in summary(with_conflicts)


def test_every_stop_reason_has_words() -> None:
    """No stop reason of the contract is without a sentence."""
    reasons: tuple[StopReason, ...] = ("time", "memory", "nodes", "solutions", "interrupted")
    said = {summary(replace(BLANK, stop_reason=reason)).splitlines()[0] for reason in reasons}
    assert len(said) == len(reasons)
