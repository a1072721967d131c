"""Reads names of pieces from a solution: a canonical puzzle has none, and its output should use the original names."""

from __future__ import annotations

from collections import Counter
from typing import Any

from encoders.geometry.lattice import Lattice, normalised
from encoders.geometry.lattices import lattice_named
from encoders.geometry.piece import canonical
from encoders.keys import Keys
from encoders.packing.keys import KEYS
from encoders.packing.keys import packing as packing_of
from encoders.packing.lying import BoardCells
from encoders.packing.ways import laying, lies_right
from exactcover.model.errors import InvalidInput


def with_names(keys: Keys, solution: Any) -> Keys:
    """Return canonical keys with the names that a solution's placements give to pieces of their shape."""
    placements = solution.get("placements", []) if isinstance(solution, dict) else []
    pieces = keys.get("pieces")
    if not isinstance(pieces, list) or not isinstance(placements, list):
        return keys
    if "wrap" in keys:
        return _with_names_on_wrapped(keys, placements)
    try:
        lattice = lattice_named(keys.get("lattice"), str(keys.get("board")).count("x") + 1)
    except InvalidInput:  # not a canonical puzzle: no piece has a shape
        return keys
    every = [
        [p for p in placements if isinstance(p, dict) and _has_shape(p.get("cells"), each, lattice)] for each in pieces
    ]
    names = [Counter(name for p in same if isinstance(name := p.get("piece"), str) and name) for same in every]
    right = [
        [name for name, number in own.items() if _may_be(name, number, piece, same, keys, lattice)]
        for piece, own, same in zip(pieces, names, every, strict=True)
    ]
    return _named(keys, right, names)


def _named(keys: Keys, right: list[list[str]], names: list[Counter[str]]) -> Keys:
    """Return the keys with a name for each piece; right: those it may have, names: those of placements of its shape."""
    name_of = _matched(right)
    for piece, own in enumerate(names):  # of an incorrect solution: an unused name
        name_of.setdefault(piece, next((name for name in own if name not in name_of.values()), ""))
    named = [
        piece | {"name": name_of[number]} if isinstance(piece, dict) and name_of[number] else piece
        for number, piece in enumerate(keys["pieces"])
    ]
    return {**keys, "pieces": named}


def _with_names_on_wrapped(keys: Keys, placements: list[Any]) -> Keys:
    """Return the same for a board that wraps round: a piece has the placements that the board gives it, not only one shape."""
    try:
        packing = packing_of({key: value for key, value in keys.items() if key in KEYS})
    except InvalidInput:  # not a canonical puzzle
        return keys
    if packing.wrap is None or len(packing.pieces) != len(keys["pieces"]):
        return keys
    board = BoardCells(packing.board, packing.wrap, packing.lattice, packing.grounds)
    numbers = {cell: number for number, cell in enumerate(board.cells)}
    names = []
    for piece in packing.pieces:
        lying = set(map(tuple, board.lying(piece).cells.tolist()))
        own = [each for each in placements if isinstance(each, dict) and _numbered(each.get("cells"), numbers) in lying]
        names.append(Counter(name for each in own if isinstance(name := each.get("piece"), str) and name))
    right = [
        [name for name, number in own.items() if _within(number, piece)]
        for piece, own in zip(keys["pieces"], names, strict=True)
    ]
    return _named(keys, right, names)


def _numbered(cells: Any, numbers: dict[tuple[int, ...], int]) -> tuple[int, ...]:
    """Return the numbers of cells, as JSON has them; none if they are not cells of the board."""
    try:
        return tuple(sorted(numbers[tuple(cell)] for cell in cells))
    except (TypeError, KeyError):
        return ()


def _matched(right: list[list[str]]) -> dict[int, str]:
    """Return a name for as many pieces as possible, each name for one piece; right: the possible names of each."""
    owners: dict[str, int] = {}

    def give(piece: int, tried: set[str]) -> bool:
        for name in sorted(right[piece], key=owners.__contains__):  # free names first, so that pieces keep their order
            if name not in tried:
                tried.add(name)
                if name not in owners or give(owners[name], tried):
                    owners[name] = piece
                    return True
        return False

    for piece in range(len(right)):
        give(piece, set())
    return {piece: name for name, piece in owners.items()}


def _may_be(name: str, number: int, piece: Any, placements: list[Any], keys: Keys, lattice: Lattice) -> bool:
    """Return whether a canonical piece may have a name: the name has that many copies, all on the piece's grounds."""
    if isinstance(piece, dict) and isinstance(piece.get("grounds"), list):
        try:
            grounds = [set(map(tuple, ground)) for ground in keys["grounds"]]
            cells = tuple(map(tuple, piece["cells"]))
            laid = laying(cells, piece["grounds"], lattice, piece["motions"])
            for place in placements:
                lying = tuple(sorted(map(tuple, place["cells"])))
                turn = laid.turned.index(normalised(lying))
                corners = None if laid.corners is None else laid.corners[turn]
                ways = ((0,) * len(cells),) if laid.ways is None else laid.ways[turn]
                if place["piece"] == name and not lies_right(lying, ways, corners, lattice, grounds):
                    return False
        except (TypeError, KeyError, IndexError, ValueError):  # not a valid canonical puzzle: any name will do
            return False
    return _within(number, piece)


def _within(number: int, piece: Any) -> bool:
    """Return whether a canonical piece has that many copies."""
    ends = piece.get("copies") if isinstance(piece, dict) else None
    if not isinstance(ends, list) or len(ends) != 2 or not isinstance(ends[0], int):
        return False
    return ends[0] <= number and (not isinstance(ends[1], int) or number <= ends[1])


def _has_shape(cells: Any, piece: Any, lattice: Lattice) -> bool:
    """Return whether cells, as JSON has them, are those of a canonical piece, moved."""
    try:
        own = tuple(map(tuple, piece["cells"]))
        if piece.get("grounds"):  # they may keep a piece from being moved to the origin
            own = canonical(own, lattice, piece["motions"])
        return canonical(tuple(map(tuple, cells)), lattice, piece["motions"]) == own
    except (TypeError, KeyError, IndexError, ValueError):  # not valid cells: of no shape
        return False
