"""What people see: tables, and progress on a terminal only."""

from __future__ import annotations

import io
import re
from contextlib import redirect_stderr

import pytest

from exactcover.cli import terminal
from exactcover.model.events import Progress
from exactcover.process.tables import table


def test_table_lines_up() -> None:
    """Columns are as wide as they need, numbers to the right, no blanks at the end of a line."""
    lines = table(("name", "n"), [("a", 5), ("longer", 1234)])
    assert lines.splitlines() == ["name       n", "a          5", "longer  1234"]


class Terminal(io.StringIO):
    """A standard error that says it is a terminal."""

    def isatty(self) -> bool:
        """Return that it is."""
        return True


class Screen(Terminal):
    """A terminal that breaks lines anew when its width changes, as most do; the cursor stays with the sign it was on.

    lines: each as it was written, without breaks; cursor: the line it is in, and how many signs are before it.
    """

    def __init__(self) -> None:
        super().__init__()
        self.lines = ["$ count"]
        self.line, self.at = 1, 0

    def write(self, text: str) -> int:
        """Take text and the codes that a progress line needs."""
        for sign in re.findall(r"\x1b\[\??\d*[A-Za-z]|.", text, re.DOTALL):
            while len(self.lines) <= self.line:
                self.lines.append("")
            here = self.lines[self.line]
            if sign == "\r":
                self.at -= self.at % self.columns
            elif sign == "\x1b[J":
                self.lines[self.line :] = [here[: self.at]]
            elif not sign.startswith("\x1b"):
                self.lines[self.line] = here[: self.at].ljust(self.at) + sign + here[self.at + 1 :]
                self.at += 1
        return len(text)

    columns = 80

    def shown(self) -> list[str]:
        """Return the rows that are to be seen, without empty ones."""
        rows = [line[at : at + self.columns] for line in self.lines for at in range(0, len(line), self.columns)]
        return [row for row in rows if row.strip()]


def show_much(stderr: io.StringIO, quiet: bool = False) -> str:
    """Show steps to a standard error, and return what was written there."""
    with redirect_stderr(stderr), terminal.ProgressLine(quiet) as line:
        line.started_at -= 10
        line.show(Progress("searching", 1234567, 89))
    return stderr.getvalue()


def test_progress_is_shown_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal a run of some seconds shows what it does, its nodes and its count, and the cursor comes back."""
    monkeypatch.setenv("TERM", "xterm")
    shown = show_much(Terminal())
    assert "searching, 1,234,567 nodes, 89 solutions, 10 s" in shown
    assert shown.rindex("\x1b[?25h") > shown.rindex("\x1b[?25l")


def test_progress_is_silent_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """If standard error is no terminal, or with --quiet, no progress is shown."""
    monkeypatch.setenv("TERM", "xterm")
    assert show_much(io.StringIO()) == ""
    assert show_much(Terminal(), quiet=True) == ""


def test_short_runs_show_no_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    """A run that is over before anybody wonders shows nothing; compiling is told at once."""
    monkeypatch.setenv("TERM", "xterm")
    with redirect_stderr(Terminal()), terminal.ProgressLine(quiet=False) as line:
        line.started_at += 1000
        line.show(Progress("searching", 5))
        assert line.parts is None
        line.show(Progress("compiling the search, once on this machine"))
        assert line.parts == ["compiling the search, once on this machine"]


def test_a_narrower_terminal_keeps_no_stale_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the terminal's width was when a line was drawn, one row of it is seen after the next drawing, none at the end."""
    screen = Screen()
    monkeypatch.setenv("TERM", "xterm")
    with redirect_stderr(screen), terminal.ProgressLine(quiet=False, columns=lambda: screen.columns) as line:
        line.started_at -= 10
        for screen.columns in (80, 30, 50, 20, 100, 24):
            line.show(Progress("layer by layer, layer 7 of 60, about 12% of the work done", 1234567, unit="states"))
            before, row = screen.shown()
            assert before == "$ count"
            assert row.startswith("layer by layer")
            assert len(row) < screen.columns
    assert screen.shown() == ["$ count"]


def test_progress_is_silent_where_it_cannot_be_wiped_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal that knows no codes gets none."""
    monkeypatch.setenv("TERM", "dumb")
    assert show_much(Terminal()) == ""


@pytest.mark.parametrize(
    ("environment", "number"),
    [
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, 1 << 24),
        ({"TERM": "xterm-256color", "COLORTERM": "24bit"}, 1 << 24),
        ({"TERM": "xterm-direct"}, 1 << 24),
        ({"TERM": "screen-256color"}, 256),
        ({"TERM": "xterm-256color", "COLORTERM": "yes"}, 256),
        ({"TERM": "linux"}, 16),
        ({"TERM": "xterm"}, 16),
        ({"TERM": "vt100"}, 0),
        ({"TERM": "dumb", "COLORTERM": "truecolor"}, 0),
        ({}, 0),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"}, 0),
        ({"TERM": "xterm", "NO_COLOR": ""}, 16),
    ],
)
def test_colours_are_those_of_the_terminal(environment: dict[str, str], number: int) -> None:
    """COLORTERM, TERM and NO_COLOR say how many colours there are; a NO_COLOR that is empty says nothing."""
    assert terminal.colours(environment) == number


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
