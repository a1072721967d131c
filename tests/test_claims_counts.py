"""The counts that differ from those of Polyform Puzzler: the rows of the page of claims, counted, and by a second program."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

import exactcover
from tests.docs_snippets import DOCS
from tests.lacking import lacking

FOLDER = DOCS / "explanation"
SECOND = Path(__file__).parent.parent / "benchmarks" / "packings.c"
ROW = re.compile(r"\| .+ \| .+ \| ([\d,]+) \| ([\d,]+) \| \[file\]\((puzzles/.+\.toml)\) \|")


@dataclass(frozen=True)
class Row:
    """A row of the table: classes, solutions in all, the file of the puzzle."""

    classes: int
    total: int
    file: Path


ROWS = [
    Row(int(match[1].replace(",", "")), int(match[2].replace(",", "")), FOLDER / match[3])
    for match in map(ROW.fullmatch, (FOLDER / "claims.md").read_text().splitlines())
    if match
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.file.stem)
def test_a_row_has_the_number_of_solutions(row: Row) -> None:
    """A count gives the classes and the total of the row."""
    answer = exactcover.count(str(row.file))
    assert (answer.classes, answer.count) == (row.classes, row.total)


def test_each_puzzle_file_has_a_row() -> None:
    """The table has a row for each puzzle file, and no other."""
    assert sorted(row.file for row in ROWS) == sorted((FOLDER / "puzzles").iterdir()) != []


@pytest.mark.deep("enumerations of a billion nodes in all")
def test_a_second_program_agrees(tmp_path: Path) -> None:
    """A plain enumeration in C, which shares no code, counts as many packings of the first three boards."""
    compiler = shutil.which("cc")
    if compiler is None:
        lacking("there is no C compiler")
    subprocess.run([compiler, "-O3", "-o", tmp_path / "packings", SECOND], check=True)
    for row in ROWS[:3]:
        puzzle = exactcover.puzzle(str(row.file))
        picture = re.search(r'board = """\n(.*?)\n"""', row.file.read_text(), re.DOTALL)
        assert picture
        board = picture[1].replace("\n\n", "//").replace("\n", "/")
        lattice = "triangle" if puzzle.canonical().get("lattice") == "triangle" else "cubic"
        printed = subprocess.run(
            [tmp_path / "packings", lattice, board], check=True, capture_output=True, text=True
        ).stdout
        assert f": {row.total} packings," in printed
