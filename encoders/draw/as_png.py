"""Pictures as PNG, by matplotlib's Agg canvas, which is imported when a picture is drawn.

It is not matplotlib's pyplot (no window, no global state), and it lays nothing out: `sheet` does.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from os import PathLike
from typing import IO, TYPE_CHECKING, Any

from encoders.draw.colours import Colour, colours, ink
from encoders.draw.isometric import UNIT, Lines, scene
from encoders.draw.labels import printable
from encoders.draw.picture import EMPTY, Picture
from encoders.draw.sheet import LEGEND, LETTER, Loops, Sheet, sheet

if TYPE_CHECKING:
    from matplotlib.axes import Axes

DPI = 100
LARGEST_SQUARE, SMALLEST_SQUARE = 60, 2  # pixels
LONGEST_SIDE = 2000  # pixels, as long as squares do not fall below the smallest
LEGIBLE = 6  # pixels: lower letters are left out
MARGIN, LINE_FEED = 0.5, 0.65  # squares
LINE, MARK = "#222222", "#777777"
HATCHING: dict[str, Any] = {"hatch": "////", "edgecolors": (0, 0, 0, 0.45), "linewidths": 0}
ANCHORS: dict[str, Any] = {"start": "left", "middle": "center", "end": "right"}


def png(picture: Picture, file: str | PathLike[str] | IO[bytes]) -> None:
    """Write the picture as PNG to a path or an open binary file, the same bytes for the same picture.

    The longer side has at most 2000 pixels while squares have at least 2. InvalidInput: matplotlib is not installed.
    """
    flat = sheet(picture)
    rows, columns = flat.rows * flat.unit[0], flat.columns * flat.unit[1]
    square = _square(max(columns, rows))
    width, height = columns + 2 * MARGIN, rows + LINE_FEED * len(flat.legend) + 2 * MARGIN
    canvas, axes = _canvas((-MARGIN, -MARGIN), (width, height), square)
    grounds = colours(picture)
    _shapes(axes, picture, flat, grounds, square)
    _labels(axes, flat, grounds, square)
    _words(axes, flat, square)
    canvas.print_png(file, metadata=_metadata(picture))


def isometric_png(picture: Picture, file: str | PathLike[str] | IO[bytes]) -> None:
    """Write a body seen from above and from the front (see `isometric`) as PNG; raises InvalidInput as `png` does."""
    shown = scene(picture)
    corner, size = ((each[0] / UNIT, each[1] / UNIT) for each in (shown.corner, shown.size))
    square = _square(max(size))
    canvas, axes = _canvas(corner, size, square)
    heavy, light = _points(max(1.0, square / 16)), _points(1)
    for place, mark in enumerate(shown.marks):
        if isinstance(mark, Lines):
            if mark.lines and not (mark.faint and square < 8):
                ink_of_line, thickness = ((0, 0, 0, 0.2), light) if mark.faint else (LINE, heavy)
                look = {"facecolors": "none", "edgecolors": ink_of_line, "linewidths": thickness}
                _add(axes, _polygons(mark.lines, closed=False), place, **look)
            continue
        fill = _share(mark.fill)
        edge = (
            {"edgecolors": LINE, "linewidths": heavy} if mark.outlined else {"edgecolors": [fill], "linewidths": light}
        )
        path = _polygons(mark.loops, closed=True)
        _add(axes, path, place, facecolors=[fill], **edge)
        if mark.hatched:
            _add(axes, path, place, facecolors="none", **HATCHING)
    for words in shown.words:
        if words.height * square >= LEGIBLE or words.anchor != "middle":
            axes.text(
                words.at[0] / UNIT, words.at[1] / UNIT, words.words, fontsize=_points(max(LEGIBLE, words.height * square)),
                color=_share(words.colour), ha=ANCHORS[words.anchor], va="center_baseline", parse_math=False,
                zorder=len(shown.marks),
            )  # fmt: skip
    canvas.print_png(file, metadata=_metadata(picture))


def _metadata(picture: Picture) -> dict[str, str | None]:
    return {"Software": None, "Title": printable(picture.name)}


def _square(longest: float) -> int:
    """Return how many pixels wide a square is on a picture of so many."""
    return max(SMALLEST_SQUARE, min(LARGEST_SQUARE, LONGEST_SIDE // (math.ceil(longest) + 1)))


def _canvas(corner: tuple[float, float], size: tuple[float, float], square: int) -> tuple[Any, Axes]:
    """Return a white canvas, and axes whose unit is a square; corner: the upper left one, (right, down)."""
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        from exactcover.errors import InvalidInput

        raise InvalidInput("a PNG needs matplotlib: install the extra exactcover-solver[plot]") from None

    figure = Figure(figsize=(round(size[0] * square) / DPI, round(size[1] * square) / DPI), dpi=DPI, facecolor="white")
    canvas: Any = FigureCanvasAgg(figure)
    axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    axes.set_axis_off()
    axes.set_xlim(corner[0], corner[0] + size[0])
    axes.set_ylim(corner[1] + size[1], corner[1])
    return canvas, axes


def _share(colour: Colour) -> tuple[float, ...]:
    return tuple(part / 255 for part in colour)


def _polygons(lines: Iterable[Iterable[tuple[int, int]]], closed: bool) -> Any:
    """Return lines of a scene as a path in squares."""
    from matplotlib.path import Path

    paths = [Path([(x / UNIT, y / UNIT) for x, y in (*line, next(iter(line)))], closed=True) if closed
             else Path([(x / UNIT, y / UNIT) for x, y in line]) for line in map(tuple, lines)]  # fmt: skip
    return Path.make_compound_path(*paths)


def _add(axes: Axes, path: Any, place: int, **look: Any) -> None:
    from matplotlib.collections import PathCollection

    axes.add_collection(
        PathCollection([path], joinstyle="round", capstyle="round", zorder=place, **look), autolim=False
    )


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

    fills = [_share(ground) for ground in grounds]
    fixed = [number for number, area in enumerate(picture.areas) if area.fixed]
    heavy, light = _points(max(1.0, square / 14)), _points(1)
    draw([flat.empty], facecolors="#f2f2f2", linewidths=0)
    draw([flat.holes], facecolors="#555555", linewidths=0)
    draw(flat.pieces, facecolors=fills, linewidths=0)
    if fixed:
        draw([flat.pieces[number] for number in fixed], facecolors="none", **HATCHING)
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
    for spot in (*flat.spots, *flat.marks):
        if spot.height * square < LEGIBLE:
            continue
        row, column = (half * unit / 2 for half, unit in zip(spot.middle, flat.unit, strict=True))
        axes.text(
            column,
            row,
            spot.words,
            fontsize=_points(spot.height * square),
            color=MARK if spot.area == EMPTY else _share(ink(grounds[spot.area])),
            rotation=90 if spot.upwards else 0,
            rotation_mode="anchor",  # centred before it is turned: else matplotlib centres the box of the turned label
            ha="center",
            va="center_baseline",
            parse_math=False,
        )


def _words(axes: Axes, flat: Sheet, square: int) -> None:
    """Write the layers' numbers, and the legend below."""
    down, right = flat.unit

    def write(row: float, column: float, words: str, height: float) -> None:
        size = _points(max(LEGIBLE, height * square))
        axes.text(column, row, words, fontsize=size, color=LINE, ha="left", va="baseline", parse_math=False)

    for words, (row, column), height in flat.captions:
        write(row * down - 0.25, column * right, words, height)
    room = flat.columns * right + MARGIN
    for place, line in enumerate(flat.legend):
        write(flat.rows * down + LINE_FEED * (place + 1), 0, line, min(LEGEND, room / (LETTER * len(line))))
