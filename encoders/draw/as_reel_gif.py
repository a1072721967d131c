"""What all films of disassemblies as animated GIF share: images with a caption and a legend, and their scale."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from encoders.draw.colours import WHITE, Colour, mixed
from encoders.draw.reels import Show
from encoders.draw.sheet import LETTER

if TYPE_CHECKING:
    from PIL.Image import Image

LONGEST_SIDE, LARGEST = 600, 1.5  # pixels, and pixels for a unit of the film
NARROWEST = 300  # pixels: captions need some room
LINE: Colour = (34, 34, 34)
LETTERS: tuple[Colour, ...] = (WHITE, LINE, *(mixed(WHITE, LINE, part / 4) for part in (1, 2, 3)))
"""The colours of words, with some between the background and them for antialiasing."""
WORDS, HEADING, MARGIN = 13, 24, 12  # pixels: letters, the lines of words, and around everything


class Stage:
    """Where a film is drawn, image by image; font: by the height of its letters."""

    def __init__(self, shown: Show, font: Callable[[int], Any]) -> None:
        self.shown, self.font = shown, font(WORDS)
        self.scale = min(LARGEST, LONGEST_SIDE / max(*shown.size, 1))
        width = max(round(shown.size[0] * self.scale), NARROWEST)
        self.named = list(shown.legend(width, LETTER * WORDS * 1.1))
        self.below = round(shown.size[1] * self.scale) + 2 * MARGIN + HEADING
        self.size = width + 2 * MARGIN, self.below + HEADING * (1 + max(line for _, line, _ in self.named)) + MARGIN

    @property
    def line(self) -> int:
        """The width of a line, in pixels."""
        return max(1, round(2 * self.scale))

    def image(self, caption: str) -> tuple[Image, Any]:
        """Return an image with a caption and the names of the pieces, and what draws on it."""
        from PIL import Image, ImageDraw

        image = Image.new("RGB", self.size, WHITE)
        draw = ImageDraw.Draw(image)
        draw.text((MARGIN, MARGIN // 2), caption, font=self.font, fill=LINE)
        for along, line, piece in self.named:
            x, y = MARGIN + round(along), self.below + HEADING * line
            draw.rectangle((x, y + 2, x + 11, y + 13), fill=self.shown.grounds[piece], outline=LINE)
            draw.text((x + 17, y), self.shown.names[piece], font=self.font, fill=LINE)
        return image, draw

    def at(self, x: float, y: float) -> tuple[int, int]:
        """Return the pixel of a point of the film."""
        across, down = x - self.shown.corner[0], y - self.shown.corner[1]
        return MARGIN + round(across * self.scale), MARGIN + HEADING + round(down * self.scale)
