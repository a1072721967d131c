"""Star battles as a kind of puzzle: its callbacks, its picture (regions in colours, stars in them) and its editor."""

from __future__ import annotations

from collections.abc import Iterator

from encoders.draw.picture import Area, Picture
from encoders.editor import Editor, Field
from encoders.kind import Kind
from encoders.solutions import FilledGrid
from encoders.star_battle import KEYS, StarBattle, read, referee, to_cover
from encoders.symbols import SYMBOLS
from exactcover.model.encoding import Solution

EDITOR = Editor(
    name="Star battle",
    about="Stars in every row, column and region, none touching another, not even at a corner.",
    start={"regions": "DDDBB/DDDAB/DCAAE/CCCAE/CCCCE", "stars": "1"},
    fields=(
        Field("regions", "Regions", "text", "A character for each cell, / between rows: DDDBB/DDDAB/..."),
        Field("stars", "Stars", "text", "How many in each row, column and region."),
    ),
)


def picture(puzzle: StarBattle, solution: Solution | None) -> Picture:
    """Return the picture of the regions, in a solution without the cells that have a star, which are marked instead."""
    n = puzzle.n
    grid = "." * (n * n) if solution is None else solution["grid"]
    areas = []
    for name in SYMBOLS[:n]:
        own = [cell for cell, region in enumerate(puzzle.regions) if region == name and grid[cell] == "."]
        areas += [Area(name, tuple(divmod(cell, n) for cell in own))] if own else []
    cells = [divmod(cell, n) for cell in range(n * n)]
    marks = tuple((cell, "*") for cell in cells if grid[cell[0] * n + cell[1]] == "*")
    return Picture(
        (n, n), tuple(areas), frozenset(cells), marks=marks, kinds=tuple(SYMBOLS[:n]), labelled=solution is None
    )


def notices(puzzle: StarBattle) -> Iterator[str]:
    """Yield a sentence for each region that is too small for its stars."""
    for name in SYMBOLS[: puzzle.n]:
        cells = puzzle.regions.count(name)
        if cells < puzzle.stars:
            yield f"region {name}, in the order of first cells, has {cells} cells; it needs {puzzle.stars} stars"


KIND = Kind(
    name="star-battle",
    keys=KEYS,
    read=read,
    canonical=StarBattle.canonical,
    encode=to_cover.encode,
    faults=referee.faults,
    encoding_faults=referee.cover_faults,
    picture=picture,
    cost=lambda puzzle, solution: None,
    identity=lambda puzzle, solution: solution["grid"],
    engines=lambda puzzle: ("exact", "cpsat", "sat"),
    solution=FilledGrid,
    notices=notices,
    editor=EDITOR,
    independent=lambda _: "encoders.star_battle.independent_encoder",
)
