"""Films of pieces on any lattice that come apart as animated GIF. Not here: the file (pixels)."""

from __future__ import annotations

from typing import IO, TYPE_CHECKING

from encoders.draw import pixels
from encoders.draw.as_reel_gif import LETTERS, LINE, Stage
from encoders.draw.colours import BLACK, mixed
from encoders.draw.frames import Frame, Frames
from encoders.draw.isometric import Disc, Lines

if TYPE_CHECKING:
    from PIL.Image import Image

FAINT = mixed(BLACK, (255, 255, 255), 0.55)


def frames_gif(shown: Frames, file: IO[bytes]) -> None:
    """Write the film as an animated GIF, the same bytes for the same film; raises InvalidInput if matplotlib is missing."""
    stage = Stage(shown.show, pixels.font_of_size())
    fills = [mark.fill for frame in shown.frames for mark in frame.marks if not isinstance(mark, Lines)]
    palette = [*LETTERS, FAINT, *shown.show.grounds, *fills]
    pixels.write(((_drawn(stage, frame), frame.seconds) for frame in shown.frames), palette, file)


def _drawn(stage: Stage, frame: Frame) -> Image:
    """Return the image of a frame."""
    image, draw = stage.image(frame.caption)
    for mark in frame.marks:
        if isinstance(mark, Lines):
            for line in mark.lines:
                points = [stage.at(*point) for point in line]
                draw.line(points, fill=FAINT if mark.faint else LINE, width=1 if mark.faint else stage.line)
        elif isinstance(mark, Disc):
            (x, y), radius = mark.centre, mark.radius
            corners = [stage.at(x - radius, y - radius), stage.at(x + radius, y + radius)]
            draw.ellipse(corners, fill=mark.fill, outline=LINE if mark.outlined else None, width=stage.line)
        else:
            for loop in mark.loops:
                draw.polygon([stage.at(*point) for point in loop], fill=mark.fill, outline=mark.fill)
    return image
