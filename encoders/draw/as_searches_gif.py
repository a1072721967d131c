"""Films of searches side by side as animated GIF. Not here: the film (searches), and the file (pixels)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import IO, TYPE_CHECKING, Any

from encoders.draw import pixels
from encoders.draw.as_reel_gif import LETTERS, LINE
from encoders.draw.colours import WHITE, Colour, ink, mixed
from encoders.draw.labels import in_lines
from encoders.draw.searches import Board, Searches, Strip
from encoders.draw.sheet import LETTER, Loops, sheet

if TYPE_CHECKING:
    from PIL.Image import Image

WIDTH, LARGEST = 200, 48  # pixels: of a board with its words, and of a square
MARGIN, GAP, HEAD, FOOT = 14, 24, 24, 50
TITLE, WORDS, NOTE = 14, 13, 12
EMPTY: Colour = (242, 242, 242)
HOLE: Colour = (85, 85, 85)
GOAL: Colour = (26, 127, 55)


def searches_gif(shown: Searches, file: IO[bytes]) -> None:
    """Write the film as an animated GIF, the same bytes for the same film; raises InvalidInput if matplotlib is missing."""
    stage = _Stage(shown)
    images = ((stage.image(frame), _seconds(shown, frame)) for frame in range(shown.steps))
    pixels.write(images, _palette(stage.grounds), file)


def _seconds(shown: Searches, frame: int) -> float:
    end = shown.begin(frame + 1) if frame + 1 < shown.steps else shown.seconds
    return end - shown.begin(frame)


def _palette(grounds: list[list[list[Colour]]]) -> Iterator[Colour]:
    """Yield the colours in use, with some between each and that of its letters."""
    yield from (*LETTERS, EMPTY, HOLE, GOAL, mixed(WHITE, GOAL, 0.5))
    for ground in sorted({ground for strip in grounds for board in strip for ground in board}):
        yield from (mixed(ground, ink(ground), part / 3) for part in range(4))


class _Stage:
    """Where the boards are drawn, frame by frame."""

    def __init__(self, shown: Searches) -> None:
        self.shown, self.font = shown, pixels.font_of_size()
        self.grounds = [list(shown.grounds(strip)) for strip in shown.strips]
        down, right = shown.sheet.unit
        height, width = shown.sheet.rows * down, shown.sheet.columns * right
        self.square = min(WIDTH / width, WIDTH / height, LARGEST)
        self.room = round(height * self.square)
        self.size = self._size()
        self.drawn: dict[int, tuple[Board, Image]] = {}

    def _size(self) -> tuple[int, int]:
        shown = self.shown
        width = shown.across * (WIDTH + GAP) - GAP + 2 * MARGIN
        self.notes = in_lines([shown.note], int((width - 2 * MARGIN) / (LETTER * NOTE))) if shown.note else []
        self.below = -(-len(shown.strips) // shown.across) * (HEAD + self.room + FOOT) + MARGIN
        return width, self.below + len(self.notes) * (NOTE + 4) + MARGIN

    def image(self, frame: int) -> Image:
        """Return the image of a frame; a search that rests is drawn once."""
        from PIL import Image, ImageDraw

        image = Image.new("RGB", self.size, WHITE)
        for number, strip in enumerate(self.shown.strips):
            row, column = divmod(number, self.shown.across)
            at = min(frame, len(strip.boards) - 1)
            board = strip.boards[at]
            if number not in self.drawn or self.drawn[number][0] is not board:
                self.drawn[number] = board, self._strip(strip, at, self.grounds[number][at])
            image.paste(
                self.drawn[number][1],
                (MARGIN + column * (WIDTH + GAP) - 2, MARGIN + row * (HEAD + self.room + FOOT)),
            )
        draw = ImageDraw.Draw(image)
        for number, words in enumerate(self.notes):
            draw.text((MARGIN, self.below + number * (NOTE + 4)), words, font=self.font(NOTE), fill=LINE)
        return image

    def _strip(self, strip: Strip, at: int, grounds: list[Colour]) -> Image:
        """Return the image of one search: its title, a board, and what is below it."""
        from PIL import Image, ImageDraw

        board = strip.boards[at]
        image = Image.new("RGB", (WIDTH + GAP, HEAD + self.room + FOOT), WHITE)
        draw = ImageDraw.Draw(image)
        draw.text((2, 0), strip.title, font=self.font(TITLE), fill=LINE)
        flat = sheet(self.shown.picture(board))
        self._polygons(draw, self.shown.sheet.empty, EMPTY)
        self._polygons(draw, flat.holes, HOLE)
        for loops, ground in zip(flat.pieces, grounds, strict=True):
            self._polygons(draw, loops, ground)
            self._lines(draw, loops, LINE, 1)
        for spot in flat.spots:
            ground = grounds[spot.area]
            y, x = (part / 2 for part in spot.middle)
            size = max(6, round(self.square * min(0.55, spot.height)))
            draw.text(self._at(y, x), spot.words, font=self.font(size), fill=ink(ground), anchor="mm")
        self._lines(draw, self.shown.sheet.board, GOAL if board.goal else LINE, 4 if board.goal else 2)
        below = HEAD + self.room + 6
        draw.text((2, below), f"{at + 1} {strip.words}", font=self.font(WORDS), fill=LINE)
        words = "   ".join([*([board.figures] if board.figures else []), *(["solution"] if board.goal else [])])
        draw.text((2, below + WORDS + 5), words, font=self.font(WORDS), fill=GOAL if board.goal else LINE)
        return image

    def _at(self, down: float, right: float) -> tuple[int, int]:
        unit = self.shown.sheet.unit
        return 2 + round(right * unit[1] * self.square), HEAD + round(down * unit[0] * self.square)

    def _polygons(self, draw: Any, loops: Loops, fill: Colour) -> None:
        for loop in loops:
            draw.polygon([self._at(*corner) for corner in loop], fill=fill)

    def _lines(self, draw: Any, loops: Loops, fill: Colour, width: int) -> None:
        for loop in loops:
            draw.line([self._at(*corner) for corner in (*loop, loop[0], loop[1])], fill=fill, width=width)
