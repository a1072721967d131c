"""Drawings for notebooks: the return values of the public functions, and the representations of values.

Not here: the drawing itself.
"""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from encoders.draw import in_file as picture_in_file
from encoders.draw import svg, text
from encoders.draw.gallery import Gallery
from encoders.draw.mosaic import Mosaic, in_file
from encoders.draw.picture import Picture
from exactcover.model.errors import InvalidInput, nearest

MOST_CELLS = 20_000
"""A larger board is not drawn by default: a document of megabytes would be stored in the notebook."""


class Svg(str):
    """An SVG document, which a notebook shows as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


class Png(bytes):
    """A PNG file, which a notebook shows as a picture."""

    def _repr_png_(self) -> bytes:
        return bytes(self)


class Pdf(bytes):
    """A PDF file, which a notebook shows if it can."""

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, bytes]:
        return {"application/pdf": bytes(self)}


FORMATS = ("text", "svg", "png", "pdf")


def in_format(shown: Picture | Gallery, name: str, view: str, *, colours: int, columns: int) -> str | Svg | Png | Pdf:
    """Return a picture in one of FORMATS; colours, columns: for text. Raises InvalidInput if the picture cannot be drawn in
    it."""
    if name == "text" and view == "layers":
        return text(shown, colours, columns)
    if name not in FORMATS:
        raise InvalidInput(f"the format is {name!r}; expected text, svg, png or pdf{nearest(str(name), FORMATS)}")
    return _typed(picture_in_file(shown, ".txt" if name == "text" else f".{name}", view), name)


def large(mosaic: Mosaic, name: str) -> str | Svg | Png | Pdf:
    """Return a large board as `svg`, `png` or `pdf`; raises InvalidInput for text, which only shows windows."""
    return _typed(in_file(mosaic, f".{name}"), name)


def _typed(content: bytes, name: str) -> str | Svg | Png | Pdf:
    if name in ("png", "pdf"):
        return Png(content) if name == "png" else Pdf(content)
    return Svg(content.decode()) if name == "svg" else content.decode()


def unasked(picture: Callable[[], Picture | Gallery]) -> str | None:
    """Return a picture as SVG, None if it would be too large or cannot be drawn: call draw for the reason."""
    try:
        shown = picture()
        pictures = [panel.picture for panel in shown.panels] if isinstance(shown, Gallery) else [shown]
        return None if sum(len(each.cells) for each in pictures) > MOST_CELLS else svg(shown)
    except InvalidInput:
        return None


def html(words: str, drawing: str | None) -> str:
    """Return lines of text with a drawing below, as HTML."""
    lines = "<br>".join(map(escape, words.split("\n")))
    below = "" if drawing is None else f'<div style="overflow:auto">{drawing}</div>'
    return f"<div><p>{lines}</p>{below}</div>"
