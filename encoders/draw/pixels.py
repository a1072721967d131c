"""Animated GIFs out of images, by Pillow, a dependency of matplotlib, whose font is used too; both are imported on first use."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from os import PathLike
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from encoders.draw.colours import Colour

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_COLOURS = 256


def font_of_size() -> Callable[[int], Any]:
    """Return how to get the font for words, by the height of its letters; raises InvalidInput if matplotlib is not installed."""
    try:
        import matplotlib
        from PIL import ImageFont
    except ImportError:
        from exactcover.model.errors import InvalidInput

        raise InvalidInput("a GIF needs matplotlib: install the extra exactcover-solver[plot]") from None
    path = Path(matplotlib.get_data_path()) / "fonts" / "ttf" / "DejaVuSans.ttf"
    return lambda size: ImageFont.truetype(path, size)


def write(
    images: Iterable[tuple[Image, float]], palette: Iterable[Colour], file: str | PathLike[str] | IO[bytes]
) -> None:
    """Write an animated GIF that loops forever, the same bytes for the same images.

    images: each with its duration in seconds; palette: the colours in use, of which as many are taken as a GIF has room for.
    """
    from PIL import Image as Pillow
    from PIL.Image import Dither

    colours = Pillow.new("P", (1, 1))
    colours.putpalette([part for colour in list(dict.fromkeys(palette))[:MOST_COLOURS] for part in colour])
    quantized: list[Image] = []
    milliseconds = []
    for image, seconds in images:
        quantized.append(image.quantize(palette=colours, dither=Dither.NONE))
        milliseconds.append(round(seconds * 100) * 10)  # a GIF counts in hundredths of a second
    first, *others = quantized
    first.save(file, "GIF", save_all=True, append_images=others, duration=milliseconds, loop=0, disposal=1)
