"""Pictures of boards as text, SVG, PNG and PDF, films as animated SVG and GIF.

Knows nothing of puzzles or answers: takes a Picture, or a Gallery of several, and returns text or bytes. The other modules are
`picture` (what is drawn), `gallery` (several on one sheet), `looks` (what the cells of each lattice look like), `colours`,
`labels`, `sheet` (layers side by side), `isometric` (layers above each other), `solid` (bodies as they stand), `surface` (of a
piece in space), `film` (of plans), `searches` (side by side), `reels`, `shots` and `frames` (how pieces come apart), `notebook`,
and one for each output format, which is imported on first use: most commands draw nothing.
"""

from __future__ import annotations

from io import BytesIO
from os import PathLike
from typing import IO, TYPE_CHECKING

from encoders.draw.gallery import Gallery, Panel, of_layers
from encoders.draw.picture import Area, Picture
from encoders.geometry.lattices import CUBIC, SQUARE

if TYPE_CHECKING:
    from exactcover.model.disassembly import Disassembly

__all__ = [
    "Area",
    "Gallery",
    "Panel",
    "Picture",
    "disassembly_in_file",
    "film_in_file",
    "gif",
    "in_file",
    "moving_svg",
    "pdf",
    "png",
    "svg",
    "text",
]

VIEWS = ("layers", "iso", "solid")
"""How a body is viewed: its layers side by side; stacked, from above and from the front; or as it stands."""
IMAGES = (".svg", ".png", ".pdf")
"""Output formats other than text."""


def text(shown: Picture | Gallery, colours: int = 0, columns: int = 100) -> str:
    """Return the picture as lines of box drawing, without a final newline; see `as_text`.

    colours: the number that the terminal supports (0, 16, 256 or 2^24); they only add escape codes. columns: the terminal's
    width; cells are 3, 2 or 1 characters wide to fit, and as many layers as fit are side by side.
    """
    if isinstance(shown, Gallery):
        from encoders.draw.gallery import text as drawn_together

        return drawn_together(shown, colours, columns)
    from encoders.draw.as_text import text as drawn

    return drawn(shown, colours, columns)


def svg(shown: Picture | Gallery, view: str = "layers") -> str:
    """Return the picture as one self-contained SVG document, one path for each piece; see `as_svg`.

    view: one of VIEWS. Raises InvalidInput for another view, or a board in the plane with `iso` or `solid`.
    """
    from encoders.draw import as_svg

    _refuse_unknown(view)
    return as_svg.svg(_gallery(shown, view), view)


def png(shown: Picture | Gallery, file: str | PathLike[str] | IO[bytes], view: str = "layers") -> None:
    """Write the picture as PNG to a path or an open binary file; see `as_figure`.

    view: as for `svg`. Raises InvalidInput as `svg` does, and if matplotlib is not installed.
    """
    from encoders.draw import as_figure

    _refuse_unknown(view)
    as_figure.png(_gallery(shown, view), file, view)


def pdf(shown: Picture | Gallery, file: str | PathLike[str] | IO[bytes], view: str = "layers") -> None:
    """Write the picture as PDF on pages of A4, a plan board by board; see `as_figure`. Raises InvalidInput as `png` does."""
    from encoders.draw import as_figure

    _refuse_unknown(view)
    if isinstance(shown, Picture) and view == "layers":
        as_figure.pdf(of_layers(shown), file, view)
    else:
        as_figure.pdf(_gallery(shown, view), file, view)


def _gallery(shown: Picture | Gallery, view: str) -> Gallery:
    if isinstance(shown, Picture):
        return Gallery((Panel("", shown),))
    return shown.flat() if view == "layers" else shown


def in_file(shown: Picture | Gallery, ending: str, view: str = "layers") -> bytes:
    """Return the content of a file with that extension, of IMAGES or `.txt`. Raises InvalidInput as `png` does, and for text in a
    view other than layers."""
    if ending == ".svg":
        return svg(shown, view).encode()
    if ending in IMAGES:
        stream = BytesIO()
        (png if ending == ".png" else pdf)(shown, stream, view)
        return stream.getvalue()
    _refuse_unknown(view)
    if view != "layers":
        from exactcover.model.errors import InvalidInput

        raise InvalidInput(
            f"the view {view} is not drawn as text; expected -o FILE.svg, .png or .pdf, or the view layers"
        )
    return (text(shown) + "\n").encode()


def _refuse_unknown(view: str) -> None:
    if view not in VIEWS:
        from exactcover.model.errors import InvalidInput, nearest

        raise InvalidInput(f"the view is {view!r}; expected {' or '.join(VIEWS)}{nearest(view, VIEWS)}")


def film_in_file(film: Picture, ending: str) -> bytes:
    """Return the content of a file with that extension, .svg or .gif, for a picture whose layers are the boards of a plan."""
    if ending == ".svg":
        return moving_svg(film).encode()
    stream = BytesIO()
    gif(film, stream)
    return stream.getvalue()


def disassembly_in_file(picture: Picture, taken: Disassembly, ending: str) -> bytes:
    """Return the content of a file with that extension, .svg or .gif: a film of how the areas of a picture come apart.

    Squares and cubes glide, cells of other lattices go step by step. Raises InvalidInput if they do not come apart, for too
    many cells or dimensions, and for a GIF if matplotlib is not installed.
    """
    stream = BytesIO()
    if (picture.space or picture.lattice) in (CUBIC, SQUARE) and not picture.captions:
        from encoders.draw.shots import shots

        gliding = shots(picture, taken)
        if ending == ".svg":
            from encoders.draw.as_shots_svg import shots_svg

            return shots_svg(gliding).encode()
        from encoders.draw.as_shots_gif import shots_gif

        shots_gif(gliding, stream)
        return stream.getvalue()
    from encoders.draw.frames import frames

    stepping = frames(picture, taken)
    if ending == ".svg":
        from encoders.draw.as_frames_svg import frames_svg

        return frames_svg(stepping).encode()
    from encoders.draw.as_frames_gif import frames_gif

    frames_gif(stepping, stream)
    return stream.getvalue()


def moving_svg(picture: Picture) -> str:
    """Return a picture whose layers are the boards of a plan as one animated SVG document; see `as_moving_svg`.

    Raises InvalidInput for an area that is not the same in all layers.
    """
    from encoders.draw.as_moving_svg import moving_svg as drawn

    return drawn(picture)


def gif(picture: Picture, file: str | PathLike[str] | IO[bytes]) -> None:
    """Write a picture whose layers are the boards of a plan as animated GIF to a path or an open binary file; see `as_gif`.

    Raises InvalidInput for an area that is not the same in all layers, or if matplotlib is not installed.
    """
    from encoders.draw.as_gif import gif as write

    write(picture, file)
