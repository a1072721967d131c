"""How bodies come apart as a film: each move is a shot, in which some cubes glide in front of and behind others.

The projection is that of `isometric`: from above and from the front. Cubes are drawn one by one, back to front; the order is
the same for a whole shot, so that a viewer only has to shift those that move. Flat pieces are a layer of cubes.
Not here: the drawing as animated SVG and GIF.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

from encoders.draw.colours import BLACK, Colour, mixed
from encoders.draw.isometric import ACROSS, DOWN, SHADOWS, UNIT, Point
from encoders.draw.picture import Picture
from encoders.draw.reels import BEGIN, CLEARANCE, END, LEAVING, REST, STEP, Show, Take, show, takes
from exactcover.model.disassembly import Disassembly

Cube = tuple[int, int, int]  # (layer, row, column)

SIDES: tuple[Cube, ...] = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
"""The visible sides of a cube: its top, its front left and its front right, by the cube beyond."""


@dataclass(frozen=True)
class Sprite:
    """A cube as it is drawn: its piece, where it begins, its visible sides (by number), their outer edges; whether it moves."""

    piece: int
    cube: Cube
    sides: tuple[int, ...]
    edges: tuple[tuple[int, int], ...]
    moves: bool


@dataclass(frozen=True)
class Shot:
    """A move, or a part of one: sprites back to front; direction and number of steps of those that move; seconds: the duration
    of the movement and of the rest after it.
    """

    sprites: tuple[Sprite, ...]
    direction: Cube
    steps: int
    caption: str
    moving: float
    rest: float


@dataclass(frozen=True)
class Shots:
    """A film of cubes: its shots, and what it shows throughout."""

    shots: tuple[Shot, ...]
    show: Show

    @property
    def seconds(self) -> float:
        """The duration of the film."""
        return BEGIN + sum(shot.moving + shot.rest for shot in self.shots) + END


def shots(picture: Picture, taken: Disassembly) -> Shots:
    """Lay out how the areas of a picture come apart; raises InvalidInput if they do not, or for too many cubes."""
    reel = [shot for take in takes(picture, taken) for shot in _of_move(take)]
    return Shots(tuple(reel), show(picture, taken, [point for shot in reel for point in _extent(shot)]))


def projected(cube: Cube) -> Point:
    """Return the position of the corner of a cube that is farthest back and lowest, as (right, down)."""
    layer, row, column = cube
    return (column - row) * ACROSS, (column + row) * DOWN - layer * UNIT


def outline(side: int) -> tuple[Point, ...]:
    """Return the corners of a visible side of the cube at the origin."""
    one, other = (step for number, step in enumerate(SIDES) if number != side)
    far = SIDES[side]
    return tuple(projected(corner) for corner in (far, _sum(far, one), _sum(_sum(far, one), other), _sum(far, other)))


def edge(side: int, number: int) -> tuple[Point, Point]:
    """Return an edge of a visible side of the cube at the origin; number: of the first of its corners."""
    corners = outline(side)
    return corners[number], corners[(number + 1) % 4]


def shade(ground: Colour, side: int) -> Colour:
    """Return the colour of a visible side of a piece."""
    return mixed(ground, BLACK, (0.0, *SHADOWS)[side])


def _extent(shot: Shot) -> Iterator[Point]:
    """Yield the corners of what is drawn, at the beginning and at the end."""
    up, down, right = shot.direction
    gone = projected((shot.steps * up, shot.steps * down, shot.steps * right))
    for sprite in shot.sprites:
        x, y = projected(sprite.cube)
        for right, down in ((0, 0), gone) if sprite.moves else ((0, 0),):
            yield x + right - ACROSS, y + down - UNIT
            yield x + right + ACROSS, y + down + 2 * DOWN


def _in_space(cell: Sequence[int]) -> Cube:
    layer, row, column = (0, *cell)[-3:]
    return layer, row, column


def _sum(one: Cube, other: Cube) -> Cube:
    return one[0] + other[0], one[1] + other[1], one[2] + other[2]


def _times(step: Cube, number: int) -> Cube:
    return step[0] * number, step[1] * number, step[2] * number


def _of_move(take: Take) -> list[Shot]:
    """Return the shots of a move."""
    move = take.move
    moving, direction = set(move.pieces), _in_space(move.direction)
    cubes = {_in_space(cell): piece for piece, cells in take.bodies.items() for cell in cells}
    steps = _way_out(cubes, moving, direction) if move.steps is None else move.steps
    return _taken(cubes, moving, direction, steps, take.caption, LEAVING if move.steps is None else STEP)


def _way_out(cubes: dict[Cube, int], moving: set[int], direction: Cube) -> int:
    """Return how many steps it takes until the moving pieces have passed all others."""
    going, still = (
        [
            sum(a * b for a, b in zip(cube, direction, strict=True))
            for cube, piece in cubes.items()
            if (piece in moving) is moves
        ]
        for moves in (True, False)
    )
    return max(1, max(still) - min(going) + 1 + CLEARANCE)


def _taken(
    cubes: dict[Cube, int], moving: set[int], direction: Cube, steps: int, caption: str, seconds: float
) -> list[Shot]:
    """Return a move as one shot; as two if no order of its cubes is right for all of it."""
    sprites = [_sprite(cube, cubes, moving) for cube in cubes]
    order = _back_to_front([each for each in sprites if each.sides], direction, steps)
    if order is not None:
        return [Shot(tuple(order), direction, steps, caption, steps * seconds, REST)]
    half = steps // 2  # a single step always has an order: that of depths in its middle
    gone = _times(direction, half)
    later = {_sum(cube, gone) if piece in moving else cube: piece for cube, piece in cubes.items()}
    (*first, last) = _taken(cubes, moving, direction, half, caption, seconds)
    cut = Shot(last.sprites, direction, last.steps, caption, last.moving, 0.0)
    return [*first, cut, *_taken(later, moving, direction, steps - half, caption, seconds)]


def _sprite(cube: Cube, cubes: dict[Cube, int], moving: set[int]) -> Sprite:
    """Return a cube without the sides that others hide as long as the shot lasts."""
    piece = cubes[cube]

    def hides(other: Cube) -> bool:
        return other in cubes and (cubes[other] in moving) is (piece in moving)

    sides = tuple(number for number, beyond in enumerate(SIDES) if not hides(_sum(cube, beyond)))
    edges = []
    for side in sides:
        one, two = (step for number, step in enumerate(SIDES) if number != side)
        for number, across in enumerate((_times(two, -1), one, two, _times(one, -1))):
            beside = _sum(cube, across)
            if cubes.get(beside) != piece or cubes.get(_sum(beside, SIDES[side])) == piece:
                edges.append((side, number))
    return Sprite(piece, cube, sides, tuple(edges), piece in moving)


def _back_to_front(sprites: list[Sprite], direction: Cube, steps: int) -> list[Sprite] | None:
    """Return the sprites in an order in which none is drawn before one behind it, at any moment; None if there is none."""
    after: list[list[int]] = [[] for _ in sprites]
    waiting = [0] * len(sprites)
    for one, sprite in enumerate(sprites):
        for other in range(one):
            front = _in_front(sprite, sprites[other], direction, steps)
            if front:
                first, last = (other, one) if front > 0 else (one, other)
                after[first].append(last)
                waiting[last] += 1
    ready = [(sum(sprites[each].cube), each) for each, number in enumerate(waiting) if not number]
    heapify(ready)
    order = []
    while ready:
        _, each = heappop(ready)
        order.append(sprites[each])
        for later in after[each]:
            waiting[later] -= 1
            if not waiting[later]:
                heappush(ready, (sum(sprites[later].cube), later))
    return order if len(order) == len(sprites) else None


def _in_front(one: Sprite, other: Sprite, direction: Cube, steps: int) -> int:
    """Return 1 if one cube is in front of another in the picture at some moment of a shot, -1 if behind it, otherwise 0.

    Cubes do not pass through each other, so it is never both. Two cubes overlap in the picture if their coordinates differ by
    numbers less than two apart; the one with the greater sum is in front. All differences but that along the direction are
    whole, so the moments between two steps show every overlap.
    """
    apart = [2 * (a - b) for a, b in zip(one.cube, other.cube, strict=True)]
    if one.moves == other.moves:
        return _sign(apart) if max(apart) - min(apart) < 4 else 0
    sign = 1 if one.moves else -1
    for halves in range(1, 2 * steps, 2):
        moved = [each + sign * halves * step for each, step in zip(apart, direction, strict=True)]
        if max(moved) - min(moved) < 4:
            return _sign(moved)
    return 0


def _sign(apart: list[int]) -> int:
    total = sum(apart)
    return (total > 0) - (total < 0)
