"""Disassembly: whether pieces that fit together come apart by moves of whole steps, in how few moves, or in none.

The states are the offsets of the pieces against the first; a move takes any group by whole steps in one direction, through free
cells, while the others stay. An axis is a step that pieces may take, upwards, or back; those of squares and cubes are compiled.
The search is breadth-first, so a stage has as few moves as possible, and an exhausted search proves
that the pieces do not come apart. When a group is free, both parts are searched from where they were: if one of them does not
come apart alone, it does not in the whole. A group can move so far if each piece that it would push belongs to it; these groups
are the unions of what single pieces push.
Pieces that do not come apart may form one of the groups that a puzzle names. Which ones do not is the same for every order of the
moves (these pieces could be moved alone in the same way), so the groups are assigned once, at the end.
Source: W. H. Cutler, A Computer Analysis of All 6-Piece Burrs (1994); the user guide of BurrTools, on piece groups.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from functools import cached_property
from operator import add, sub

from exactcover.backends.search.graphs.freed_states import CannotCompile, FreedStates, RawMove
from exactcover.model.disassembly import COMPLETE, Grouping, Move, Offset, Stage, Steps, Together, straight_steps

FREE = 1 << 30
"""The number of steps of a piece that nothing stops."""
MOVES_BETWEEN_LOOKS = 256
State = tuple[Offset, ...]
Freed = tuple[tuple[Move, ...], State]
Came = dict[State, tuple[State, Move] | None]
"""The offsets of pieces; one in which some are free, with the moves to it; the state before each, and the move between them."""


class Unknown(Exception):
    """The search was interrupted."""


class _Inseparable(Exception):
    """Some pieces neither come apart nor form a group."""


def come_apart(
    pieces: Sequence[Collection[Offset]],
    grouping: Grouping = COMPLETE,
    interrupted: Callable[[], bool] = lambda: False,
    steps: Steps | None = None,
) -> Stage | None:
    """Return how two or more pieces, each a set of cells, come apart; None if they do not, which the exhausted search proves.

    grouping: which pieces may stay together; steps: of the lattice, by default of squares, cubes or hypercubes. Raises Unknown
    when it is interrupted.
    """
    straight = straight_steps(len(next(iter(pieces[0]))))
    gaps = _Gaps(pieces, steps or straight)
    search = _Search(gaps, FreedStates(pieces) if gaps.steps == straight else None, grouping, interrupted)
    every = tuple(range(len(pieces)))
    try:
        stage = search.stage(every, tuple((0,) * len(straight.vectors) for _ in pieces))
    except _Inseparable:
        return None
    return None if stage is None or together(stage, grouping) is None else stage


def together(stage: Stage, grouping: Grouping) -> tuple[Together, ...] | None:
    """Return the pieces that stay together after the first stage of a disassembly, with a group for each part; None without."""
    parts = [part for part in stage.remaining(range(len(grouping.shapes))) if len(part) > 1]
    used = Counter[tuple[Hashable, Hashable]]()

    def assigned(first: int) -> tuple[Together, ...] | None:
        if first == len(parts):
            return ()
        shapes = Counter(grouping.shapes[piece] for piece in parts[first])
        for group in _groups(shapes, grouping):
            if all(used[shape, group] + number <= grouping.most[shape][group] for shape, number in shapes.items()):
                used.update({(shape, group): number for shape, number in shapes.items()})
                rest = assigned(first + 1)
                if rest is not None:
                    return (Together(parts[first], group), *rest)
                used.subtract({(shape, group): number for shape, number in shapes.items()})
        return None

    return assigned(0)


def _groups(shapes: Counter[Hashable], grouping: Grouping) -> Iterator[Hashable]:
    """Yield the groups that may have so many pieces of these shapes."""
    first = next(iter(shapes))
    for group in grouping.most.get(first, {}):
        if all(number <= grouping.most.get(shape, {}).get(group, 0) for shape, number in shapes.items()):
            yield group


class _Search:
    """The search for stages; each that is begun from the same offsets of the same pieces is searched once."""

    def __init__(
        self, gaps: _Gaps, compiled: FreedStates | None, grouping: Grouping, interrupted: Callable[[], bool]
    ) -> None:
        self.gaps, self._compiled, self.grouping, self.interrupted = gaps, compiled, grouping, interrupted
        self._copies = Counter(grouping.shapes)
        self._known: dict[tuple[tuple[int, ...], State], Stage | None] = {}
        self._moves = -1

    def stage(self, pieces: tuple[int, ...], start: State) -> Stage | None:
        """Return the stage of some pieces with the least levels, in lexicographic order; None if none of them is ever free.

        start: their offsets. Raises _Inseparable if a part of them neither comes apart nor forms a group.
        """
        start = _normal(start)
        key = pieces, start
        if key not in self._known:
            self._known[key] = self._stage(pieces, start)
        return self._known[key]

    def _stage(self, pieces: tuple[int, ...], start: State) -> Stage | None:
        best: Stage | None = None
        for moves, state in self._freed(pieces, start):
            blockers = self._blockers(pieces, state)
            for last in _freeing(self.gaps, blockers, pieces):
                stage = self._completed(pieces, state, (*moves, last))
                if best is None or stage.levels < best.levels:
                    best = stage
                if len(stage.levels) == 1:  # no other way has less; and if one way comes apart, all do
                    return best
        return best

    def _blockers(self, pieces: tuple[int, ...], state: State) -> list[list[list[int]]]:
        """Return, by axis, how many steps each piece may go upwards before it meets each other one."""
        if self._compiled is not None and self._compiled.is_able:
            return self._compiled.distances(pieces, state)
        return [_blockers(self.gaps, pieces, state, axis) for axis in self.gaps.axes]

    def _freed(self, pieces: tuple[int, ...], start: State) -> list[Freed]:
        """Return the nearest states in which pieces are free, with the moves to them: compiled if possible."""
        if self._compiled is None:
            return list(self._searched(pieces, start))
        try:
            return [
                (self._made(pieces, moves), state) for moves, state in self._compiled.search(pieces, start, self._ask)
            ]
        except CannotCompile:
            return list(self._searched(pieces, start))

    def _made(self, pieces: tuple[int, ...], moves: list[RawMove]) -> tuple[Move, ...]:
        """Return the moves as people make them."""
        made = []
        for axis, group, steps in moves:
            moved, sign = _smaller(self.gaps, pieces, group)
            made.append(_move(moved, pieces, self.gaps.direction(axis, sign), steps))
        return tuple(made)

    def _searched(self, pieces: tuple[int, ...], start: State) -> Iterator[Freed]:
        """Yield the nearest states in which pieces are free, with the moves to them, by a search in Python."""
        came: Came = {start: None}
        front, free = [start], list[State]()
        while front and not free:
            following = []
            for state in front:
                self._look()
                blockers = [_blockers(self.gaps, pieces, state, axis) for axis in self.gaps.axes]
                if any(True for _ in _freeing(self.gaps, blockers, pieces)):
                    free.append(state)
                for move, after in () if free else _moves(self.gaps, blockers, pieces, state):
                    self._look()
                    if after not in came:
                        came[after] = state, move
                        following.append(after)
            front = following
        for at in free:
            moves, state = list[Move](), at
            while (before := came[state]) is not None:
                state, move = before
                moves.append(move)
            yield tuple(reversed(moves)), at

    def _look(self) -> None:
        """Raise Unknown if the search is interrupted, which is asked now and then."""
        self._moves += 1
        if not self._moves % MOVES_BETWEEN_LOOKS:
            self._ask()

    def _ask(self) -> None:
        """Raise Unknown if the search is interrupted."""
        if self.interrupted():
            raise Unknown

    def _completed(self, pieces: tuple[int, ...], state: State, moves: tuple[Move, ...]) -> Stage:
        """Return the stage of moves, the last of which frees pieces in a state; raises _Inseparable."""
        parts, last = [], moves[-1]
        for freed in (False, True):
            own = [number for number, piece in enumerate(pieces) if (piece in last.pieces) is freed]
            named, stage = tuple(pieces[number] for number in own), None
            if not self._may_stay(named):
                stage = self.stage(named, tuple(state[number] for number in own))
                if stage is None and not self._form_a_group(named):  # nor do they come apart in the whole
                    raise _Inseparable
            parts.append(stage)
        return Stage(moves, *parts)

    def _may_stay(self, pieces: Sequence[int]) -> bool:
        """Return whether pieces need not come apart, whatever the others do: one piece, or those of one group and no other."""
        if len(pieces) == 1 or not self.grouping.shapes:
            return len(pieces) == 1
        shapes = [self.grouping.shapes[piece] for piece in pieces]
        only = [self.grouping.most.get(shape, {}) for shape in shapes]
        return len({group for groups in only for group in groups}) == 1 and all(
            any(most >= self._copies[shape] for most in groups.values())
            for shape, groups in zip(shapes, only, strict=True)
        )

    def _form_a_group(self, pieces: Sequence[int]) -> bool:
        """Return whether pieces may be together in one group."""
        shapes = Counter(self.grouping.shapes[piece] for piece in pieces) if self.grouping.shapes else None
        return shapes is not None and any(True for _ in _groups(shapes, self.grouping))


def _normal(state: Sequence[Offset]) -> State:
    """Return the offsets against the first piece."""
    first = state[0]
    return tuple(tuple(map(sub, offset, first)) for offset in state)


def _blockers(gaps: _Gaps, pieces: tuple[int, ...], state: State, axis: int) -> list[list[int]]:
    """Return how many steps each piece may go along an axis, upwards, before it meets each other one."""
    return [
        [
            FREE if one == other else gaps.along(one, other, tuple(map(sub, at, own)))[axis]
            for other, at in zip(pieces, state, strict=True)
        ]
        for one, own in zip(pieces, state, strict=True)
    ]


def _pushed(distances: list[list[int]], steps: int) -> list[int]:
    """Return, for each piece, the pieces that move if it goes so many steps, itself among them, as bits."""
    near = [
        sum(1 << other for other, gap in enumerate(row) if gap < steps) | 1 << one for one, row in enumerate(distances)
    ]
    groups = []
    for one in range(len(near)):
        group, fresh = 1 << one, 1 << one
        while fresh:
            lowest = fresh & -fresh
            fresh ^= lowest
            more = near[lowest.bit_length() - 1] & ~group
            group |= more
            fresh |= more
        groups.append(group)
    return groups


def _freeing(gaps: _Gaps, blockers: list[list[list[int]]], pieces: tuple[int, ...]) -> Iterator[Move]:
    """Yield the moves that free pieces, the fewest first."""
    every = (1 << len(pieces)) - 1
    ways = set[tuple[int, int, int, int]]()
    for axis, distances in enumerate(blockers):
        for group in _pushed(distances, FREE):
            if group != every:
                moved, sign = _smaller(gaps, pieces, group)
                ways.add((moved.bit_count(), axis, sign, moved))
    for _, axis, sign, moved in sorted(ways):
        yield _move(moved, pieces, gaps.direction(axis, sign), None)


def _moves(
    gaps: _Gaps, blockers: list[list[list[int]]], pieces: tuple[int, ...], state: State
) -> Iterator[tuple[Move, State]]:
    """Yield the moves from a state that free nothing, and the states after them."""
    every = (1 << len(pieces)) - 1
    for axis, distances in enumerate(blockers):
        for steps in range(1, 1 + max((gap for row in distances for gap in row if gap < FREE), default=0)):
            groups = sorted({group for group in _pushed(distances, steps) if group != every})
            if not groups:
                break
            for group in _unions(groups, every):
                moved, sign = _smaller(gaps, pieces, group)
                step = gaps.direction(axis, steps)
                after = [tuple(map(add, at, step)) if group >> number & 1 else at for number, at in enumerate(state)]
                yield _move(moved, pieces, gaps.direction(axis, sign), steps), _normal(after)


def _smaller(gaps: _Gaps, pieces: tuple[int, ...], group: int) -> tuple[int, int]:
    """Return which part a person would move, and whether forwards: if a group goes up, the others go down as well."""

    def size(way: tuple[int, int]) -> tuple[int, int]:
        return way[0].bit_count(), sum(gaps.sizes[piece] for number, piece in enumerate(pieces) if way[0] >> number & 1)

    return min((group, 1), ((1 << len(pieces)) - 1 ^ group, -1), key=size)


def _unions(groups: list[int], every: int) -> Iterator[int]:
    """Yield all unions of groups but that of every piece, each once."""
    unions = list[int]()
    known = {every}
    for group in groups:
        for union in (group, *(group | other for other in unions)):
            if union not in known:
                known.add(union)
                unions.append(union)
                yield union


def _move(moved: int, pieces: tuple[int, ...], direction: Offset, steps: int | None) -> Move:
    return Move(tuple(piece for number, piece in enumerate(pieces) if moved >> number & 1), direction, steps)


class _Gaps:
    """How many steps pieces may go along the axes before they meet, by their relative offset; each is computed once."""

    def __init__(self, pieces: Sequence[Collection[Offset]], steps: Steps) -> None:
        self.steps, self.axes, self.sizes = steps, range(len(steps.vectors)), [len(cells) for cells in pieces]
        self._pieces = pieces
        self._known: dict[tuple[int, int, Offset], tuple[int, ...]] = {}

    def direction(self, axis: int, length: int) -> Offset:
        """Return so many steps along an axis."""
        return tuple(length * x for x in self.steps.vectors[axis])

    @cached_property
    def _lines(self) -> list[list[dict[Offset, list[int]]]]:
        """By piece and axis, for each line the places of the cells that the first step upwards passes through, in order."""
        return [[self._passed(cells, axis) for axis in self.axes] for cells in self._pieces]

    def _passed(self, cells: Collection[Offset], axis: int) -> dict[Offset, list[int]]:
        lines: dict[Offset, list[int]] = {}
        for passed in sorted({passed for cell in cells for passed in self.steps.passed(axis, cell)}):
            line, place = _place(passed, self.steps.vectors[axis])
            lines.setdefault(line, []).append(place)
        return {line: sorted(places) for line, places in lines.items()}

    def along(self, one: int, other: int, offset: Offset) -> tuple[int, ...]:
        """Return, by axis, the steps that a piece may go upwards before it meets another; offset: of the other against it."""
        key = one, other, offset
        gap = self._known.get(key)
        if gap is None:
            cells = [tuple(map(add, cell, offset)) for cell in self._pieces[other]]
            gap = self._known[key] = tuple(self._along(one, cells, axis) for axis in self.axes)
        return gap

    def _along(self, one: int, cells: list[Offset], axis: int) -> int:
        own, vector, least = self._lines[one][axis], self.steps.vectors[axis], FREE
        for cell in cells:
            line, place = _place(cell, vector)
            places = own.get(line)
            if places:
                below = bisect_right(places, place)
                least = min(least, place - places[below - 1] if below else FREE)
        return least


def _place(cell: Offset, vector: Offset) -> tuple[Offset, int]:
    """Return the line along a vector that a cell is on, and the number of its place there."""
    along, component = next((at, step) for at, step in zip(cell, vector, strict=True) if step)
    place = along // component
    return tuple(at - place * step for at, step in zip(cell, vector, strict=True)), place
