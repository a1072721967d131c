"""Packings as a kind of puzzle: its interface to the rest of the program."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import replace
from typing import Any

from encoders.geometry.lattice import connected
from encoders.geometry.piece import seated
from encoders.kind import Arrays, Kind
from encoders.packing import (
    accepted,
    boards,
    covers,
    keys,
    layouts,
    naming,
    orbit,
    referee_of_covers,
    referee_of_goals,
    referee_of_wrapped,
    referee_of_wrapped_covers,
    to_cover,
    to_picture,
    to_tiling,
    to_wrapped_cover,
    to_xmpuzzle,
    varying,
)
from encoders.packing.editor import EDITOR
from encoders.packing.packing import Packing, placed_of
from encoders.solutions import PackingSolution
from exactcover.model.cover import Cover
from exactcover.model.encoding import Encoding, Model, Solution
from exactcover.model.layout import Layout
from exactcover.model.many import SolutionTable

MOST_CELLS = 10_000
"""Of a piece that is looked at whether it is in several parts."""


def _encode(packing: Packing) -> Encoding:
    if not packing.plain:
        return to_cover.encode(packing)
    return to_tiling.encode(packing) if packing.wrap is None else to_wrapped_cover.encode(packing)


def _faults(packing: Packing, solution: Any) -> Iterator[str]:
    judge = accepted.faults if packing.wrap is None else referee_of_wrapped.faults
    faulty = False
    for fault in judge(packing, solution):
        faulty = True
        yield fault
    if not faulty:
        yield from referee_of_goals.wrong_goals(packing, solution)


def _all_right(packing: Packing, solutions: SolutionTable) -> bool:
    wrapped = packing.wrap is not None
    return referee_of_wrapped.all_right(packing, solutions) if wrapped else accepted.all_right(packing, solutions)


def _encoding_faults(packing: Packing, model: Any) -> list[str]:
    if not packing.plain:
        return referee_of_covers.cover_faults(packing, model)
    if packing.wrap is None:
        return accepted.tiling_faults(packing, model)
    return referee_of_wrapped_covers.cover_faults(packing, model)


def _figures(packing: Packing, model: Any) -> dict[str, Any]:
    return covers.figures(packing, model) if isinstance(model, Cover) else {}


def _identity(packing: Packing, solution: Solution) -> Hashable:
    """Return the set of placed pieces: placements and cells have no order, a piece has one name."""
    if isinstance(solution, Layout):
        return layouts.identity(packing, solution)
    return frozenset((packing.aliases.get(place.piece, place.piece), place.cells) for place in placed_of(solution))


def _engines(packing: Packing) -> tuple[str, ...]:
    """Return exact methods, and naive search if the number of copies of every piece is given."""
    if packing.connected:
        return ("cpsat", "exact", "sat")
    if packing.goals is not None:
        return ("prices", "highs", "cpsat", "exact")
    counted = packing.plain and (
        packing.optional is None and packing.wrap is None and all(piece.least == piece.most for piece in packing.pieces)
    )
    return ("exact", "cpsat", "sat", "dfs", "bfs") if counted else ("exact", "cpsat", "sat")


def _tray(packing: Packing) -> Model:
    """Return the tiling of the board without goals and other demands; of a board that wraps round, its cover."""
    plain = replace(packing, goals=None, touching="all", connected=False)
    return _encode(plain).model


def _notices(packing: Packing) -> Iterator[str]:
    """Yield a sentence for each piece in several parts, and one if the pieces cannot cover the board."""
    for piece in packing.pieces:
        if len(piece.cells) <= MOST_CELLS and not connected(
            seated(piece.cells, packing.lattice, piece.motions), packing.lattice
        ):
            yield (
                f"piece {piece.name} is in several parts; if it is meant to be solid, layers are separated by // or an empty line"
            )
    loose = packing.optional is not None and packing.goals is None and packing.empty[1] == int(packing.optional.sum())
    if loose and any(piece.least != piece.most for piece in packing.pieces):
        yield "cells may stay empty and nothing is maximised: however few pieces are placed, it counts as a solution"
    area = int(packing.board.sum())
    largest = sum(len(piece.cells) * (area if piece.most is None else piece.most) for piece in packing.pieces)
    if largest < area and packing.optional is None:
        yield (
            f"the pieces cover at most {largest:,} of the {area:,} cells; cells that may stay empty are marked + in the board's"
            " picture, or all of them by optional=all"
        )


def _independent(packing: Packing) -> str:
    if packing.wrap is not None:
        return "encoders.packing.independent_encoder_wrapped"
    if packing.lattice.name in ("square", "cubic", "4-cubic", "5-cubic"):
        return "encoders.packing.independent_encoder"
    further = "" if packing.lattice.name in ("hexagon", "triangle") else "further_"
    return f"encoders.packing.independent_encoder_of_{further}lattices"


KIND = Kind(
    name="packing",
    keys=keys.KEYS,
    read=keys.packing,
    canonical=Packing.canonical,
    encode=_encode,
    faults=_faults,
    all_right=_all_right,
    encoding_faults=_encoding_faults,
    picture=to_picture.picture,
    figures=_figures,
    notices=_notices,
    pieces=to_picture.pieces,
    groups=Packing.groups,
    tray=_tray,
    cost=Packing.cost,
    identity=_identity,
    orbit=orbit.orbit,
    engines=_engines,
    solution=PackingSolution,
    with_names=naming.with_names,
    names=lambda packing: {"placements": [{"piece": each.name, "cells": each.cells} for each in packing.pieces]},
    arrays=Arrays(
        most=lambda packing: packing.board.size,
        of_solution=layouts.of_solution,
        of_arrays=layouts.of_arrays,
        mosaic=to_picture.mosaic,
    ),
    boards=boards.BOARDS,
    files={to_xmpuzzle.NAME: to_xmpuzzle.write},
    editor=EDITOR,
    varied=varying.VARIED,
    independent=_independent,
)
