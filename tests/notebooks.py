"""What a notebook shows of an object, found as IPython finds it: by the names of its display methods."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"
METHODS = {"text/html": "_repr_html_", "image/svg+xml": "_repr_svg_", "image/png": "_repr_png_"}


def shown(value: object) -> dict[str, Any]:
    """The representations of an object by MIME type; a method that returns None leaves its type out, as in IPython."""
    methods = {mime: getattr(value, name) for mime, name in METHODS.items() if hasattr(value, name)}
    return {mime: content for mime, method in methods.items() if (content := method()) is not None}


def html(value: object) -> str:
    """The HTML that a notebook shows."""
    return str(shown(value)["text/html"])


def svg_pieces(value: object) -> list[str | None]:
    """The titles of the pieces in the SVG picture that a notebook shows."""
    drawing = ElementTree.fromstring(shown(value)["image/svg+xml"])
    return [path.findtext(f"{SVG}title") for path in drawing.iter(f"{SVG}path") if len(path)]
