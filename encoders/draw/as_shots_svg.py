"""Films of bodies that come apart as animated SVG: a group for each move, whose cubes are shifted by SMIL, without a script.

Cubes that look alike are defined once. A viewer without animation shows the first move's beginning.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from encoders.draw.as_reel_svg import document, keys, opening
from encoders.draw.as_svg import LINE, hexadecimal
from encoders.draw.colours import BLACK, mixed
from encoders.draw.isometric import Point
from encoders.draw.reels import BEGIN, END
from encoders.draw.shots import Shot, Shots, Sprite, edge, outline, projected, shade

Looks = dict[tuple[int, tuple[int, ...], tuple[tuple[int, int], ...]], int]
"""The number of each look of a cube: its piece, sides and edges."""


def shots_svg(shown: Shots) -> str:
    """Return the film as an SVG document, the same for the same film."""
    looks: Looks = {}
    for shot in shown.shots:
        for sprite in shot.sprites:
            looks.setdefault((sprite.piece, sprite.sides, sprite.edges), len(looks))
    lines = [
        f'<defs stroke-width="2" stroke-linejoin="round" stroke-linecap="round">{"".join(_defined(looks, shown))}</defs>'
    ]
    begin = 0.0
    for number, shot in enumerate(shown.shots):
        end = begin + shot.moving + shot.rest + (0.0 if number else BEGIN)
        if number == len(shown.shots) - 1:
            end += END
        lines += _shot(shot, looks, (begin, end), shown, begin if number else BEGIN)
        begin = end
    return document(shown.show, lines)


def _defined(looks: Looks, shown: Shots) -> Iterator[str]:
    """Yield each look of a cube: its sides, with a faint line around them, and its edges."""
    for (piece, sides, edges), number in looks.items():
        yield f'<g id="c{number}">'
        for side in sides:
            fill = shade(shown.show.grounds[piece], side)
            faint = hexadecimal(mixed(fill, BLACK, 0.15))
            corners = "L".join(map(_point, outline(side)))
            yield f'<path fill="#{hexadecimal(fill)}" stroke="#{faint}" stroke-width="1" d="M{corners}z"/>'
        if edges:
            lines = "".join(f"M{_point(one)}L{_point(other)}" for one, other in (edge(*each) for each in edges))
            yield f'<path fill="none" stroke="{LINE}" d="{lines}"/>'
        yield "</g>\n"


def _point(point: Point) -> str:
    return f"{point[0]} {point[1]}"


def _shot(shot: Shot, looks: Looks, seen: tuple[float, float], shown: Shots, start: float) -> Iterator[str]:
    """Yield the group of a shot; seen: its beginning and its end; start: when its cubes begin to move."""
    whole = shown.seconds
    yield from opening(shown.show, shot.caption, *seen, whole)
    right, down = (shot.steps * each for each in projected(shot.direction))
    way = [(0.0, "0 0"), (start, "0 0"), (start + shot.moving, f"{right} {down}"), (whole, f"{right} {down}")]
    for moves, sprites in groupby(shot.sprites, key=lambda sprite: sprite.moves):
        yield "<g>" + "".join(_used(each, looks) for each in sprites)
        if moves:
            yield f'<animateTransform attributeName="transform" type="translate" {keys(way, whole)}/>'
        yield "</g>"
    yield "</g>"


def _used(sprite: Sprite, looks: Looks) -> str:
    x, y = projected(sprite.cube)
    return f'<use href="#c{looks[sprite.piece, sprite.sides, sprite.edges]}" x="{x}" y="{y}"/>'
