"""Packings as a kind of puzzle: its interface to the rest of the program."""

from __future__ import annotations

from collections.abc import Hashable

from encoders.kind import Arrays, Kind
from encoders.packing import accepted, keys, layouts, naming, orbit, to_picture, to_tiling, to_xmpuzzle
from encoders.packing.editor import EDITOR
from encoders.packing.notices import notices
from encoders.packing.packing import Packing, placed_of
from exactcover.model.encoding import Solution
from exactcover.model.layout import Layout


def _identity(packing: Packing, solution: Solution) -> Hashable:
    """Return the set of placed pieces: placements and cells have no order, a piece has one name."""
    if isinstance(solution, Layout):
        return layouts.identity(packing, solution)
    return frozenset((packing.aliases.get(place.piece, place.piece), place.cells) for place in placed_of(solution))


def _engines(packing: Packing) -> tuple[str, ...]:
    """Return exact methods, and naive search if the number of copies of every piece is given."""
    counted = packing.optional is None and all(piece.least == piece.most for piece in packing.pieces)
    return ("exact", "cpsat", "sat", "dfs", "bfs") if counted else ("exact", "cpsat", "sat")


KIND = Kind(
    name="packing",
    keys=keys.KEYS,
    read=keys.packing,
    canonical=Packing.canonical,
    encode=to_tiling.encode,
    faults=accepted.faults,
    all_right=accepted.all_right,
    encoding_faults=accepted.tiling_faults,
    picture=to_picture.picture,
    notices=notices,
    pieces=to_picture.pieces,
    cost=lambda packing, solution: None,
    identity=_identity,
    orbit=orbit.orbit,
    engines=_engines,
    with_names=naming.with_names,
    names=lambda packing: {"placements": [{"piece": each.name, "cells": each.cells} for each in packing.pieces]},
    arrays=Arrays(
        most=lambda packing: packing.board.size,
        of_solution=layouts.of_solution,
        of_arrays=layouts.of_arrays,
        mosaic=to_picture.mosaic,
    ),
    files={to_xmpuzzle.NAME: to_xmpuzzle.write},
    editor=EDITOR,
)
