"""Dominosa as a kind of puzzle: its callbacks, its picture (the digits, or the dominoes by name) and its editor."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from encoders.dominosa import DIGITS, KEYS, Dominosa, read, referee, to_cover
from encoders.draw.picture import Area, Picture
from encoders.editor import Editor, Field
from encoders.kind import Kind
from encoders.solutions import PackingSolution
from exactcover.model.encoding import Solution

EDITOR = Editor(
    name="Dominosa",
    about="A grid of numbers that a set of dominoes covers, each domino once.",
    start={"grid": "33113/01002/20223/20311"},
    fields=(Field("grid", "Numbers", "text", "A digit for each cell, / between rows; double six is a grid of 7x8."),),
)


def picture(puzzle: Dominosa, solution: Solution | None) -> Picture:
    """Return the picture of a solution's dominoes, or of the digits."""
    placements = [] if solution is None else solution["placements"]
    areas = tuple(Area(each["piece"], tuple(map(tuple, each["cells"]))) for each in placements)
    digits = tuple(((row, column), digit) for row, line in enumerate(puzzle.rows) for column, digit in enumerate(line))
    return Picture((len(puzzle.rows), len(puzzle.rows[0])), areas, frozenset(cell for cell, _ in digits), marks=digits)


def notices(puzzle: Dominosa) -> Iterator[str]:
    """Yield a sentence for a digit that the set has another number of times."""
    due = puzzle.highest + 2
    numbers = Counter("".join(puzzle.rows))
    for digit in DIGITS[: puzzle.highest + 1]:
        if numbers[digit] != due:
            yield f"the grid has {digit} {numbers[digit]} times; the set has it {due} times"
            return


KIND = Kind(
    name="dominosa",
    keys=KEYS,
    read=read,
    canonical=Dominosa.canonical,
    encode=to_cover.encode,
    faults=referee.faults,
    encoding_faults=referee.cover_faults,
    picture=picture,
    cost=lambda puzzle, solution: None,
    identity=lambda puzzle, solution: frozenset(
        frozenset(map(tuple, each["cells"])) for each in solution["placements"]
    ),
    engines=lambda puzzle: ("exact", "cpsat", "sat"),
    solution=PackingSolution,
    notices=notices,
    editor=EDITOR,
    independent=lambda _: "encoders.dominosa.independent_encoder",
)
