"""Facts about a puzzle that need no search: board, pieces, placements, symmetry, size, and an estimate of the search."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from encoders.puzzle import Puzzle
from encoders.solutions import Move
from exactcover import backends
from exactcover.api import suits
from exactcover.api.subjects import Subject, puzzle_about
from exactcover.model import offsets
from exactcover.model.answer import SCHEMA, Task
from exactcover.model.cover import Cover
from exactcover.model.documents import EngineDescription, PuzzleInfo
from exactcover.model.encoding import Model
from exactcover.model.growth import Growth
from exactcover.model.linear import Linear
from exactcover.model.puzzle_protocol import digest_of
from exactcover.model.space import Sliding
from exactcover.model.tiling import Piece, Tiling
from exactcover.solving import portfolio
from exactcover.transform.reductions import growth_to_cover
from exactcover.transform.symmetry import isometries

if TYPE_CHECKING:
    from exactcover.api.estimating import Estimate

MOST_ESTIMATED = 100_000
"""The search is estimated up to this many placements."""


def engines() -> list[EngineDescription]:
    """Return the name of each engine, the models it accepts, the tasks it can do, its options and what its node limit counts."""
    listed: list[EngineDescription] = []
    for name in backends.ENGINES:
        engine = backends.engine(name)
        listed.append(
            {
                "name": name,
                "about": (engine.__doc__ or "").strip().splitlines()[0],
                "accepts": list(engine.accepts),
                "can": list(engine.can),
                "options": list(engine.options),
                "node": engine.node,
            }
        )
    return listed


def info(subject: Subject, *, estimated: bool = True) -> PuzzleInfo:
    """Return facts about a puzzle that need no search: see the schema `info`; null if a field has no meaning.

    estimated: also estimate how long `solve` and `count` take, which takes most of the time; otherwise both estimates are null.
    """
    puzzle = puzzle_about(subject)
    canonical = puzzle.canonical()
    model = puzzle.encode().model
    engine, why = portfolio.choose("auto", "solve", model)
    told: PuzzleInfo = {
        "schema": SCHEMA,
        "task": "info",
        "kind": puzzle.kind,
        "title": puzzle.title,
        "notices": puzzle.notices(),
        "source": puzzle.source,
        "published": dict(puzzle.published),
        "puzzle": canonical,
        "puzzle_sha256": digest_of(canonical),
        "cells": None,
        "area_of_pieces": None,
        "pieces": [],
        "fixed": None,
        "optional": None,
        "uncoverable": None,
        "symmetry": None,
        "size": None,
        "engine": {"name": engine, "why": why},
        "suits": suits.reasons(model),
        "estimates": {"solve": None, "count": None},
    }
    told.update(_of_model(model) | puzzle.figures(model))
    if estimated and (told["size"] is None or told["size"]["options"] <= MOST_ESTIMATED):
        tasks: tuple[Task, ...] = ("solve", "count")
        told["estimates"] = {task: estimate and estimate.to_json() for task, estimate in _estimates(tasks, model)}
    return told


def moves(subject: Puzzle | str) -> list[Move]:
    """Return the legal moves from the start, as a plan writes them; raises InvalidInput for a puzzle without moves."""
    return puzzle_about(subject).moves()


def _estimates(tasks: tuple[Task, ...], model: Model) -> Iterator[tuple[Task, Estimate | None]]:
    from exactcover.api.estimating import estimated  # imports kernels

    return ((task, estimated(task, model)) for task in tasks)


def _of_model(model: Model) -> Any:
    if isinstance(model, Tiling):
        return _of_tiling(model)
    if isinstance(model, Cover):
        return _of_cover(model)
    if isinstance(model, Growth):
        return _of_growth(model)
    if isinstance(model, Sliding):
        return _of_sliding(model)
    if isinstance(model, Linear):
        return {"size": {"items": len(model.rows) + len(model.clauses), "options": len(model.variables)}}
    return {}


def _of_piece(piece: Piece, placements: int) -> dict[str, Any]:
    return {
        "name": piece.name,
        "size": piece.size,
        "orientations": len(piece.orientations),
        "copies": [piece.least, piece.most],
        "placements": placements,
    }


def _area(pieces: tuple[Piece, ...]) -> list[int]:
    """Return the minimum and the maximum number of cells that the pieces cover."""
    return [sum(piece.size * piece.least for piece in pieces), sum(piece.size * piece.most for piece in pieces)]


def _of_tiling(model: Tiling) -> dict[str, Any]:
    fits = offsets.fitting(model)
    covered = offsets.covered(model, fits)
    group = isometries.symmetries(model, lambda piece, place: bool(fits[piece][place].any()))
    dead = np.argwhere(model.region & ~covered)
    pieces: list[dict[str, Any]] = []
    for piece, windows in zip(model.pieces, fits, strict=True):
        placements = sum(int(window.sum()) for window in windows) if piece.most else 0
        if not piece.empty:
            pieces.append(_of_piece(piece, placements))
    options = sum(
        int(window.sum()) for piece, windows in zip(model.pieces, fits, strict=True) for window in windows if piece.most
    )
    return {
        "cells": int(model.region.sum()),
        "area_of_pieces": _area(tuple(piece for piece in model.pieces if not piece.empty)),
        "pieces": pieces,
        "fixed": len(model.fixed),
        "optional": _of_empty_cells(model),
        "uncoverable": {"count": len(dead), "cells": [list(cell) for cell in dead[:100].tolist()]},
        "symmetry": {"order": len(group), "rotations": sum(_is_rotation(symmetry.matrix) for symmetry in group)},
        "size": {"items": int(model.region.sum()) + len(model.pieces), "options": options},
    }


def _of_empty_cells(model: Tiling) -> dict[str, Any] | None:
    """Return how many cells may stay empty, and the minimum and maximum number that do; None if all are covered."""
    piece = next((piece for piece in model.pieces if piece.empty), None)
    if piece is None:
        return None
    return {"cells": sum(int(mask.sum()) for mask in offsets.fitting(model)[-1]), "empty": [piece.least, piece.most]}


def _of_cover(model: Cover) -> dict[str, Any]:
    facts: dict[str, Any] = {"size": {"items": len(model.items), "options": model.options}}
    if model.symmetries is not None and model.rotations is not None:
        facts["symmetry"] = {"order": len(model.symmetries), "rotations": len(model.rotations)}
    return facts


def _of_growth(model: Growth) -> dict[str, Any]:
    lines = growth_to_cover.placements(model)
    pieces = [_of_piece(piece, int((lines[:, 0] == number).sum())) for number, piece in enumerate(model.pieces)]
    covered = np.zeros(model.region.shape, dtype=np.bool_)
    for number, piece in enumerate(model.pieces):
        for turn, cells in enumerate(piece.orientations):
            offsets_of = lines[(lines[:, 0] == number) & (lines[:, 1] == turn), 2:]
            covered[tuple((offsets_of[:, None] + cells[None]).reshape(-1, model.dimension).T)] = True
    dead = np.argwhere((model.region | model.wanted) & ~covered)
    return {
        "cells": int(model.region.sum()),
        "area_of_pieces": _area(model.pieces),
        "pieces": pieces,
        "fixed": 0,
        "uncoverable": {"count": len(dead), "cells": [list(cell) for cell in dead[:100].tolist()]},
        "size": {"items": int((model.region | model.wanted).sum()) + len(model.pieces), "options": len(lines)},
    }


def _of_sliding(model: Sliding) -> dict[str, Any]:
    copies = np.bincount([shape for shape, _ in model.start_blocks], minlength=len(model.shapes))
    pieces: list[dict[str, Any]] = [
        {
            "name": f"block {number + 1}",
            "size": len(shape),
            "orientations": 1,
            "copies": [int(copies[number])] * 2,
            "placements": sum(model.covered(number, cell) is not None for cell in range(model.cells)),
        }
        for number, shape in enumerate(model.shapes)
    ]
    covered = sum(int(number) * len(shape) for number, shape in zip(copies, model.shapes, strict=True))
    return {
        "cells": int(model.floor.sum()),
        "area_of_pieces": [covered, covered],
        "pieces": pieces,
        "fixed": 0,
        "size": {"items": int(model.floor.sum()), "options": sum(each["placements"] for each in pieces)},
    }


def _is_rotation(matrix: Any) -> bool:
    return round(float(np.linalg.det(matrix.astype(float)))) == 1
