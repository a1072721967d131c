"""Families of puzzles along an axis: depth, size, limit, heuristic; and the published table of the 8-puzzle."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import fmean
from typing import Any

from exactcover import api
from exactcover.comparison import Case, answer
from exactcover.model.amounts import Amount
from exactcover.model.answer import SCHEMA, Answer, Limits
from exactcover.model.errors import InvalidInput, nearest
from exactcover.process.tables import table
from exactcover.solving.comparable import NotApplicable

GOAL = "012345678"
SEARCHES = ("astar:h1", "astar:h2", "batch:5", "batch:10")
PENTOMINOES = ("L5", "N5", "U5", "W5", "Y5", "F5", "I5", "P5", "T5", "V5", "X5", "Z5")
"""The first n of these fill 5xn for every n from 5 to 12: counts 8 to 4040, by exact."""
TABLE = (
    "120345678", "125340678", "032415678", "632015748", "251370468", "128437056", "354701268", "014237685", "041378256",
    "240537681", "234867051", "213604875", "546308172",
)  # fmt: skip
"""The states of the published table of A* and beam search on the 8-puzzle (goal b12 345 678)."""
TWO_LS = "AAABB/CCDDB/GEEFF/GGHHH/...I."
"""The letters are those of the published figures: ties between states are broken by them."""
TETROMINO_BOARDS = ((4, 10), (5, 8), (8, 10), (10, 12), (14, 20), (28, 70))
"""Boards for k sets of the five tetrominoes, k even: those of a published local search, and some between."""
MAX_NODES = (10, 30, 100, 300, 1000, 3000, 10000, 30000, 100000, 200000)
DEPTHS = range(2, 32)
STARTS_PER_DEPTH = 5
STARTS = 40


@dataclass(frozen=True)
class Family:
    """Puzzles along an axis, the engines that are compared on them by default, and what is plotted.

    cases: (position on the axis, puzzle, limits or None for those of the request); measure: the statistic that the
    curve shows; share: the curve shows the fraction of solved cases at each position.
    """

    name: str
    about: str
    axis: str
    engines: tuple[str, ...]
    cases: Callable[[int], Iterator[tuple[float, api.Puzzle, Limits | None]]]
    measure: str = "popped"
    share: bool = False


def _tiles(start: str) -> api.Puzzle:
    return api.puzzle(f"tiles board=3x3 start={start} goal={GOAL}")


def layers() -> list[list[str]]:
    """Return the states of the 8-puzzle by distance from the goal, each layer in increasing order."""
    seen = {GOAL}
    reached = [[GOAL]]
    while reached[-1]:
        near = {neighbour for state in reached[-1] for neighbour in _neighbours(state)} - seen
        seen |= near
        reached.append(sorted(near))
    return reached[:-1]


def _neighbours(state: str) -> Iterator[str]:
    blank = state.index("0")
    for cell in (blank - 3, blank + 3, blank - 1, blank + 1):
        if 0 <= cell < 9 and (abs(cell - blank) == 3 or cell // 3 == blank // 3):
            low, high = sorted((blank, cell))
            yield state[:low] + state[high] + state[low + 1 : high] + state[low] + state[high + 1 :]


def _by_depth(seed: int) -> Iterator[tuple[float, api.Puzzle, Limits | None]]:
    rng = random.Random(seed)
    by_depth = layers()
    for depth in DEPTHS:
        for state in rng.sample(by_depth[depth], min(STARTS_PER_DEPTH, len(by_depth[depth]))):
            yield depth, _tiles(state), None


def _by_limit(seed: int) -> Iterator[tuple[float, api.Puzzle, Limits | None]]:
    rng = random.Random(seed)
    states = rng.sample([state for layer in layers() for state in layer], STARTS)
    for most in MAX_NODES:
        for state in states:
            yield most, _tiles(state), Limits(nodes=most)


def _by_size(seed: int) -> Iterator[tuple[float, api.Puzzle, Limits | None]]:
    for number in range(5, len(PENTOMINOES) + 1):
        pieces = ",".join(PENTOMINOES[:number])
        yield number, api.puzzle(f"packing board=5x{number} pieces={pieces}"), None


def _tetrominoes(seed: int) -> Iterator[tuple[float, api.Puzzle, Limits | None]]:
    for height, length in TETROMINO_BOARDS:
        words = f"packing board={height}x{length} pieces=tetrominoes copies={height * length // 20}"
        yield height * length, api.puzzle(words), None


def _table(seed: int) -> Iterator[tuple[float, api.Puzzle, Limits | None]]:
    for row, state in enumerate(TABLE, start=1):
        yield row, _tiles(state), None


def _two_ls(seed: int) -> Iterator[tuple[float, api.Puzzle, Limits | None]]:
    yield 1, api.puzzle(f"blocks board={TWO_LS} goal=two-ls identical=no"), None


FAMILIES = {
    family.name: family
    for family in (
        Family(
            "8-puzzle-by-depth",
            f"{STARTS_PER_DEPTH} random states at every distance from the goal",
            "moves of the shortest plan",
            ("astar:h1", "astar:h2", "batch:10", "idastar:h2", "bfs"),
            _by_depth,
        ),
        Family(
            "8-puzzle-by-max-nodes",
            f"the part of {STARTS} random states that is solved within a limit on nodes",
            "most nodes",
            SEARCHES,
            _by_limit,
            share=True,
        ),
        Family(
            "pentominoes-by-size",
            "the first n of twelve pentominoes on 5xn: exact methods and naive search",
            "pieces",
            ("exact", "cpsat", "sat", "dfs", "bfs"),
            _by_size,
            measure="cpu_seconds",
        ),
        Family(
            "tetrominoes-by-size",
            "k sets of the five tetrominoes, 4x10 to 28x70: exact methods and local search",
            "cells of the board",
            ("fill", "compose", "exact", "cpsat", "sat", "local-beam", "anneal"),
            _tetrominoes,
            measure="cpu_seconds",
        ),
        Family(
            "two-ls-by-heuristic",
            "two L's meet, every piece numbered: states by heuristic",
            "",
            (*(f"astar:heuristic={name},closed=final" for name in ("h1", "h2", "max")), "ucs", "bfs"),
            _two_ls,
            measure="generated",
        ),
        Family("8-puzzle-table", "the published table of A* and beam search, row by row", "row", SEARCHES, _table),
    )
}


def family(name: str) -> Family:
    """Return the family of that name; raises InvalidInput with the nearest known one."""
    if name not in FAMILIES:
        raise InvalidInput(f"unknown family {name!r}; expected {', '.join(FAMILIES)}{nearest(name, FAMILIES)}")
    return FAMILIES[name]


def run(
    family: Family, engines: Sequence[str], limits: Limits, seed: int = 0, solve: Callable[..., Answer] = api.solve
) -> Iterator[Case]:
    """Yield a family's cases as they are answered; engines run one after the other in a warm process. solve: see `answer`."""
    for at, puzzle, own in family.cases(seed):
        within = limits if own is None else replace(limits, nodes=own.nodes)
        entries = tuple(answer(puzzle, name, within, seed, solve) for name in engines)
        yield Case(puzzle, tuple(engines), entries, within, at)


def to_json(family: Family, cases: Sequence[Case]) -> dict[str, Any]:
    """Return a family's compare object: its axis, and every case with the answers of all engines."""
    kept = ("puzzle", "limits", "backends", "answers")
    listed = [{"at": case.at} | {key: each for key, each in case.to_json().items() if key in kept} for case in cases]
    return {"schema": SCHEMA, "task": "compare", "family": family.name, "axis": family.axis, "cases": listed}


def value(answer: Answer, measure: str) -> float:
    """Return a statistic of an answer; 0 if the engine does not count it. `popped` falls back to `expanded`."""
    used = answer.statistics
    return float(getattr(used, measure) or (used.expanded if measure == "popped" else 0.0))


@dataclass(frozen=True)
class Point:
    """The results of an engine at one position: the mean over the solved cases, their number, and the number of cases.

    mean: None if no case was solved, or the engine does not count the measure; cost: that of the solution, if there is
    only one case; stopped: what stopped the unsolved cases.
    """

    at: float
    mean: float | None
    solved: int
    cases: int
    cost: Amount | None = None
    stopped: str = ""


def curve(family: Family, cases: Sequence[Case], engine: str) -> list[Point]:
    """Return an engine's points along the axis."""
    points = []
    for at in sorted({case.at for case in cases if case.at is not None}):
        answers = [(case, case.answers[case.engines.index(engine)]) for case in cases if case.at == at]
        ran = [(case, each) for case, each in answers if not isinstance(each, NotApplicable)]
        solved = [each for _, each in ran if each.status != "UNKNOWN"]
        stopped = {f"UNKNOWN {case.stopped(each)}" for case, each in ran if each.status == "UNKNOWN"}
        stopped |= {"not applicable"} if len(ran) < len(answers) else set()
        mean = fmean(value(each, family.measure) for each in solved) or None if solved else None
        cost = solved[0].cost if len(answers) == len(solved) == 1 else None
        points.append(Point(at, mean, len(solved), len(answers), cost, " or ".join(sorted(stopped))))
    return points


def shown(family: Family, cases: Sequence[Case], engines: Sequence[str]) -> str:
    """Return a family as a table for people: one row per position, one column per engine."""
    curves = {engine: curve(family, cases, engine) for engine in engines}
    places = [point.at for point in curves[engines[0]]]
    lines = [
        [f"{at:g}", *(_cell(family, curves[engine][line]) for engine in engines)] for line, at in enumerate(places)
    ]
    unit = (
        "fraction solved"
        if family.share
        else {"cpu_seconds": "CPU s", "popped": "states looked at"}.get(family.measure, family.measure)
    )
    return f"{family.name}: {family.about} ({unit})\n" + table((family.axis or "case", *engines), lines)


def _cell(family: Family, point: Point) -> str:
    if family.share:
        return f"{point.solved / point.cases:.0%}"
    if not point.solved:
        return point.stopped
    if point.mean is None:
        return "-"
    if point.cost is not None and family.measure != "cpu_seconds":
        return f"{point.mean:,.0f} ({point.cost} moves)"
    mean = f"{point.mean:.3f}" if family.measure == "cpu_seconds" else f"{point.mean:,.0f}"
    return mean if point.solved == point.cases else f"{mean} ({point.solved} of {point.cases} solved)"
