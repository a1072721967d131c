"""One packing of boards cut at random into connected pieces, each used once: CPU seconds of `auto`, compiled code warm.

The published boards are those of the MiniZinc Challenge (family pentominoes; benchmarks/cut_boards.json has them, with
their source and licence). The fresh ones are cut here by seed, with as many cells and pieces: starting cells on the
board grow in turn by a random free neighbour. `python -m benchmarks cut_boards` measures all, each in its own process,
and writes benchmarks/results/cut_boards.md. Every packing is judged; CPU seconds count against the limit.
"""

from __future__ import annotations

import json
import random
import statistics
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple, TypeAlias

from benchmarks.machine import described, table
from encoders.catalogue import puzzle
from exactcover import judges
from exactcover.model.answer import Limits, Request
from exactcover.model.events import Found
from exactcover.solving import dispatch, execute
from exactcover.solving.warm_up import warm_up

PUBLISHED = Path(__file__).with_suffix(".json")
LIMIT = 30.0
"""CPU seconds for a board; the engines' wall clock limit is larger, for the machine may be busy with other work."""
PATIENCE = 10
FRESH_SEEDS = (1, 2)

Cells: TypeAlias = list[list[int]]


class Board(NamedTuple):
    """A board of height x width cells, and its pieces."""

    name: str
    size: int
    pieces: list[Cells]


class Solved(NamedTuple):
    """The result for a board: CPU seconds, and whether it was packed."""

    seconds: float
    packed: bool


def published() -> list[Board]:
    """Return the published boards."""
    instances = json.loads(PUBLISHED.read_text())["instances"]
    numbers = {name: [word for word in name.split("_") if word.isdigit()] for name in instances}
    return [Board("/".join(numbers[name]), int(numbers[name][0]), instances[name]["pieces"]) for name in instances]


def fresh() -> list[Board]:
    """Return boards cut here, with the numbers of cells and pieces of the published ones."""
    kinds = sorted({(board.size, len(board.pieces)) for board in published()})
    return [
        Board(f"{size}/{pieces}/{seed}", size, cut(size, pieces, seed))
        for size, pieces in kinds
        for seed in FRESH_SEEDS
    ]


def cut(size: int, pieces: int, seed: int) -> list[Cells]:
    """Cut a square board into so many connected pieces."""
    rng = random.Random(seed)
    cells = [(row, column) for row in range(size) for column in range(size)]
    owner = {cell: number for number, cell in enumerate(rng.sample(cells, pieces))}
    while len(owner) < len(cells):
        grown = rng.choice([cell for cell in owner if any(near not in owner for near in _near(cell, size))])
        owner[rng.choice([near for near in _near(grown, size) if near not in owner])] = owner[grown]
    return [[list(cell) for cell in cells if owner[cell] == number] for number in range(pieces)]


def _near(cell: tuple[int, int], size: int) -> list[tuple[int, int]]:
    row, column = cell
    around = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    return [(r, c) for r, c in around if 0 <= r < size and 0 <= c < size]


def measure() -> list[str]:
    """Return the tables."""
    lines = ["# Boards cut at random", "", described(), "", (__doc__ or "").split("\n", 2)[2].strip(), ""]
    for title, boards in (("Published", published()), ("Fresh", fresh())):
        rows, solved = [], list[Solved]()
        for board in boards:
            with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
                solved.append(pool.submit(packed, board).result())
            rows.append(
                (board.name, f"{solved[-1].seconds:.2f}" if solved[-1].packed else f"no packing in {LIMIT:.0f}")
            )
            print(title, *rows[-1], file=sys.stderr, flush=True)
        there = [each.seconds for each in solved if each.packed]
        lines += [f"## {title}", "", *table(("size/pieces/seed", "CPU s"), rows), ""]
        lines += [f"{len(there)} of {len(boards)} packed, median {statistics.median(there):.2f} s.", ""]
    return lines


def packed(board: Board) -> Solved:
    """Pack a board in this process and judge the packing; raises AssertionError for a wrong one."""
    pieces = {f"P{number}": cells for number, cells in enumerate(board.pieces)}
    model = puzzle("packing", board=f"{board.size}x{board.size}", pieces=pieces).encode().model
    warm_up("exact", model)
    warm_up("fill", model)
    request = Request("solve", engine="auto", workers=1, limits=Limits(time=PATIENCE * LIMIT))
    job, _ = dispatch.job_of(request, model)
    begun, selection = time.process_time(), None
    for event in execute.events(job):
        if isinstance(event, Found):
            selection = event.selection
        if selection is not None or time.process_time() - begun > LIMIT:
            break
    spent = time.process_time() - begun
    assert selection is None or not judges.faults(model, selection), f"a wrong packing of {board.name}"
    return Solved(spent, selection is not None)
