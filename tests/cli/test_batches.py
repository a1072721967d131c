"""Batches at the command line: a line for each puzzle, the exit status of the worst, what is refused."""

from __future__ import annotations

import json
from pathlib import Path

from tests.commands import run
from tests.schemas import validate

SMALL, NONE = "1.....3..4......", "11.............."


def test_a_batch_prints_a_line_for_each(tmp_path: Path) -> None:
    """Answers and faults are JSON lines in order; a bad line makes 2, an UNKNOWN one 3, otherwise it is 0."""
    path = tmp_path / "grids.txt"
    path.write_text(f"{SMALL}\n12\n{NONE}\n")
    told = run("solve", "sudoku", f"file={path}", "--json")
    first, second, third = map(json.loads, told.stdout.splitlines())
    validate("answer", first)
    validate("bad_line", second)
    assert (first["status"], second["line"], third["status"], told.returncode) == ("FEASIBLE", 2, "INFEASIBLE", 2)
    path.write_text(f"{SMALL}\n{NONE}\n")
    counted = run("count", "sudoku", f"file={path}", "--limit", "2")
    assert [line.split(":")[:2] for line in counted.stdout.splitlines()] == [["1", " FEASIBLE"], ["2", " INFEASIBLE"]]
    assert counted.returncode == 0
    assert run("solve", "sudoku", f"file={path}", "--node-limit", "1").returncode == 3


def test_what_a_batch_cannot_do_is_refused(tmp_path: Path) -> None:
    """A file for its answers, and commands that take one puzzle, are refused in a sentence."""
    path = tmp_path / "grids.txt"
    path.write_text(f"{SMALL}\n")
    written = run("solve", "sudoku", f"file={path}", "-o", str(tmp_path / "out.json"))
    assert (written.returncode, written.stdout) == (2, "")
    assert "leave out -o" in written.stderr
    listed = run("list", "sudoku", f"file={path}")
    assert listed.returncode == 2
    assert "file names a batch" in listed.stderr
