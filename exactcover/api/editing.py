"""Support for pages that edit and show puzzles: editors, keys of the catalogue and of files, boards with pieces.

Not here: pages (service/page), tables at which puzzles are played (tables.py), and whether keys make a puzzle, which the public
API decides.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from itertools import islice
from pathlib import PurePath
from typing import Any

import numpy as np

from encoders import catalogue, listing, toml
from encoders.draw.film import FIRST, STEP
from encoders.draw.outlines import OUTLINED, outlines
from encoders.draw.picture import Picture
from encoders.editor import Editor, PaintedLattice, editable, plain_editor
from encoders.geometry.board import board
from encoders.geometry.lattice import Lattice
from encoders.geometry.lattices import LATTICES, SQUARE
from encoders.geometry.polyhedra import FRAMES, GRAIN, polyhedra
from encoders.importers import IMPORTS, NUMBERED, OWN, endings
from encoders.keys import shown
from encoders.kinds import KINDS
from encoders.loose import classes_of, loose
from encoders.puzzle import Puzzle
from encoders.sent import puzzle_sent
from exactcover.files import judging
from exactcover.model.arrays import Integers
from exactcover.model.errors import InvalidInput, nearest
from exactcover.model.growth import Growth
from exactcover.model.tiling import Piece, Tiling

_PLAIN = (".txt", ".log", ".text")
"""Endings of files of text, which may have keys or an answer in them."""
FILM_SECONDS = (FIRST, STEP)
"""The times in a film for its start and for each step."""
MOST_LINES = 100_000
"""The maximum number of JSON objects in which an answer is looked for."""
MOST_PAINTED = 10_000
"""The maximum number of positions of a board that is not of squares and that is painted (plan.js)."""
MOST_CUBES = 4000
"""The maximum number of cells of a board that a page draws in the reader's browser."""


def editors() -> list[dict[str, Any]]:
    """Return how each kind of puzzle is edited, in the order of the kinds: see encoders/editor.py."""
    own = {name: {"line_key": kind.line_key, "formats": list(kind.files)} for name, kind in KINDS.items()}
    told = ({"kind": name, **own[name], **asdict(_editor(name))} for name in KINDS)
    return [{key: value for key, value in editor.items() if key not in ("unfolded", "painted")} for editor in told]


def lattice_of_editor(kind: str, lattice: str, named: str) -> dict[str, Any]:
    """Return what a page needs to paint boards of a lattice; "" is that of squares.

    start: the keys of a new puzzle, none for a lattice that is not painted; sets: the sets of pieces to choose from; picture:
    the board with a name such as hexagon:4 as a picture, "" for no name or a large board; outlines: how cells lie, None for
    lattices that the page knows. Raises InvalidInput.
    """
    editor = _editor(_kind({"kind": kind}))
    about = editor.painted.get(lattice, PaintedLattice({} if lattice else editor.start))
    mask = board(named, lattice or None).cells if named else np.zeros((0, 0), dtype=np.bool_)
    rows = mask.tolist() if mask.size <= MOST_PAINTED else []
    picture = "/".join("".join("#."[cell] for cell in row) for row in rows)
    described = outlines(LATTICES[lattice]) if lattice in OUTLINED else None
    return {"start": dict(about.start), "sets": list(about.sets), "picture": picture, "outlines": described}


def lying(model: Tiling | Growth, piece: Piece, lattice: str) -> tuple[list[list[int]], bool, bool]:
    """Return the cells of a piece in one orientation, and whether it has another one in the plane by the least turn or a flip.

    lattice: its name, "" that of squares. The cells are moved to where all of them are cells of the lattice; vertices at which no
    two pieces may cross are omitted.
    """
    if model.dimension != 2:
        return min(map(_in_order, piece.orientations), key=_depth), False, False
    own, edges = LATTICES[lattice or SQUARE.name], LATTICES[(lattice or SQUARE.name).partition("+")[0]]
    grounds = model.grounds if isinstance(model, Tiling) else None
    cells, turns, flips = loose(piece, own, classes_of(model.region, grounds, own), {}, _depth)
    return [list(cell[:2]) for cell in cells if edges.has(cell[:2])], turns, flips


def _in_order(cells: Integers) -> list[list[int]]:
    return sorted(cells.tolist())


def _depth(cells: Sequence[Sequence[int]]) -> tuple[list[int], Sequence[Sequence[int]]]:
    return list(map(max, zip(*cells, strict=True))), cells


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


def laid(picture: Picture, board: int = -1, *, other_lattices: bool = False) -> dict[str, Any] | None:
    """Return the pieces on a board or in a body: its dimensions, the pieces with their cells, the open cells, marks.

    board: which of the boards of a plan, whose layers have captions; other_lattices: also flat boards of those, whose `lattice`
    is named. A body whose cells are no cubes has its `lattice` and the `shapes` of its cells. None for any other board, such as
    one of four dimensions, and for more than MOST_CUBES cells.
    """
    if picture.sliced:
        return None
    one_layer = picture.only_layer if picture.body is None else None
    flat = _board(picture, board) if picture.captions else one_layer or picture
    lattice = flat.body or flat.lattice
    if (lattice != SQUARE and flat.body is None and not other_lattices) or len(flat.cells) > MOST_CUBES:
        return None
    covered = {cell for area in flat.areas for cell in area.cells}
    return {
        **({} if lattice == SQUARE else {"lattice": lattice.name}),
        **({} if flat.body is None else {"shapes": _shapes(flat, flat.body)}),
        "dims": list(flat.dims),
        "pieces": [[area.name, sorted(map(list, area.cells))] for area in flat.areas],
        "open": sorted(map(list, flat.cells - covered)),
        "marks": [[list(cell), mark] for cell, mark in flat.shown_marks.items()],
    }


def _shapes(picture: Picture, lattice: Lattice) -> dict[str, Any]:
    """Return the faces of the cells of a body: what polyhedra.js draws.

    axes: the (up, down, right) of a step along each axis of the lattice; grain: how many units of corners a step has; balls:
    whether cells are drawn as such; layer: the lattice of a layer, if a page knows it; faces: by cell modulo the period, each as
    the step to the cell beyond and its corners.
    """
    frame = FRAMES[lattice]
    present = {lattice.residue(cell) for cell in picture.cells}
    return {
        "modulus": lattice.modulus,
        "axes": [list(axis) for axis in frame.axes],
        "grain": GRAIN,
        "balls": frame.balls,
        **({} if lattice.layer is None else {"layer": lattice.layer.name}),
        "faces": {
            ",".join(map(str, cell)): [[face.beyond, *face.corners] for face in faces]
            for cell, faces in polyhedra(lattice).items()
            if cell in present
        },
    }


def _board(picture: Picture, board: int) -> Picture:
    """Return one of the boards of a plan as a picture in the plane."""
    layer = range(picture.dims[0])[board]
    own = ((area, tuple(cell[1:] for cell in area.cells if cell[0] == layer)) for area in picture.areas)
    areas = tuple(replace(area, cells=cells) for area, cells in own if cells)
    cells = frozenset(cell[1:] for cell in picture.cells if cell[0] == layer)
    marks = tuple((cell[1:], mark) for cell, mark in picture.marks if cell[0] == layer)
    return replace(picture, dims=picture.dims[1:], areas=areas, cells=cells, captions=(), marks=marks)
