"""A strip of boards as a film: each layer is a frame, each area a block that slides from frame to frame.

Not here: the drawing as animated SVG and GIF.
"""

from __future__ import annotations

from dataclasses import dataclass

from encoders.draw.labels import printable
from encoders.draw.look import Square
from encoders.draw.picture import Picture, in_layer, longest_run

Frames = tuple[Square, ...]

FIRST, STEP, LAST = 1.0, 0.4, 2.0  # seconds: duration of the start, of a step, and of the end
SLIDE = 0.6  # fraction of a step in which the block moves; then it rests


@dataclass(frozen=True)
class Block:
    """An area in the first frame: its squares, and the middle (doubled) and length of the run with its label."""

    name: str
    squares: frozenset[Square]
    middle: Square
    room: int


@dataclass(frozen=True)
class Film:
    """Blocks, in order of the picture's areas, and the displacement (rows, columns) of each in each frame; captions by frame."""

    blocks: tuple[Block, ...]
    gone: tuple[Frames, ...]
    captions: tuple[str, ...]

    @property
    def steps(self) -> int:
        """The number of frames after the first."""
        return len(self.captions) - 1

    @property
    def seconds(self) -> float:
        """The duration of the film."""
        return FIRST + self.steps * STEP + LAST


def empty_board(picture: Picture) -> Picture:
    """Return the board of the first layer without its areas."""
    return Picture(
        picture.dims[1:], (), frozenset(cell[1:] for cell in picture.cells if cell[0] == 0), lattice=picture.lattice
    )


def film(picture: Picture) -> Film:
    """Convert a picture with layers into a film; raises InvalidInput if an area is not a translate of itself in all layers."""
    blocks, gone = [], []
    for area in picture.areas:
        frames: list[set[Square]] = [set() for _ in range(picture.shape[0])]
        for cell in area.cells:
            layer, square = in_layer(cell)
            frames[layer].add(square)
        starts = [min(squares, default=(0, 0)) for squares in frames]
        ways = tuple((row - starts[0][0], column - starts[0][1]) for row, column in starts)
        for squares, (down, right) in zip(frames, ways, strict=True):
            if squares != {(row + down, column + right) for row, column in frames[0]}:
                from exactcover.model.errors import InvalidInput

                raise InvalidInput(
                    f"area {printable(area.name)!r} is not the same in all boards; expected blocks that slide"
                )
        row, first, length = longest_run(frames[0])
        blocks.append(Block(printable(area.name), frozenset(frames[0]), (2 * row + 1, 2 * first + length), length))
        gone.append(ways)
    captions = tuple(printable(picture.called(layer)) for layer in range(picture.shape[0]))
    return Film(tuple(blocks), tuple(gone), captions)
