"""Drawings as notebooks show them: what is returned by the public functions, and what values show of themselves.

Not here: what is drawn.
"""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from encoders.draw import in_file as picture_in_file
from encoders.draw import svg, text
from encoders.draw.mosaic import Mosaic, in_file
from encoders.draw.picture import Picture
from exactcover.errors import InvalidInput, nearest

MOST_CELLS = 20_000
"""A larger board is not drawn unasked: a document of megabytes would be kept in the notebook."""


class Svg(str):
    """An SVG document, which a notebook shows as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


class Png(bytes):
    """A PNG file, which a notebook shows as a picture."""

    def _repr_png_(self) -> bytes:
        return bytes(self)


def in_format(picture: Picture, name: str, view: str, *, colours: int, columns: int) -> str | Svg | Png:
    """Return a picture as `text`, `svg` or `png`; colours, columns: of text. Raises InvalidInput for what cannot be drawn so."""
    if name == "svg":
        return Svg(svg(picture, view))
    if name == "png":
        return Png(picture_in_file(picture, ".png", view))
    if name != "text":
        raise InvalidInput(
            f"the format is {name!r}; expected text, svg or png{nearest(str(name), ('text', 'svg', 'png'))}"
        )
    return text(picture, colours, columns) if view == "layers" else picture_in_file(picture, ".txt", view).decode()


def large(mosaic: Mosaic, name: str) -> Svg | Png:
    """Return a large board as `svg` or `png`; raises InvalidInput for text, which shows a window only."""
    content = in_file(mosaic, f".{name}")
    return Png(content) if name == "png" else Svg(content.decode())


def unasked(picture: Callable[[], Picture]) -> str | None:
    """Return a picture as SVG, None where it would be too large or cannot be drawn: who wants to know why can call draw."""
    try:
        shown = picture()
        return None if len(shown.cells) > MOST_CELLS else svg(shown)
    except InvalidInput:
        return None


def html(words: str, drawing: str | None) -> str:
    """Return words, line by line, and a drawing below them as HTML."""
    lines = "<br>".join(map(escape, words.split("\n")))
    below = "" if drawing is None else f'<div style="overflow:auto">{drawing}</div>'
    return f"<div><p>{lines}</p>{below}</div>"
