"""Searches side by side as a film: the boards that each visits, in order and in step, with a counter below each.

A search that visits fewer boards than others rests on its last one. Not here: the drawing as animated SVG and GIF.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from math import ceil

from encoders.draw.colours import Colour, hues, shade
from encoders.draw.picture import Area, Cell, Picture
from encoders.draw.sheet import Sheet, sheet

FIRST, LAST = 1.0, 2.5  # seconds: the rest on the first boards, and on the last
FASTEST, SLOWEST, LONGEST = 0.1, 0.5, 40.0  # seconds: of a step, and about how long all steps should take at most
ACROSS = 4  # boards in a row


Piece = tuple[str, tuple[Cell, ...]]


@dataclass(frozen=True)
class Board:
    """A board that was visited: its pieces, each a name and cells; figures: its moves and estimates; goal: it is solved."""

    pieces: tuple[Piece, ...]
    figures: str = ""
    goal: bool = False


@dataclass(frozen=True)
class Strip:
    """The boards that one search visits, in order, and how many they are, in words: `of 1,234 states`."""

    title: str
    boards: tuple[Board, ...]
    words: str


@dataclass(frozen=True)
class Searches:
    """Searches of one puzzle; ground: its empty board; note: a sentence below all of them, which may be empty."""

    ground: Picture
    strips: tuple[Strip, ...]
    note: str = ""

    @property
    def steps(self) -> int:
        """The number of frames: the boards of the longest strip."""
        return max(len(strip.boards) for strip in self.strips)

    @property
    def step(self) -> float:
        """The duration of a frame, in seconds."""
        return max(FASTEST, min(SLOWEST, round(LONGEST / self.steps, 2)))

    @property
    def seconds(self) -> float:
        """The duration of the film."""
        return FIRST + (self.steps - 1) * self.step + LAST

    def begin(self, frame: int) -> float:
        """Return when a frame begins, in seconds."""
        return FIRST + (frame - 1) * self.step if frame else 0.0

    @property
    def across(self) -> int:
        """How many boards are in a row."""
        rows = ceil(len(self.strips) / ACROSS)
        return ceil(len(self.strips) / rows)

    @cached_property
    def sheet(self) -> Sheet:
        """The empty board."""
        return sheet(self.ground)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of all pieces that some board has."""
        boards = (board for strip in self.strips for board in strip.boards)
        return tuple(sorted({name for board in boards for name, _ in board.pieces}))

    def picture(self, board: Board) -> Picture:
        """Return a board as a picture; a name has the same colour on all boards."""
        areas = tuple(Area(name, cells) for name, cells in board.pieces)
        return Picture(self.ground.dims, areas, self.ground.cells, lattice=self.ground.lattice, kinds=self.names)

    def grounds(self, strip: Strip) -> Iterator[list[Colour]]:
        """Yield the colour of each piece on each board of a strip.

        A piece that stays keeps its shade, one that moves takes it along if no piece of its hue touches it in that shade.
        """
        before: dict[Piece, int] = {}
        for board in strip.boards:
            numbers = dict(zip(board.pieces, hues(self.picture(board)), strict=True))
            steps = {piece: before[piece] for piece in board.pieces if piece in before}
            gone = [piece for piece in before if piece not in numbers]
            for piece in board.pieces:
                if piece not in steps:
                    around = {near for cell in piece[1] for near in self.ground.lattice.neighbours(cell)}
                    taken = {
                        step
                        for other, step in steps.items()
                        if numbers[other] == numbers[piece] and not around.isdisjoint(other[1])
                    }
                    earlier = [other for other in gone if other[0] == piece[0] and before[other] not in taken]
                    steps[piece] = (
                        before[earlier[0]] if earlier else next(step for step in count() if step not in taken)
                    )
                    gone = [other for other in gone if other not in earlier[:1]]
            yield [shade(numbers[piece], steps[piece]) for piece in board.pieces]
            before = steps
