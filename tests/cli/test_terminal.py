"""What people see: tables, and progress on a terminal only."""

from __future__ import annotations

import io
import sys

import pytest

from exactcover.answer import Progress
from exactcover.cli import terminal
from exactcover.tables import table


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
