"""The boards that a search visits first, in order, with its moves so far, estimates and priorities; for people who watch.

The search runs once more, node by node, within the caller's process. Not here: recording (backends/search/graphs/watching.py,
backends/search/cover/watching.py), and films of several searches side by side (films.py).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from exactcover import backends
from exactcover.api.subjects import Subject, puzzle_about
from exactcover.backends.search.cover import watching
from exactcover.backends.search.cover.kernel_names import kernel_named
from exactcover.backends.search.graphs.watching import Visit, Watched, Watcher
from exactcover.kernel.graphs import naive_placement
from exactcover.model.answer import EngineOptions, Limits, request
from exactcover.model.encoding import Model
from exactcover.model.errors import InvalidInput, Unsuitable
from exactcover.model.space import NaivePlacement, Sliding
from exactcover.model.tiling import Tiling
from exactcover.solving.comparable import compared_as
from exactcover.transform.reductions import chain, tiling_to_naive_placement

OF_COVERS = "exact"
WATCHABLE = ("bfs", "ucs", "greedy", "astar", "wastar", "beam", "batch", "dfs", "idastar", OF_COVERS)
"""The engines whose order of visits can be recorded; the last one for packings, whose pieces may have any number of copies."""
MOST_VISITS, SECONDS = 300, 4.0
MOST_CELLS = 400
Boards = list[list[tuple[str, list[int]]]]


def visits(subject: Subject, backend: str, *, most: int = MOST_VISITS, seconds: float = SECONDS) -> dict[str, Any]:
    """Return the boards that a search visits first; raises InvalidInput if they cannot be recorded.

    rows, columns; cells: those of the board; visits: each with `pieces`, pairs of a name and places in `cells`, and `moves`,
    `estimate` and `priority`, null if the search has none, and `goal`; whole: whether these are all the visits of the search.
    Of an exact cover search `pieces` are the partial cover at a node, `moves` their number.
    """
    puzzle = puzzle_about(subject)
    wanted = request("solve", compared_as(backend))
    if wanted.engine not in WATCHABLE:
        backends.engine(wanted.engine)
        raise InvalidInput(
            f"the engine {wanted.engine} keeps no order of visits; expected one of {', '.join(WATCHABLE)}"
        )
    own = dict(wanted.options)
    names = backends.engine(wanted.engine).options
    if "" in own and names:
        own[names[0]] = own.pop("")
    model = puzzle.encode().model
    shape = _shape(model)
    if wanted.engine == OF_COVERS:
        boards, recorded, whole = _of_covers(model, own, most, seconds)
    else:
        boards, recorded, whole = _of_states(puzzle, model, wanted.engine, own, most, seconds)
    return {
        "rows": shape[0],
        "columns": shape[1],
        "cells": np.argwhere(_floor(model)).tolist(),
        "visits": [
            {
                "pieces": board,
                "moves": each.moves,
                "estimate": each.estimate,
                "priority": each.priority,
                "goal": each.goal,
            }
            for board, each in zip(boards, recorded, strict=True)
        ],
        "whole": whole,
    }


def watchable(subject: Subject) -> list[str]:
    """Return the engines whose visits can be recorded on a puzzle; none if its boards are not flat, or too large."""
    model = puzzle_about(subject).encode().model
    if not isinstance(model, Sliding | Tiling) or _floor(model).ndim != 2 or _floor(model).size > MOST_CELLS:
        return []
    if isinstance(model, Sliding):
        return [name for name in WATCHABLE if name != OF_COVERS]
    return list(WATCHABLE) if all(piece.least == piece.most for piece in model.pieces) else [OF_COVERS]


def _of_states(
    puzzle: Any, model: Model, engine: str, own: dict[str, str], most: int, seconds: float
) -> tuple[Boards, list[Visit], bool]:
    """Return the boards that a search of states visits, what is known of each, and whether they are all of them."""
    if own.get("closed") == "final" or own.get("ends") == "both":
        raise InvalidInput("the order of visits is recorded for a search from the start that reopens states")
    try:
        searched = tiling_to_naive_placement.reduce(model).model if isinstance(model, Tiling) else model
    except Unsuitable as fault:
        raise InvalidInput(str(fault)) from fault
    watcher = Watcher()
    stopped = _run(engine, searched, own, Watched(time=seconds, nodes=most, watcher=watcher))
    some = watcher.visits[:most]
    boards = _boards(searched, watcher, some, _names(puzzle, model, searched))
    return boards, some, stopped not in ("nodes", "time", "memory") and len(some) == len(watcher.visits)


def _of_covers(model: Model, own: dict[str, str], most: int, seconds: float) -> tuple[Boards, list[Visit], bool]:
    """Return the partial covers that a search for one solution visits, as `_of_states` does."""
    if not isinstance(model, Tiling):
        raise InvalidInput("the engine exact fills boards, and the blocks of this puzzle move; expected another engine")
    kernel = kernel_named(own.get("kernel", "auto"), own.get("order")).name
    if kernel in ("static-order", "layers"):
        raise InvalidInput(
            f"the kernel {kernel} does not visit boards one by one; expected auto, fewest-options or sparse"
        )
    reduced = chain.reduce(model, ("cover",), with_symmetries=False, tighten=True)
    limits = watching.Watched(time=seconds, nodes=most)
    stopped = _run(OF_COVERS, reduced.model, own, limits)
    cover, cells, boards = reduced.written, len(np.argwhere(model.region)), []
    assert cover is not None
    for selection in limits.selections:
        parts = [cover.members[cover.starts[option] : cover.starts[option + 1]] for option in selection.tolist()]
        boards.append([(model.pieces[int(part[-1]) - cells].name, part[:-1].tolist()) for part in parts])
    last = len(boards) - 1
    some = [
        Visit(limits.selections[number], len(board), goal=stopped == "solutions" and number == last)
        for number, board in enumerate(boards)
    ]
    return boards, some, stopped not in ("nodes", "time", "memory")


def _run(engine: str, model: Model, own: dict[str, str], limits: Limits) -> str | None:
    """Run an engine; return why it stopped."""
    stopped = None
    for event in backends.engine(engine).run("solve", model, EngineOptions(own=own), limits):
        stopped = getattr(event, "stop_reason", stopped)
    return stopped


def _shape(model: Model) -> tuple[int, ...]:
    """Return the shape of the board; raises InvalidInput if it is no small flat one."""
    floor = _floor(model)
    shape: tuple[int, ...] = floor.shape
    if floor.ndim != 2 or floor.size > MOST_CELLS:
        raise InvalidInput(f"the board is not flat, or has over {MOST_CELLS} positions; expected a small flat one")
    return shape


def _floor(model: Model) -> Any:
    if isinstance(model, Sliding):
        return model.floor
    if isinstance(model, Tiling):
        return model.region
    raise InvalidInput("visits are recorded for puzzles that slide, and for packings of flat boards")


def _boards(searched: Model, watcher: Watcher, some: list[Visit], names: dict[int, str]) -> Boards:
    """Return the pieces on each board: their names, and the numbers of their cells among those of the floor."""
    if not some:
        return []
    rows: Any = np.stack([each.row for each in some])
    if isinstance(searched, NaivePlacement):
        boards = naive_placement.labels(watcher.question.graph, rows)
        return [
            [(names[label], np.flatnonzero(board == label).tolist()) for label in np.unique(board[board > 0]).tolist()]
            for board in boards
        ]
    assert isinstance(searched, Sliding)
    number = np.cumsum(searched.floor.ravel()) - 1
    slid = []
    # States that no search of a graph packed are labels as they are.
    states = rows.astype(np.int64) if watcher.question is None else watcher.question.lift(rows)
    for state in states:
        blocks = [(names[shape + 1], searched.covered(shape, first) or []) for shape, first in searched.blocks(state)]
        slid.append([(name, [int(number[cell]) for cell in cells]) for name, cells in blocks])
    return slid


def _names(puzzle: Any, model: Model, searched: Model) -> dict[int, str]:
    """Return the name of the piece of each label; that of the first of interchangeable blocks."""
    if isinstance(model, Tiling):
        owners = [piece.name for piece in model.pieces for _ in range(piece.most)]
        return {number + 1: name for number, name in enumerate(owners)}
    assert isinstance(searched, Sliding)
    names: dict[int, str] = {}
    for area in puzzle.picture().areas:
        row, column = area.cells[0][-2:]
        names.setdefault(int(searched.start[row * searched.columns + column]), area.name)
    return names
