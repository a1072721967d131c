"""Files of nonograms: read as in the description of their format, refused with the line at fault, solved as drawn."""

from __future__ import annotations

import gzip
import random
from itertools import groupby
from pathlib import Path

import pytest

from encoders.catalogue import puzzle
from encoders.imports.non import keys
from encoders.solutions import FilledGrid
from exactcover import api
from exactcover.model.errors import InvalidInput

HEART = """title "A heart"
by "The authors of these tests"
license CC0-1.0
width 5
height 6

rows
1,1
5
5
3
1


columns
2
4
4
4
2

goal "0101011111111110111000100"
"""


def drawn(side: int, seed: int) -> list[str]:
    """A picture of blots: cells at random, each then made like most of the nine around it, twice."""
    rng = random.Random(seed)
    cells = [[rng.random() < 0.52 for _ in range(side)] for _ in range(side)]
    for _ in range(2):
        cells = [
            [
                sum(
                    cells[i][j]
                    for i in range(r - 1, r + 2)
                    for j in range(c - 1, c + 2)
                    if 0 <= i < side and 0 <= j < side
                )
                > 4
                for c in range(side)
            ]
            for r in range(side)
        ]
    return ["".join("#" if cell else "." for cell in row) for row in cells]


def as_non(rows: list[str]) -> str:
    """The nonogram of a picture, as a file."""
    lines = [f"width {len(rows[0])}", f"height {len(rows)}"]
    for name, part in (("rows", rows), ("columns", ["".join(column) for column in zip(*rows, strict=True)])):
        lines.append(name)
        for line in part:
            lines.append(",".join(str(len(list(run))) for mark, run in groupby(line) if mark == "#"))
    return "\n".join(lines) + "\n"


def test_a_file_is_the_puzzle_of_its_keys(tmp_path: Path) -> None:
    """A file, gzipped or not, is the nonogram with the same rows and columns, a blank line a row without black cells."""
    (tmp_path / "heart.non").write_text(HEART)
    (tmp_path / "heart.non.gz").write_bytes(gzip.compress(HEART.encode()))
    same = puzzle("nonogram rows=1,1/5/5/3/1/0 columns=2/4/4/4/2")
    assert puzzle(str(tmp_path / "heart.non")) == same
    assert puzzle(str(tmp_path / "heart.non.gz")) == same
    assert puzzle(f"nonogram file={tmp_path / 'heart.non'}") == same


@pytest.mark.parametrize("seed", range(6))
def test_nonograms_of_20x20_to_25x25_are_solved(tmp_path: Path, seed: int) -> None:
    """A picture written as a file is a solution, and the one that is found has the same rows and columns."""
    picture = drawn(20 + seed, seed)
    (tmp_path / "picture.non").write_text(as_non(picture))
    subject = puzzle(str(tmp_path / "picture.non"))
    assert subject.faults({"grid": "".join(picture)}) == []
    solution = api.solve(subject).solution
    assert isinstance(solution, FilledGrid)
    side = len(picture)
    rows = [solution.grid[first : first + side] for first in range(0, side * side, side)]
    assert keys(as_non(rows)) == keys(as_non(picture))


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("width 5\n", "", "the text has no line width; expected width, height, rows and columns"),
        ("width 5", "width five", "line 4: width is 'five'; expected a whole number from 1 to 100"),
        ("width 5", "width 4", "columns has 5 lines; expected 4"),
        ("height 6", "height 8", "rows has 7 lines; expected 8"),
        ("5\n3\n1", "5\n3b\n1", "line 11: rows has '3b'; expected lengths such as 2,1, without colours"),
        ("goal", "rows\n1\ngoal", "line 22: rows is there twice; expected one nonogram in a file"),
        ("1,1", "9,9", "rows has 9,9 in line 0; expected runs that fit 5 cells"),
        ("title", "\n" * 10_000, "lines; expected at most 10000"),
    ],
)
def test_other_texts_are_refused(tmp_path: Path, old: str, new: str, sentence: str) -> None:
    """Each fault has its own sentence, with its line."""
    (tmp_path / "wrong.non").write_text(HEART.replace(old, new, 1))
    with pytest.raises(InvalidInput) as refused:
        puzzle(str(tmp_path / "wrong.non"))
    assert sentence in str(refused.value)
