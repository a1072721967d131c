"""The n-puzzle as a value: numbered tiles and one blank on a board.

Not here: reading keys (keys.py), encoding (to_sliding.py), judging plans (referee.py).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from encoders.sliding.slides import STEP_OF


@dataclass(frozen=True)
class Tiles:
    """An n-puzzle.

    start and goal: the number on each cell, row by row, 0 for the blank; both are permutations of 0 to rows * columns - 1.
    """

    rows: int
    columns: int
    start: tuple[int, ...]
    goal: tuple[int, ...]

    def canonical(self) -> dict[str, Any]:
        """Return the puzzle ready for json.dumps: equal for equivalent puzzles."""
        return {
            "kind": "tiles",
            "board": f"{self.rows}x{self.columns}",
            "start": list(self.start),
            "goal": list(self.goal),
        }

    def moves(self) -> list[list[Any]]:
        """Return the legal moves of the start in the format of solutions: tile and direction, by direction."""
        row, column = divmod(self.start.index(0), self.columns)
        moves: list[list[Any]] = []
        for direction, (down, right) in STEP_OF.items():
            r, c = row - down, column - right
            if 0 <= r < self.rows and 0 <= c < self.columns:
                moves.append([self.start[r * self.columns + c], direction])
        return moves
