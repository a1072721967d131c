"""The cases: a question, its known answer, and the CPU seconds that `exact` must not exceed.

Not here: how a case is run (own.py, peers/) or measured (child.py). Counts are total: symmetric solutions count
separately. Sources are in the puzzle files; for the covers built here they are OEIS A000170 (queens), A014552
(Langford, mirror images once), and G. Royle's list of sudokus with 17 clues: its first line, and hard ones
(sudoku-17.txt).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Literal, TypeAlias

from benchmarks import covers
from encoders.catalogue import puzzle
from exactcover.model.cover import Cover
from exactcover.model.tiling import Tiling
from exactcover.transform.reductions import chain

Task: TypeAlias = Literal["count", "solve", "prepare"]

HARD_SUDOKUS = tuple(
    line
    for line in (Path(__file__).parent / "sudoku-17.txt").read_text().splitlines()
    if line and not line.startswith("#")
)
"""Sudokus with 17 clues that are hard to search, hardest first."""

ROYLE = "000000010400000000020000000000050407008000300001090000300400200050100000000806000"


@dataclass(frozen=True)
class Case:
    """One question.

    model: builds the model; task: `count` all solutions, `solve` (is there one?), or `prepare` (from the puzzle to the
    first node, for our own engines); total, classes: the known count of solutions, and up to symmetry, None if it is
    unknown (then all engines must agree); must: the limit on CPU seconds; long: a search that is worth two threads.
    """

    name: str
    title: str
    model: Callable[[], Tiling | Cover]
    task: Task = "count"
    total: int | None = None
    classes: int | None = None
    must: float | None = None
    long: bool = False

    def expected(self) -> str | None:
        """Return the known answer: a count, `found`, `none` or `reached`; None if it is unknown."""
        if self.task == "prepare":
            return "reached"
        if self.total is None:
            return None
        if self.task == "solve":
            return "found" if self.total else "none"
        return str(self.total)

    def cover(self) -> Cover:
        """Return the case as a cover, for engines that do not accept tilings."""
        written = chain.reduce(self.model(), ("cover",)).model
        assert isinstance(written, Cover)
        return written


def _packing(words: str) -> Callable[[], Tiling | Cover]:
    def model() -> Tiling | Cover:
        encoded = puzzle(words).encode().model
        assert isinstance(encoded, Tiling | Cover)
        return encoded

    return model


_RECTANGLE = _packing("pentominoes-6x10")
_MIDDLE = "/".join(f"{row},{column}" for row in (6, 7, 8) for column in range(5, 10))
_HEXOMINOES = _packing(f"packing board=15x15 pieces=hexominoes holes={_MIDDLE}")

CASES = (
    Case("pentominoes-6x10", "12 pentominoes in 6x10", _RECTANGLE, total=9356, classes=2339, must=0.10),
    Case(
        "pentominoes-8x8-centre", "12 pentominoes in 8x8 without its centre",
        _packing("pentominoes-8x8-centre"), total=520, classes=65, must=0.03,
    ),
    Case(
        "pentominoes-8x8-square", "12 pentominoes and the square in 8x8",
        _packing("pentominoes-8x8-with-square"), total=129168, classes=16146, must=1.0,
    ),
    Case(
        "solid-3x4x5", "12 solid pentominoes in 3x4x5",
        _packing("solid-pentominoes-3x4x5"), total=31520, classes=3940, must=4.0, long=True,
    ),
    Case("soma", "Soma cube", _packing("soma"), total=11520, classes=240, must=0.02),
    Case("langford-11", "Langford pairs of 11", partial(covers.langford, 11), total=35584, must=0.05),
    Case("queens-12", "12 queens", partial(covers.queens, 12), total=14200, must=0.04),
    Case("sudoku-17", "sudoku with 17 clues", partial(covers.sudoku, ROYLE), total=1, must=0.005),
    Case(
        "sudoku-17-hard", "a hard sudoku with 17 clues",
        partial(covers.sudoku, HARD_SUDOKUS[0]), total=1, must=0.005,
    ),
    Case("dominoes-8x8", "dominoes on 8x8", _packing("dominoes-8x8"), total=12988816, must=0.02),
    Case(
        "dominoes-16x16", "dominoes on 16x16",
        _packing("packing board=16x16 pieces=dominoes copies=any"), total=2444888770250892795802079170816, must=0.2,
    ),
    Case(
        "tetrominoes-any-10x10", "any free tetrominoes on 10x10",
        _packing("packing board=10x10 pieces=tetrominoes copies=any"), total=72713560548906621, must=6.0,
    ),
    Case(
        "tetrominoes-5x8", "2 sets of tetrominoes in 5x8", _packing("tetrominoes-5x8"), total=3106, must=0.05,
    ),
    Case(
        "tetrominoes-8x10", "4 sets of tetrominoes in 8x10",
        _packing("packing board=8x10 pieces=tetrominoes copies=4"), must=60.0,
    ),
    Case(
        "one-sided-3x30", "18 one-sided pentominoes in 3x30",
        _packing("packing board=3x30 pieces=pentominoes-one-sided"), total=184, classes=46, must=0.5,
    ),
    Case(
        "one-sided-5x18", "18 one-sided pentominoes in 5x18",
        _packing("packing board=5x18 pieces=pentominoes-one-sided"),
        total=2746512, classes=686628, must=300.0, long=True,
    ),
    Case("prepare-6x10", "pentominoes in 6x10, puzzle to first node", _RECTANGLE, "prepare", must=0.02),
    Case("first-6x10", "12 pentominoes in 6x10, one packing", _RECTANGLE, "solve", total=9356),
    Case(
        "first-10x12", "2 sets of pentominoes in 10x12, one packing",
        _packing("packing board=10x12 pieces=pentominoes copies=2"), "solve", must=0.02,
    ),
    Case("first-hexominoes", "35 hexominoes in 15x15 without its middle 3x5, one packing", _HEXOMINOES, "solve", must=0.5),
    Case(
        "first-60x60", "any free pentominoes on 60x60, one packing",
        _packing("packing board=60x60 pieces=pentominoes copies=any"), "solve", must=0.3,
    ),
    Case(
        "first-80x80", "any free pentominoes on 80x80, one packing",
        _packing("packing board=80x80 pieces=pentominoes copies=any"), "solve", must=0.6,
    ),
    Case(
        "first-dominoes-100x100", "dominoes on 100x100, one tiling",
        _packing("packing board=100x100 pieces=dominoes copies=any"), "solve",
    ),
    Case(
        "first-dominoes-400x400", "dominoes on 400x400, one tiling",
        _packing("packing board=400x400 pieces=dominoes copies=any"), "solve",
    ),
    Case("first-conway-5", "Conway's blocks in 5x5x5, one packing", _packing("conway-5"), "solve", total=27456),
    Case("mutilated-8x8", "mutilated chessboard, none", _packing("mutilated-chessboard"), "solve", total=0),
    Case(
        "tetrominoes-4x5", "5 tetrominoes in 4x5, none",
        _packing("packing board=4x5 pieces=tetrominoes"), "solve", total=0,
    ),
    Case("langford-5", "Langford pairs of 5, none", partial(covers.langford, 5), "solve", total=0),
    Case("langford-6", "Langford pairs of 6, none", partial(covers.langford, 6), "solve", total=0),
)  # fmt: skip
