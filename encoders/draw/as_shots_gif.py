"""Films of bodies that come apart as animated GIF, by Pillow, a dependency of matplotlib, whose font is used as well."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from encoders.draw.colours import BLACK, WHITE, Colour, mixed
from encoders.draw.sheet import LETTER
from encoders.draw.shots import BEGIN, END, Shot, Shots, edge, legend, outline, projected, shade

if TYPE_CHECKING:
    from PIL.Image import Image

LONGEST_SIDE, LARGEST = 600, 1.5  # pixels, and pixels for a unit of the film
FRAMES = 2  # for each step
LINE: Colour = (34, 34, 34)
WORDS, HEADING, MARGIN = 13, 24, 12  # pixels: letters, the lines of words, and around everything
MOST_COLOURS = 256


def shots_gif(shown: Shots, file: IO[bytes]) -> None:
    """Write the film as an animated GIF, the same bytes for the same film; raises InvalidInput if matplotlib is missing."""
    try:
        import matplotlib
        from PIL import Image as Pillow
        from PIL import ImageFont
        from PIL.Image import Dither
    except ImportError:
        from exactcover.model.errors import InvalidInput

        raise InvalidInput("a GIF needs matplotlib: install the extra exactcover-solver[plot]") from None

    font = ImageFont.truetype(Path(matplotlib.get_data_path()) / "fonts" / "ttf" / "DejaVuSans.ttf", WORDS)
    stage = _Stage(shown, font)
    palette = Pillow.new("P", (1, 1))
    palette.putpalette([part for colour in _palette(shown) for part in colour])
    images: list[Image] = []
    milliseconds = []
    for shot, gone, seconds in _frames(shown):
        images.append(stage.drawn(shot, gone).quantize(palette=palette, dither=Dither.NONE))
        milliseconds.append(round(seconds * 100) * 10)  # a GIF counts in hundredths of a second
    images[0].save(file, "GIF", save_all=True, append_images=images[1:], duration=milliseconds, loop=0, disposal=1)


def _frames(shown: Shots) -> Iterator[tuple[Shot, float, float]]:
    """Yield the shot, how many steps its pieces have gone, and the duration in seconds."""
    yield shown.shots[0], 0.0, BEGIN
    for number, shot in enumerate(shown.shots):
        frames = shot.steps * FRAMES
        for frame in range(1, frames + 1):
            rest = shot.rest + (END if number == len(shown.shots) - 1 else 0.0) if frame == frames else 0.0
            yield shot, frame / FRAMES, shot.moving / frames + rest


def _palette(shown: Shots) -> list[Colour]:
    """Return every colour in use, as far as a GIF has room, and some between the background and words for antialiasing."""
    drawn = [WHITE, LINE, *(mixed(WHITE, LINE, part / 4) for part in (1, 2, 3))]
    for ground in dict.fromkeys(shown.grounds):
        drawn += [colour for side in range(3) for colour in (shade(ground, side), _faint(shade(ground, side)))]
    return list(dict.fromkeys(drawn))[:MOST_COLOURS]


def _faint(fill: Colour) -> Colour:
    return mixed(fill, BLACK, 0.15)


class _Stage:
    """Where the shots are drawn, frame by frame."""

    def __init__(self, shown: Shots, font: Any) -> None:
        self.shown, self.font = shown, font
        self.scale = min(LARGEST, LONGEST_SIDE / max(*shown.size, 1))
        width = max(round(shown.size[0] * self.scale), 300)
        self.named = list(legend(shown, width, LETTER * WORDS * 1.1))
        self.below = round(shown.size[1] * self.scale) + MARGIN + HEADING
        self.size = width + 2 * MARGIN, self.below + HEADING * (1 + max(line for _, line, _ in self.named)) + MARGIN

    def drawn(self, shot: Shot, gone: float) -> Image:
        """Return a frame; gone: how many steps the pieces have moved."""
        from PIL import Image, ImageDraw

        image = Image.new("RGB", self.size, WHITE)
        draw = ImageDraw.Draw(image)
        draw.text((MARGIN, MARGIN // 2), shot.caption, font=self.font, fill=LINE)
        right, down = projected(shot.direction)
        for sprite in shot.sprites:
            x, y = projected(sprite.cube)
            at = (x + right * gone, y + down * gone) if sprite.moves else (float(x), float(y))
            for side in sprite.sides:
                fill = shade(self.shown.grounds[sprite.piece], side)
                draw.polygon([self._at(at, corner) for corner in outline(side)], fill=fill, outline=_faint(fill))
            for each in sprite.edges:
                draw.line(
                    [self._at(at, corner) for corner in edge(*each)], fill=LINE, width=max(1, round(2 * self.scale))
                )
        for along, line, piece in self.named:
            x, y = MARGIN + round(along), self.below + HEADING * line
            draw.rectangle((x, y + 2, x + 11, y + 13), fill=self.shown.grounds[piece], outline=LINE)
            draw.text((x + 17, y), self.shown.names[piece], font=self.font, fill=LINE)
        return image

    def _at(self, at: tuple[float, float], corner: tuple[int, int]) -> tuple[int, int]:
        x, y = at[0] + corner[0] - self.shown.corner[0], at[1] + corner[1] - self.shown.corner[1]
        return MARGIN + round(x * self.scale), MARGIN + HEADING + round(y * self.scale)
