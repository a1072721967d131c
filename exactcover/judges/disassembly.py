"""The judge of a disassembly: it knows cells and moves, and takes every step.

No cell passes through one of another piece in any step of a move; a move without an end goes on until its pieces have passed all
others. Which steps there are, and what a cell passes through, the caller's rule says; of squares and cubes this module knows it.
Pieces that are not taken apart at the end form one group, which has room for them.
Not here: whether pieces that are said not to come apart do (the search is exhaustive), and whether fewer moves suffice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from operator import add

from exactcover.model.disassembly import COMPLETE, Grouping, Move, Offset, Stage, Together

Cells = frozenset[Offset]
Rule = Callable[[Offset, Offset], Collection[Offset] | None]
"""The cells that a cell passes through, its last place among them, if it goes one step in a direction; None: that is no step."""


def along_axes(cell: Offset, direction: Offset) -> Collection[Offset] | None:
    """Return the next square or cube along an axis."""
    if sorted(map(abs, direction)) != [0] * (len(direction) - 1) + [1]:
        return None
    return (tuple(map(add, cell, direction)),)


def faults(
    pieces: Sequence[Collection[Offset]],
    first: Stage,
    grouping: Grouping = COMPLETE,
    together: Sequence[Together] = (),
    rule: Rule = along_axes,
) -> Iterator[str]:
    """Yield what is wrong with a disassembly, one sentence each; none if it is right.

    pieces: their cells; grouping: which of them may stay together; together: those that do, with their groups; rule: of steps.
    """
    own = dict(enumerate(map(frozenset, pieces)))
    if sum(map(len, own.values())) != len(frozenset().union(*own.values())):
        yield "two pieces share a cell from the beginning"
        return
    groups = {frozenset(part.pieces): part.group for part in together}
    yield from _of_stage(own, first, groups, rule)
    yield from _of_groups(grouping, together)


def _of_groups(grouping: Grouping, together: Sequence[Together]) -> Iterator[str]:
    """Yield the groups that have more pieces of a shape than they may, and pieces that are in two."""
    used = Counter[tuple[Hashable, Hashable]]()
    members = Counter[int]()
    for part in together:
        members.update(part.pieces)
        for piece in part.pieces:
            used[grouping.shapes[piece] if piece < len(grouping.shapes) else None, part.group] += 1
    for piece, number in members.items():
        if number > 1:
            yield f"piece {piece + 1} stays together with others of {number} groups"
    for (shape, group), number in used.items():
        most = grouping.most.get(shape, {}).get(group, 0)
        if number > most:
            yield f"{number} pieces {shape} stay together in group {group}, which may have {most} of them"


def _of_stage(
    cells: Mapping[int, Cells], stage: Stage, groups: Mapping[frozenset[int], Hashable], rule: Rule
) -> Iterator[str]:
    """Yield the faults of a stage of some pieces, and of the later ones; groups: of pieces that stay together."""
    now = dict(cells)
    for number, move in enumerate(stage.moves):
        fault = _of_move(now, move, rule, last=number == len(stage.moves) - 1)
        if fault:
            yield f"move {number + 1} of a stage of {len(cells)} pieces: {fault}"
            return
        if move.steps is not None:
            for piece in move.pieces:
                now[piece] = _moved(now[piece], move.direction, move.steps)
    freed = set(stage.moves[-1].pieces) if stage.moves else set()
    if not stage.moves:
        yield "a stage has no moves"
        return
    for part, later in ((freed, stage.freed), (now.keys() - freed, stage.staying)):
        own = {piece: now[piece] for piece in part}
        if later is not None:
            yield from _of_stage(own, later, groups, rule)
        elif len(part) > 1 and frozenset(part) not in groups:
            yield f"pieces {', '.join(str(piece + 1) for piece in sorted(part))} stay together and form no group"


def _of_move(cells: Mapping[int, Cells], move: Move, rule: Rule, *, last: bool) -> str:
    """Return what is wrong with a move; empty if nothing is."""
    moving = set(move.pieces)
    if not moving or not moving < cells.keys() or len(moving) < len(move.pieces):
        return "it moves no piece, all of them, one twice, or one that is not there"
    passed = [rule(cell, move.direction) for piece in moving for cell in cells[piece]]
    if any(each is None for each in passed):
        return "its direction is not that of a step"
    if (move.steps is None) is not last:
        return "the last move of a stage has no end, and no other one"
    if move.steps is not None and move.steps < 1:
        return "it has no steps"
    still = frozenset().union(*(cells[piece] for piece in cells.keys() - moving))
    going = frozenset(cell for each in passed if each is not None for cell in each)
    axis = next(number for number, step in enumerate(move.direction) if step)
    reach = max(cell[axis] for cell in still | going) - min(cell[axis] for cell in still | going) + 1
    for step in range(1 + reach if move.steps is None else min(move.steps, reach)):
        if not still.isdisjoint(_moved(going, move.direction, step)):
            return f"a cell is occupied in step {step + 1}"
    return ""


def _moved(cells: Cells, direction: Offset, steps: int) -> Cells:
    return frozenset(tuple(map(add, cell, (steps * each for each in direction))) for cell in cells)
