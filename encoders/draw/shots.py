"""How bodies come apart as a film: each move is a shot, in which some cubes glide in front of and behind others.

The projection is that of `isometric`: from above and from the front. Cubes are drawn one by one, back to front; the order is
the same for a whole shot, so that a viewer only has to shift those that move. Flat pieces are a layer of cubes.
Not here: the drawing as animated SVG and GIF.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush

from encoders.draw.colours import BLACK, Colour, colours, mixed
from encoders.draw.isometric import ACROSS, DOWN, SHADOWS, UNIT, Point
from encoders.draw.labels import printable
from encoders.draw.picture import Picture
from exactcover.model.disassembly import Disassembly, Move, Stage
from exactcover.model.errors import InvalidInput

Cube = tuple[int, int, int]  # (layer, row, column)

STEP, LEAVING, REST = 0.3, 0.15, 0.4  # seconds: a step of a move, of one that frees pieces, and the rest after a move
BEGIN, END = 1.0, 2.0  # seconds: the rest before the first move, and after the last
CLEARANCE = 2  # cells between pieces that are free and the others, at the end of their move
MOST_CUBES = 1_000
MOST_NAMES = 4
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
    """A film of bodies: its shots, a colour and a name for each piece, and the bounding box of all that is drawn."""

    shots: tuple[Shot, ...]
    grounds: tuple[Colour, ...]
    names: tuple[str, ...]
    corner: Point
    size: Point

    @property
    def seconds(self) -> float:
        """The duration of the film."""
        return BEGIN + sum(shot.moving + shot.rest for shot in self.shots)


def shots(picture: Picture, taken: Disassembly) -> Shots:
    """Lay out how the areas of a picture come apart; raises InvalidInput if they do not, or for too many cubes."""
    if taken.first is None:
        reason = (
            "do not come apart" if taken.comes_apart is False else "are one, or nobody knows whether they come apart"
        )
        raise InvalidInput(f"the pieces {reason}; expected pieces that a film can show coming apart")
    bodies = [[_in_space(cell) for cell in area.cells] for area in picture.areas]
    number = sum(map(len, bodies))
    if number > MOST_CUBES:
        raise InvalidInput(
            f"the pieces have {number:,} cells; expected at most {MOST_CUBES:,} for a film of a disassembly"
        )
    names = [printable(name) for name in taken.names]
    reel = _Reel(bodies, names, sum(1 for _ in taken.first.stages()))
    reel.stage(taken.first, range(len(bodies)), dict.fromkeys(range(len(bodies)), (0, 0, 0)))
    points = [point for shot in reel.shots for point in _extent(shot)]
    left, top = (min(point[axis] for point in points) for axis in (0, 1))
    size = max(x for x, _ in points) - left, max(y for _, y in points) - top
    return Shots(tuple(reel.shots), tuple(colours(picture)), tuple(names), (left, top), size)


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


def legend(shown: Shots, width: float, letter: float) -> Iterator[tuple[float, int, int]]:
    """Yield where the names of pieces are below the film: to the right, the line, the number of the piece; each name once."""
    right, line = 0.0, 0
    for number in sorted({name: number for number, name in reversed([*enumerate(shown.names)])}.values()):
        length = letter * (len(shown.names[number]) + 3.5)
        if right and right + length > width:
            right, line = 0.0, line + 1
        yield right, line, number
        right += length


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


@dataclass
class _Reel:
    """The shots of a disassembly, as they are taken; stages: how many there are."""

    bodies: list[list[Cube]]
    names: list[str]
    stages: int
    shots: list[Shot] = field(default_factory=list)
    taken: int = 0

    def stage(self, stage: Stage, pieces: Collection[int], at: dict[int, Cube]) -> None:
        """Take the shots of a stage and of the later ones; at: the offsets of pieces."""
        self.taken += 1
        now = dict(at)
        for number, move in enumerate(stage.moves, 1):
            heading = f"stage {self.taken} of {self.stages}, " if self.stages > 1 else ""
            names = dict.fromkeys(self.names[piece] for piece in move.pieces)
            words = ", ".join(names) if len(move.pieces) <= MOST_NAMES else f"{len(move.pieces)} pieces"
            self._move(move, pieces, now, f"{heading}move {number} of {len(stage.moves)}: {words}")
        freed = set(stage.moves[-1].pieces)
        for later, is_freed in ((stage.staying, False), (stage.freed, True)):
            if later is not None:
                self.stage(later, [piece for piece in pieces if (piece in freed) is is_freed], now)

    def _move(self, move: Move, pieces: Collection[int], now: dict[int, Cube], caption: str) -> None:
        """Take a move, and change the offsets unless its pieces leave."""
        moving = set(move.pieces)
        direction = _in_space(move.direction)
        cubes = {_sum(cube, now[piece]): piece for piece in pieces for cube in self.bodies[piece]}
        steps = _way_out(cubes, moving, direction) if move.steps is None else move.steps
        self.shots += _taken(cubes, moving, direction, steps, caption, LEAVING if move.steps is None else STEP)
        if move.steps is not None:
            for piece in moving:
                now[piece] = _sum(now[piece], _times(direction, steps))


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
