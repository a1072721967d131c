"""Films as animated GIF: blocks that slide. Not here: the file (pixels)."""

from __future__ import annotations

from collections.abc import Iterator
from os import PathLike
from typing import IO, TYPE_CHECKING, Any

from encoders.draw import pixels
from encoders.draw.colours import BLACK, WHITE, Colour, colours, ink, mixed
from encoders.draw.film import FIRST, LAST, SLIDE, STEP, Film, empty_board, film
from encoders.draw.look import Square
from encoders.draw.picture import EMPTY, HOLE, Grid, Picture, grids
from encoders.draw.sheet import LETTER

if TYPE_CHECKING:
    from PIL.Image import Image

LARGEST_SQUARE, SMALLEST_SQUARE, LONGEST_SIDE = 48, 8, 640  # pixels
SLIDING = 3  # frames of a slide
LINE: Colour = (34, 34, 34)
GROUNDS: dict[int, Colour] = {EMPTY: (242, 242, 242), HOLE: (85, 85, 85)}


def gif(picture: Picture, file: str | PathLike[str] | IO[bytes]) -> None:
    """Write a picture's layers as an animated GIF to a path or an open binary file, the same bytes for the same picture.

    It loops forever. Raises InvalidInput for an area that does not slide (see `film`), or if matplotlib is not installed.
    """
    font = pixels.font_of_size()
    shown = film(picture)
    stage = _Stage(picture, shown, font)
    images = ((stage.drawn(offsets, caption), seconds) for offsets, caption, seconds in _frames(shown))
    pixels.write(images, _palette(stage.grounds), file)


def _frames(shown: Film) -> Iterator[tuple[list[tuple[float, float]], str, float]]:
    """Yield the displacement of each block, the caption, and the duration in seconds."""
    for step in range(shown.steps + 1):
        here = [gone[step] for gone in shown.gone]
        before = [gone[max(0, step - 1)] for gone in shown.gone]
        for part in range(1, SLIDING) if step else ():
            share = part / SLIDING
            between = [(a + (c - a) * share, b + (d - b) * share) for (a, b), (c, d) in zip(before, here, strict=True)]
            yield between, shown.captions[step], STEP * SLIDE / SLIDING
        rest = STEP * (1 - SLIDE + SLIDE / SLIDING) if step else FIRST
        yield [(float(a), float(b)) for a, b in here], shown.captions[step], LAST if step == shown.steps else rest


def _palette(grounds: list[Colour]) -> list[Colour]:
    """Return every colour in use, and two between each background and its text colour, for antialiasing."""
    pairs = [(WHITE, LINE), *((ground, ink(ground)) for ground in sorted(set(grounds)))]
    drawn = [BLACK, *GROUNDS.values()]
    for one, other in pairs:
        drawn += [one, *(mixed(one, other, part / 3) for part in (1, 2)), other]
    return drawn


class _Stage:
    """The board on which the blocks of a film are drawn, frame by frame."""

    def __init__(self, picture: Picture, shown: Film, font: Any) -> None:
        _, rows, columns = picture.shape
        self.square = max(SMALLEST_SQUARE, min(LARGEST_SQUARE, LONGEST_SIDE // (max(rows, columns) + 1)))
        self.margin, self.line = self.square // 2, max(1, self.square // 14)
        self.blocks, self.grounds = shown.blocks, colours(picture)
        self.words = font(max(10, self.square // 3))
        self.top = self.margin + self.square // 3
        self.size = (columns * self.square + 2 * self.margin, rows * self.square + self.top + self.margin)
        self.fonts = [
            font(max(6, int(self.square * min(0.5, (block.room - 0.2) / (LETTER * max(1, len(block.name)))))))
            for block in shown.blocks
        ]
        self.empty = self._empty(grids(empty_board(picture))[0])

    def drawn(self, offsets: list[tuple[float, float]], caption: str) -> Image:
        """Return the board with every block displaced as given, in squares."""
        from PIL import ImageDraw

        image = self.empty.copy()
        draw = ImageDraw.Draw(image)
        draw.text((self.margin, self.margin // 2), caption, font=self.words, fill=LINE)
        for block, ground, font, (down, right) in zip(self.blocks, self.grounds, self.fonts, offsets, strict=True):
            self._tiles(draw, block.squares, (down, right), ground)
            self._edges(draw, block.squares, (down, right))
            y, x = self._corner(block.middle[0] / 2 + down, block.middle[1] / 2 + right)
            draw.text((x, y), block.name, font=font, fill=ink(ground), anchor="mm")
        return image

    def _empty(self, grid: Grid) -> Image:
        from PIL import Image, ImageDraw

        image = Image.new("RGB", self.size, WHITE)
        draw = ImageDraw.Draw(image)
        squares = {owner: {s for s, o in _owners(grid) if o == owner} for owner in GROUNDS}
        for owner, ground in GROUNDS.items():
            self._tiles(draw, squares[owner], (0, 0), ground)
        self._edges(draw, squares[EMPTY], (0, 0))
        return image

    def _corner(self, row: float, column: float) -> tuple[int, int]:
        return self.top + round(row * self.square), self.margin + round(column * self.square)

    def _tiles(
        self, draw: Any, squares: set[Square] | frozenset[Square], by: tuple[float, float], fill: Colour
    ) -> None:
        for row, column in squares:
            y, x = self._corner(row + by[0], column + by[1])
            draw.rectangle((x, y, x + self.square, y + self.square), fill=fill)

    def _edges(self, draw: Any, squares: set[Square] | frozenset[Square], by: tuple[float, float]) -> None:
        """Draw the lines between a set of squares and its surroundings."""
        for row, column in squares:
            y, x = self._corner(row + by[0], column + by[1])
            far_y, far_x = y + self.square, x + self.square
            sides = (
                ((row - 1, column), (x, y, far_x, y)),
                ((row + 1, column), (x, far_y, far_x, far_y)),
                ((row, column - 1), (x, y, x, far_y)),
                ((row, column + 1), (far_x, y, far_x, far_y)),
            )
            for beside, ends in sides:
                if beside not in squares:
                    draw.line(ends, fill=LINE, width=self.line)


def _owners(grid: Grid) -> Iterator[tuple[Square, int]]:
    """Yield the squares of a grid, without its rim, and their owners."""
    for row, owners in enumerate(grid[1:-1]):
        for column, owner in enumerate(owners[1:-1]):
            yield (row, column), owner
