"""A strip of a plan's boards, one layer of a picture each; a block is one area throughout."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from encoders.draw.picture import MOST_POSITIONS, Area, Picture
from encoders.geometry.lattice import Cell, Shape
from exactcover.model.errors import InvalidInput

Board = Mapping[str, Shape]
"""The cells of each block by its name."""


def refuse_long(boards: int, dims: tuple[int, int]) -> None:
    """Raise InvalidInput for a plan with too many boards for a picture."""
    if boards * dims[0] * dims[1] > MOST_POSITIONS:
        raise InvalidInput(
            f"a plan of {boards} boards is too long to draw; expected at most {MOST_POSITIONS} positions in all"
        )


def strip(floor: frozenset[Cell], dims: tuple[int, int], boards: Sequence[tuple[str, Board]]) -> Picture:
    """Return captioned boards side by side as one picture."""
    names = list(dict.fromkeys(name for _, board in boards for name in board))
    areas = tuple(
        Area(name, tuple((number, *cell) for number, (_, board) in enumerate(boards) for cell in board.get(name, ())))
        for name in names
    )
    cells = frozenset((number, *cell) for number in range(len(boards)) for cell in floor)
    return Picture((len(boards), *dims), areas, cells, tuple(caption for caption, _ in boards))


def alone(floor: frozenset[Cell], dims: tuple[int, int], board: Board) -> Picture:
    """Return one board as a picture in the plane."""
    return Picture(dims, tuple(Area(name, cells) for name, cells in board.items()), floor)
