"""The boards that a search visits first, in order, with its moves so far, estimates and priorities; for people who watch.

The search runs once more, node by node, within the caller's process. Not here: recording (backends/search/graphs/watching.py).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from exactcover import backends
from exactcover.api.subjects import Subject, puzzle_about
from exactcover.backends.search.graphs.watching import Visit, Watched, Watcher
from exactcover.kernel.graphs import naive_placement
from exactcover.model.answer import EngineOptions, request
from exactcover.model.encoding import Model
from exactcover.model.errors import InvalidInput, Unsuitable
from exactcover.model.space import NaivePlacement, Sliding
from exactcover.model.tiling import Tiling
from exactcover.solving.comparable import compared_as
from exactcover.transform.reductions import tiling_to_naive_placement

WATCHABLE = ("bfs", "ucs", "greedy", "astar", "wastar", "beam", "batch")
"""The engines whose order of visits can be recorded."""
MOST_VISITS, SECONDS = 300, 4.0
MOST_CELLS = 400


def visits(subject: Subject, backend: str, *, most: int = MOST_VISITS, seconds: float = SECONDS) -> dict[str, Any]:
    """Return the boards that a search visits first; raises InvalidInput if they cannot be recorded.

    rows, columns; cells: those of the board; visits: each with `pieces`, pairs of a name and places in `cells`, and `moves`,
    `estimate` and `priority`, null if the search has none, and `goal`; whole: whether these are all the visits of the search.
    """
    puzzle = puzzle_about(subject)
    wanted = request("solve", compared_as(backend))
    engine = backends.engine(wanted.engine)
    if wanted.engine not in WATCHABLE:
        raise InvalidInput(
            f"the engine {wanted.engine} keeps no order of visits; expected one of {', '.join(WATCHABLE)}"
        )
    own = dict(wanted.options)
    if "" in own and engine.options:
        own[engine.options[0]] = own.pop("")
    if own.get("closed") == "final" or own.get("ends") == "both":
        raise InvalidInput("the order of visits is recorded for a search from the start that reopens states")
    model = puzzle.encode().model
    searched, shape = _searched(model)
    watcher = Watcher()
    limits = Watched(time=seconds, nodes=most, watcher=watcher)
    stopped = None
    for event in engine.run("solve", searched, EngineOptions(own=own), limits):
        stopped = getattr(event, "stop_reason", stopped)
    some = watcher.visits[:most]
    boards = _boards(searched, watcher, some, _names(puzzle, model, searched))
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
            for board, each in zip(boards, some, strict=True)
        ],
        "whole": stopped not in ("nodes", "time", "memory") and len(some) == len(watcher.visits),
    }


def watchable(subject: Subject) -> list[str]:
    """Return the engines whose visits can be recorded on a puzzle; none if its boards are not flat, or too large."""
    model = puzzle_about(subject).encode().model
    if not isinstance(model, Sliding | Tiling) or _floor(model).ndim != 2 or _floor(model).size > MOST_CELLS:
        return []
    counted = isinstance(model, Sliding) or all(piece.least == piece.most for piece in model.pieces)
    return list(WATCHABLE) if counted else []


def _searched(model: Model) -> tuple[Model, tuple[int, ...]]:
    """Return the model that is searched, and the shape of the board; raises InvalidInput if it is no flat board."""
    floor = _floor(model)
    if floor.ndim != 2 or floor.size > MOST_CELLS:
        raise InvalidInput(f"the board is not flat, or has over {MOST_CELLS} positions; expected a small flat one")
    if isinstance(model, Sliding):
        return model, floor.shape
    assert isinstance(model, Tiling)
    try:
        return tiling_to_naive_placement.reduce(model).model, floor.shape
    except Unsuitable as fault:
        raise InvalidInput(str(fault)) from fault


def _floor(model: Model) -> Any:
    if isinstance(model, Sliding):
        return model.floor
    if isinstance(model, Tiling):
        return model.region
    raise InvalidInput("visits are recorded for puzzles that slide, and for packings of flat boards")


def _boards(
    searched: Model, watcher: Watcher, some: list[Visit], names: dict[int, str]
) -> list[list[tuple[str, list[int]]]]:
    """Return the pieces on each board: their names, and the numbers of their cells among those of the floor."""
    if not some:
        return []
    rows = np.stack([each.row for each in some])
    if isinstance(searched, NaivePlacement):
        boards = naive_placement.labels(watcher.question.graph, rows)
        return [
            [(names[label], np.flatnonzero(board == label).tolist()) for label in np.unique(board[board > 0]).tolist()]
            for board in boards
        ]
    assert isinstance(searched, Sliding)
    number = np.cumsum(searched.floor.ravel()) - 1
    slid = []
    for state in watcher.question.lift(rows):
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
