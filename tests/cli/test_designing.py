"""The command `design`: lines, files of a folder, limits and interruption."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import pytest

from exactcover import cli
from tests.commands import EXACTCOVER, PATIENCE_SECONDS, begin
from tests.schemas import validate

FIVE = ("packing", "board=5x5", "pieces=F5,L5,P5,T5,U5,W5,X5", "--vary", "pieces")
SUDOKU = ("sudoku", "boxes=3x3", "--vary", "clues")


def test_each_design_is_a_file_that_has_one_solution(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The folder has a puzzle file for each line; its name begins with its level, and a count of it has one class."""
    assert cli.main(["design", *FIVE, "--json", "-o", str(tmp_path / "five")]) == 0
    *designs, summary = map(json.loads, capsys.readouterr().out.splitlines())
    files = sorted((tmp_path / "five").iterdir())
    assert len(files) == len(designs) == summary["count"] == 3
    for design in designs:
        validate("design", design)
    validate("design_summary", summary)
    for file in files:
        assert cli.main(["count", str(file), "--json"]) == 0
        answer = json.loads(capsys.readouterr().out)
        assert (answer["classes"], answer["exhausted"]) == ("1", True)
        (design,) = [each for each in designs if each["puzzle_sha256"] == answer["puzzle_sha256"]]
        assert file.name.startswith(f"level-{design['difficulty']['level']}-")


def test_a_person_reads_what_varies_and_how_difficult_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    """A line has the level, guesses and steps, and the pieces; the last one says whether these are all."""
    assert cli.main(["design", *FIVE]) == 0
    *lines, end = capsys.readouterr().out.splitlines()
    assert {line.split("  ")[1] for line in lines} == {"F5 L5 P5 U5 W5", "F5 L5 P5 U5 X5", "L5 P5 T5 U5 X5"}
    assert all("guesses" in line and "forced steps" in line for line in lines)
    assert end == "3 puzzles with one solution up to symmetry; there are no others"


def test_without_time_nothing_is_known(capsys: pytest.CaptureFixture[str]) -> None:
    """A search that a limit stopped before its first design is UNKNOWN, status 3."""
    assert cli.main(["design", *SUDOKU, "--time-limit", "0"]) == 3
    assert capsys.readouterr().out.startswith("UNKNOWN: 0 puzzles")


def test_an_interrupted_search_keeps_its_designs() -> None:
    """After Ctrl-C the designs that were found are printed, with the summary, and the status is 130."""
    process = begin([EXACTCOVER, "design", *SUDOKU, "--limit", "100000", "--json"])
    assert process.stdout is not None
    validate("design", json.loads(process.stdout.readline()))
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE_SECONDS)
    summary = json.loads(out.splitlines()[-1])
    validate("design_summary", summary)
    assert (process.returncode, err) == (130, "")
    assert (summary["status"], summary["stop_reason"]) == ("FEASIBLE", "interrupted")
    assert summary["count"] == len(out.splitlines())


def test_a_file_is_no_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An output that is a file is refused before the search."""
    (tmp_path / "file").write_text("")
    assert cli.main(["design", *SUDOKU, "-o", str(tmp_path / "file")]) == 2
    assert "expected the name of a folder" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("soma", "--vary", "clues"), "expected pieces, holes or fixed"),
        (("soma", "--vary", "pieces", "--pick", "8"), "expected 1 to 7 pieces"),
        (("soma", "--vary", "fixed", "--level", "0"), "expected 1 to 5"),
    ],
)
def test_refusals_are_invalid_input(words: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What cannot be designed is refused in one sentence, status 2."""
    assert cli.main(["design", *words]) == 2
    assert sentence in capsys.readouterr().err
