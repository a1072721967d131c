"""Pictures of boards as text, SVG and PNG, films as animated SVG and GIF.

It is not where puzzles or answers are understood: a Picture goes in, text or bytes come out. The other modules are
`picture` (what is drawn), `looks` (what the cells of each lattice look like), `colours`, `labels`, `sheet` (layers side by
side), `isometric` (layers above each other), `film`, `notebook`, and one for each drawing, which is imported when it is first
used: most commands draw nothing.
"""

from __future__ import annotations

from io import BytesIO
from os import PathLike
from typing import IO

from encoders.draw.picture import Area, Picture

__all__ = ["Area", "Picture", "film_in_file", "gif", "in_file", "moving_svg", "png", "svg", "text"]

VIEWS = ("layers", "iso")
"""How a body is seen: its layers side by side, or above each other, from above and from the front."""
ENDINGS = (".svg", ".png", ".txt")
"""What a picture that does not move can be written to."""


def text(picture: Picture, colours: int = 0, columns: int = 100) -> str:
    """Return the picture as lines of box drawing, without a final newline; see `as_text`.

    colours: how many the terminal shows (0, 16, 256 or 2^24); with them codes are added and nothing else changes. columns:
    the terminal's width; cells are 3, 2 or 1 characters wide to keep within it, layers stand side by side as far as it allows.
    """
    from encoders.draw.as_text import text as drawn

    return drawn(picture, colours, columns)


def svg(picture: Picture, view: str = "layers") -> str:
    """Return the picture as one self-contained SVG document, one path for each piece; see `as_svg`.

    view: one of VIEWS. InvalidInput: another view, or a board in the plane for `iso`.
    """
    from encoders.draw import as_svg

    return as_svg.isometric_svg(picture) if _is_isometric(view) else as_svg.svg(picture)


def png(picture: Picture, file: str | PathLike[str] | IO[bytes], view: str = "layers") -> None:
    """Write the picture as PNG to a path or an open binary file; see `as_png`.

    view: as for `svg`. InvalidInput: as for `svg`; matplotlib is not installed.
    """
    from encoders.draw import as_png

    write = as_png.isometric_png if _is_isometric(view) else as_png.png
    write(picture, file)


def in_file(picture: Picture, ending: str, view: str = "layers") -> bytes:
    """Return what a file of that ending has, one of ENDINGS. InvalidInput: as for `png`; text of another view than layers."""
    if ending == ".svg":
        return svg(picture, view).encode()
    if ending == ".png":
        stream = BytesIO()
        png(picture, stream, view)
        return stream.getvalue()
    if _is_isometric(view):
        from exactcover.errors import InvalidInput

        raise InvalidInput("the view iso is not drawn as text; expected -o FILE.svg or -o FILE.png, or the view layers")
    return (text(picture) + "\n").encode()


def _is_isometric(view: str) -> bool:
    if view not in VIEWS:
        from exactcover.errors import InvalidInput, nearest

        raise InvalidInput(f"the view is {view!r}; expected {' or '.join(VIEWS)}{nearest(view, VIEWS)}")
    return view == "iso"


def film_in_file(film: Picture, ending: str) -> bytes:
    """Return what a file of that ending has, .svg or .gif, of a picture whose layers are the boards of a plan."""
    if ending == ".svg":
        return moving_svg(film).encode()
    stream = BytesIO()
    gif(film, stream)
    return stream.getvalue()


def moving_svg(picture: Picture) -> str:
    """Return a picture whose layers are the boards of a plan as one animated SVG document; see `as_moving_svg`.

    InvalidInput: an area that is not the same in all layers.
    """
    from encoders.draw.as_moving_svg import moving_svg as drawn

    return drawn(picture)


def gif(picture: Picture, file: str | PathLike[str] | IO[bytes]) -> None:
    """Write a picture whose layers are the boards of a plan as animated GIF to a path or an open binary file; see `as_gif`.

    InvalidInput: an area that is not the same in all layers; matplotlib is not installed.
    """
    from encoders.draw.as_gif import gif as write

    write(picture, file)
