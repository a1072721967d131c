"""Films of bodies that come apart as animated GIF. Not here: the file (pixels)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import IO, TYPE_CHECKING

from encoders.draw import pixels
from encoders.draw.as_reel_gif import LETTERS, LINE, Stage
from encoders.draw.colours import BLACK, Colour, mixed
from encoders.draw.reels import BEGIN, END
from encoders.draw.shots import Shot, Shots, edge, outline, projected, shade

if TYPE_CHECKING:
    from PIL.Image import Image

FRAMES = 2  # for each step


def shots_gif(shown: Shots, file: IO[bytes]) -> None:
    """Write the film as an animated GIF, the same bytes for the same film; raises InvalidInput if matplotlib is missing."""
    stage = Stage(shown.show, pixels.font_of_size())
    images = ((_drawn(stage, shown, shot, gone), seconds) for shot, gone, seconds in _frames(shown))
    pixels.write(images, _palette(shown.show.grounds), file)


def _frames(shown: Shots) -> Iterator[tuple[Shot, float, float]]:
    """Yield the shot, how many steps its pieces have gone, and the duration in seconds."""
    yield shown.shots[0], 0.0, BEGIN
    for number, shot in enumerate(shown.shots):
        frames = shot.steps * FRAMES
        for frame in range(1, frames + 1):
            rest = shot.rest + (END if number == len(shown.shots) - 1 else 0.0) if frame == frames else 0.0
            yield shot, frame / FRAMES, shot.moving / frames + rest


def _palette(grounds: Iterable[Colour]) -> list[Colour]:
    """Return every colour in use."""
    drawn = list(LETTERS)
    for ground in dict.fromkeys(grounds):
        drawn += [colour for side in range(3) for colour in (shade(ground, side), _faint(shade(ground, side)))]
    return drawn


def _faint(fill: Colour) -> Colour:
    return mixed(fill, BLACK, 0.15)


def _drawn(stage: Stage, shown: Shots, shot: Shot, gone: float) -> Image:
    """Return a frame; gone: how many steps the pieces have moved."""
    image, draw = stage.image(shot.caption)
    right, down = projected(shot.direction)
    for sprite in shot.sprites:
        x, y = projected(sprite.cube)
        if sprite.moves:
            left, top = x + right * gone, y + down * gone
        else:
            left, top = float(x), float(y)
        for side in sprite.sides:
            fill = shade(shown.show.grounds[sprite.piece], side)
            corners = [stage.at(left + x, top + y) for x, y in outline(side)]
            draw.polygon(corners, fill=fill, outline=_faint(fill))
        for each in sprite.edges:
            draw.line([stage.at(left + x, top + y) for x, y in edge(*each)], fill=LINE, width=stage.line)
    return image
