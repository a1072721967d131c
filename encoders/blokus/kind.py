"""Blokus as a kind of puzzle: its interface to the rest of the program."""

from __future__ import annotations

from collections.abc import Hashable
from pathlib import Path

from encoders.blokus import keys, referee, table, to_growth, to_picture
from encoders.blokus.blokus import Blokus
from encoders.blokus.editor import EDITOR
from encoders.draw.gallery import tray
from encoders.geometry.lattices import SQUARE
from encoders.kind import Kind
from encoders.solutions import PackingSolution
from exactcover.model.encoding import Solution


def _cost(blokus: Blokus, solution: Solution) -> int | None:
    """Return the squares covered by the solution, or those not covered if as many as possible are to be; 0 if all pieces are
    placed."""
    placed = sum(len(placement["cells"]) for placement in solution["placements"])
    if blokus.goal == "fill":
        return None
    return sum(len(cells) for _, cells in blokus.pieces) - placed if blokus.goal == "most" else placed


def _identity(blokus: Blokus, solution: Solution) -> Hashable:
    """Return the set of placed pieces: the order of play does not distinguish solutions."""
    return frozenset(
        (placement["piece"], frozenset(map(tuple, placement["cells"]))) for placement in solution["placements"]
    )


KIND = Kind(
    name="blokus",
    keys=keys.KEYS,
    read=keys.blokus,
    canonical=Blokus.canonical,
    encode=to_growth.encode,
    faults=referee.faults,
    encoding_faults=referee.growth_faults,
    picture=to_picture.picture,
    cost=_cost,
    identity=_identity,
    engines=lambda blokus: ("astar", "cpsat", "ucs", "greedy", "bfs", "dfs"),
    solution=PackingSolution,
    with_names=keys.with_names,
    names=lambda blokus: {"placements": [{"piece": name, "cells": cells} for name, cells in blokus.pieces]},
    moves=Blokus.moves,
    checkers={"trees": Path(__file__).with_name("trees_checker.py")},
    table=table.table,
    pieces=lambda blokus: tray([(name, name, cells) for name, cells in blokus.pieces], SQUARE),
    editor=EDITOR,
    independent=lambda _: "encoders.blokus.independent_encoder",
)
