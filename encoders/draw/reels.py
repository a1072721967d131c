"""The moves of a disassembly in the order in which a film shows them, with what is on show and the caption of each.

Not here: how a move is drawn, of cubes (shots) and of cells of other lattices (frames).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from operator import add

from encoders.draw.colours import Colour, colours
from encoders.draw.isometric import Point
from encoders.draw.labels import printable
from encoders.draw.picture import Picture
from exactcover.model.disassembly import Disassembly, Move, Offset, Stage
from exactcover.model.errors import InvalidInput

STEP, LEAVING, REST = 0.3, 0.15, 0.4  # seconds: a step of a move, of one that frees pieces, and the rest after a move
BEGIN, END = 1.0, 2.0  # seconds: the rest before the first move, and after the last
CLEARANCE = 2  # cells between pieces that are free and the others, at the end of their move
MOST_CELLS = 1_000
MOST_NAMES = 4


@dataclass(frozen=True)
class Take:
    """A move as it is shown: the cells of each piece on show, by its number, where they begin; the move, and its caption."""

    bodies: dict[int, tuple[Offset, ...]]
    move: Move
    caption: str


@dataclass(frozen=True)
class Show:
    """What a film shows throughout: a colour and a name for each piece, and the bounding box of all that is drawn."""

    grounds: tuple[Colour, ...]
    names: tuple[str, ...]
    corner: Point
    size: Point

    def legend(self, width: float, letter: float) -> Iterator[tuple[float, int, int]]:
        """Yield where the names are below the film: to the right, the line, the number of a piece with it; each name once."""
        right, line = 0.0, 0
        for number in sorted({name: number for number, name in reversed([*enumerate(self.names)])}.values()):
            length = letter * (len(self.names[number]) + 3.5)
            if right and right + length > width:
                right, line = 0.0, line + 1
            yield right, line, number
            right += length


def show(picture: Picture, taken: Disassembly, points: Collection[Point]) -> Show:
    """Return what a film shows throughout; points: the corners of all that is drawn."""
    left, top = (min(point[axis] for point in points) for axis in (0, 1))
    size = max(x for x, _ in points) - left, max(y for _, y in points) - top
    return Show(tuple(colours(picture)), tuple(map(printable, taken.names)), (left, top), size)


def takes(picture: Picture, taken: Disassembly) -> list[Take]:
    """Return the moves by which the areas of a picture come apart; raises InvalidInput if they do not, or for too many cells.

    What is freed leaves the show, and has its stage later, if it comes apart itself.
    """
    if taken.first is None:
        reason = (
            "do not come apart" if taken.comes_apart is False else "are one, or nobody knows whether they come apart"
        )
        raise InvalidInput(f"the pieces {reason}; expected pieces that a film can show coming apart")
    number = sum(len(area.cells) for area in picture.areas)
    if number > MOST_CELLS:
        raise InvalidInput(
            f"the pieces have {number:,} cells; expected at most {MOST_CELLS:,} for a film of a disassembly"
        )
    everything = {number: area.cells for number, area in enumerate(picture.areas)}
    stages = list(_stages(taken.first, everything))
    names = [printable(name) for name in taken.names]
    return [
        Take(bodies, move, _caption(names, move, (place, len(stages)), (number, len(moves))))
        for place, moves in enumerate(stages, 1)
        for number, (bodies, move) in enumerate(moves, 1)
    ]


def moved(cells: Collection[Offset], direction: Offset, steps: int) -> tuple[Offset, ...]:
    """Return cells after so many steps."""
    gone = tuple(steps * x for x in direction)
    return tuple(tuple(map(add, cell, gone)) for cell in cells)


_Moves = list[tuple[dict[int, tuple[Offset, ...]], Move]]


def _stages(stage: Stage, bodies: dict[int, tuple[Offset, ...]]) -> Iterator[_Moves]:
    """Yield the moves of a stage, with the pieces where each begins, then those of the later ones."""
    moves: _Moves = []
    for move in stage.moves:
        moves.append((bodies, move))
        if move.steps is not None:
            gone = {piece: moved(bodies[piece], move.direction, move.steps) for piece in move.pieces}
            bodies = {**bodies, **gone}
    yield moves
    freed = set(stage.moves[-1].pieces)
    for later, is_freed in ((stage.staying, False), (stage.freed, True)):
        if later is not None:
            yield from _stages(later, {piece: at for piece, at in bodies.items() if (piece in freed) is is_freed})


def _caption(names: list[str], move: Move, stage: tuple[int, int], place: tuple[int, int]) -> str:
    """Return what is moved; stage, place: the number of the stage, and of the move in it, each with how many there are."""
    heading = f"stage {stage[0]} of {stage[1]}, " if stage[1] > 1 else ""
    several = dict.fromkeys(names[piece] for piece in move.pieces)
    words = ", ".join(several) if len(move.pieces) <= MOST_NAMES else f"{len(move.pieces)} pieces"
    return f"{heading}move {place[0]} of {place[1]}: {words}"
