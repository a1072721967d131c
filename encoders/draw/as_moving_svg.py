"""Films as animated SVG: one group for each block, moved by SMIL, which every browser plays without a script.

A viewer without animation shows the first board.
"""

from __future__ import annotations

from encoders.draw.as_svg import LINE, MARGIN, UNIT, WORDS, background, escaped, hexadecimal, path, scale
from encoders.draw.colours import BLACK, Colour, colours, ink
from encoders.draw.film import FIRST, SLIDE, STEP, Block, Film, Frames, empty_board, film
from encoders.draw.looks import SQUARES
from encoders.draw.picture import Picture, outline
from encoders.draw.sheet import LETTER, sheet

CAPTION = 24  # user units above the board


def moving_svg(picture: Picture) -> str:
    """Return a picture's layers as an animated SVG document, the same for the same picture; raises InvalidInput (see `film`)."""
    shown = film(picture)
    first = sheet(empty_board(picture))
    width, height = first.columns * UNIT + 2 * MARGIN, first.rows * UNIT + 2 * MARGIN + CAPTION
    above = MARGIN + CAPTION
    box = f"{-MARGIN} {-above} {width} {height}"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{2 * width}" height="{2 * height}" role="img">',
        f"<title>{escaped(picture.name)}</title>",
        f'<rect x="{-MARGIN}" y="{-above}" width="{width}" height="{height}" fill="#fff"/>',
        *background(first),
        f'<path class="board" fill="none" stroke="{LINE}" stroke-width="6" d="{path(first.board, scale(first))}"/>',
        f'<g class="pieces" stroke="{LINE}" stroke-width="2" stroke-linejoin="round">',
    ]
    for block, gone, ground in zip(shown.blocks, shown.gone, colours(picture), strict=True):
        lines += _block(block, gone, ground, shown)
    return "\n".join([*lines, "</g>", *_captions(shown), "</svg>"]) + "\n"


def _block(block: Block, gone: Frames, ground: Colour, shown: Film) -> list[str]:
    """Return a block's group: its outline, its label, and its animation."""
    y, x = (half * UNIT // 2 for half in block.middle)
    size = max(1, int(UNIT * min(0.5, (block.room - 0.2) / (LETTER * max(1, len(block.name))))))
    colour = "" if ink(ground) == BLACK else ' fill="#fff"'
    label = f'<text x="{x}" y="{y + round(size * 0.36)}" font-size="{size}" stroke="none"{colour} {WORDS}>'
    return [
        f'<g><path fill="#{hexadecimal(ground)}" d="{path(outline(block.squares, SQUARES), (UNIT, UNIT))}"/>',
        f"{label}{escaped(block.name)}</text>",
        *_animation(gone, shown),
        "</g>",
    ]


def _animation(gone: Frames, shown: Film) -> list[str]:
    """Return the animation of one block: it rests, and slides at the beginning of each step in which it moves."""
    keys: list[tuple[float, str]] = [(0.0, "0 0")]
    for step in range(1, len(gone)):
        if gone[step] != gone[step - 1]:
            begin = FIRST + (step - 1) * STEP
            keys += [(begin, keys[-1][1]), (begin + SLIDE * STEP, f"{gone[step][1] * UNIT} {gone[step][0] * UNIT}")]
    if len(keys) == 1:
        return []
    keys.append((shown.seconds, keys[-1][1]))
    moves = f'attributeName="transform" type="translate" {_clock(shown)} {_keys(keys, shown)}'
    return [f"<animateTransform {moves}/>"]


def _captions(shown: Film) -> list[str]:
    """Return the captions, each visible for as long as its boards are shown."""
    lines = [f'<g class="words" fill="{LINE}" font-family="Helvetica,Arial,sans-serif" font-size="13">']
    first = 0
    while first <= shown.steps:
        words = shown.captions[first]
        last = first
        while last < shown.steps and shown.captions[last + 1] == words:
            last += 1
        begin = FIRST + (first - 1) * STEP if first else 0.0
        end = FIRST + last * STEP if last < shown.steps else shown.seconds
        frames = [(0.0, "hidden")] if begin else []
        frames += [(begin, "visible"), *([(end, "hidden")] if end < shown.seconds else [])]
        hidden = ' visibility="hidden"' if begin else ""
        lines.append(f'<text x="0" y="-12"{hidden}>{escaped(words)}')
        if len(frames) > 1:
            shows = f'attributeName="visibility" calcMode="discrete" {_clock(shown)} {_keys(frames, shown)}'
            lines.append(f"<animate {shows}/>")
        lines.append("</text>")
        first = last + 1
    return [*lines, "</g>"]


def _clock(shown: Film) -> str:
    return f'dur="{shown.seconds:g}s" repeatCount="indefinite"'


def _keys(keys: list[tuple[float, str]], shown: Film) -> str:
    """Return values and their key times, as fractions of the whole film."""
    times = (f"{second / shown.seconds:.6f}".rstrip("0").rstrip(".") for second, _ in keys)
    return f'keyTimes="{";".join(times)}" values="{";".join(value for _, value in keys)}"'
