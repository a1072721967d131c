"""The states of a sweep that is written as a proof: explored from the empty board, depth first, each closed when it
fails.

A failed state is stored as the bits that its failure depends on. A later state with the same bits fails too and is not
explored. Nothing is written here, so orders of the axes can be compared before one of them is written.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from exactcover.files.exports.sweep_counters import Copies
from exactcover.judges.demands import Demands
from exactcover.model.certificate import InvalidCertificate
from exactcover.model.tiling import Tiling

WORD = 64

Used = tuple[int, ...]


class Placement(NamedTuple):
    """An option, as the cells that it covers from its first one on (bit 0), and its index among the counted pieces or -1."""

    option: int
    cells: int
    counted: int


class State(NamedTuple):
    """A sweep before its first empty cell: bit b tells whether cell + b is covered; used: the numbers of copies used."""

    cell: int
    covered: int
    used: Used


@dataclass(slots=True)
class Branch:
    """A placement in a state: the next state, its distance, and, once that has failed, the bits that the failure
    depends on.

    short: it failed because too few cells are left for the remaining copies.
    """

    placement: Placement
    to: State
    shift: int
    rests_on: int = 0
    short: bool = False


@dataclass(slots=True)
class Node:
    """A state whose placements are being explored: those that fit, and for the others the covered cells that they clash
    with.

    full: the counted pieces whose copies are all used; bits: what the failure depends on, once all branches have
    failed; last: the branch with the most literals, which needs no clause of its own.
    """

    state: State
    branches: list[Branch] = field(default_factory=list)
    clashes: list[int] = field(default_factory=list)
    full: set[int] = field(default_factory=set)
    done: int = 0
    bits: int = 0
    last: int = -1


class _Failed:
    """The failures at a cell, as masks of bits and their values in 64-bit words, so that all are compared at once.

    Historical note. Masks in a dictionary, tried one by one, took half of the time: T4 on 24x26 has 4,000 for one cell.
    """

    def __init__(self, words: int) -> None:
        self.bits: list[int] = []
        self.masks = np.zeros((words, 4), dtype=np.uint64)
        self.values = np.zeros((words, 4), dtype=np.uint64)

    def add(self, bits: int, covered: int) -> None:
        """Record that a state fails which has these bits covered, and the others of `bits` empty."""
        number = len(self.bits)
        if number == self.masks.shape[1]:
            self.masks = np.concatenate([self.masks, np.zeros_like(self.masks)], axis=1)
            self.values = np.concatenate([self.values, np.zeros_like(self.values)], axis=1)
        for word in range(len(self.masks)):
            self.masks[word, number] = _word(bits, word)
            self.values[word, number] = _word(bits & covered, word)
        self.bits.append(bits)

    def of(self, covered: int) -> int | None:
        """Return the bits of the first recorded failure that matches a state, or None."""
        number = len(self.bits)
        if not number:
            return None
        same = self.masks[0, :number] & _word(covered, 0) == self.values[0, :number]
        for word in range(1, len(self.masks)):
            same &= self.masks[word, :number] & _word(covered, word) == self.values[word, :number]
        first = int(same.argmax())
        return self.bits[first] if same[first] else None


class Sweep:
    """A sweep along the axes in an order, the slowest first.

    items: the item of each cell; placements: by their first cell; copies: what is counted; literals: those in the
    clauses of all states that have failed so far.
    """

    def __init__(self, model: Tiling, needs: Demands, axes: Sequence[int], counted: Sequence[Any]) -> None:
        self.axes = axes
        places = {piece: place for place, (piece, _, _) in enumerate(counted)}
        ordered = np.lexsort(model.cells()[:, list(axes)].T[::-1])
        ranks = np.empty(needs.cells, dtype=np.int64)
        ranks[ordered] = np.arange(needs.cells)
        self.items: list[int] = ordered.tolist()
        self.placements: list[list[Placement]] = [[] for _ in range(needs.cells)]
        for option, (begin, end) in enumerate(pairwise(needs.starts.tolist())):
            *covered, piece = needs.members[begin:end].tolist()
            taken = [int(ranks[cell]) for cell in covered]
            cells = sum(1 << (rank - min(taken)) for rank in taken)
            self.placements[min(taken)].append(Placement(option, cells, places.get(piece - needs.cells, -1)))
        self.copies = [
            Copies(needs.cells + piece, least, most, model.pieces[piece].size) for piece, least, most in counted
        ]
        self.literals = 0
        self._coverable = _coverable(self.placements)
        window = max((each.cells.bit_length() for row in self.placements for each in row), default=1)
        words = -(-window // WORD)
        self._failed: list[Mapping[Used, _Failed]] = [defaultdict(lambda: _Failed(words)) for _ in self.placements]

    def failures(self) -> Iterator[Node]:
        """Yield each explored state when it has failed, after those that it depends on; the empty board comes last."""
        nodes = [self._opened(State(0, 0, (0,) * len(self.copies)))]
        while nodes:
            node = nodes[-1]
            while node.done < len(node.branches) and self._fails(node.branches[node.done]):
                node.done += 1
            if node.done < len(node.branches):
                nodes.append(self._opened(node.branches[node.done].to))
                continue
            self._close(nodes.pop())
            yield node
            if nodes:
                parent = nodes[-1]
                _rest(parent.branches[parent.done], node.bits)
                parent.done += 1

    def _opened(self, state: State) -> Node:
        """Return a state with the placements that cover its first empty cell."""
        node = Node(state)
        for placement in self.placements[state.cell]:
            if state.covered & placement.cells:
                node.clashes.append(state.covered & placement.cells)
                continue
            used = self._one_more(placement.counted, state.used)
            if used is None:
                node.full.add(placement.counted)
                continue
            covered = state.covered | placement.cells
            shift = (~covered & covered + 1).bit_length() - 1
            node.branches.append(Branch(placement, State(state.cell + shift, covered >> shift, used), shift))
        return node

    def _one_more(self, counted: int, used: Used) -> Used | None:
        """Return the numbers of copies after one more of a counted piece; None if all its copies are used."""
        if counted < 0:
            return used
        copies, number = self.copies[counted], used[counted]
        if number == copies.most:
            return None
        return (*used[:counted], min(number + 1, copies.top), *used[counted + 1 :])

    def _fails(self, branch: Branch) -> bool:
        """Return whether the next state of a branch is known to fail, and record what that depends on."""
        cell, covered, used = branch.to
        left = len(self.placements) - cell
        if self.copies and left - covered.bit_count() < self._due(used):
            branch.short = True
            _rest(branch, covered)
            return True
        if left == 0:
            raise InvalidCertificate(
                "the sweep reaches the end of the board; expected a frontier that its judge accepted"
            )
        bits = self._failed[cell][used].of(covered)
        if bits is not None:
            _rest(branch, bits)
        return bits is not None

    def _due(self, used: Used) -> int:
        """Return how many cells the remaining copies will cover."""
        return sum(max(each.least - number, 0) * each.size for each, number in zip(self.copies, used, strict=True))

    def _close(self, node: Node) -> None:
        """Record what the failure of a state depends on, and count the literals of its clauses."""
        cell, covered, used = node.state
        bits, coverable = 1, self._coverable[cell]
        most = total = 0
        for number, branch in enumerate(node.branches):
            branch.rests_on &= coverable
            bits |= branch.rests_on
            literals = branch.rests_on.bit_count() + 2 * len(used) + 1
            total += literals
            if literals > most:
                most, node.last = literals, number
        for clash in node.clashes:
            if not bits & clash:
                bits |= clash & -clash
        node.bits = bits & coverable
        self.literals += total - most + node.bits.bit_count() + 2 * len(used)
        self._failed[cell][used].add(node.bits, covered)


def _rest(branch: Branch, bits: int) -> None:
    """Record that the next state of a branch fails because of these bits of it."""
    passed = (1 << branch.shift) - 1
    branch.rests_on = (passed | bits << branch.shift) & ~branch.placement.cells


def _coverable(placements: Sequence[Sequence[Placement]]) -> list[int]:
    """Return for each cell the bits of the cells from it on that an earlier placement can cover."""
    coverable, before = [], 0
    for row in placements:
        coverable.append(before)
        for placement in row:
            before |= placement.cells
        before >>= 1
    return coverable


def _word(bits: int, word: int) -> np.uint64:
    """Return 64 of the bits."""
    return np.uint64(bits >> WORD * word & 2**WORD - 1)
