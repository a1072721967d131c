"""Pictures as PNG and as PDF, by matplotlib's Agg and PDF canvases, which are imported when a picture is drawn.

Does not use pyplot (no window, no global state), and lays out neither layers (`sheet`) nor panels (`gallery`). A PDF has A4
pages, drawn as vectors and text, not pixels.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from os import PathLike
from typing import IO, TYPE_CHECKING, Any

from encoders.draw.colours import Colour, colours, ink
from encoders.draw.gallery import Gallery, Size, places, pleasing_width, rows
from encoders.draw.isometric import UNIT, Disc, Lines
from encoders.draw.labels import in_lines, printable
from encoders.draw.picture import EMPTY, Picture
from encoders.draw.sheet import LEGEND, LETTER, Loops, Sheet, sheet
from encoders.draw.solid import seen

if TYPE_CHECKING:
    from matplotlib.axes import Axes

DPI = 100
LARGEST_SQUARE, SMALLEST_SQUARE = 60, 2  # pixels
LONGEST_SIDE, LONGEST_SIDE_OF_MANY = 2000, 4000  # pixels, unless squares would fall below the smallest
LEGIBLE = 6  # pixels: smaller letters are omitted
MARGIN, LINE_FEED = 0.5, 0.65  # squares
CAPTION, NOTE = 0.75, 0.47  # squares: the height of a line above panels, and of its letters
A4, BORDER = (8.27, 11.69), 0.5  # inches
LARGEST_PRINTED, SMALLEST_PRINTED = 47.0, 15.0  # of a square on a page, in hundredths of an inch: 12 mm and 4 mm
LINE, MARK = "#222222", "#777777"
HATCHING: dict[str, Any] = {"hatch": "////", "edgecolors": (0, 0, 0, 0.45), "linewidths": 0}
ANCHORS: dict[str, Any] = {"start": "left", "middle": "center", "end": "right"}


def png(gallery: Gallery, file: str | PathLike[str] | IO[bytes], view: str = "layers") -> None:
    """Write a gallery as PNG to a path or an open binary file, the same bytes for the same gallery.

    The longer side has at most 2000 pixels, with several panels 4000, as long as squares have at least 2. Raises InvalidInput
    if matplotlib is not installed, or for a board in the plane viewed as `iso` or `solid`.
    """
    drawings = [_drawing(panel.picture, view) for panel in gallery.panels]
    if gallery.alone is not None:
        (only,) = drawings
        square = _square(only.longest, LONGEST_SIDE)
        figure, axes = _figure(only.size, square)
        only.draw(_Pen(axes, square, (-only.corner[0], -only.corner[1])))
    else:
        sizes = _sizes(gallery, drawings)
        where, (across, down) = places(rows(gallery.panels, sizes, pleasing_width(sizes)), sizes)
        note = _note(gallery, across)
        square = _square(max(across, down), LONGEST_SIDE_OF_MANY)
        figure, axes = _figure((across, down + CAPTION * len(note)), square)
        _draw_panels(_Pen(axes, square), gallery, drawings, where, note)
    figure.canvas.print_png(file, metadata={"Software": None, "Title": printable(gallery.name)})


def pdf(gallery: Gallery, file: str | PathLike[str] | IO[bytes], view: str = "layers") -> None:
    """Write a gallery as PDF, on as many pages of A4 as it needs, the same bytes for the same gallery; raises as `png` does.

    Panels are scaled to one page as long as a cell keeps 4 mm; a single panel wider than high is in landscape format.
    """
    drawings = [_drawing(panel.picture, view) for panel in gallery.panels]
    _refuse_without_matplotlib()
    from matplotlib.backends.backend_pdf import PdfPages

    sizes = _sizes(gallery, drawings)
    lying = len(sizes) == 1 and sizes[0][0] > sizes[0][1]
    paper = (A4[1], A4[0]) if lying else A4
    printed_area = [DPI * (side - 2 * BORDER) for side in paper]
    square, pages = _paged(gallery, sizes, (printed_area[0], printed_area[1]))
    note = _note(gallery, printed_area[0] / square)
    metadata = {"Title": printable(gallery.name), "Creator": None, "Producer": None, "CreationDate": None}
    with PdfPages(file, metadata=metadata) as document:
        for number, lines in enumerate(pages, start=1):
            figure, axes = _figure((paper[0] * DPI / square, paper[1] * DPI / square), square)
            pen = _Pen(axes, square, (BORDER * DPI / square, BORDER * DPI / square))
            where, _ = places(lines, sizes)
            _draw_panels(pen, gallery, drawings, where, note if number == 1 else [])
            if len(pages) > 1:
                end = (paper[0] - BORDER) * DPI / square - pen.origin[0]
                foot = (paper[1] - BORDER / 2) * DPI / square - pen.origin[1]
                pen.write((end, foot), f"{number} / {len(pages)}", 11 / square, ha="right", va="baseline")
            document.savefig(figure)


def _paged(gallery: Gallery, sizes: list[Size], printed_area: Size) -> tuple[float, list[list[list[int]]]]:
    """Return the size of a square on paper, in pixels, and for each page its rows of panels; printed_area: in pixels too."""
    widest, highest = (max(size[axis] for size in sizes) for axis in (0, 1))
    largest = min(LARGEST_PRINTED, printed_area[0] / widest, printed_area[1] / (highest + CAPTION))
    smallest = min(largest, SMALLEST_PRINTED)
    for step in range(11):
        square = largest - (largest - smallest) * step / 10
        lines = rows(gallery.panels, sizes, printed_area[0] / square + 1e-6)
        head = CAPTION * len(_note(gallery, printed_area[0] / square))
        pages: list[list[list[int]]] = [[]]
        used = head
        for line in lines:
            height = max(sizes[number][1] for number in line)
            if pages[-1] and used + height > printed_area[1] / square + 1e-6:
                pages.append([])
                used = 0.0
            pages[-1].append(line)
            used += height
        if len(pages) == 1:
            break
    return square, pages


def _sizes(gallery: Gallery, drawings: Sequence[_Drawing]) -> list[Size]:
    """Return the size of each panel, its caption included, in squares."""
    panels = zip(gallery.panels, drawings, strict=True)
    return [(drawing.size[0], drawing.size[1] + CAPTION * bool(panel.caption)) for panel, drawing in panels]


def _note(gallery: Gallery, across: float) -> list[str]:
    return in_lines([printable(gallery.note)], int((across - 2 * MARGIN) / (LETTER * NOTE))) if gallery.note else []


def _draw_panels(
    pen: _Pen, gallery: Gallery, drawings: Sequence[_Drawing], where: dict[int, Size], note: Sequence[str]
) -> None:
    """Draw the panels that have a position, each under its caption, below the note."""
    for line, words in enumerate(note):
        pen.write((MARGIN, CAPTION * (line + 1) - 0.2), words, NOTE, ha="left", va="baseline")
    head = CAPTION * len(note)
    for number, (right, down) in where.items():
        drawing, caption = drawings[number], printable(gallery.panels[number].caption)
        top = down + head
        if caption:
            pen.write((right + MARGIN, top + CAPTION - 0.1), caption, NOTE, ha="left", va="baseline")
            top += CAPTION
        drawing.draw(pen.at((right - drawing.corner[0], top - drawing.corner[1])))


class _Pen:
    """Draws on axes whose unit is a square, relative to an origin; square: its side in pixels."""

    def __init__(self, axes: Axes, square: float, origin: tuple[float, float] = (0.0, 0.0)) -> None:
        from matplotlib.transforms import Affine2D

        self.axes, self.square, self.origin = axes, square, origin
        self.transform: Any = Affine2D().translate(*origin) + axes.transData

    def at(self, corner: tuple[float, float]) -> _Pen:
        """Return a pen with its origin at a corner."""
        return _Pen(self.axes, self.square, (self.origin[0] + corner[0], self.origin[1] + corner[1]))

    def paths(self, paths: list[Any], **look: Any) -> Any:
        """Draw paths."""
        from matplotlib.collections import PathCollection

        return self.axes.add_collection(PathCollection(paths, transform=self.transform, **look), autolim=False)

    def write(self, at: tuple[float, float], words: str, height: float, **look: Any) -> None:
        """Write words at (right, down), their letters that many squares high, at least legible."""
        size = _points(max(LEGIBLE, height * self.square))
        right, down = at[0] + self.origin[0], at[1] + self.origin[1]
        self.axes.text(right, down, words, fontsize=size, parse_math=False, **{"color": LINE} | look)


class _Drawing:
    """The drawing of a picture; corner, size: of its bounding box, in squares; longest: the longer side without margins."""

    corner: tuple[float, float]
    size: Size
    longest: float

    def draw(self, pen: _Pen) -> None:
        """Draw it."""
        raise NotImplementedError


class _Flat(_Drawing):
    """Layers side by side."""

    def __init__(self, picture: Picture) -> None:
        self.picture, self.flat = picture, sheet(picture)
        rows, columns = self.flat.rows * self.flat.unit[0], self.flat.columns * self.flat.unit[1]
        self.longest = max(columns, rows)
        self.corner = (-MARGIN, -MARGIN)
        self.size = columns + 2 * MARGIN, rows + LINE_FEED * len(self.flat.legend) + 2 * MARGIN

    def draw(self, pen: _Pen) -> None:
        """Draw fills and lines, then labels, then the surrounding text."""
        grounds = colours(self.picture)
        _shapes(pen, self.picture, self.flat, grounds)
        _labels(pen, self.flat, grounds)
        _words(pen, self.flat)


class _InSpace(_Drawing):
    """A body seen from above and from the front (see `isometric`, `solid`); raises InvalidInput for a board in the plane."""

    def __init__(self, picture: Picture, view: str) -> None:
        self.scene = seen(picture, view)
        self.corner = self.scene.corner[0] / UNIT, self.scene.corner[1] / UNIT
        self.size = self.scene.size[0] / UNIT, self.scene.size[1] / UNIT
        self.longest = max(self.size)

    def draw(self, pen: _Pen) -> None:
        """Draw from back to front."""
        square, shown = pen.square, self.scene
        heavy, light = _points(max(1.0, square / 16)), _points(1)
        around: dict[str, Any] = {"joinstyle": "round", "capstyle": "round"}
        for place, mark in enumerate(shown.marks):
            if isinstance(mark, Lines):
                if mark.lines and not (mark.faint and square < 8):
                    ink_of_line, thickness = ((0, 0, 0, 0.2), light) if mark.faint else (LINE, heavy)
                    drawn = {"facecolors": "none", "edgecolors": ink_of_line, "linewidths": thickness}
                    pen.paths([_polygons(mark.lines, closed=False)], zorder=place, **drawn, **around)
                continue
            fill = _share(mark.fill)
            edge = (
                {"edgecolors": LINE, "linewidths": heavy}
                if mark.outlined
                else {"edgecolors": [fill], "linewidths": light}
            )
            path = _disc(mark) if isinstance(mark, Disc) else _polygons(mark.loops, closed=True)
            pen.paths([path], zorder=place, facecolors=[fill], **edge, **around)
            if mark.hatched:
                pen.paths([path], zorder=place, facecolors="none", **HATCHING, **around)
        for words in shown.words:
            if words.height * square >= LEGIBLE or words.anchor != "middle":
                at = words.at[0] / UNIT, words.at[1] / UNIT
                look: dict[str, Any] = {
                    "color": _share(words.colour),
                    "ha": ANCHORS[words.anchor],
                    "va": "center_baseline",
                }
                pen.write(at, words.words, words.height, zorder=len(shown.marks), **look)


def _drawing(picture: Picture, view: str) -> _Drawing:
    return _Flat(picture) if view == "layers" else _InSpace(picture, view)


def _square(longest: float, most: int) -> int:
    """Return the width in pixels of a square in a picture of that many; most: pixels of the picture's longer side."""
    return max(SMALLEST_SQUARE, min(LARGEST_SQUARE, most // (math.ceil(longest) + 1)))


def _refuse_without_matplotlib() -> None:
    try:
        import matplotlib.figure  # noqa: F401  (of an extra)
    except ImportError:
        from exactcover.model.errors import InvalidInput

        raise InvalidInput("a PNG or PDF needs matplotlib: install the extra exactcover-solver[plot]") from None


def _figure(size: Size, square: float) -> tuple[Any, Axes]:
    """Return a white figure, and axes over all of it whose unit is a square."""
    _refuse_without_matplotlib()
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(round(size[0] * square) / DPI, round(size[1] * square) / DPI), dpi=DPI, facecolor="white")
    FigureCanvasAgg(figure)
    axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    axes.set_axis_off()
    axes.set_xlim(0, size[0])
    axes.set_ylim(size[1], 0)
    return figure, axes


def _share(colour: Colour) -> tuple[float, ...]:
    return tuple(part / 255 for part in colour)


def _polygons(lines: Iterable[Iterable[tuple[int, int]]], closed: bool) -> Any:
    """Return lines of a scene as a path in squares."""
    from matplotlib.path import Path

    paths = [Path([(x / UNIT, y / UNIT) for x, y in (*line, next(iter(line)))], closed=True) if closed
             else Path([(x / UNIT, y / UNIT) for x, y in line]) for line in map(tuple, lines)]  # fmt: skip
    return Path.make_compound_path(*paths)


def _disc(disc: Disc) -> Any:
    """Return a disc of a scene as a path in squares."""
    from matplotlib.path import Path

    return Path.circle((disc.centre[0] / UNIT, disc.centre[1] / UNIT), disc.radius / UNIT)


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


def _shapes(pen: _Pen, picture: Picture, flat: Sheet, grounds: list[Colour]) -> None:
    """Draw fills, then the thin lines between cells, then outlines."""

    def draw(shapes: list[Loops], **look: Any) -> Any:
        return pen.paths([_path(loops, flat.unit) for loops in shapes if loops], **look)

    fills = [_share(ground) for ground in grounds]
    fixed = [number for number, area in enumerate(picture.areas) if area.fixed]
    heavy, light = _points(max(1.0, pen.square / 14)), _points(1)
    draw([flat.empty], facecolors="#f2f2f2", linewidths=0)
    draw([flat.holes], facecolors="#555555", linewidths=0)
    draw(flat.pieces, facecolors=fills, linewidths=0)
    if fixed:
        draw([flat.pieces[number] for number in fixed], facecolors="none", **HATCHING)
    if pen.square >= 8 and flat.mesh:
        draw([flat.mesh], facecolors="none", edgecolors=(0, 0, 0, 0.16), linewidths=light)
    elif pen.square >= 8:
        _grid(pen, flat, light)
    draw([*flat.pieces, flat.board], facecolors="none", edgecolors=LINE, linewidths=heavy, joinstyle="round")


def _grid(pen: _Pen, flat: Sheet, thickness: float) -> None:
    """Draw the lines between cells, clipped to the board."""
    from matplotlib.path import Path

    lines = [[(column, 0), (column, flat.rows)] for column in range(flat.columns + 1)]
    lines += [[(0, row), (flat.columns, row)] for row in range(flat.rows + 1)]
    grid = pen.paths(
        [Path.make_compound_path(*map(Path, lines))],
        facecolors="none",
        edgecolors=(0, 0, 0, 0.16),
        linewidths=thickness,
    )
    if flat.board:
        grid.set_clip_path(_path(flat.board, flat.unit), pen.transform)


def _labels(pen: _Pen, flat: Sheet, grounds: list[Colour]) -> None:
    for spot in (*flat.spots, *flat.marks):
        if not spot.words or spot.height * pen.square < LEGIBLE:
            continue
        row, column = (half * unit / 2 for half, unit in zip(spot.middle, flat.unit, strict=True))
        pen.write(
            (column, row),
            spot.words,
            spot.height,
            color=MARK if spot.area == EMPTY else _share(ink(grounds[spot.area])),
            rotation=90 if spot.upwards else 0,
            rotation_mode="anchor",  # centred before rotation: otherwise matplotlib centres the box of the rotated label
            ha="center",
            va="center_baseline",
        )


def _words(pen: _Pen, flat: Sheet) -> None:
    """Write the layers' numbers, and the legend below."""
    down, right = flat.unit
    for words, (row, column), height in flat.captions:
        pen.write((column * right, row * down - 0.25), words, height, ha="left", va="baseline")
    room = flat.columns * right + MARGIN
    for place, line in enumerate(flat.legend):
        height = min(LEGEND, room / (LETTER * len(line)))
        pen.write((0, flat.rows * down + LINE_FEED * (place + 1)), line, height, ha="left", va="baseline")
