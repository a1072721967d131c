"""Pictures as PNG, by matplotlib's Agg canvas, which is imported when a picture is drawn.

It is not matplotlib's pyplot (no window, no global state), and it lays nothing out: `sheet` does.
"""

from __future__ import annotations

import math
from os import PathLike
from typing import IO, TYPE_CHECKING, Any

from encoders.draw.colours import Colour, colours, ink
from encoders.draw.labels import printable
from encoders.draw.picture import Picture
from encoders.draw.sheet import LEGEND, LETTER, Loops, Sheet, sheet

if TYPE_CHECKING:
    from matplotlib.axes import Axes

DPI = 100
LARGEST_SQUARE, SMALLEST_SQUARE = 60, 2  # pixels
LONGEST_SIDE = 2000  # pixels, as long as squares do not fall below the smallest
LEGIBLE = 6  # pixels: lower letters are left out
MARGIN, LINE_FEED = 0.5, 0.65  # squares
LINE = "#222222"


def png(picture: Picture, file: str | PathLike[str] | IO[bytes]) -> None:
    """Write the picture as PNG to a path or an open binary file, the same bytes for the same picture.

    The longer side has at most 2000 pixels while squares have at least 2. InvalidInput: matplotlib is not installed.
    """
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        from exactcover.errors import InvalidInput

        raise InvalidInput("a PNG needs matplotlib: install the extra exactcover-solver[plot]") from None

    flat = sheet(picture)
    rows, columns = flat.rows * flat.unit[0], flat.columns * flat.unit[1]
    longest = math.ceil(max(columns, rows)) + 1
    square = max(SMALLEST_SQUARE, min(LARGEST_SQUARE, LONGEST_SIDE // longest))
    width, height = columns + 2 * MARGIN, rows + LINE_FEED * len(flat.legend) + 2 * MARGIN
    figure = Figure(figsize=(round(width * square) / DPI, round(height * square) / DPI), dpi=DPI, facecolor="white")
    canvas: Any = FigureCanvasAgg(figure)
    axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    axes.set_axis_off()
    axes.set_xlim(-MARGIN, width - MARGIN)
    axes.set_ylim(height - MARGIN, -MARGIN)
    grounds = colours(picture)
    _shapes(axes, picture, flat, grounds, square)
    _labels(axes, flat, grounds, square)
    _words(axes, flat, square)
    canvas.print_png(file, metadata={"Software": None, "Title": printable(picture.name)})


def _points(pixels: float) -> float:
    return pixels * 72 / DPI


def _path(loops: Loops, unit: tuple[float, float]) -> Any:
    """Return a compound path of closed loops, in squares; unit: one down and one right of the loops."""
    from matplotlib.path import Path

    corners: list[tuple[float, float]] = []
    codes: list[Any] = []
    for loop in loops:
        corners += [(column * unit[1], row * unit[0]) for row, column in [*loop, loop[0]]]
        codes += [Path.MOVETO, *[Path.LINETO] * (len(loop) - 1), Path.CLOSEPOLY]
    return Path(corners, codes)


def _shapes(axes: Axes, picture: Picture, flat: Sheet, grounds: list[Colour], square: int) -> None:
    """Draw fills, then the thin lines between cells, then outlines."""
    from matplotlib.collections import PathCollection

    def draw(shapes: list[Loops], **look: Any) -> Any:
        collection = PathCollection([_path(loops, flat.unit) for loops in shapes if loops], **look)
        axes.add_collection(collection, autolim=False)
        return collection

    fills = [tuple(v / 255 for v in ground) for ground in grounds]
    fixed = [number for number, area in enumerate(picture.areas) if area.fixed]
    heavy, light = _points(max(1.0, square / 14)), _points(1)
    draw([flat.empty], facecolors="#f2f2f2", linewidths=0)
    draw([flat.holes], facecolors="#555555", linewidths=0)
    draw(flat.pieces, facecolors=fills, linewidths=0)
    if fixed:
        hatching = {"hatch": "////", "edgecolors": (0, 0, 0, 0.45), "linewidths": 0}
        draw([flat.pieces[number] for number in fixed], facecolors="none", **hatching)
    if square >= 8 and flat.mesh:
        draw([flat.mesh], facecolors="none", edgecolors=(0, 0, 0, 0.16), linewidths=light)
    elif square >= 8:
        _grid(axes, flat, draw([flat.board], facecolors="none", edgecolors="none"), light)
    draw([*flat.pieces, flat.board], facecolors="none", edgecolors=LINE, linewidths=heavy, joinstyle="round")


def _grid(axes: Axes, flat: Sheet, board: Any, thickness: float) -> None:
    """Draw the lines between cells, clipped to the board."""
    from matplotlib.collections import LineCollection

    lines = [[(column, 0), (column, flat.rows)] for column in range(flat.columns + 1)]
    lines += [[(0, row), (flat.columns, row)] for row in range(flat.rows + 1)]
    grid = LineCollection(lines, colors=(0, 0, 0, 0.16), linewidths=thickness)
    axes.add_collection(grid, autolim=False)
    if board.get_paths():
        grid.set_clip_path(board.get_paths()[0], axes.transData)


def _labels(axes: Axes, flat: Sheet, grounds: list[Colour], square: int) -> None:
    for spot in flat.spots:
        if spot.height * square < LEGIBLE:
            continue
        row, column = (half * unit / 2 for half, unit in zip(spot.middle, flat.unit, strict=True))
        axes.text(
            column,
            row,
            spot.words,
            fontsize=_points(spot.height * square),
            color=tuple(v / 255 for v in ink(grounds[spot.area])),
            rotation=90 if spot.upwards else 0,
            ha="center",
            va="center_baseline",
            parse_math=False,
        )


def _words(axes: Axes, flat: Sheet, square: int) -> None:
    """Write the layers' numbers, and the legend below."""
    down, right = flat.unit

    def write(row: float, column: float, words: str, height: float) -> None:
        height = min(height, (flat.columns * right - column + MARGIN) / (LETTER * len(words)))
        size = _points(max(LEGIBLE, height * square))
        axes.text(column, row, words, fontsize=size, color=LINE, ha="left", va="baseline", parse_math=False)

    for words, (row, column) in flat.captions:
        write(row * down - 0.25, column * right, words, LEGEND)
    for place, line in enumerate(flat.legend):
        write(flat.rows * down + LINE_FEED * (place + 1), 0, line, LEGEND)
