"""Pictures as SVG: one path for each piece, a label once in each part of it, integers throughout.

It is self-contained (no script, no style sheet, no font) and small: about 110 bytes per piece and per label.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from encoders.draw.colours import BLACK, Colour, colours, ink
from encoders.draw.gallery import Gallery, places, pleasing_width, rows
from encoders.draw.isometric import UNIT as ISOMETRIC_UNIT
from encoders.draw.isometric import Disc, Face, Lines
from encoders.draw.labels import in_lines, printable
from encoders.draw.picture import Picture
from encoders.draw.sheet import LETTER, Loops, Sheet, sheet
from encoders.draw.solid import seen

UNIT = 30  # user units per square: labels keep integers for sizes
MARGIN = 15
CAPTION, NOTE = 22, 14  # the height of a line above panels, and of its letters
LONGEST_SIDE = 1600  # pixels that a viewer shows by default
LINE = "#222"
WORDS = 'font-family="Helvetica,Arial,sans-serif" text-anchor="middle"'


@dataclass(frozen=True)
class _Body:
    """The drawing of a picture: the elements, and their bounding box: its upper left corner (right, down), and its size."""

    corner: tuple[int, int]
    size: tuple[int, int]
    lines: list[str]


def svg(gallery: Gallery, view: str = "layers") -> str:
    """Return a gallery as one SVG document, the same for the same gallery.

    The pieces of a picture are the paths of a group of class `pieces`, in the order of its areas; pre-placed ones are hatched.
    Layers are in rows, each under its number; or (view `iso`) stacked, seen from above and from the front (see `isometric`);
    or a body is shown as it stands (view `solid`, see there). Both raise InvalidInput for a board in the plane.
    """
    bodies = [_flat(panel.picture) if view == "layers" else _in_space(panel.picture, view) for panel in gallery.panels]
    patterns = _patterns([panel.picture for panel in gallery.panels])
    if gallery.alone is not None:
        (only,) = bodies
        return "\n".join([*_head(gallery, only.corner, only.size), *patterns, *only.lines, "</svg>"]) + "\n"
    captions = [CAPTION if panel.caption else 0 for panel in gallery.panels]
    sizes = [(body.size[0], body.size[1] + caption) for body, caption in zip(bodies, captions, strict=True)]
    where, (across, down) = places(rows(gallery.panels, sizes, pleasing_width(sizes)), sizes)
    note = in_lines([printable(gallery.note)], int((across - 2 * MARGIN) / (LETTER * NOTE)))
    head = CAPTION * len(note)
    lines = [*_head(gallery, (0, 0), (round(across), round(down) + head)), *patterns]
    lines.append(f'<g class="captions" fill="{LINE}" font-family="Helvetica,Arial,sans-serif" font-size="{NOTE}">')
    lines += [f'<text x="{MARGIN}" y="{CAPTION * (n + 1) - 6}">{escaped(words)}</text>' for n, words in enumerate(note)]
    for number, panel in enumerate(gallery.panels):
        x, y = where[number]
        if panel.caption:
            lines.append(
                f'<text x="{round(x) + MARGIN}" y="{round(y) + head + CAPTION - 2}">{escaped(panel.caption)}</text>'
            )
    lines.append("</g>")
    for number, (body, caption) in enumerate(zip(bodies, captions, strict=True)):
        x, y = round(where[number][0]) - body.corner[0], round(where[number][1]) + head + caption - body.corner[1]
        lines += [f'<g class="panel" transform="translate({x} {y})">', *body.lines, "</g>"]
    return "\n".join([*lines, "</svg>"]) + "\n"


def _flat(picture: Picture) -> _Body:
    flat = sheet(picture)
    grounds = colours(picture)
    down, right = scale(flat)
    width = flat.columns * right + 2 * MARGIN
    height = flat.rows * down + len(flat.legend) * 20 + 2 * MARGIN
    lines = [
        *background(flat),
        *_pieces(picture, flat, grounds),
        _grid(flat),
        f'<path class="board" fill="none" stroke="{LINE}" stroke-width="4" d="{path(flat.board, scale(flat))}"/>',
        *_marks(flat),
        *_labels(flat, grounds),
        *_words(flat, width),
    ]
    return _Body((-MARGIN, -MARGIN), (width, height), lines)


def _in_space(picture: Picture, view: str) -> _Body:
    """Return a body seen from above and from the front (see `isometric`, `solid`); raises InvalidInput for a plane board."""
    shown = seen(picture, view)
    lines = ['<g class="pieces" stroke-linejoin="round" stroke-linecap="round">']
    lines += [drawn(mark) for mark in shown.marks if not isinstance(mark, Lines) or mark.lines]
    lines += ["</g>", '<g class="words" font-family="Helvetica,Arial,sans-serif">']
    for words in shown.words:
        size = max(4, int(words.height * ISOMETRIC_UNIT + 0.1))
        place = (
            f'x="{words.at[0]}" y="{words.at[1] + round(size * 0.36)}" font-size="{size}" text-anchor="{words.anchor}"'
        )
        lines.append(
            f'<text {place} fill="#{hexadecimal(words.colour)}" xml:space="preserve">{escaped(words.words)}</text>'
        )
    return _Body(shown.corner, shown.size, [*lines, "</g>"])


def drawn(mark: Face | Lines | Disc) -> str:
    """Return the element of a mark; a hatched one needs the pattern of its colour."""
    if isinstance(mark, Lines):
        edge = 'stroke="#000" stroke-opacity=".2"' if mark.faint else f'stroke="{LINE}" stroke-width="2.5"'
        return f'<path fill="none" {edge} d="{_polygons(mark.lines, "")}"/>'
    fill = f"url(#fixed-{hexadecimal(mark.fill)})" if mark.hatched else f"#{hexadecimal(mark.fill)}"
    edge = f'stroke="{LINE}" stroke-width="2.5"' if mark.outlined else f'stroke="{fill}" stroke-width=".5"'
    title = f"<title>{escaped(mark.name)}</title>" if mark.name else ""
    if isinstance(mark, Disc):
        shape, (x, y) = "circle", mark.centre
        form = f'cx="{x}" cy="{y}" r="{mark.radius}"'
    else:
        shape, form = "path", f'd="{_polygons(mark.loops, "z")}"'
    return f'<{shape} fill="{fill}" {edge} {form}>{title}</{shape}>'


def _polygons(lines: Iterable[Iterable[tuple[int, int]]], end: str) -> str:
    return "".join("M" + "L".join(f"{x} {y}" for x, y in line) + end for line in lines)


def _head(gallery: Gallery, corner: tuple[int, int], size: tuple[int, int]) -> list[str]:
    """Return the beginning of a document; corner: the upper left one, (right, down)."""
    (width, height), shown = size, min(1.0, LONGEST_SIDE / max(size))
    box = f"{corner[0]} {corner[1]} {width} {height}"
    drawn = f'width="{max(1, round(width * shown))}" height="{max(1, round(height * shown))}"'
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" {drawn} role="img">',
        f"<title>{escaped(gallery.name)}</title>",
        f'<rect x="{corner[0]}" y="{corner[1]}" width="{width}" height="{height}" fill="#fff"/>',
    ]


def scale(flat: Sheet) -> tuple[int, int]:
    """Return the user units per step down and per step right on a sheet."""
    return round(UNIT * flat.unit[0]), round(UNIT * flat.unit[1])


def path(loops: Loops, units: tuple[int, int]) -> str:
    """Return path commands for closed loops of corners, with relative lines; units: per step down and right."""
    down, right = units
    written = []
    for loop in loops:
        row, column = loop[0]
        written.append(f"M{column * right} {row * down}")
        for next_row, next_column in loop[1:]:
            if next_row == row:
                written.append(f"h{(next_column - column) * right}")
            elif next_column == column:
                written.append(f"v{(next_row - row) * down}")
            else:
                written.append(f"l{(next_column - column) * right} {(next_row - row) * down}")
            row, column = next_row, next_column
        written.append("z")
    return "".join(written)


def escaped(words: str) -> str:
    """Return text escaped for XML."""
    return printable(words).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def hexadecimal(colour: Colour) -> str:
    """Return a colour's six digits."""
    return "{:02x}{:02x}{:02x}".format(*colour)


def _patterns(pictures: Iterable[Picture]) -> list[str]:
    """Return the thin lines between cells, and a hatching for each colour that a pre-placed piece has."""
    grid = (
        f'<pattern id="grid" width="{UNIT}" height="{UNIT}" patternUnits="userSpaceOnUse">'
        f'<rect width="{UNIT}" height="{UNIT}" fill="none" stroke="#000" stroke-opacity=".16"/></pattern>'
    )
    hatched = {
        ground
        for picture in pictures
        if any(area.fixed for area in picture.areas)
        for area, ground in zip(picture.areas, colours(picture), strict=True)
        if area.fixed
    }
    patterns = [
        f'<pattern id="fixed-{hexadecimal(ground)}" width="8" height="8" patternUnits="userSpaceOnUse" '
        f'patternTransform="rotate(45)"><rect width="8" height="8" fill="#{hexadecimal(ground)}"/>'
        '<rect width="3" height="8" fill="#000" fill-opacity=".28"/></pattern>'
        for ground in sorted(hatched)
    ]
    return ["<defs>", grid, *patterns, "</defs>"]


def background(flat: Sheet) -> list[str]:
    """Return the board's empty cells and enclosed holes, one path for each."""
    lines = []
    if flat.empty:
        lines.append(f'<path class="empty" fill="#f2f2f2" d="{path(flat.empty, scale(flat))}"/>')
    if flat.holes:
        lines.append(f'<path class="holes" fill="#555" d="{path(flat.holes, scale(flat))}"/>')
    return lines


def _pieces(picture: Picture, flat: Sheet, grounds: list[Colour]) -> list[str]:
    lines = [f'<g class="pieces" stroke="{LINE}" stroke-width="3" stroke-linejoin="round">']
    for area, loops, ground in zip(picture.areas, flat.pieces, grounds, strict=True):
        fill = f"url(#fixed-{hexadecimal(ground)})" if area.fixed else f"#{hexadecimal(ground)}"
        lines.append(f'<path fill="{fill}" d="{path(loops, scale(flat))}"><title>{escaped(area.name)}</title></path>')
    return [*lines, "</g>"]


def _grid(flat: Sheet) -> str:
    """Return the thin lines between cells: a pattern of squares, or the outline of every cell of another shape."""
    if flat.mesh:
        look = 'fill="none" stroke="#000" stroke-opacity=".16"'
        return f'<path class="grid" {look} d="{path(flat.mesh, scale(flat))}"/>'
    return f'<path class="grid" fill="url(#grid)" d="{path(flat.board, scale(flat))}"/>'


def _labels(flat: Sheet, grounds: list[Colour]) -> list[str]:
    """Return every label; the baseline is a third of its height below the middle, which all viewers agree on."""
    lines = [f'<g class="labels" {WORDS}>']
    for spot in flat.spots:
        if not spot.words:
            continue
        y, x = (half * units // 2 for half, units in zip(spot.middle, scale(flat), strict=True))
        size = max(1, int(spot.height * UNIT))
        colour = "" if ink(grounds[spot.area]) == BLACK else ' fill="#fff"'
        turned = f' transform="rotate(-90 {x} {y})"' if spot.upwards else ""
        place = f'x="{x}" y="{y + round(size * 0.36)}" font-size="{size}"'
        lines.append(f"<text {place}{colour}{turned}>{escaped(spot.words)}</text>")
    return [*lines, "</g>"]


def _marks(flat: Sheet) -> list[str]:
    """Return the marks of empty cells, or nothing."""
    if not flat.marks:
        return []
    lines = [f'<g class="marks" fill="#777" {WORDS}>']
    for spot in flat.marks:
        y, x = (half * units // 2 for half, units in zip(spot.middle, scale(flat), strict=True))
        size = int(spot.height * UNIT)
        lines.append(f'<text x="{x}" y="{y + round(size * 0.36)}" font-size="{size}">{escaped(spot.words)}</text>')
    return [*lines, "</g>"]


def _words(flat: Sheet, width: int) -> list[str]:
    """Return the layers' numbers, and the legend below."""
    down, right = scale(flat)
    room = width / LETTER
    lines = [f'<g class="words" fill="{LINE}" font-family="Helvetica,Arial,sans-serif">']
    for words, (row, column), height in flat.captions:
        where = f'x="{column * right}" y="{row * down - 8}" font-size="{max(4, int(height * UNIT + 0.1))}"'
        lines.append(f"<text {where}>{escaped(words)}</text>")
    for place, line in enumerate(flat.legend):
        size = max(4, min(13, int(room / len(line))))
        y = flat.rows * down + 20 * (place + 1)
        lines.append(f'<text x="0" y="{y}" font-size="{size}" xml:space="preserve">{escaped(line)}</text>')
    return [*lines, "</g>"]
