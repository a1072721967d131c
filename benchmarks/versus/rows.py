"""The rows: what is asked, the CPU seconds that are wanted, and who is measured beside ours."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from benchmarks.covers import langford, queens
from benchmarks.priced import planted
from encoders.catalogue import puzzle
from exactcover.model.answer import Task
from exactcover.model.cover import Cover
from exactcover.model.encoding import Model

REACH = Path(__file__).parent.parent / "reach"
GENERAL = ("xcover", "exact-cover", "dxz", "plain-cpsat", "plain-pysat")
PRICED = ("highs", "scip", "cpsat-model")
CALENDAR = "++++++#/++++++#/+++++++/+++++++/+++++++/+++++++/+++####"
CALENDAR_PIECES = ("###/###", "#.#/###", "#../#../###", "##./.#./.##", "##./###", "####/#...", "####/.#..", "###./..##")
BOXES = ("###/##./##.", "###/##./.##", ".##/###/##.", "##./###/##.", "###/#../###", "###/.#./###")
MUTILATED = "/".join(["#" + 7 * ".", *(["........"] * 6), 7 * "." + "#"])


class Row(NamedTuple):
    """A question about a model; must: wanted CPU seconds, None for a first measurement; beside: other programs by name.

    answer: the known count; program: the arguments of `bitmask`, for rows that it takes.
    """

    name: str
    task: Task
    model: Callable[[], Model]
    must: float | None
    beside: tuple[str, ...] = ()
    limit: float = 20.0
    answer: int | None = None
    program: tuple[str, ...] = ()


def of_packing(board: str, pieces: tuple[str, ...], copies: list[int]) -> Model:
    """Return the model of a packing of drawn pieces; cells marked + may stay empty."""
    listed = [
        {"name": f"p{n}", "picture": cells, "copies": number}
        for n, (cells, number) in enumerate(zip(pieces, copies, strict=True))
    ]
    return puzzle("packing", board=board, pieces=listed).encode().model


def slack(percent: int) -> Row:
    """Return a board of 40x45 whose pieces, of seven cells each, cover so much of it."""
    number = 1800 * percent // 100 // 7
    copies = [number // 6 + (place < number % 6) for place in range(6)]
    must = {85: 0.1, 88: 0.1, 90: 0.1, 92: 0.5, 94: 4.0, 95: 20.0}[percent]
    board = "/".join(["+" * 45] * 40)
    name = f"40x45, {number} pieces of 7 cells, {percent} %"
    return Row(name, "solve", lambda: of_packing(board, BOXES, copies), must, ("plain-cpsat",))


def stated(words: str, task: Task, must: float | None, beside: tuple[str, ...] = GENERAL, **own: float) -> Row:
    """Return a row of a puzzle in words."""
    limit, answer = float(own.get("limit", 20.0)), own.get("answer")
    return Row(
        words, task, lambda: puzzle(words).encode().model, must, beside, limit, None if answer is None else int(answer)
    )


def priced(name: str, must: float | None, limit: float = 20.0) -> Row:
    """Return a cover with costs of the folder benchmarks/reach."""
    return Row(name, "solve", lambda: puzzle(str(REACH / f"{name}.txt.gz")).encode().model, must, PRICED, limit)


def unpriced(items: int, options: int, seed: int) -> Cover:
    """Return a planted cover without its costs."""
    return replace(planted(items, options, seed), costs=None)


def with_holes(order: int, holes: int, seed: int) -> str:
    """Return a Latin square of that order, shuffled, with so many open cells, as a puzzle in words."""
    rng = random.Random(seed)
    rows, columns, values = (rng.sample(range(order), order) for _ in range(3))
    letters = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    grid = [letters[values[(row + column) % order]] for row in rows for column in columns]
    for cell in rng.sample(range(order * order), holes):
        grid[cell] = "."
    return f"latin n={order} grid={''.join(grid)}"


def rows() -> Iterator[Row]:
    """Yield every row, in the order of the table."""
    yield Row(
        "calendar, any two cells open",
        "count",
        lambda: of_packing(CALENDAR, CALENDAR_PIECES, [1] * 8),
        0.3,
        answer=59787,
    )
    yield from map(slack, (85, 88, 90, 92, 94, 95))
    yield from (priced(name, None) for name in ("p60_600_11", "p60_600_12", "p100_2000_11"))
    yield from (priced(f"bus-{name}", None) for name in ("c1", "c2", "t2", "r5"))
    yield from (priced(name, None, 25.0) for name in ("d120_6000_1", "d200_20000_2"))
    for n, answer in ((12, 14200), (13, 73712), (14, 365596), (15, 2279184)):
        yield Row(
            f"queens {n}", "count", partial(queens, n), None, ("bitmask", "xcover"), 20.0, answer, ("queens", str(n))
        )
    for n, answer in ((11, 35584), (12, 216288)):
        program = ("langford", str(n))
        yield Row(
            f"Langford {n}", "count", partial(langford, n), None, ("bitmask", *GENERAL[:3]), 20.0, answer, program
        )
    for items, options in ((60, 600), (100, 2000)):
        name = f"planted, {items} items, {options} options"
        yield Row(name, "solve", partial(unpriced, items, options, 11), None, GENERAL)
    yield stated(with_holes(30, 380, 1), "solve", None)._replace(name="Latin 30x30, 380 open")
    yield stated(with_holes(33, 457, 2), "solve", None)._replace(name="Latin 33x33, 457 open")
    yield stated(f"packing board={MUTILATED} pieces=dominoes copies=any", "solve", 0.01)._replace(
        name="mutilated chessboard"
    )
    yield stated("packing board=4x5 pieces=tetrominoes", "solve", 0.01)
    yield stated("packing board=10x10 pieces=tetrominoes copies=any", "count", 1.2, (), limit=60.0)
    yield stated("packing board=8x8 pieces=pentominoes copies=0..1 optional=all", "solve", None)
    yield stated("golfers groups=5 size=3 weeks=6", "solve", None, ("plain-cpsat", "plain-pysat"))
    yield stated("block-design v=15 k=3 resolvable=yes", "solve", None, ("plain-cpsat", "plain-pysat"))
    yield stated("edge-matching board=4x6 tiles=macmahon-3 border=same", "solve", None, ("plain-cpsat", "plain-pysat"))
