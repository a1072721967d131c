"""n rooks on a board of n by n squares, none of which attacks another, as a kind of puzzle."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from encoders.draw.picture import Picture
from encoders.editor import Editor, Field
from encoders.keys import Keys, refuse_unknown, whole_number
from encoders.kind import Kind
from encoders.queens import Queens
from encoders.queens.kind import picture as queens_picture
from exactcover.model.arrays import Integers
from exactcover.model.cover import Cover
from exactcover.model.encoding import Encoding, Model
from exactcover.model.solution import Part, Solution


class RookSquares(Solution):
    """Rooks on a board: `rooks`, their squares, each a row and a column."""

    __slots__ = ()
    rooks = Part[list[list[int]]]()


@dataclass(frozen=True)
class Rooks:
    """The board."""

    n: int

    def canonical(self) -> dict[str, Any]:
        """Return the puzzle ready for JSON."""
        return {"kind": "toy-rooks", "n": self.n}


def read(keys: Keys) -> Rooks:
    """Return the rooks of the key `n`; raises InvalidInput."""
    refuse_unknown(keys, "toy-rooks", ("n",))
    return Rooks(whole_number(keys.get("n"), "n", 1, 20))


def encode(rooks: Rooks) -> Encoding:
    """Return a cover: an item for each row and column, an option for each square."""
    n = rooks.n
    rows, columns = np.divmod(np.arange(n * n), n)
    names = [f"{line} {number}" for line in ("row", "column") for number in range(n)]
    once = np.ones(2 * n, dtype=np.int64)
    members = np.stack([rows, n + columns], axis=1).ravel()

    def decode(selection: Integers) -> dict[str, Any]:
        return {"rooks": [list(divmod(option, n)) for option in sorted(selection.tolist())]}

    return Encoding(Cover(tuple(names), once, once, 2 * np.arange(n * n + 1), members), decode)


def faults(rooks: Rooks, solution: Any) -> Iterator[str]:
    """Yield what is wrong with a solution from a stranger's file."""
    squares = solution.get("rooks") if isinstance(solution, dict) else None
    if not isinstance(squares, list) or not all(
        isinstance(each, list) and len(each) == 2 and all(type(x) is int and 0 <= x < rooks.n for x in each)
        for each in squares
    ):
        yield "the solution has no list of squares of the board"
    elif any(sorted(each[axis] for each in squares) != list(range(rooks.n)) for axis in (0, 1)):
        yield "two rooks are in one line, or one is missing"


def encoding_faults(rooks: Rooks, model: Model) -> list[str]:
    """Return where the model asks something else."""
    n = rooks.n
    lines = [[row, n + column] for row in range(n) for column in range(n)]
    right = isinstance(model, Cover) and model.members.reshape(-1, 2).tolist() == lines
    return [] if right else ["the model's options are not the squares"]


def picture(rooks: Rooks, solution: Any) -> Picture:
    """Return the board as that of queens is drawn."""
    return queens_picture(Queens(rooks.n), None if solution is None else {"queens": solution["rooks"]})


KIND = Kind(
    name="toy-rooks",
    keys=("n",),
    read=read,
    canonical=Rooks.canonical,
    encode=encode,
    faults=faults,
    encoding_faults=encoding_faults,
    picture=picture,
    cost=lambda rooks, solution: None,
    identity=lambda rooks, solution: frozenset(map(tuple, solution["rooks"])),
    engines=lambda rooks: ("exact", "toy-search"),
    solution=RookSquares,
    editor=Editor("Rooks", "Rooks, none of which attacks another.", {"n": "4"}, (Field("n", "Rooks", "text"),)),
    examples=({"n": 1}, {"n": 4}),
    schemas={
        "puzzle": {"type": "object", "required": ["kind", "n"], "properties": {"n": {"type": "integer"}}},
        "solution": {"type": "object", "required": ["rooks"], "properties": {"rooks": {"type": "array"}}},
    },
)
