"""Golfers as a kind of puzzle: its callbacks, its picture (a row of groups for each week) and its editor."""

from __future__ import annotations

from collections.abc import Iterator

from encoders.draw.picture import Area, Picture
from encoders.editor import Editor, Field
from encoders.golfers import KEYS, Golfers, read, referee, to_cover
from encoders.kind import Kind
from encoders.solutions import Schedule
from exactcover.model.encoding import Solution

EDITOR = Editor(
    name="Social golfers",
    about="Groups of golfers every week; no two golfers are in one group twice.",
    start={"groups": "3", "size": "3", "weeks": "4"},
    fields=(
        Field("groups", "Groups", "text", "How many groups play each week."),
        Field("size", "Size", "text", "How many golfers are in a group."),
        Field("weeks", "Weeks", "text", "For how many weeks they play."),
    ),
)
Canonical = tuple[tuple[tuple[int, ...], ...], ...]


def _ordered(solution: Solution) -> Canonical:
    """Return the groups of each week, in order of their first golfers."""
    return tuple(tuple(sorted(tuple(sorted(group)) for group in week)) for week in solution["weeks"])


def picture(puzzle: Golfers, solution: Solution | None) -> Picture:
    """Return the picture of a schedule: weeks are rows, groups are areas with the numbers of their golfers, or empty."""
    size, dims = puzzle.size, (puzzle.weeks, puzzle.golfers)
    cells = [(week, place) for week in range(dims[0]) for place in range(dims[1])]
    areas = tuple(
        Area(str(group + 1), tuple((week, group * size + place) for place in range(size)))
        for week in range(puzzle.weeks)
        for group in range(puzzle.groups)
    )
    weeks = [] if solution is None else [sum(groups, ()) for groups in _ordered(solution)]
    marks = tuple(((week, place), str(golfer)) for week, row in enumerate(weeks) for place, golfer in enumerate(row))
    return Picture(dims, areas, frozenset(cells), marks=marks, labelled=False, written=True)


def notices(puzzle: Golfers) -> Iterator[str]:
    """Yield a sentence if golfers would need more partners than there are."""
    partners = puzzle.weeks * (puzzle.size - 1)
    if partners >= puzzle.golfers:
        yield f"a golfer would have {partners} partners in {puzzle.weeks} weeks; there are {puzzle.golfers - 1} others"


KIND = Kind(
    name="golfers",
    keys=KEYS,
    read=read,
    canonical=Golfers.canonical,
    encode=to_cover.encode,
    faults=referee.faults,
    encoding_faults=referee.cover_faults,
    picture=picture,
    cost=lambda puzzle, solution: None,
    identity=lambda puzzle, solution: _ordered(solution),
    engines=lambda puzzle: ("exact", "cpsat", "sat"),
    solution=Schedule,
    notices=notices,
    editor=EDITOR,
    independent=lambda _: "encoders.golfers.independent_encoder",
)
