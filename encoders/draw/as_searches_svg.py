"""Films of searches side by side as animated SVG, without a script: whatever recurs is drawn once, and seen while it is there.

A piece in a place, a digit of a counter and a line of figures are such *sprites*: each knows the frames in which it is seen,
by SMIL. A viewer without animation shows the first boards. Not here: the film (searches).
"""

from __future__ import annotations

from collections.abc import Iterator

from encoders.draw.as_reel_svg import keys
from encoders.draw.as_svg import LINE, UNIT, background, escaped, hexadecimal, path, scale
from encoders.draw.colours import BLACK, Colour, ink
from encoders.draw.labels import in_lines
from encoders.draw.searches import Board, Searches, Strip
from encoders.draw.sheet import LETTER, Sheet, Spot, sheet

MARGIN, GAP = 16, 28  # user units: around everything, and between boards
WIDTH = 240  # user units: of a board with its words
TITLE, COUNTER, FIGURES = 17, 22, 14  # the height of letters
HEAD, FOOT = 28, 62  # above and below a board
NOTE = 13
DIGIT = 0.62  # the width of a digit, in heights: enough for common sans serif faces
GOAL = "#1a7f37"
FACE = 'font-family="Helvetica,Arial,sans-serif"'

Sprites = dict[str, list[int]]
"""What is drawn, with the frames in which it is seen, in order."""


def searches_svg(shown: Searches) -> str:
    """Return the film as an SVG document, the same for the same film."""
    room = _room(shown)
    rows = -(-len(shown.strips) // shown.across)
    width = shown.across * (WIDTH + GAP) - GAP + 2 * MARGIN
    notes = in_lines([shown.note], int((width - 2 * MARGIN) / (LETTER * NOTE))) if shown.note else []
    below = rows * (HEAD + room + FOOT + GAP) - GAP + MARGIN
    height = below + len(notes) * (NOTE + 6) + MARGIN
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">',
        f"<title>{escaped('Searches side by side: ' + ', '.join(strip.title for strip in shown.strips))}</title>",
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
    ]
    for number, strip in enumerate(shown.strips):
        row, column = divmod(number, shown.across)
        x, y = MARGIN + column * (WIDTH + GAP), MARGIN + row * (HEAD + room + FOOT + GAP)
        lines += [f'<g transform="translate({x} {y})">', *_strip(shown, strip, room), "</g>"]
    for number, words in enumerate(notes):
        y = below + (number + 1) * (NOTE + 6)
        lines.append(f'<text x="{MARGIN}" y="{y}" font-size="{NOTE}" fill="{LINE}" {FACE}>{escaped(words)}</text>')
    return "\n".join([*lines, "</svg>"]) + "\n"


def _extent(shown: Searches) -> tuple[float, float, float]:
    """Return the scale of boards, and their width and height before it."""
    down, right = scale(shown.sheet)
    width, height = shown.sheet.columns * right, shown.sheet.rows * down
    return min(WIDTH / width, WIDTH / height, 60 / UNIT), width, height


def _room(shown: Searches) -> int:
    """Return the height of boards, in user units."""
    factor, _, height = _extent(shown)
    return round(height * factor)


def _strip(shown: Searches, strip: Strip, room: int) -> Iterator[str]:
    """Yield the title of a search, its board, and what is below it."""
    factor, rim = _extent(shown)[0], path(shown.sheet.board, scale(shown.sheet))
    yield f'<text y="{TITLE}" font-size="{TITLE}" font-weight="bold" fill="{LINE}" {FACE}>{escaped(strip.title)}</text>'
    yield f'<g transform="translate(0 {HEAD}) scale({factor:.4g})">'
    yield from background(shown.sheet)
    yield f'<g stroke="{LINE}" stroke-width="{1.5 / factor:.3g}" stroke-linejoin="round">'
    yield from _seen(shown, _pieces(shown, strip))
    yield f'</g><path fill="none" stroke="{LINE}" stroke-width="{3 / factor:.3g}" d="{rim}"/>'
    if strip.boards[-1].goal:
        solved = f'<path fill="none" stroke="{GOAL}" stroke-width="{6 / factor:.3g}" d="{rim}"/>'
        yield from _seen(shown, {solved: _from(shown, len(strip.boards) - 1)})
    yield "</g>"
    yield from _below(shown, strip, HEAD + room)


def _from(shown: Searches, frame: int) -> list[int]:
    return list(range(frame, shown.steps))


def _pieces(shown: Searches, strip: Strip) -> Sprites:
    """Return the pieces of a strip in all their places."""
    sprites: Sprites = {}
    last = len(strip.boards) - 1
    for number, (board, grounds) in enumerate(zip(strip.boards, shown.grounds(strip), strict=True)):
        for piece in _drawn(shown, board, grounds):
            sprites.setdefault(piece, []).extend([number] if number < last else _from(shown, last))
    return sprites


def _drawn(shown: Searches, board: Board, grounds: list[Colour]) -> Iterator[str]:
    """Yield the elements of a board's pieces, with labels that are legible."""
    flat = sheet(shown.picture(board))
    spots = {spot.area: spot for spot in flat.spots}
    for number, (loops, ground) in enumerate(zip(flat.pieces, grounds, strict=True)):
        shape = f'<path fill="#{hexadecimal(ground)}" d="{path(loops, scale(flat))}"/>'
        yield shape + _label(flat, spots[number], ground)


def _label(flat: Sheet, spot: Spot, ground: Colour) -> str:
    """Return the label of a piece."""
    down, right = scale(flat)
    size = max(1, int(UNIT * min(0.55, spot.height)))
    y, x = round(spot.middle[0] * down / 2), round(spot.middle[1] * right / 2)
    colour = "" if ink(ground) == BLACK else ' fill="#fff"'
    look = f'font-size="{size}" stroke="none" text-anchor="middle"{colour} {FACE}'
    return f'<text x="{x}" y="{y + round(size * 0.36)}" {look}>{escaped(spot.words)}</text>'


def _below(shown: Searches, strip: Strip, top: int) -> Iterator[str]:
    """Yield the counter of a strip with its words, and the figures of its boards."""
    places, base = len(str(len(strip.boards))), top + COUNTER + 6
    counters: Sprites = {}
    figures: Sprites = {}
    for frame in range(shown.steps):
        at = min(frame, len(strip.boards) - 1)
        for place, digit in enumerate(reversed(str(at + 1))):
            x = round((places - place - 1) * DIGIT * COUNTER, 1)
            counters.setdefault(f'<text x="{x:g}" y="{base}">{digit}</text>', []).append(frame)
        words, colour = strip.boards[at].figures, ""
        if strip.boards[at].goal:
            words, colour = f"{words}   solution" if words else "solution", f' fill="{GOAL}" font-weight="bold"'
        if words:
            line = f'<text y="{base + FIGURES + 10}"{colour} xml:space="preserve">{escaped(words)}</text>'
            figures.setdefault(line, []).append(frame)
    yield f'<g font-size="{COUNTER}" font-weight="bold" fill="{LINE}" {FACE}>'
    yield from _seen(shown, counters)
    yield "</g>"
    x = round(places * DIGIT * COUNTER + 6)
    yield f'<text x="{x}" y="{base}" font-size="{FIGURES}" fill="{LINE}" {FACE}>{escaped(strip.words)}</text>'
    yield f'<g font-size="{FIGURES}" fill="{LINE}" {FACE}>'
    yield from _seen(shown, figures)
    yield "</g>"


def _seen(shown: Searches, sprites: Sprites) -> Iterator[str]:
    """Yield each sprite in a group that is opaque while it is seen, and transparent otherwise."""
    for drawn, frames in sprites.items():
        seen = set(frames)
        changes = [
            (shown.begin(frame), "1" if frame in seen else "0")
            for frame in range(shown.steps)
            if frame == 0 or (frame in seen) != (frame - 1 in seen)
        ]
        if len(changes) == 1:
            yield drawn
            continue
        hidden = "" if 0 in seen else ' opacity="0"'
        times = keys(changes, shown.seconds)
        yield f'<g{hidden}><animate attributeName="opacity" calcMode="discrete" {times}/>{drawn}</g>'
