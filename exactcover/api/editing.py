"""Support for pages that edit, show and play puzzles: editors, keys of the catalogue and of files, boards with pieces, tables.

Not here: pages (service/page), and whether keys make a puzzle, which the public API decides.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, replace
from itertools import islice
from pathlib import PurePath
from typing import Any

import numpy as np

from encoders import catalogue, listing, toml
from encoders.draw.film import FIRST, STEP
from encoders.draw.picture import Picture
from encoders.editor import Editor, editable, plain_editor
from encoders.geometry.lattice import SQUARE
from encoders.importers import IMPORTS, NUMBERED, OWN, endings
from encoders.keys import shown
from encoders.kinds import KINDS
from encoders.puzzle import Puzzle
from encoders.sent import puzzle_sent
from exactcover.files import judging
from exactcover.model.arrays import Mask
from exactcover.model.errors import InvalidInput, nearest
from exactcover.model.puzzle_protocol import digest_of
from exactcover.model.tiling import Piece, Tiling

_PLAIN = (".txt", ".log", ".text")
"""Endings of files of text, which may have keys or an answer in them."""
FILM_SECONDS = (FIRST, STEP)
"""The times in a film for its start and for each step."""
MOST_LINES = 100_000
"""The maximum number of JSON objects in which an answer is looked for."""
MOST_CUBES = 4000
"""The maximum number of cells of a board that a page draws in the reader's browser."""
MOST_PLAYED, MOST_LOOSE = 1600, 200
"""The maximum number of positions of a board, and of loose pieces, that a person places by hand."""
MOST_COLOURS = 5
"""The maximum number of colours that are told apart by shapes on a table."""


def editors() -> list[dict[str, Any]]:
    """Return how each kind of puzzle is edited, in the order of the kinds: see encoders/editor.py."""
    own = {name: {"line_key": kind.line_key, "formats": list(kind.files)} for name, kind in KINDS.items()}
    told = ({"kind": name, **own[name], **asdict(_editor(name))} for name in KINDS)
    return [{key: value for key, value in editor.items() if key != "unfolded"} for editor in told]


def opened_endings() -> list[str]:
    """Return the file endings that a page opens, including those of other packages."""
    return [*endings(), ".jsonl"]


def _editor(kind: str) -> Editor:
    return KINDS[kind].editor or plain_editor(kind, KINDS[kind].keys)


def puzzle(keys: Mapping[str, Any]) -> Puzzle:
    """Return the puzzle that keys, which include `kind`, describe; opens no file. Raises InvalidInput."""
    return puzzle_sent(dict(keys))[0]


def for_editor(keys: Mapping[str, Any]) -> dict[str, Any]:
    """Return keys in the form that the editor of their kind takes; raises InvalidInput if they name no known kind."""
    return editable(_editor(_kind(keys)), keys)


def _kind(keys: Mapping[str, Any]) -> str:
    kind = keys.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        raise InvalidInput(
            f"the puzzle has no kind that is known; expected one of {', '.join(KINDS)}{nearest(str(kind)[:100], KINDS)}"
        )
    return kind


def keys_of_catalogue(name: str) -> dict[str, Any]:
    """Return the keys of a puzzle in the catalogue, titles included; raises InvalidInput."""
    if name not in listing.names():
        known = listing.names()
        raise InvalidInput(
            f"unknown puzzle {shown(name)}; expected a name of the catalogue{nearest(name[:100], known)}"
        )
    return catalogue.keys_of(name)


def keys_of_text(text: str, name: str = "") -> dict[str, Any]:
    """Return the keys of the puzzle in the text of a file; raises InvalidInput.

    The text is TOML, JSON, an answer or a certificate; or a file of another program, if its name has such an ending. Text files
    (.txt) may be any of these, and are taken as a program's if they begin with a number.
    """
    ending = PurePath(name).suffix.lower()
    if ending and ending not in (*opened_endings(), *_PLAIN):
        known = ", ".join(opened_endings())
        raise InvalidInput(f"files that end in {shown(ending)} are not read here; expected a file in {known}")
    foreign = ending in NUMBERED or (bool(ending) and ending not in OWN and ending in IMPORTS)
    if foreign and (ending != ".txt" or text.lstrip()[:1].isdecimal()):
        return puzzle_sent({"format": ending.removeprefix("."), "text": text})[1]
    if ending not in (".json", ".jsonl") and not text.lstrip().startswith("{"):
        return puzzle_sent({"format": "toml", "text": text})[1]
    values = list(islice(judging.objects(text), MOST_LINES))  # the answer to a list is its last line
    answer = next((value for value in values if judging.names_its_puzzle(value)), None)
    if answer is not None:
        return dict(_named(answer.get("puzzle"), answer.get("solution")))
    return puzzle_sent({"format": "json", "text": text})[1]


def _named(keys: Any, solution: Any) -> Mapping[str, Any]:
    """Return canonical keys with the names that a solution uses for its pieces; raises InvalidInput."""
    if not isinstance(keys, dict):
        raise InvalidInput("the answer has no puzzle in it; expected the puzzle that it is about")
    return KINDS[_kind(keys)].with_names(keys, solution)


def text_of_keys(keys: Mapping[str, Any], ending: str) -> str:
    """Return keys as the text of a .toml or .json file, which reads as the same puzzle; raises InvalidInput."""
    puzzle(keys)
    if ending == ".toml":
        return toml.dumps(keys)
    return json.dumps(keys, indent=1, ensure_ascii=False) + "\n"


def laid(picture: Picture, board: int = -1) -> dict[str, Any] | None:
    """Return the pieces on a board of squares or cubes: its dimensions, the pieces with their cells, the open cells, marks.

    board: which of the boards of a plan, whose layers have captions. None for other lattices, and more than MOST_CUBES cells.
    """
    flat = _board(picture, board) if picture.captions else picture.only_layer or picture
    if flat.lattice != SQUARE or len(flat.cells) > MOST_CUBES:
        return None
    covered = {cell for area in flat.areas for cell in area.cells}
    return {
        "dims": list(flat.dims),
        "pieces": [[area.name, sorted(map(list, area.cells))] for area in flat.areas],
        "open": sorted(map(list, flat.cells - covered)),
        "marks": [[list(cell), mark] for cell, mark in flat.shown_marks.items()],
    }


def _board(picture: Picture, board: int) -> Picture:
    """Return one of the boards of a plan as a picture in the plane."""
    layer = range(picture.dims[0])[board]
    own = ((area, tuple(cell[1:] for cell in area.cells if cell[0] == layer)) for area in picture.areas)
    areas = tuple(replace(area, cells=cells) for area, cells in own if cells)
    cells = frozenset(cell[1:] for cell in picture.cells if cell[0] == layer)
    marks = tuple((cell[1:], mark) for cell, mark in picture.marks if cell[0] == layer)
    return replace(picture, dims=picture.dims[1:], areas=areas, cells=cells, captions=(), marks=marks)


def table(keys: Mapping[str, Any]) -> dict[str, Any]:
    """Return a puzzle as a table at which a person places its pieces by hand: the board, the pieces, the pre-placed ones.

    rows: the board as rows of `.` for cells, `+` for those that may stay empty and `#` for holes, pre-placed cells included;
    empty: the least and the most number of cells that stay empty; pieces: each with its cells in one orientation, the number
    of copies still to place, and whether it may be turned and flipped; grounds: of colours, each as rows of `.` for the cells
    where it may lie and `#` for all others; a coloured cell of a piece has the number of its ground, from 1, as a third part, and
    others have 0 there; keys: of the same puzzle, in the form to which placed pieces are added under `fixed`. Raises InvalidInput
    if the puzzle is not a tiling of a flat board of squares, or is too large.
    """
    subject = puzzle(keys)
    model = subject.encode().model
    if not isinstance(model, Tiling) or model.dimension != 2 or not _of_squares(model):
        raise InvalidInput(
            "this puzzle cannot be played by hand here; expected pieces to place on a flat board of squares"
        )
    marks, empty = drawn(model)
    grounds = partial_grounds(model)
    if len(grounds) > MOST_COLOURS:
        raise InvalidInput(
            f"this puzzle has {len(grounds)} colours; expected at most {MOST_COLOURS} for a puzzle to be played by hand"
        )
    pieces = [_loose(piece, int(model.region.sum()), grounds) for piece in model.pieces if not piece.empty]
    if marks.size > MOST_PLAYED or sum(piece["copies"] for piece in pieces) > MOST_LOOSE:
        raise InvalidInput(
            f"this puzzle is too large to be played by hand; expected at most {MOST_PLAYED} positions and {MOST_LOOSE} pieces"
        )
    return {
        "title": subject.title,
        "source": subject.source,
        "published": {name: str(value) for name, value in subject.published.items()},
        "sha256": digest_of(subject.canonical()),
        "keys": subject.named(),
        "rows": ["".join(row) for row in marks.tolist()],
        "empty": empty,
        "pieces": pieces,
        "grounds": [["".join(row) for row in np.where(ground, ".", "#").tolist()] for ground in grounds.values()],
        "fixed": [
            {"piece": model.pieces[each.piece].name, "cells": sorted(each.cells.tolist())} for each in model.fixed
        ],
    }


def drawn(model: Tiling) -> tuple[np.ndarray[Any, np.dtype[np.str_]], list[int]]:
    """Return a board as characters, `.` for cells, `+` for those that may stay empty, `#` for holes, and how many stay empty.

    Pre-placed cells are cells of the board; the numbers are the least and the most of empty cells.
    """
    marks = np.where(model.region, ".", "#")
    filler = next((piece for piece in model.pieces if piece.empty), None)
    if filler is not None:
        marks[_optional(model, filler)] = "+"
    for each in model.fixed:
        marks[tuple(each.cells.T)] = "."
    return marks, [0, 0] if filler is None else [filler.least, filler.most]


def _of_squares(model: Tiling) -> bool:
    """Return whether the neighbours of a cell are the four that share a side with it."""
    assert model.steps is not None
    return sorted(model.steps.tolist()) == [[-1, 0], [0, -1], [0, 1], [1, 0]]


def partial_grounds(model: Tiling) -> dict[int, Mask]:
    """Return the grounds of loose pieces that leave out cells of the board, by their numbers in the model, in that order."""
    loose = [piece.grounds for piece in model.pieces if piece.grounds is not None and not piece.empty]
    if model.grounds is None or not loose:
        return {}
    numbers = np.unique(np.concatenate(list(map(np.ravel, loose)))).tolist()
    masks = {number: np.asarray(model.grounds[number], dtype=np.bool_) for number in numbers}
    return {number: mask for number, mask in masks.items() if not mask[model.region].all()}


def _grounds(model: Tiling, piece: Piece) -> list[Mask]:
    """Return the masks of cells on which a piece may lie; none for a piece that may lie anywhere."""
    if model.grounds is None or piece.grounds is None:
        return []
    return [np.asarray(model.grounds[number], dtype=np.bool_) for number in np.unique(piece.grounds).tolist()]


def _optional(model: Tiling, filler: Piece) -> Mask:
    """Return the cells that may stay empty."""
    mask = np.zeros_like(model.region)
    for ground in _grounds(model, filler) or [model.region]:
        mask |= ground & model.region
    return mask


def _loose(piece: Piece, area: int, grounds: Mapping[int, Mask]) -> dict[str, Any]:
    """Return a piece as it lies beside the board, with as many copies as could fit into an area.

    Its cells have the place of their ground among the partial ones, from 1, as a third part if it has any.
    """
    place = {number: index for index, number in enumerate(grounds, 1)}
    ways = [[[0] * piece.size]] * len(piece.orientations) if piece.grounds is None else piece.grounds.tolist()
    marked = [
        sorted((*cell, place.get(ground, 0)) for cell, ground in zip(cells.tolist(), way, strict=True))
        for cells, own in zip(piece.orientations, ways, strict=True)
        for way in own
    ]
    images = set(map(frozenset, marked))
    flattest = min(marked, key=lambda cells: (max(cell[0] for cell in cells), cells))
    rows, columns = (max(cell[axis] for cell in flattest) for axis in (0, 1))
    turned = frozenset((column, rows - row, ground) for row, column, ground in flattest)
    flipped = frozenset((row, columns - column, ground) for row, column, ground in flattest)
    coloured = any(ground for *_, ground in flattest)
    return {
        "name": piece.name,
        "cells": [list(cell if coloured else cell[:2]) for cell in flattest],
        "least": piece.least,
        "copies": min(piece.most, area // piece.size),
        "turns": turned in images and len(images) > 1,
        "flips": flipped in images and len(images) > 1,
    }
