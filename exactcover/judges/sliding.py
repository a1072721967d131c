"""The judge of plans: replays them state by state, one legal move of one block each, from the start to a goal."""

from __future__ import annotations

from itertools import pairwise

from exactcover.model.arrays import Integers
from exactcover.model.errors import InvalidModel
from exactcover.model.space import STEPS, Sliding, Within


def faults(puzzle: Sliding, states: Integers) -> list[str]:
    """Return the faults of a plan, its states (moves + 1, cells) in order; none for a correct one."""
    if states.ndim != 2 or states.shape[1] != puzzle.cells or not len(states):
        return [f"the plan has shape {states.shape}; expected states of {puzzle.cells} cells, one a line"]
    if (states[0] != puzzle.start).any():
        return ["the plan's first state is not the start"]
    try:
        blocks = [set(puzzle.blocks(state)) for state in states]
    except InvalidModel as fault:
        return [f"the plan has an invalid state: {fault}"]
    for number, (before, after) in enumerate(pairwise(blocks), start=1):
        wrong = _wrong_move(puzzle, before, after)
        if wrong:
            return [f"move {number} {wrong}"]
    if not any(all(pair in blocks[-1] for pair in goal) for goal in puzzle.goals):
        return ["the plan's last state is not a goal"]
    return []


def faults_within(question: Within, states: Integers) -> list[str]:
    """Return the faults of a plan that may have at most a number of moves; none for a correct one."""
    sentences = faults(question.puzzle, states)
    if not sentences and len(states) - 1 > question.moves:
        return [f"the plan has {len(states) - 1} moves; expected at most {question.moves}"]
    return sentences


def _wrong_move(puzzle: Sliding, before: set[tuple[int, int]], after: set[tuple[int, int]]) -> str:
    """Return what is wrong with a move from one set of blocks (shape, first cell) to the next, or nothing."""
    left, came = before - after, after - before
    if len(left) != 1 or len(came) != 1:
        return f"changes the places of {len(left)} blocks; expected 1"
    (shape, start), (other, end) = next(iter(left)), next(iter(came))
    if shape != other:
        return "turns a block into one of another shape"
    taken = {cell for block, first in before & after for cell in puzzle.covered(block, first) or ()}
    reached = {start}
    pending = [start]
    while pending:
        row, column = divmod(pending.pop(), puzzle.columns)
        for down, right in (STEPS[way] for way in puzzle.directions(shape)):
            r, c = row + down, column + right
            cell = r * puzzle.columns + c
            if not (0 <= r < puzzle.floor.shape[0] and 0 <= c < puzzle.columns) or cell in reached:
                continue
            covers = puzzle.covered(shape, cell)
            if covers is not None and not taken.intersection(covers):
                reached.add(cell)
                if puzzle.metric == "moves":
                    pending.append(cell)
    return "" if end in reached else "goes where the block cannot slide in one move"
