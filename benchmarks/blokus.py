"""Single-player Blokus: published boards solved, bounds proved, and the published baselines for comparison.

Boards, optima and earlier figures are from the published course exercise on Blokus as search (all on whole boards,
start 0,0 and all 21 pieces unless stated otherwise). One process, one core, compiled code warm. CPU seconds are those
of the engine's process, in a second run; `expanded` counts states whose successors were generated (not counted if the
run was stopped). `bound` is the lower bound on the cost that the run proves. An optimum that differs from the published
one fails the run.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from benchmarks.machine import described, table
from exactcover import api
from exactcover.model.answer import Answer, Limits

SMALL_COVER = "goal=cover pieces=blokus-small start=3,3"


@dataclass(frozen=True)
class Board:
    """A board as keys; its known optimum; the engines to run on it, and their time limit."""

    name: str
    keys: str
    optimum: int | None = None
    engines: tuple[str, ...] = ("auto",)
    seconds: float = 60.0
    published: str = field(default="", compare=False)


BASELINES = ("auto", "astar:joints", "astar:steiner", "astar:king", "astar:cover", "ucs")
TARGETS_APART = (*BASELINES, "astar:closest-target")
BOARDS = (
    Board(
        "corners-6x6", "board=6x6 goal=corners pieces=blokus-tiny-2", 17, BASELINES, published="0.13 s, A* in Python"
    ),
    Board("corners-5x5", "board=5x5 goal=corners pieces=blokus-small", 13, BASELINES, published="0.21 s, A* in Python"),
    Board("cover-6x6", f"board=6x6 {SMALL_COVER} targets=2,2/5,5/1,4", 7, BASELINES, published="0.03 s, A* in Python"),
    Board("cover-8x8", f"board=8x8 {SMALL_COVER} targets=2,2/5,5/6,7", 8, published="0.09 s, A* in Python"),
    Board("cover-10x10", f"board=10x10 {SMALL_COVER} targets=2,2/5,5/6,7", 8, published="0.13 s, A* in Python"),
    Board(
        "closest-1",
        "board=10x10 goal=cover start=7,7 targets=5,5/8,8/4,9",
        8,
        TARGETS_APART[:5] + TARGETS_APART[6:],
        published="0.42 s, A* in Python",
    ),
    Board(
        "closest-2",
        "board=10x10 goal=cover start=5,5 targets=3,4/6,6/7,5",
        6,
        TARGETS_APART[:5] + TARGETS_APART[6:],
        published="0.08 s, A* in Python",
    ),
    Board(
        "corners-8x8",
        "board=8x8 goal=corners pieces=blokus-tiny-2",
        24,
        ("auto", "astar:steiner"),
        published="5.9 s, A* in C++ with Steiner trees; 17.7 s, CP-SAT",
    ),
    Board(
        "mini-contest-10x10",
        "board=10x10 goal=cover targets=0,1/4,9/9,2",
        17,
        ("auto", "astar:steiner"),
        published="1.2 s, A* in C++ with Steiner trees",
    ),
    Board(
        "mini-contest-15x15",
        "board=15x15 goal=cover targets=0,1/0,9/5,5/8,8/4,9/9,2",
        published="bound 23 in 75 s",
    ),
    Board("corners-14x14", "board=14x14 goal=corners", published="cost 44, bound 31"),
    Board("corners-20x20", "board=20x20 goal=corners", seconds=30.0, published="nothing in 22 s, CP-SAT"),
    Board("fill-14x14", "board=14x14 goal=fill", engines=("auto", "dfs"), published="4.9 s, CP-SAT"),
)


class Wrong(Exception):
    """An engine's answer differs from the published one."""


def solved(board: Board, engine: str) -> Answer:
    """Return the answer of an engine in its second run; raises Wrong."""
    for _ in range(2):
        puzzle = f"blokus {board.keys}"
        answer = api.solve(puzzle, backend=engine, limits=Limits(time=board.seconds))
        if answer.stop_reason == "time":
            break
    if board.optimum is not None and answer.status == "OPTIMAL" and answer.cost != board.optimum:
        raise Wrong(f"{engine} claims {answer.cost} on {board.name}, where {board.optimum} is published")
    return answer


def row(board: Board, engine: str) -> tuple[str, ...]:
    """Return the table row of a board and an engine."""
    answer = solved(board, engine)
    figures = answer.statistics
    cost, bound = ("" if number is None else str(number) for number in (answer.cost, answer.bound))
    earlier = board.published if engine == "auto" else ""
    return (
        board.name, engine, answer.status, cost, bound, str(figures.expanded or ""), f"{figures.cpu_seconds:.3f}", earlier,
    )  # fmt: skip


def measure() -> list[str]:
    """Return the lines of the results page."""
    rows = [row(board, engine) for board in BOARDS for engine in board.engines]
    head = ("board", "engine", "status", "cost", "bound", "expanded", "CPU s", "published")
    return [
        "# Blokus",
        "",
        described(),
        "",
        *(__doc__ or "").strip().splitlines()[2:],
        "",
        *table(head, rows),
    ]
