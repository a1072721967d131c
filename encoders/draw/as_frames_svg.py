"""Films of pieces on any lattice that come apart as animated SVG: a group for each frame, seen for its time, without a script.

A viewer without animation shows the first frame.
"""

from __future__ import annotations

from collections.abc import Iterator

from encoders.draw.as_reel_svg import document, opening
from encoders.draw.as_svg import drawn
from encoders.draw.frames import Frames


def frames_svg(shown: Frames) -> str:
    """Return the film as an SVG document, the same for the same film."""
    return document(shown.show, _groups(shown))


def _groups(shown: Frames) -> Iterator[str]:
    """Yield the lines of the groups."""
    whole = sum(frame.seconds for frame in shown.frames)
    begin = 0.0
    for frame in shown.frames:
        yield from opening(shown.show, frame.caption, begin, begin + frame.seconds, whole)
        yield '<g stroke-linejoin="round" stroke-linecap="round">'
        yield from map(drawn, frame.marks)
        yield "</g></g>"
        begin += frame.seconds
