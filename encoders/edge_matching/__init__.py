"""Square tiles with coloured edges as a value, and how they are read from keys. Not here: how they are placed."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass
from typing import Any

from encoders.keys import Keys, copies, refuse_unknown, shown, whole_number, yes_or_no
from exactcover.model.errors import InvalidInput

KEYS = ("board", "tiles", "rotations", "copies", "border", "hints")
ANY, SAME = "any", "same"
MOST_CELLS, MOST_COLOURS = 1024, 8
_EDGES = re.compile("[A-Za-z0-9]{4}")
_SET = re.compile("macmahon-([1-9])")


@dataclass(frozen=True)
class EdgeMatching:
    """Tiles on a board of squares whose edges have one colour where two tiles meet.

    tiles: four characters each, the colours of the edges north, east, south, west; with `rotations` the least of its turns;
    copies: of each tile the least and greatest number; border: `any`, `same` (one colour all around), or the colour;
    hints: row, column and edges of tiles that are given.
    """

    rows: int
    columns: int
    tiles: tuple[str, ...]
    copies: tuple[tuple[int, int], ...]
    rotations: bool = True
    border: str = ANY
    hints: tuple[tuple[int, int, str], ...] = ()

    def canonical(self) -> dict[str, Any]:
        """Return the puzzle ready for json.dumps."""
        return {
            "kind": "edge-matching",
            "board": [self.rows, self.columns],
            "tiles": list(self.tiles),
            "rotations": self.rotations,
            "copies": list(map(list, self.copies)),
            "border": self.border,
            "hints": list(map(list, self.hints)),
        }


def turns(tile: str) -> list[str]:
    """Return the edges of a tile in each of its four positions, which may be equal."""
    return [tile[turn:] + tile[:turn] for turn in range(4)]


def read(keys: Keys) -> EdgeMatching:
    """Return the tiles that the keys describe; raises InvalidInput."""
    refuse_unknown(keys, "puzzle of edge-matching tiles", KEYS)
    board = keys.get("board")
    sides = board.split("x") if isinstance(board, str) else board
    if not isinstance(sides, list | tuple) or len(sides) != 2:
        raise InvalidInput(f"board is {shown(board)}; expected rows and columns such as 4x6")
    rows, columns = (whole_number(side, "a side of board", 1, MOST_CELLS) for side in sides)
    if rows * columns > MOST_CELLS:
        raise InvalidInput(f"board is {shown(board)}; expected at most {MOST_CELLS} cells")
    rotations = yes_or_no(keys.get("rotations", True), "rotations")
    counts = _counts(keys, rotations, rows * columns)
    border = keys.get("border", ANY)
    if border not in (ANY, SAME) and not (isinstance(border, str) and re.fullmatch("[A-Za-z0-9]", border)):
        raise InvalidInput(f"border is {shown(border)}; expected any, same, or a colour, one letter or digit")
    hints = _hints(keys.get("hints", ()), rows, columns)
    known = {turned for tile in counts for turned in (turns(tile) if rotations else [tile])}
    for row, column, edges in hints:
        if edges not in known:
            raise InvalidInput(f"hints has the tile {edges} on {row},{column}; expected one of tiles")
    return EdgeMatching(rows, columns, tuple(counts), tuple(counts.values()), rotations, border, hints)


def _counts(keys: Keys, rotations: bool, cells: int) -> dict[str, tuple[int, int]]:
    """Return the tiles in order, each with the least and greatest number of it; more than fit are as many as fit."""
    tiles = _tiles(keys.get("tiles"))
    each = keys.get("copies", 1)
    if isinstance(each, list) and each and isinstance(each[0], list):
        if len(each) != len(tiles):
            raise InvalidInput(f"copies has {len(each)} ranges; expected one for each of the {len(tiles)} tiles")
        ranges = [copies(one, "copies") for one in each]
    else:
        ranges = [copies(each, "copies")] * len(tiles)
    counts: dict[str, tuple[int, int]] = {}
    for tile, (least, most) in zip(tiles, ranges, strict=True):
        name = min(turns(tile)) if rotations else tile
        low, high = counts.get(name, (0, 0))
        low = min(cells + 1, low + least)
        counts[name] = low, max(low, min(cells, high + (cells if most is None else most)))
    return dict(sorted(counts.items()))


def _tiles(value: Any) -> list[str]:
    tiles = [word.strip() for word in value.split(",")] if isinstance(value, str) else value
    if not isinstance(tiles, list | tuple) or not tiles:
        raise InvalidInput(
            f"tiles is {shown(value)}; expected tiles of four colours each such as aabc,abcb, or macmahon-3"
        )
    every: list[str] = []
    for tile in tiles:
        name = _SET.fullmatch(tile) if isinstance(tile, str) else None
        if name is not None and int(name[1]) <= MOST_COLOURS:
            every += macmahon(int(name[1]))
        elif isinstance(tile, str) and _EDGES.fullmatch(tile):
            every.append(tile)
        else:
            raise InvalidInput(
                f"tiles has {shown(tile)}; expected four colours, each a letter or digit, or macmahon-1 to"
                f" macmahon-{MOST_COLOURS}"
            )
    return every


def macmahon(colours: int) -> list[str]:
    """Return all squares with edges of some colours, each once up to rotation (P. A. MacMahon, New Mathematical Pastimes)."""
    every = map("".join, itertools.product("abcdefgh"[:colours], repeat=4))
    return [tile for tile in every if tile == min(turns(tile))]


def _hints(value: Any, rows: int, columns: int) -> tuple[tuple[int, int, str], ...]:
    parts = [part.split(",") for part in value.split("/") if part.strip()] if isinstance(value, str) else value
    if not isinstance(parts, list | tuple):
        raise InvalidInput(f"hints is {shown(value)}; expected tiles such as 0,0,aabc/2,1,abca")
    hints = {}
    for part in parts:
        if not isinstance(part, list | tuple) or len(part) != 3 or not isinstance(part[2], str):
            raise InvalidInput(f"hints has {shown(part)}; expected a row, a column and the edges of a tile")
        row, column = whole_number(part[0], "a row of hints", 0, rows - 1), part[1]
        column = whole_number(part[1], "a column of hints", 0, columns - 1)
        if (row, column) in hints:
            raise InvalidInput(f"hints has two tiles on {row},{column}; expected one")
        hints[row, column] = part[2].strip()
    return tuple((row, column, edges) for (row, column), edges in sorted(hints.items()))
