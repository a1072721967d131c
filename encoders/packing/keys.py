"""Packings read from the keys of a specification.

Pieces that are congruent under the motions they are allowed are merged and their copies added, unless they are labelled: then
those with different names are distinguished. Raises InvalidInput, one sentence per fault; a packing that is merely impossible
(areas that do not match, a piece that fits nowhere) is not a fault.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np

from encoders.geometry.board import board
from encoders.geometry.lattice import MOTIONS, Lattice, Motions, Shape, image
from encoders.geometry.piece import Piece, as_body, on_lattice, orientations, seated
from encoders.geometry.piece_sets import piece_names
from encoders.keys import Keys, amount_of, coordinates, copies, refuse_unknown, shown, yes_or_no
from encoders.packing import goals
from encoders.packing.begun import of_begun
from encoders.packing.colours import Allowed, grounded
from encoders.packing.crossing import guarded, scaled, uncrossed, with_joints
from encoders.packing.lying import BoardCells
from encoders.packing.packing import Packable, Packing
from encoders.packing.placing import also_called, of_fixed, of_letters, pre_placed, refuse_off_grounds
from encoders.packing.touching import has_corners, of_edges, refuse_touching
from encoders.packing.ways import Laying, laying
from encoders.packing.wrapping import allowed_on, wrap_of
from encoders.piece_keys import Wanted, wanted_pieces
from exactcover.model.arrays import Integers, Mask
from exactcover.model.errors import InvalidInput, nearest

KEYS = (
    "board",
    "lattice",
    "holes",
    "optional",
    "holes_free",
    "crossing",
    "legend",
    "pieces",
    "copies",
    "colours",
    "grounds",
    "labelled",
    "reflections",
    "fixed",
    "wrap",
    *goals.KEYS,
    "values",
    "touching",
    "connected",
    "begun",
)
TOUCHING = ("all", "corners", "none")


def packing(keys: Keys) -> Packing:
    """Return the packing that the keys describe; raises InvalidInput."""
    refuse_unknown(keys, "packing", KEYS)
    for key in ("board", "pieces"):
        if key not in keys:
            raise InvalidInput(
                f"the packing has no {key}; expected {key}=" + ("6x10" if key == "board" else "pentominoes")
            )
    drawn = board(keys["board"], keys.get("lattice"), optional=True)
    cells, lattice = _without_holes(drawn.cells, keys.get("holes", [])), drawn.lattice
    best, touching = goals.goals_of(keys, cells), _touching(keys, lattice)
    connected = yes_or_no(keys.get("connected", False), "connected")
    usual_optional = "all" if best is not None and best.loose and not (drawn.optional & cells).any() else []
    optional = _optional(drawn.optional & cells, cells, keys.get("optional", usual_optional))
    empty = _empty(optional, keys.get("holes_free"))
    reflections = yes_or_no(keys["reflections"], "reflections") if "reflections" in keys else lattice.dimension == 2
    wanted = wanted_pieces(keys["pieces"], lattice)
    usual: Motions = "isometries" if reflections else "rotations"
    scale = 1
    if "crossing" in keys and not yes_or_no(keys["crossing"], "crossing"):
        if touching != "all" or connected:
            raise InvalidInput("crossing is no, and the packing has touching or connected; expected one of them")
        cells, lattice, optional, wanted, scale = uncrossed(keys, cells, lattice, optional, wanted, usual)
        best = None if best is None else best.scaled(scale)
        empty = _empty(optional, None)
    wanted = [(guarded(piece, lattice, piece.motions or usual), copies) for piece, copies in wanted]
    allowed: Allowed = partial(_motions, usual=usual)
    wrap = wrap_of(keys["wrap"], keys["board"], cells, lattice) if keys.get("wrap", "") != "" else None
    allowed = allowed if wrap is None else allowed_on(wrap, allowed)
    wanted, grounds = grounded(keys, wanted, cells, lattice, allowed)
    ranges = _ranges(wanted, keys.get("copies"), lattice, allowed)
    wanted = _valued(wanted, keys, best, lattice, allowed)
    labelled = "labelled" in keys and yes_or_no(keys["labelled"], "labelled")
    pieces, merged = _merged(wanted, ranges, lattice, allowed, labelled)
    pieces = _without_lone_groups(pieces)
    fixed = [*of_letters(drawn, keys.get("legend", {})), *of_fixed(keys.get("fixed", []), lattice.dimension)]
    fixed = [(name, with_joints(scaled(where, scale), lattice)) for name, where in fixed]
    if "begun" in keys:
        fixed += of_begun(keys["begun"], pieces, cells, lattice, [(str(name), where) for name, where in fixed])
    wrapped = None if wrap is None else BoardCells(cells, wrap, lattice, grounds)
    placed = pre_placed(fixed, pieces, merged, cells, lattice, wrapped)
    if wrapped is None:
        for place in placed:
            refuse_off_grounds(place, pieces, lattice, grounds)
    else:
        wrapped.refuse_bad(pieces)
    lying = {piece.name: sorted(place.cells for place in placed if place.piece == piece.name) for piece in pieces}
    pieces = tuple(sorted(pieces, key=lambda piece: (_place(piece), lying[piece.name])))
    aliases = _aliases(pieces, merged, lattice)
    read = Packing(cells, lattice, pieces, placed, aliases, optional, empty, grounds, wrap, best, touching, connected)
    _refuse_impossible(read)
    return read


def _refuse_impossible(read: Packing) -> None:
    """Raise InvalidInput for goals that are too large, and for pieces that touch or cannot be connected."""
    if read.goals is not None:
        _ = read.weights  # refuses goals that are too large
    if read.touching != "all":
        if read.connected:
            raise InvalidInput(
                f"connected is yes and touching is {read.touching}, so that no two pieces can be; expected one of them"
            )
        refuse_touching(read)


def _aliases(pieces: tuple[Packable, ...], came_to: dict[str, str], lattice: Lattice) -> dict[str, str]:
    """Return the pieces' other names: those in the keys, and the mirror names of tetrominoes."""
    turned = {piece.name: piece.orientations for piece in pieces}
    also = {name: also_called(name, turned, lattice) for name in ("J4", "L4", "S4", "Z4")}
    known = {name: piece for name, piece in also.items() if piece is not None} | came_to
    return {name: piece for name, piece in known.items() if name != piece}


def _without_holes(cells: Mask, value: Any) -> Mask:
    cells = cells.copy()
    for hole in coordinates(value, "holes", cells.ndim) if value != "" else ():
        if any(x >= n for x, n in zip(hole, cells.shape, strict=True)):
            size = "x".join(map(str, cells.shape))
            raise InvalidInput(f"hole {','.join(map(str, hole))} is off the board; expected coordinates within {size}")
        cells[hole] = False
    if not cells.any():
        raise InvalidInput("the holes leave no cell of the board; expected at least one")
    return cells


def _optional(optional: Mask, cells: Mask, value: Any) -> Mask | None:
    """Return the mask of the cells that may stay empty, drawn or listed; None if there are none."""
    if value == "all":
        return cells.copy()
    optional = optional.copy()
    for cell in coordinates(value, "optional", cells.ndim) if value != "" else ():
        if any(x >= n for x, n in zip(cell, cells.shape, strict=True)) or not cells[cell]:
            raise InvalidInput(
                f"optional has {','.join(map(str, cell))}, which is not a cell of the board; expected cells of it"
            )
        optional[cell] = True
    return optional if optional.any() else None


def _empty(optional: Mask | None, value: Any) -> tuple[int, int]:
    """Return the least and most optional cells that stay empty; a single number is the most."""
    number = 0 if optional is None else int(optional.sum())
    if value is None:
        return 0, number
    least, most = copies(value, "holes_free")
    if optional is None:
        raise InvalidInput(
            f"holes_free is {shown(value)} and no cell may stay empty; expected + in the board's picture, or the key optional"
        )
    if least == most and not (isinstance(value, list) or (isinstance(value, str) and ".." in value)):
        least = 0
    return least, max(least, number if most is None else min(most, number))


def _touching(keys: Keys, lattice: Lattice) -> str:
    """Return what neighbouring pieces may share."""
    value = keys.get("touching", "all")
    if value not in TOUCHING:
        raise InvalidInput(
            f"touching is {shown(value)}; expected all, corners or none{nearest(str(value)[:60], TOUCHING)}"
        )
    if value == "none" and not has_corners(lattice):
        raise InvalidInput(
            f"touching is none on the lattice {lattice.name}, of whose cells only the sides are known; expected touching=corners"
        )
    if value == "corners" and of_edges(lattice):
        raise InvalidInput(
            f"touching is corners on the lattice {lattice.name}, whose cells have no sides; expected touching=none"
        )
    return str(value)


def _valued(
    wanted: list[Wanted], keys: Keys, best: goals.Goals | None, lattice: Lattice, allowed: Allowed
) -> list[Wanted]:
    """Return the pieces with their values; raises InvalidInput for values without a goal that uses them."""
    value = keys.get("values", {})
    table = _table(value, "values", "VALUE", "X5:3,rest:1")
    if table is None:
        raise InvalidInput(f"values is {shown(value)}; expected NAME:VALUE for each piece, such as X5:3,rest:1")
    by_name = _by_name(table, "values", wanted, lattice, allowed)
    own = {name: amount_of(number, f"piece {name!r}") for name, number in by_name.items()}
    valued = [
        (replace(piece, value=own.get(piece.name, own.get("rest", piece.value))), copies) for piece, copies in wanted
    ]
    used = best is not None and any(goal.quantity == "value" for goal in best.order)
    if any(piece.value for piece, _ in valued) and not used:
        raise InvalidInput("pieces have values and no goal uses them; expected maximise=value or minimise=value too")
    return valued


def _table(value: Any, key: str, of: str, example: str) -> dict[str, Any] | None:
    """Return the table in a text such as X5:3,rest:1, or the value if it is a table; None if it is neither."""
    if isinstance(value, str) and ":" in value:
        table: dict[str, Any] = {}
        for part in value.split(","):
            name, colon, number = part.partition(":")
            if not colon or name in table:
                raise InvalidInput(f"{key} has {shown(part)}; expected one NAME:{of} a piece, such as {example}")
            table[name] = number
        return table
    return value if isinstance(value, dict) else None


def _by_name(
    table: dict[str, Any], key: str, wanted: list[Wanted], lattice: Lattice, allowed: Allowed
) -> dict[str, Any]:
    """Return a table by the names of the pieces, of which it may use others (Z4 for S4); `rest` is one."""
    names = dict.fromkeys(piece.name for piece, _ in wanted)
    turned: dict[str, Integers] = {}
    bounds: dict[str, Any] = {}
    for name, number in table.items():
        same: str | None = name
        if name not in (*names, "rest"):
            turned = turned or {piece.name: _turned(piece, lattice, allowed) for piece, _ in wanted}
            same = also_called(name, turned, lattice)
        if same is None:
            raise InvalidInput(
                f"{key} names {name!r}, which is not among the pieces; expected one of them or rest{nearest(name, names)}"
            )
        bounds[same] = number
    return bounds


def _ranges(wanted: list[Wanted], value: Any, lattice: Lattice, allowed: Allowed) -> list[tuple[int, int | None]]:
    """Return (least, most) for every piece in the keys; most None means any number.

    Copies given by name apply to the piece of that name, however often it is named.
    """
    own = [copies(number, f"copies of piece {piece.name!r}") for piece, number in wanted]
    if value is None:
        return own
    table = _table(value, "copies", "COPIES", "X5:480,rest:any")
    if table is None:
        return [copies(value, "copies")] * len(wanted)
    bounds = _by_name(table, "copies", wanted, lattice, allowed)
    ranges = []
    for (piece, _), range_ in zip(wanted, own, strict=True):
        where = f"copies of {piece.name}"
        if piece.name in bounds:
            ranges.append(copies(bounds[piece.name], where))
            bounds[piece.name] = 0  # named again, it adds nothing
        else:
            ranges.append(copies(bounds["rest"], where) if "rest" in bounds else range_)
    return ranges


def _motions(piece: Piece, usual: Motions) -> Motions:
    """Return the motions a piece is allowed: its own if it has some, whatever `reflections` says, otherwise the puzzle's."""
    return as_body(piece.cells, piece.lattice, piece.motions or usual)


def _turned(piece: Piece, lattice: Lattice, allowed: Allowed) -> Integers:
    """Return the orientations (n, cells, dimension) of a piece that a puzzle names."""
    return np.array(orientations(on_lattice(piece, lattice), lattice, allowed(piece)), dtype=np.int64)


def _merged(
    wanted: list[Wanted], ranges: list[tuple[int, int | None]], lattice: Lattice, allowed: Allowed, labelled: bool
) -> tuple[tuple[Packable, ...], dict[str, str]]:
    """Return the pieces in canonical order, congruent ones merged, and for each name the piece it stands for.

    labelled: only congruent ones of one name are merged.
    """
    merged: dict[tuple[Laying, str, Fraction], Packable] = {}
    came_to: dict[str, str] = {}
    taken: dict[str, Laying] = {}
    for (piece, _), (least, most) in zip(wanted, ranges, strict=True):
        motions = allowed(piece)
        cells = on_lattice(piece, lattice)
        form = laying(cells, piece.marks, lattice, motions, piece.name)
        name = _free_name(piece, form, taken)
        taken[name] = form
        key = form, name if labelled else "", piece.value
        if key in merged:
            old = merged[key]
            together = None if old.most is None or most is None else old.most + most
            groups = _added(old.groups, _within(piece, most))
            merged[key] = replace(old, least=old.least + least, most=together, groups=groups)
        else:
            # If more motions give the same orientations, it is the same piece: X5 is X5 with or without reflections.
            freedom = next(
                each for each in MOTIONS if each == motions or _same(cells, piece.marks, form, lattice, motions, each)
            )
            merged[key] = Packable(
                name, form.cells, freedom, least, most, np.array(form.turned, dtype=np.int64), form.grounds, form.ways,
                form.corners, _within(piece, most), piece.value,
            )  # fmt: skip
        came_to[name] = merged[key].name
    return tuple(sorted(merged.values(), key=_place)), came_to


def _within(piece: Piece, most: int | None) -> tuple[tuple[int, int | None], ...]:
    """Return the groups of a piece of which there are at most so many copies (None: any), in increasing order."""
    ends = ((group, [end for end in (number, most) if end is not None]) for group, number in piece.groups)
    return tuple(sorted((group, min(each, default=None)) for group, each in ends if 0 not in each))


def _added(
    one: tuple[tuple[int, int | None], ...], other: tuple[tuple[int, int | None], ...]
) -> tuple[tuple[int, int | None], ...]:
    """Return the groups of congruent pieces together: of each group, the copies added."""
    groups = dict(one)
    for group, number in other:
        known = groups.get(group, 0)
        groups[group] = None if known is None or number is None else known + number
    return tuple(sorted(groups.items()))


def _without_lone_groups(pieces: tuple[Packable, ...]) -> tuple[Packable, ...]:
    """Return the pieces without groups that one copy of one piece alone may be in, which change nothing."""
    members = [group for piece in pieces for group, number in piece.groups for _ in range(1 if number == 1 else 2)]
    shared = {group for group, number in Counter(members).items() if number > 1}
    return tuple(
        replace(piece, groups=tuple(each for each in piece.groups if each[0] in shared)) if piece.groups else piece
        for piece in pieces
    )


def _place(piece: Packable) -> tuple[Any, ...]:
    """Return the sort key of pieces in canonical form, without names; copies and groups distinguish congruent ones."""
    groups = tuple((group, number is None, number or 0) for group, number in piece.groups)
    bounds = piece.least, piece.most is None, piece.most or 0
    return piece.cells, piece.motions, piece.grounds or (), *bounds, groups, piece.value


def _free_name(piece: Piece, form: Laying, taken: dict[str, Laying]) -> str:
    """Return the piece's name, numbered if a set has used it for another; two drawn pieces must not share one."""
    if taken.get(piece.name, form) == form:
        return piece.name
    if piece.motions is None and piece.name not in piece_names():
        raise InvalidInput(f"two different pieces are named {piece.name!r}; expected a name each")
    return next(name for number in range(2, 10**6) if taken.get(name := f"{piece.name}-{number}", form) == form)


def _same(
    cells: Shape, marks: tuple[int, ...] | None, form: Laying, lattice: Lattice, fewer: Motions, motions: Motions
) -> bool:
    """Return whether a piece lies as freely under fewer motions, by which it lies in this form, as under these.

    Without colours on a lattice of which every point is a cell this holds if the generators map one orientation into them: the
    fewer motions are a normal subgroup.
    """
    if lattice.modulus > 1:
        return laying(seated(cells, lattice, fewer), marks, lattice, motions) == form
    turns = () if motions == "translations" else lattice.turns
    generators = (*turns, lattice.mirror) if motions == "isometries" else turns
    same = all(image(matrix, form.turned[0]) in form.turned for matrix in generators)
    return same and (marks is None or laying(cells, marks, lattice, motions) == form)
