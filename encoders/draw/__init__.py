"""Pictures of boards as text, SVG and PNG, films as animated SVG and GIF.

It is not where puzzles or answers are understood: a Picture goes in, text or bytes come out. The other modules are
`picture` (what is drawn), `looks` (what the cells of each lattice look like), `colours`, `labels`, `sheet`, `film`, and one for
each drawing, which is imported when it is first used: most commands draw nothing.
"""

from __future__ import annotations

from os import PathLike
from typing import IO

from encoders.draw.picture import Area, Picture

__all__ = ["Area", "Picture", "gif", "moving_svg", "png", "svg", "text"]


def text(picture: Picture, colour: bool, columns: int = 100) -> str:
    """Return the picture as lines of box drawing, without a final newline; see `as_text`.

    With `colour`, 24-bit ANSI codes are added and nothing else changes. `columns` is the terminal's width: cells are
    3, 2 or 1 characters wide to keep within it, layers stand side by side as far as it allows.
    """
    from encoders.draw.as_text import text as drawn

    return drawn(picture, colour, columns)


def svg(picture: Picture) -> str:
    """Return the picture as one self-contained SVG document, one path for each piece; see `as_svg`."""
    from encoders.draw.as_svg import svg as drawn

    return drawn(picture)


def png(picture: Picture, file: str | PathLike[str] | IO[bytes]) -> None:
    """Write the picture as PNG to a path or an open binary file; see `as_png`.

    InvalidInput: matplotlib is not installed.
    """
    from encoders.draw.as_png import png as write

    write(picture, file)


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
