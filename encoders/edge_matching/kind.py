"""Edge-matching tiles as a kind of puzzle: its callbacks, its pictures (squares cut into four triangles) and its editor."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping

from encoders.draw.gallery import Panel
from encoders.draw.picture import Area, Picture
from encoders.edge_matching import KEYS, EdgeMatching, read, referee, to_cover
from encoders.editor import Editor, Field
from encoders.geometry.lattices import TETRAKIS
from encoders.kind import Kind
from encoders.solutions import TileRows
from exactcover.model.encoding import Solution

EDITOR = Editor(
    name="Edge-matching tiles",
    about="Squares with coloured edges on a board; where two meet, their edges have one colour.",
    start={"board": "4x6", "tiles": "macmahon-3", "border": "a"},
    fields=(
        Field("board", "Board", "text", "Rows and columns, such as 4x6."),
        Field(
            "tiles", "Tiles", "text", "macmahon-3, or tiles as four colours each, from the top clockwise: aabc,abcb."
        ),
        Field("rotations", "Tiles may be turned", "choice", choices=("yes", "no")),
        Field("border", "Border", "text", "any, same (one colour all around), or a colour."),
        Field("copies", "Copies of each", "text", "1, any, or a range such as 0..1.", rare=True),
        Field("hints", "Tiles placed before", "text", "Row, column and edges of each: 0,0,aabc/2,1,abca.", rare=True),
    ),
)
Place = tuple[int, int]
QUARTERS = ((0, 1), (1, 2), (2, 1), (1, 0))


def picture(puzzle: EdgeMatching, solution: Solution | None) -> Picture:
    """Return the picture of a solution's tiles, or of those that are given."""
    if solution is None:
        hints = {(row, column): tile for row, column, tile in puzzle.hints}
        return _picture(puzzle, puzzle.rows, puzzle.columns, hints, fixed=True)
    placed = {(row, column): tile for row, line in enumerate(solution["tiles"]) for column, tile in enumerate(line)}
    return _picture(puzzle, puzzle.rows, puzzle.columns, placed, fixed=False)


def _picture(puzzle: EdgeMatching, rows: int, columns: int, placed: Mapping[Place, str], *, fixed: bool) -> Picture:
    """Return the picture of tiles, all quarters of one colour one area: edges that match are drawn alike."""
    spots: dict[str, list[Place]] = {}
    for (row, column), tile in placed.items():
        for (down, right), colour in zip(QUARTERS, tile, strict=True):
            spots.setdefault(colour, []).append((3 * row + down, 3 * column + right))
    areas = tuple(Area(colour, tuple(sorted(cells)), fixed) for colour, cells in sorted(spots.items()))
    board = itertools.product(range(rows), range(columns), QUARTERS)
    cells = frozenset((3 * row + down, 3 * column + right) for row, column, (down, right) in board)
    kinds = tuple(sorted(set("".join(puzzle.tiles))))
    return Picture((3 * rows, 3 * columns), areas, cells, lattice=TETRAKIS, kinds=kinds)


def pieces(puzzle: EdgeMatching) -> tuple[Panel, ...]:
    """Return each tile as a panel, its name and copies above it."""
    return tuple(
        Panel(
            f"{tile} × {low}" if low == high else f"{tile} × {low}..{high}",
            _picture(puzzle, 1, 1, {(0, 0): tile}, fixed=False),
        )
        for tile, (low, high) in zip(puzzle.tiles, puzzle.copies, strict=True)
    )


def notices(puzzle: EdgeMatching) -> Iterator[str]:
    """Yield a sentence if the number of tiles cannot be that of the cells."""
    cells = puzzle.rows * puzzle.columns
    least, most = (sum(bounds[end] for bounds in puzzle.copies) for end in (0, 1))
    if not least <= cells <= most:
        yield f"there are {least if least > cells else most:,} tiles; the board has {cells:,} cells"


KIND = Kind(
    name="edge-matching",
    keys=KEYS,
    read=read,
    canonical=EdgeMatching.canonical,
    encode=to_cover.encode,
    faults=referee.faults,
    encoding_faults=referee.cover_faults,
    picture=picture,
    cost=lambda puzzle, solution: None,
    identity=lambda puzzle, solution: tuple(map(tuple, solution["tiles"])),
    engines=lambda puzzle: ("exact", "cpsat", "sat"),
    solution=TileRows,
    pieces=pieces,
    notices=notices,
    editor=EDITOR,
    independent=lambda _: "encoders.edge_matching.independent_encoder",
)
