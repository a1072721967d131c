"""Films of bodies that come apart as animated SVG: a group for each move, whose cubes are shifted by SMIL, without a script.

Cubes that look alike are defined once. A viewer without animation shows the first move's beginning.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from encoders.draw.as_svg import LINE, MARGIN, escaped, hexadecimal
from encoders.draw.colours import BLACK, mixed
from encoders.draw.isometric import Point
from encoders.draw.sheet import LETTER
from encoders.draw.shots import BEGIN, END, Shot, Shots, Sprite, edge, legend, outline, projected, shade

HEADING, WORDS = 30, 15  # user units: the height of the caption's line and of those of the legend, and of letters

Looks = dict[tuple[int, tuple[int, ...], tuple[tuple[int, int], ...]], int]
"""The number of each look of a cube: its piece, sides and edges."""


def shots_svg(shown: Shots) -> str:
    """Return the film as an SVG document, the same for the same film."""
    named = list(legend(shown, max(shown.size[0], 240), LETTER * WORDS))
    width = max(shown.size[0], 240) + 2 * MARGIN
    height = shown.size[1] + HEADING * (2 + max(line for _, line, _ in named)) + 2 * MARGIN
    left, top = shown.corner[0] - MARGIN, shown.corner[1] - MARGIN - HEADING
    box = f"{left} {top} {width} {height}"
    looks: Looks = {}
    for shot in shown.shots:
        for sprite in shot.sprites:
            looks.setdefault((sprite.piece, sprite.sides, sprite.edges), len(looks))
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{2 * width}" height="{2 * height}" role="img">',
        "<title>How the pieces come apart</title>",
        f'<rect x="{left}" y="{top}" width="{width}" height="{height}" fill="#fff"/>',
        f'<defs stroke-width="2" stroke-linejoin="round" stroke-linecap="round">{"".join(_defined(looks, shown))}</defs>',
    ]
    begin = 0.0
    for number, shot in enumerate(shown.shots):
        end = begin + shot.moving + shot.rest + (0.0 if number else BEGIN)
        if number == len(shown.shots) - 1:
            end += END
        lines += _shot(shot, looks, begin, end, shown, begin if number else BEGIN)
        begin = end
    lines.append(f'<g fill="{LINE}" font-family="Helvetica,Arial,sans-serif" font-size="{WORDS}">')
    for right, line, piece in named:
        x, y = shown.corner[0] + round(right), shown.corner[1] + shown.size[1] + HEADING * (line + 1)
        lines.append(
            f'<rect x="{x}" y="{y - 11}" width="12" height="12" fill="#{hexadecimal(shown.grounds[piece])}" stroke="{LINE}"/>'
        )
        lines.append(f'<text x="{x + 18}" y="{y}">{escaped(shown.names[piece])}</text>')
    return "\n".join([*lines, "</g>", "</svg>"]) + "\n"


def _defined(looks: Looks, shown: Shots) -> Iterator[str]:
    """Yield each look of a cube: its sides, with a faint line around them, and its edges."""
    for (piece, sides, edges), number in looks.items():
        yield f'<g id="c{number}">'
        for side in sides:
            fill = shade(shown.grounds[piece], side)
            faint = hexadecimal(mixed(fill, BLACK, 0.15))
            corners = "L".join(map(_point, outline(side)))
            yield f'<path fill="#{hexadecimal(fill)}" stroke="#{faint}" stroke-width="1" d="M{corners}z"/>'
        if edges:
            lines = "".join(f"M{_point(one)}L{_point(other)}" for one, other in (edge(*each) for each in edges))
            yield f'<path fill="none" stroke="{LINE}" d="{lines}"/>'
        yield "</g>\n"


def _point(point: Point) -> str:
    return f"{point[0]} {point[1]}"


def _shot(shot: Shot, looks: Looks, begin: float, end: float, shown: Shots, start: float) -> Iterator[str]:
    """Yield the group of a shot, visible from its beginning to its end; start: when its cubes begin to move."""
    whole = shown.seconds + END
    hidden = ' visibility="hidden"' if begin else ""
    yield f"<g{hidden}>"
    keys = [(0.0, "hidden")] if begin else []
    keys += [(begin, "visible"), *([(end, "hidden")] if end < whole - 1e-6 else [])]
    if len(keys) > 1:
        yield f'<animate attributeName="visibility" calcMode="discrete" {_keys(keys, whole)}/>'
    yield (
        f'<text x="{shown.corner[0]}" y="{shown.corner[1] - HEADING // 2}" fill="{LINE}" font-size="{WORDS}"'
        f' font-family="Helvetica,Arial,sans-serif">{escaped(shot.caption)}</text>'
    )
    right, down = (shot.steps * each for each in projected(shot.direction))
    moved = [(0.0, "0 0"), (start, "0 0"), (start + shot.moving, f"{right} {down}"), (whole, f"{right} {down}")]
    for moves, sprites in groupby(shot.sprites, key=lambda sprite: sprite.moves):
        yield "<g>" + "".join(_used(each, looks) for each in sprites)
        if moves:
            yield f'<animateTransform attributeName="transform" type="translate" {_keys(moved, whole)}/>'
        yield "</g>"
    yield "</g>"


def _used(sprite: Sprite, looks: Looks) -> str:
    x, y = projected(sprite.cube)
    return f'<use href="#c{looks[sprite.piece, sprite.sides, sprite.edges]}" x="{x}" y="{y}"/>'


def _keys(keys: list[tuple[float, str]], whole: float) -> str:
    """Return the duration, values and their key times, as fractions of the whole film."""
    times = (f"{second / whole:.6f}".rstrip("0").rstrip(".") for second, _ in keys)
    values = ";".join(value for _, value in keys)
    return f'dur="{whole:g}s" repeatCount="indefinite" keyTimes="{";".join(times)}" values="{values}"'
