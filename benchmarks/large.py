"""Large boards, engine by engine: seeds solved, median CPU seconds of a warm engine, peak memory; every answer is
judged.

`python -m benchmarks large` measures all rows, each in its own process, and writes benchmarks/results/large.md. No seed
is retried after a failure. Peak memory is that of the process, compiler and judge included.
"""

from __future__ import annotations

import os
import random
import resource
import statistics
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

import numpy as np

from benchmarks import machine
from encoders.catalogue import puzzle
from encoders.puzzle import puzzle_of
from exactcover import backends, judges
from exactcover.model.answer import EngineOptions, Limits
from exactcover.model.arrays import Integers, Mask
from exactcover.model.cover import Cover
from exactcover.model.encoding import Model
from exactcover.model.events import Found
from exactcover.model.tiling import Piece, Tiling
from exactcover.transform.reductions import tiling_to_cover

LIMIT = 30.0
"""The time limit of a run, in seconds."""
BOARDS = Path(__file__).parent / "boards"


class Row(NamedTuple):
    """A board: its name, the engine, the number of seeds, a function from a seed to its model, and the limit on CPU seconds."""

    name: str
    engine: str
    seeds: int
    model: Callable[[int], Model]
    must: float


class Solved(NamedTuple):
    """The results of a row: seeds solved, CPU seconds of every seed, peak megabytes."""

    solved: int
    seconds: tuple[float, ...]
    megabytes: float


def packed(specification: str) -> Callable[[int], Model]:
    """Return a function from any seed to the same packing model."""
    return lambda _: puzzle(f"packing {specification}").encode().model


def disc(pieces: str, copies: int) -> Callable[[int], Model]:
    """Return a function from a seed to a disc with 40 holes, chosen so that its two colours are balanced."""

    def model(seed: int) -> Model:
        cells = sorted((x for x in np.ndindex(81, 81)), key=lambda x: ((x[0] - 40) ** 2 + (x[1] - 40) ** 2, x))[:5080]
        drawn = random.Random(seed)
        colours = [[cell for cell in cells if sum(cell) % 2 == colour] for colour in (0, 1)]
        more = (len(colours[0]) - len(colours[1])) // 2
        holes = {*drawn.sample(colours[0], 20 + more), *drawn.sample(colours[1], 20 - more)}
        left = [cell for cell in cells if cell not in holes]
        picture = np.full((81, 81), "#")
        picture[tuple(np.array(left).T)] = "."
        board = "/".join(map("".join, picture.tolist()))
        return puzzle(f"packing board={board} pieces={pieces} copies={copies}").encode().model

    return model


SLACK_SHAPES = ("###/##./##.", "###/##./.##", ".##/###/##.", "##./###/##.", "###/#../###", "###/.#./###")
"""Six heptominoes, each seven cells of a square of 3x3: the boards with slack of the reviewers' issue on reach."""


def slack(percent: int) -> Callable[[int], Model]:
    """Return a function from any seed to 40x45 of which six heptominoes, in nearly equal numbers, cover so many percent.

    All cells may stay empty. Packings of each are known for 85, 88, 90, 92, 94 and 95 percent.
    """

    def model(_seed: int) -> Model:
        pieces = 1800 * percent // 100 // 7
        drawn = [
            {"name": f"H{number}", "picture": picture, "copies": pieces // 6 + (number < pieces % 6)}
            for number, picture in enumerate(SLACK_SHAPES)
        ]
        return puzzle_of("packing", {"board": "/".join(["+" * 45] * 40), "pieces": drawn}).encode().model

    return model


def punched(side: int, holes: int) -> Callable[[int], Model]:
    """Return a function from a seed to a square board less T tetrominoes of a tiling that a CDCL solver finds.

    Pairwise clauses in random order lead the solver away from the tiling by 4x4 blocks. That takes a minute on the
    larger board, so regions are cached in the folder BOARDS; delete it to regenerate them.
    """

    def region(whole: Tiling, seed: int) -> Mask:
        written = tiling_to_cover.reduce(whole, with_symmetries=False)
        assert isinstance(written.model, Cover)
        tiling = written.lift(_tiling(written.model, side * side, seed))
        drawn = random.Random(seed).sample(range(len(tiling)), holes)
        region = whole.region.copy()
        for _, cells in whole.placed(tiling[drawn]):
            region[tuple(cells.T)] = False
        return region

    def model(seed: int) -> Model:
        whole = puzzle(f"packing board={side}x{side} pieces=T4 copies=any").encode().model
        assert isinstance(whole, Tiling)
        path = BOARDS / f"T4-{side}-{holes}-{seed}.npy"
        if not path.exists():
            BOARDS.mkdir(exist_ok=True)
            part = path.with_name(f"part-{os.getpid()}-{path.name}")
            np.save(part, region(whole, seed))
            part.replace(path)
        (piece,) = whole.pieces
        pieces = (Piece(piece.name, piece.orientations, 0, piece.most),)
        return Tiling(np.load(path), pieces, (), whole.isometries, whole.steps)

    return model


def _tiling(model: Cover, cells: int, seed: int) -> Integers:
    """Return options that cover every cell exactly once, found by a CDCL solver with a random variable order."""
    from pysat.solvers import Solver

    rng = random.Random(seed)
    names = rng.sample(range(1, model.options + 1), model.options)
    ways: list[list[int]] = [[] for _ in range(cells)]
    for option, item in zip(model.owners.tolist(), model.members.tolist(), strict=True):
        if item < cells:
            ways[item].append(names[option])
    rng.shuffle(ways)
    clauses = [*ways, *([-a, -b] for way in ways for a, b in combinations(way, 2))]
    with Solver(name="cadical195", bootstrap_with=clauses) as solver:
        assert solver.solve()
        true = {literal for literal in solver.get_model() if literal > 0}
    return np.array([option for option, name in enumerate(names) if name in true], dtype=np.int64)


TETROMINOES = tuple(
    Row(f"tetromino sets {side}", "fill", seeds, packed(f"board={side} pieces=tetrominoes copies={copies}"), must)
    for side, copies, seeds, must in (
        ("28x70", 98, 20, 0.02), ("200x200", 2_000, 20, 0.15), ("1000x1000", 50_000, 5, 2), ("2000x2000", 200_000, 2, 9),
    )
)  # fmt: skip
PENTOMINOES = tuple(
    Row(f"pentomino sets {side}", "fill", 20, packed(f"board={side} pieces=pentominoes copies={copies}"), must)
    for side, copies, must in (("30x30", 15, 0.5), ("60x83", 83, 0.2), ("100x120", 200, 0.5), ("240x250", 1_000, 0.5))
)
FREE = tuple(
    Row(f"{pieces} {side}, any copies", "fill", 5, packed(f"board={side} pieces={pieces} copies=any"), must)
    for pieces, side, must in (
        ("dominoes", "300x300", 0.2), ("dominoes", "1000x1000", 2),
        ("pentominoes", "100x100", 0.2), ("pentominoes", "1000x1000", 3),
    )
)  # fmt: skip
_UP_TO_SIX = "dominoes,trominoes,tetrominoes,pentominoes,hexominoes"
_SKEWED = "board=100x120 pieces=pentominoes copies="
OTHERS = (
    Row("disc of 5,040 cells, tetrominoes", "fill", 10, disc("tetrominoes", 252), 0.2),
    Row("disc of 5,040 cells, pentominoes", "fill", 10, disc("pentominoes", 84), 0.2),
    Row("pentominoes 100x120, 480 X", "fill", 20,
        packed(f"{_SKEWED}X5:480,F5:175,I5:175,L5:175,N5:175,P5:175,T5:175,rest:174"), 0.3),
    Row("pentominoes 100x120, 240 X", "fill", 20,
        packed(f"{_SKEWED}X5:240,F5:197,I5:197,L5:197,N5:197,rest:196"), 3),
    Row("one-sided pentominoes 90x100", "fill", 20, packed("board=90x100 pieces=pentominoes-one-sided copies=100"), 2),
    Row("hexominoes 30x70", "fill", 20, packed("board=30x70 pieces=hexominoes copies=10"), 2),
    Row("2 to 6 cells 120x120, each at least once", "fill", 20,
        packed(f"board=120x120 pieces={_UP_TO_SIX} copies=1..14400"), 2),
    Row("tetracube sets 20x20x20", "fill", 20, packed("board=20x20x20 pieces=tetracubes copies=250"), 1),
    Row("tetracube sets 40x40x40", "fill", 5, packed("board=40x40x40 pieces=tetracubes copies=2000"), 5),
    Row("solid pentominoes 30x40x50", "fill", 20, packed("board=30x40x50 pieces=pentominoes copies=1000"), 10),
    Row("T4 40x40 less 20 pieces", "fill", 5, punched(40, 20), 2),
    Row("T4 80x80 less 80 pieces", "fill", 5, punched(80, 80), 4),
    Row("Y5 20x40", "fill", 5, packed("board=20x40 pieces=Y5 copies=any"), 30),
)  # fmt: skip
SLACK = tuple(
    Row(f"six heptominoes on {percent} % of 40x45", "fill", 20, slack(percent), must)
    for percent, must in ((85, 0.1), (88, 0.1), (90, 0.1), (92, 0.5), (94, 4), (95, 20))
)
SMALL = tuple(
    Row(f"tetromino sets {height}x{width}", "fill", 1,
        packed(f"board={height}x{width} pieces=tetrominoes copies={height * width // 20}"), 5)
    for height in range(3, 21) for width in range(height, 400 // height + 1) if height * width % 40 == 0
)  # fmt: skip
ROWS = (*TETROMINOES, *PENTOMINOES, *FREE, *OTHERS, *SLACK)


def measure() -> list[str]:
    """Return the lines of the table."""
    lines = [
        "# Large boards",
        "",
        f"{machine.facts()['machine']['processor']}; CPU seconds of the engine alone, one core, compiled before.",
        "`python -m benchmarks large` measures again.",
        f"A run is cut after {LIMIT:.0f} seconds. Every answer was accepted by the judge of tilings.",
        "",
        "| board | engine | solved | median CPU s | longest | at most, median | peak MB |",
        "|---|---|---|---|---|---|---|",
    ]
    for place in range(len(ROWS)):
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
            line = shown(ROWS[place], pool.submit(measured, place).result())
        print(line, flush=True)
        lines.append(line)
    small = [solved(row) for row in SMALL]
    total = sum(sum(each.seconds) for each in small)
    lines += [
        "",
        (
            "Tetromino sets on every board of area up to 400 with both sides 3 or more and an even number of sets: "
            f"{sum(each.solved for each in small)} of {len(small)}, {total:.2f} s in all (5 s at most)."
        ),
    ]
    return lines


def measured(place: int) -> Solved:
    """Solve a row in this process, once its engine is warm."""
    solved(SMALL[0])
    return solved(ROWS[place])


def solved(row: Row) -> Solved:
    """Solve a row with each of its seeds and judge the answers; raises AssertionError for a wrong one."""
    seconds, number = [], 0
    for seed in range(row.seeds):
        model = row.model(seed)
        begun = time.process_time()
        events = _events(row.engine, model, seed)
        seconds.append(time.process_time() - begun)
        for event in events:
            if isinstance(event, Found):
                assert not judges.faults(model, event.selection), f"{row.name}, seed {seed}: a wrong answer"
                number += 1
    return Solved(number, tuple(seconds), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


def shown(row: Row, outcome: Solved) -> str:
    """Return the line of a row."""
    middle, longest = statistics.median(outcome.seconds), max(outcome.seconds)
    return (
        f"| {row.name} | {row.engine} | {outcome.solved} of {row.seeds} | {middle:.4f} | {longest:.3f} "
        f"| {row.must:g} | {outcome.megabytes:.0f} |"
    )


def _events(engine: str, model: Model, seed: int) -> list[object]:
    return list(backends.engine(engine).run("solve", model, EngineOptions(seed=seed), Limits(time=LIMIT)))
