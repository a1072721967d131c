"""Block designs as a kind of puzzle: its callbacks, its picture (the incidence matrix, a row for each block) and its editor."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from encoders.block_design import KEYS, BlockDesign, read, referee, referee_of_covers, to_cover
from encoders.draw.picture import MOST_POSITIONS, Area, Picture
from encoders.editor import Editor, Field
from encoders.kind import Kind
from encoders.solutions import BlockList
from exactcover.model.encoding import Solution

EDITOR = Editor(
    name="Block design",
    about="Blocks of points such that any two points, or any t, are together in equally many blocks.",
    start={"v": "7", "k": "3"},
    fields=(
        Field("v", "Points", "text", "How many points there are."),
        Field("k", "Size of a block", "text", "How many points are in a block."),
        Field(
            "lambda",
            "Together",
            "text",
            "In how many blocks any t points are together (lambda): 1 as in a Steiner system.",
        ),
        Field(
            "t",
            "Points together",
            "text",
            "How many points are meant: 2, so that any two are together equally often.",
            rare=True,
        ),
        Field(
            "repeated",
            "Repeated blocks",
            "choice",
            "Whether a block may occur more than once.",
            ("no", "yes"),
            rare=True,
        ),
        Field(
            "resolvable",
            "Resolvable",
            "choice",
            "Whether each block has a day, and every point is in one block each day.",
            ("no", "yes"),
            rare=True,
        ),
    ),
)


def _ordered(design: BlockDesign, solution: Solution) -> list[tuple[int, tuple[int, ...]]]:
    """Return the blocks with their days, 0 without any, in order."""
    blocks = [tuple(sorted(block)) for block in solution["blocks"]]
    return sorted(zip(solution["days"] if design.resolvable else [0] * len(blocks), blocks, strict=True))


def picture(design: BlockDesign, solution: Solution | None) -> Picture:
    """Return the incidence matrix: a row for each block, a column for each point; blocks of one day have one colour."""
    rows = [] if solution is None else _ordered(design, solution)
    dims = (len(rows) or max(1, int(design.blocks_with(0))), design.v)
    if dims[0] * dims[1] > MOST_POSITIONS:
        return Picture(dims, (), frozenset())  # which is refused before its cells are made
    areas = tuple(
        Area(str(day or "block"), tuple((row, point - 1) for point in block)) for row, (day, block) in enumerate(rows)
    )
    marks = tuple(((row, point - 1), str(point)) for row, (_, block) in enumerate(rows) for point in block)
    cells = frozenset((row, point) for row in range(dims[0]) for point in range(dims[1]))
    kinds = tuple(str(day + 1) for day in range(design.days))
    return Picture(dims, areas, cells, marks=marks, kinds=kinds, labelled=False, written=True)


def _identity(design: BlockDesign, solution: Solution) -> Hashable:
    return tuple(_ordered(design, solution))


def notices(design: BlockDesign) -> Iterator[str]:
    """Yield a sentence if a number of blocks would be no whole number, or days could not have every point once."""
    for points in range(design.t):
        number = design.blocks_with(points)
        if number.denominator > 1:
            subject = "there" if points == 0 else "a point" if points == 1 else f"{points} points together"
            yield f"{subject} would be {'' if points == 0 else 'in '}{number} blocks, which is no whole number"
    if design.resolvable and design.v % design.k:
        yield f"each day has every point in one block; blocks of {design.k} do not divide {design.v} points"


KIND = Kind(
    name="block-design",
    keys=KEYS,
    read=read,
    canonical=BlockDesign.canonical,
    encode=to_cover.encode,
    faults=referee.faults,
    encoding_faults=referee_of_covers.cover_faults,
    picture=picture,
    cost=lambda design, solution: None,
    identity=_identity,
    engines=lambda design: ("exact", "cpsat", "sat"),
    solution=BlockList,
    notices=notices,
    editor=EDITOR,
    independent=lambda _: "encoders.block_design.independent_encoder",
)
