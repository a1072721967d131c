"""The judge of invariants of sliding puzzles: a parity that no move changes, or the set of reachable states, without a goal in
it.

body {"argument": "parity", "start": 0 or 1, "goals": [...]}: one empty cell and tiles of one cell, all different. A step swaps
a tile and the hole, which changes the parity of the permutation of the labels, and moves the hole to a square of the other
colour; so the sum of both, modulo 2, is invariant. body {"argument": "closed", "states": n, "sha256": "..."}: the set of all
states that the start can reach, replayed here; the digest is that of their labels, one byte per cell, state after state in
increasing order. body {"argument": "reached", "states": n, "sha256": "..."}: the same for the states reachable in at most the
given number of moves. A tiling or a cover has no moves: there the analogue is a colouring.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from exactcover.judges.bodies import entry, refuse_unknown, whole_number, whole_numbers
from exactcover.model.arrays import Integers
from exactcover.model.certificate import MOST_LABELS, MOST_MADE, MOST_STATES, InvalidCertificate
from exactcover.model.encoding import Model, name_of
from exactcover.model.space import STEPS, Sliding, Within

LABELS_A_CHUNK = 1 << 27
STATES_A_CHUNK = 1 << 16
MOST_TILES = 10_000

Bytes = NDArray[np.uint8]
_Keys: TypeAlias = NDArray[np.bytes_]
_Step: TypeAlias = tuple[NDArray[np.bool_], int, list[int]]


def judge(
    model: Model, body: Mapping[str, Any], labels_a_chunk: int = LABELS_A_CHUNK, most_made: int = MOST_MADE
) -> None:
    """Raise InvalidCertificate unless the body proves that the model has no plan.

    labels_a_chunk: the labels of states that are moved at a time; most_made: those that all moves may make.
    """
    if not isinstance(model, Sliding | Within):
        raise InvalidCertificate(
            f"an invariant applies to sliding puzzles, and this is a {name_of(model)}; expected a colouring"
        )
    known = ("reached",) if isinstance(model, Within) else ("parity", "closed")
    argument = entry(body, "argument", " or ".join(known))
    if argument not in known:
        shown = repr(argument[:40]) if isinstance(argument, str) else "not a text"
        raise InvalidCertificate(f"the argument is {shown}; expected {' or '.join(known)}")
    if isinstance(model, Within):
        _judge_states(model.puzzle, body, model.moves, labels_a_chunk, most_made)
    elif argument == "parity":
        _judge_parity(model, body)
    else:
        _judge_states(model, body, None, labels_a_chunk, most_made)


def _judge_parity(puzzle: Sliding, body: Mapping[str, Any]) -> None:
    refuse_unknown(body, ("argument", "start", "goals"))
    said = whole_number(entry(body, "start", "0 or 1"), "start", 0, 1)
    goals = whole_numbers(entry(body, "goals", "0 or 1 a goal"), "goals", len(puzzle.goals), 0, 1)
    blocks = puzzle.start_blocks
    if any(len(shape) != 1 for shape in puzzle.shapes):
        raise InvalidCertificate("a block has several cells; expected tiles of one cell for an argument by parity")
    if len({shape for shape, _ in blocks}) != len(blocks):
        raise InvalidCertificate("two tiles are alike; expected tiles that all differ for an argument by parity")
    if int(puzzle.floor.sum()) != len(blocks) + 1 or len(blocks) > MOST_TILES:
        raise InvalidCertificate(
            f"there are {len(blocks)} tiles on {int(puzzle.floor.sum())} cells;"
            f" expected one empty cell and at most {MOST_TILES} tiles"
        )
    start = _parity(puzzle, {cell: shape + 1 for shape, cell in blocks})
    if start != said:
        raise InvalidCertificate(f"the start's parity is {start}; the body says {said}")
    for number, (goal, claimed) in enumerate(zip(puzzle.goals, goals, strict=True)):
        labels = {cell: shape + 1 for shape, cell in goal}
        if not len(labels) == len(goal) == len(blocks) or {shape for shape, _ in goal} != {
            shape for shape, _ in blocks
        }:
            raise InvalidCertificate(f"goal {number} does not say where every tile belongs; expected a whole board")
        parity = _parity(puzzle, labels)
        if parity != claimed:
            raise InvalidCertificate(f"the parity of goal {number} is {parity}; the body says {claimed}")
        if parity == start:
            raise InvalidCertificate(f"goal {number} has the parity of the start, {start}; expected the other one")


def _parity(puzzle: Sliding, labels: Mapping[int, int]) -> int:
    """Return the parity of the number of inversions, plus the colour of the empty cell's square."""
    floor = np.flatnonzero(puzzle.floor.ravel()).tolist()
    order = np.array([labels.get(cell, 0) for cell in floor])
    inversions = sum(int((order[place + 1 :] < label).sum()) for place, label in enumerate(order))
    row, column = divmod(floor[int(np.flatnonzero(order == 0)[0])], puzzle.columns)
    return (inversions + row + column) % 2


def _judge_states(
    puzzle: Sliding, body: Mapping[str, Any], most_moves: int | None, labels_a_chunk: int, most_made: int
) -> None:
    """Visit all states, or those within so many moves, and compare their number and their digest with the body's."""
    refuse_unknown(body, ("argument", "states", "sha256"))
    most = min(MOST_STATES, MOST_LABELS // puzzle.cells)
    number = whole_number(entry(body, "states", "a number of states"), "states", 1, most)
    said = entry(body, "sha256", "64 hexadecimal digits")
    visited, count = [], 0
    for marks in layers(puzzle, most_moves, number, labels_a_chunk, most_made):
        _refuse_goals(puzzle, marks)
        visited.append(np.ascontiguousarray(marks).view(f"S{puzzle.cells}").ravel())
        count += len(marks)
    if count != number:
        raise InvalidCertificate(f"the start can reach {count} states; the body says {number}")
    if _digest(puzzle, np.sort(np.concatenate(visited))) != said:
        raise InvalidCertificate("the digest of the states that the start can reach is not the body's")


def layers(
    puzzle: Sliding,
    most_moves: int | None,
    number: int,
    labels_a_chunk: int = LABELS_A_CHUNK,
    most_made: int = MOST_MADE,
) -> Iterator[Bytes]:
    """Yield the states that take 0, 1, 2, ... moves to reach, all of them or up to `most_moves`, as marks (states, cells).

    A state is a row of marks, shape + 1 where a block has its first cell, otherwise 0: rows of marks sort like rows of labels. A
    move can be taken back, so a new layer meets only the two before it. Raises InvalidCertificate if there are more than `number`
    states.
    """
    marks = np.zeros((1, puzzle.cells), dtype=np.uint8)
    for shape, cell in puzzle.start_blocks:
        marks[0, cell] = shape + 1
    steps = [
        [_step(puzzle, shape, STEPS[way]) for way in puzzle.directions(shape)] for shape in range(len(puzzle.shapes))
    ]
    # A move along a path is made of steps, so for the set of all states steps will do.
    far = most_moves is not None and puzzle.metric == "moves"
    moves = _Moves(puzzle, steps, far, labels_a_chunk, most_made)
    layer = marks.view(f"S{puzzle.cells}").ravel()
    before, count, depth = layer[:0], 1, 0
    while len(layer):
        yield layer.view(np.uint8).reshape(-1, puzzle.cells)
        if depth == most_moves:
            return
        before, layer = layer, moves.after(layer, before, number - count)
        count, depth = count + len(layer), depth + 1


def _step(puzzle: Sliding, shape: int, step: tuple[int, int]) -> _Step:
    """Return the first cells from which a block can take a step on the floor, the displacement, and the cells that must be
    empty, relative to it."""
    by = step[0] * puzzle.columns + step[1]
    own = [int(down * puzzle.columns + right) for down, right in puzzle.shapes[shape]]
    fits = np.zeros(puzzle.cells, dtype=np.bool_)
    for cell in range(puzzle.cells):
        row, column = cell // puzzle.columns + step[0], cell % puzzle.columns + step[1]
        inside = 0 <= row < puzzle.floor.shape[0] and 0 <= column < puzzle.columns
        fits[cell] = puzzle.covered(shape, cell) is not None and inside and puzzle.covered(shape, cell + by) is not None
    return fits, by, [cell + by for cell in own if cell + by not in own]


class _Moves:
    """The moves of all blocks, a chunk of a layer at a time, so that memory and work are bounded by the body's claims."""

    def __init__(
        self, puzzle: Sliding, steps: list[list[_Step]], far: bool, labels_a_chunk: int, most_made: int
    ) -> None:
        self.puzzle, self.steps, self.far, self.made, self.most_made = puzzle, steps, far, 0, most_made
        a_state = puzzle.cells * len(puzzle.start_blocks) * (puzzle.cells if far else len(STEPS))
        self.chunk = max(1, labels_a_chunk // a_state)

    def after(self, layer: _Keys, before: _Keys, room: int) -> _Keys:
        """Return the states one move from a layer, in neither it nor the one before; raises InvalidCertificate beyond `room`."""
        parts = [layer[:0]]
        for begin in range(0, len(layer), self.chunk):
            marks = layer[begin : begin + self.chunk].view(np.uint8).reshape(-1, self.puzzle.cells)
            labels = _labels(self.puzzle, marks)
            made = [
                _moved(self.puzzle, marks, labels, shape, steps, self.far) for shape, steps in enumerate(self.steps)
            ]
            self.made += sum(each.size for each in made)
            if self.made > self.most_made:
                raise InvalidCertificate(f"the moves of the states make over {self.most_made} labels; expected fewer")
            new = np.unique(np.concatenate(made).view(layer.dtype).ravel())
            parts.append(new[~_among(new, layer) & ~_among(new, before)])
            if sum(map(len, parts)) > room:
                parts = [np.unique(np.concatenate(parts))]
                if len(parts[0]) > room:
                    raise InvalidCertificate("the start can reach more states than the body says")
        return np.unique(np.concatenate(parts))


def _moved(puzzle: Sliding, marks: Bytes, labels: Bytes, shape: int, steps: list[_Step], far: bool) -> Bytes:
    """Return the states that one step of a block of a shape, or with `far` any number of steps, makes of some states."""
    rows, firsts = np.nonzero(marks == shape + 1)
    others = labels[rows]  # of everything but the moving block
    every = np.arange(len(rows))
    for down, right in puzzle.shapes[shape].tolist():
        others[every, firsts + down * puzzle.columns + right] = 0
    been = np.zeros((len(rows), puzzle.cells), dtype=np.bool_)
    been[every, firsts] = True
    newest = [(every, firsts)]
    while newest:
        movers, cells = map(np.concatenate, zip(*newest, strict=True))
        newest = []
        for fits, by, needed in steps:
            able = fits[cells]
            who, ends = movers[able], cells[able]
            free = ~been[who, ends + by]
            for cell in needed:
                free &= others[who, ends + cell] == 0
            who, ends = who[free], ends[free] + by
            been[who, ends] = True
            if far and len(who):
                newest.append((who, ends))
    been[every, firsts] = False
    who, ends = np.nonzero(been)
    made = marks[rows[who]]
    made[np.arange(len(who)), firsts[who]] = 0
    made[np.arange(len(who)), ends] = shape + 1
    return made


def _labels(puzzle: Sliding, marks: Bytes) -> Bytes:
    """Return the labels by cell of states given by their marks."""
    labels = np.zeros_like(marks)
    for shape, form in enumerate(puzzle.shapes):
        rows, cells = np.nonzero(marks == shape + 1)
        for down, right in form.tolist():
            labels[rows, cells + down * puzzle.columns + right] = shape + 1
    return labels


def _among(keys: _Keys, ordered: _Keys) -> NDArray[np.bool_]:
    """Return which keys are among others, which are in increasing order."""
    if not len(ordered):
        return np.zeros(len(keys), dtype=np.bool_)
    places: Integers = np.minimum(np.searchsorted(ordered, keys), len(ordered) - 1)
    among: NDArray[np.bool_] = ordered[places] == keys
    return among


def _refuse_goals(puzzle: Sliding, marks: Bytes) -> None:
    for number, goal in enumerate(puzzle.goals):
        reached = np.ones(len(marks), dtype=np.bool_)
        for shape, cell in goal:
            reached &= marks[:, cell] == shape + 1
        if reached.any():
            raise InvalidCertificate(f"the start can reach a state with all that goal {number} asks for")


def _digest(puzzle: Sliding, keys: _Keys) -> str:
    digest = hashlib.sha256()
    for begin in range(0, len(keys), STATES_A_CHUNK):
        marks = keys[begin : begin + STATES_A_CHUNK].view(np.uint8).reshape(-1, puzzle.cells)
        digest.update(_labels(puzzle, marks).tobytes())
    return digest.hexdigest()
