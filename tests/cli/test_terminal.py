"""What people see: the words of a summary, tables, and progress on a terminal only."""

from __future__ import annotations

import io
import sys
from dataclasses import replace

import pytest

from exactcover.answer import Answer, EngineReport, Progress, Statistics
from exactcover.cli import terminal
from exactcover.errors import StopReason
from exactcover.tables import table

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
    ],
)
def test_verdict_says_what_the_answer_is_worth(answer: Answer, verdict: str) -> None:
    """The first line has the status, what it stands on, and why the run stopped; UNKNOWN never sounds like a proof."""
    assert terminal.summary(answer).splitlines()[0] == verdict


def test_summary_names_engine_and_effort() -> None:
    """The other lines have the engine, why it was chosen, nodes, seconds and memory; conflicts where there are any."""
    lines = terminal.summary(BLANK).splitlines()
    assert lines[1:] == ["engine exact: asked for", "12,345 nodes, 0.000 s CPU, 0.000 s, 100 MB"]
    with_conflicts = replace(BLANK, statistics=replace(BLANK.statistics, conflicts=1000))
    assert ", 1,000 conflicts, " in terminal.summary(with_conflicts)


def test_every_stop_reason_has_words() -> None:
    """No stop reason of the contract is without a sentence."""
    reasons: tuple[StopReason, ...] = ("time", "memory", "nodes", "solutions", "interrupted")
    said = {terminal.summary(replace(BLANK, stop_reason=reason)).splitlines()[0] for reason in reasons}
    assert len(said) == len(reasons)


def test_table_lines_up() -> None:
    """Columns are as wide as they need, numbers to the right, no blanks at the end of a line."""
    lines = table(("name", "n"), [("a", 5), ("longer", 1234)])
    assert lines.splitlines() == ["name       n", "a          5", "longer  1234"]


class Terminal(io.StringIO):
    """A standard error that says it is a terminal."""

    def isatty(self) -> bool:
        """Return that it is."""
        return True


def show_much(quiet: bool) -> str:
    """Show steps to the standard error as it is, and return what was written there."""
    assert isinstance(sys.stderr, io.StringIO)
    with terminal.ProgressLine(quiet) as line:
        line.begun -= 10
        line.show(Progress("searching", 1234567, 89))
    return sys.stderr.getvalue()


def test_progress_is_shown_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal a run of some seconds shows what it does, its nodes and its count, and the cursor comes back."""
    monkeypatch.setattr(sys, "stderr", Terminal())
    monkeypatch.setenv("TERM", "xterm")
    shown = show_much(quiet=False)
    assert "searching, 1,234,567 nodes, 89 solutions, 10 s" in shown
    assert shown.rindex("\x1b[?25h") > shown.rindex("\x1b[?25l")


def test_progress_is_silent_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where standard error is no terminal, or --quiet is given, no progress is shown."""
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    assert show_much(quiet=False) == ""
    monkeypatch.setattr(sys, "stderr", Terminal())
    assert show_much(quiet=True) == ""


def test_short_runs_show_no_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    """A run that is over before anybody wonders shows nothing; compiling is told at once."""
    monkeypatch.setattr(sys, "stderr", Terminal())
    monkeypatch.setenv("TERM", "xterm")
    line = terminal.ProgressLine(quiet=False)
    line.show(Progress("searching", 5))
    assert line.status is None
    line.show(Progress("compiling the search, once on this machine"))
    assert line.status is not None
    line.clear()


def test_time_left_is_told_from_the_pace_since_the_part_done_is_known() -> None:
    """What came before the first part, and parts done in an earlier run, make the time left neither longer nor shorter."""
    pace = terminal.Pace()
    assert pace.words(None, 5.0) == []
    assert pace.words(0.5, 100.0) == ["50.0% done"]
    assert pace.words(0.6, 110.0) == ["60.0% done, about 40 s left"]
    assert pace.words(0.9, 140.0) == ["90.0% done, about 10 s left"]


def test_time_left_begins_anew_where_the_part_done_falls() -> None:
    """A second stage of a run (another search after the first) is told by its own pace."""
    pace = terminal.Pace()
    pace.words(0.0, 0.0)
    pace.words(1.0, 1_000.0)
    assert pace.words(0.0, 2_000.0) == []
    assert pace.words(0.25, 2_010.0) == ["25.0% done, about 30 s left"]
