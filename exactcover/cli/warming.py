"""The command that compiles ahead of time: it builds the library of kernels (kernel/build.py).

Where that cannot be built, it runs small requests that together use most compiled code, with a progress bar. Not here: measuring
compilation, which every answer reports (process/compiling.py).

Historical note. Kernels are compiled separately for masks of one, two, three, ... words, so that no list of requests is
complete: this one compiles masks of up to four words. A wider board compiles its own width of the one kernel that it
needs.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any, NamedTuple

from exactcover.cli import terminal
from exactcover.cli.options import Options, taking
from exactcover.model.answer import Limits, Task
from exactcover.model.errors import ANSWERED, InvalidInput
from exactcover.model.events import Progress

WIDTH = 20
SECONDS, NODES = 10.0, 2_000
"""The limits of each request; compilation counts towards neither."""
BOARDS = ("2x4", "4x5", "6x8", "8x9", "8x14", "8x17", "10x18", "12x18")
"""Boards for dominoes whose masks have one to four words, and whose sets of options have one to seven."""
PRICED = ("exact", "prices", "highs")
"""Engines for a cheapest cover, which no one-line puzzle is."""
RING = 9
"""The items of that cover, alone and in pairs of near ones: an odd number, so that the relaxation is fractional and
cuts are sought.
"""


class Warming(NamedTuple):
    """A request that uses compiled code; nodes: its node limit."""

    task: Task
    puzzle: str
    backend: str = "auto"
    settings: tuple[tuple[str, Any], ...] = ()
    nodes: int | None = NODES


def requests() -> Iterator[Warming]:
    """Yield the requests."""
    anyhow = "pieces=dominoes copies=any"
    for board in BOARDS:
        for kernel in ("fewest-options", "static-order"):
            yield Warming("solve", f"packing board={board} {anyhow}", f"exact:{kernel}")
            yield Warming("count", f"packing board={board} {anyhow}", f"exact:{kernel}")
    yield Warming("solve", "soma")
    yield Warming("count", "soma")
    for engine in ("compose", "fill", "local-beam", "anneal"):
        yield Warming("solve", "packing board=20x20 pieces=tetrominoes copies=20", engine)
    yield Warming("solve", "packing board=20x20 pieces=T4 copies=any", "fill")
    yield Warming("solve", "packing board=60x60 pieces=pentominoes copies=60", "exact")
    yield Warming("solve", "packing board=10x10x10 pieces=tetracubes copies=any", "fill")
    yield Warming("solve", "blokus board=6x6 pieces=blokus-tiny-2 goal=corners", "astar")
    yield Warming("count", "packing board=5x5 pieces=tetrominoes,I1 copies=0..2", "exact:sparse")
    for puzzle in ("dominoes-8x8", "tetrominoes-4x10", "pentominoes-3x20", "slothouber-graatsma"):
        yield Warming("count", puzzle, "exact:layers")
    yield Warming("count", f"packing board=14x14 {anyhow}", "exact:layers", (("workers", 2),), nodes=None)
    yield Warming("count", "pentominoes-5x12")
    yield Warming("list", "soma", settings=(("up_to_symmetry", True),))
    yield Warming("list", "pentominoes-3x20", settings=(("workers", 2),))
    yield Warming("count", "pentominoes-3x20", settings=(("workers", 2),))
    yield Warming("sample", "dominoes-8x8")
    yield from _of_graphs()
    for argument, puzzle in (
        ("frontier", f"packing board=5x5 {anyhow}"),
        ("tree", "packing board=4x5 pieces=tetrominoes"),
        ("clausal", "packing board=4x5 pieces=tetrominoes"),
        ("clausal", "mutilated-chessboard"),
    ):
        yield Warming("prove", puzzle, settings=(("argument", argument),))
    yield Warming("prove", "8-puzzle")


def _of_graphs() -> Iterator[Warming]:
    """Yield searches of state graphs: of tiles, of blocks, and of packings filled piece by piece."""
    engines = ("bfs:one", "dfs", "ucs", "greedy", "astar", "wastar", "idastar", "beam", "batch")
    for puzzle in ("8-puzzle", "two-ls", "packing board=2x4 pieces=I4,O4"):
        for engine in engines:
            yield Warming("solve", puzzle, engine)
    for engine in (
        "bfs:both",
        "astar:closed=final",
        "astar:ties=free",
        "astar:pdb",
        "idastar:pdb",
        "idastar:manhattan",
    ):
        yield Warming("solve", "8-puzzle", engine)
    yield Warming("solve", "15-puzzle", "idastar")


@taking("quiet")
def warm(options: Options) -> int:
    """Compile ahead, once per machine, what engines and provers need: the library of kernels, which takes some minutes.

    Without a C compiler, code for masks of up to four words (256 options or cells) is compiled by small searches.
    """
    from exactcover.kernel import build

    if not build.is_needed():
        print("the library of kernels is up to date: nothing needs to be compiled")
        return ANSWERED
    if missing := build.missing_tools():
        print(f"the library of kernels cannot be built, because {missing} is missing; compiling what most puzzles need")
        return _warm_by_searching(options)
    with terminal.ProgressLine(options.quiet) as line:
        try:
            path = build.build(lambda text: line.show(Progress(text)))
        except (build.CannotBuild, OSError) as fault:
            raise InvalidInput(
                f"the library of kernels cannot be built: {fault}; expected a C compiler, and a folder that can be written to"
            ) from fault
    print(f"built the library of kernels, {path.stat().st_size / 1e6:.1f} MB: {path}")
    return ANSWERED


def _warm_by_searching(options: Options) -> int:
    from exactcover import api

    names, ways, costs = ring()
    cheapest = api.cover(names, ways, costs=costs)
    start = time.monotonic()
    compiled = sum(api.solve(cheapest, backend=engine).statistics.compile_seconds for engine in PRICED)
    everything = list(requests())
    with terminal.ProgressLine(options.quiet) as line:
        for done, (task, puzzle, backend, settings, nodes) in enumerate(everything):
            line.show(Progress(f"{bar(done, len(everything))}: {task} {puzzle} by {backend}"))
            limits = Limits(time=SECONDS, nodes=None if task in ("sample", "prove") else nodes, solutions=_most(task))
            request = api.request(task, backend, limits=limits, **dict(settings))
            compiled += api.answered(puzzle, request).statistics.compile_seconds
    print(
        f"compiled ahead: {len(everything) + len(PRICED)} runs took {time.monotonic() - start:.0f} s,"
        f" {compiled:.0f} of them to compile and load"
    )
    return ANSWERED


def ring() -> tuple[list[str], list[list[str]], list[int]]:
    """Return items, options and costs of a cover whose cheapest solution neither a short search nor the relaxation finds."""
    names = [f"item {number}" for number in range(RING)]
    pairs = [[names[one], names[(one + step) % RING]] for step in (1, 2) for one in range(RING)]
    costs = [50] * RING + [30 + number * number % 7 for number in range(len(pairs))]
    return names, [*([name] for name in names), *pairs], costs


def _most(task: Task) -> int | None:
    return 2 if task == "sample" else None


def bar(done: int, steps: int) -> str:
    """Return the fraction of steps done, as a bar."""
    filled = WIDTH * done // steps
    return f"[{'#' * filled}{'.' * (WIDTH - filled)}] {done} of {steps}"
