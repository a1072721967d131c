"""n queens, rooks or superqueens as a value, and how they are read from keys. Not here: their moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from encoders.geometry.lattice import Cell
from encoders.keys import Keys, coordinates, refuse_unknown, shown, whole_number, yes_or_no
from exactcover.model.errors import InvalidInput, nearest

KEYS = ("n", "fixed", "forbidden", "board", "torus", "pieces")
PIECES = ("queens", "rooks", "superqueens")
MOST, MOST_SUPERQUEENS = 500, 100
FREE, FIXED, FORBIDDEN = ".", "Q", "#"


@dataclass(frozen=True)
class Queens:
    """n pieces on a board of n by n squares, none of which attacks another; a superqueen moves as a queen and as a knight.

    fixed: squares that have a piece, in order; forbidden: squares that have none, in order; torus: edges of the board are joined.
    """

    n: int
    fixed: tuple[Cell, ...] = ()
    forbidden: tuple[Cell, ...] = ()
    torus: bool = False
    pieces: str = "queens"

    def canonical(self) -> dict[str, Any]:
        """Return the puzzle ready for json.dumps."""
        keys: dict[str, Any] = {"kind": "queens", "n": self.n}
        if self.fixed:
            keys["fixed"] = list(map(list, self.fixed))
        if self.forbidden:
            keys["forbidden"] = list(map(list, self.forbidden))
        if self.torus:
            keys["torus"] = True
        return keys if self.pieces == "queens" else {**keys, "pieces": self.pieces}


def read(keys: Keys) -> Queens:
    """Return the puzzle of the keys; raises InvalidInput."""
    refuse_unknown(keys, "puzzle of queens", KEYS)
    pieces = keys.get("pieces", "queens")
    if pieces not in PIECES:
        raise InvalidInput(f"pieces is {shown(pieces)}; expected {', '.join(PIECES)}{nearest(str(pieces), PIECES)}")
    drawn = _board(keys.get("board"))
    rows = {"n": len(drawn)} if drawn else {}
    n = whole_number({**rows, **keys}.get("n"), "n", 1, MOST_SUPERQUEENS if pieces == "superqueens" else MOST)
    if drawn and len(drawn) != n:
        raise InvalidInput(f"board has {len(drawn)} rows, and n is {n}; expected one of them, or the same number")
    fixed = (*_squares(keys, "fixed", "queen", n), *_marked(drawn, FIXED))
    forbidden = (*_squares(keys, "forbidden", "square", n), *_marked(drawn, FORBIDDEN))
    both = next((square for square in fixed if square in forbidden), None)
    if both is not None:
        raise InvalidInput(f"{both[0]},{both[1]} is fixed and forbidden; expected one of them")
    torus = yes_or_no(keys.get("torus", False), "torus") and pieces != "rooks"
    return Queens(n, tuple(sorted(set(fixed))), tuple(sorted(set(forbidden))), torus, str(pieces))


def _squares(keys: Keys, key: str, name: str, n: int) -> tuple[Cell, ...]:
    squares = coordinates(keys[key], key, 2) if keys.get(key, "") not in ("", []) else ()
    for number, (row, column) in enumerate(squares):
        if not (row < n and column < n):
            place = f"{key} has a {name} on {row},{column}"
            raise InvalidInput(f"{place}; expected rows and columns from 0 to {n - 1}")
        if (row, column) in squares[:number]:
            raise InvalidInput(f"{key} has the {name} on {row},{column} twice; expected different squares")
    return squares


def _board(value: Any) -> list[str]:
    """Return the rows of a picture of the board, none without a picture."""
    if value in (None, ""):
        return []
    if not isinstance(value, str):
        raise InvalidInput(f"board is {shown(value)}; expected a picture such as Q.../...#/..../....")
    rows = value.replace("/", "\n").split()
    for row in rows:
        if len(row) != len(rows):
            raise InvalidInput(f"board has the row {shown(row)}; expected {len(rows)} squares, as many as rows")
        wrong = next((mark for mark in row if mark not in (FREE, FIXED, FORBIDDEN)), None)
        if wrong is not None:
            raise InvalidInput(f"board has {shown(wrong)}; expected {FREE}, {FIXED} for a piece, {FORBIDDEN} for none")
    return rows


def _marked(rows: list[str], mark: str) -> tuple[Cell, ...]:
    return tuple((r, c) for r, row in enumerate(rows) for c, own in enumerate(row) if own == mark)
