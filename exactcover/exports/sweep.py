"""A frontier as steps of cutting planes: every state of a sweep that fails is a clause, derived from those that follow it.

The cells are taken in the order of the sweep. Further variables say what a state says: that cell j is covered by placements whose
first cell comes before cell c, and that at least k copies of a counted piece have their first cell before c. A state that
fails becomes the clause that not all of this holds; it follows by propagation from the clauses of the states that each
placement leads to. Only what a failure rests on is written, so one clause does for many states, and states it speaks of are
not looked at again.

States are found again here, from the empty board, depth first; the numbers of states in the certificate are not used.

Source of counters defined by redundance steps: E. Demirovic, C. McCreesh, M. McIlree, J. Nordstrom, A. Oertel, K. Sidorov,
Pseudo-Boolean reasoning about states and transitions to certify dynamic programming and decision diagram algorithms, CP 2024.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from exactcover.certificate import InvalidCertificate
from exactcover.errors import Unsuitable
from exactcover.exports.cutting_planes import Clause, Proof
from exactcover.exports.sweep_counters import Copies, Counters
from exactcover.model.tiling import Tiling

MOST_STEPS = 1_000_000
"""Clauses that are written: about 100 megabytes."""

Used = tuple[int, ...]


class Placement(NamedTuple):
    """An option by the cells that it covers from its first one on (bit 0), and its place among the counted pieces or -1."""

    option: int
    cells: int
    counted: int


class _State(NamedTuple):
    """A sweep before its first empty cell: bit b says whether cell + b is covered; how many copies were used."""

    cell: int
    covered: int
    used: Used


@dataclass
class _Branch:
    """A placement in a state: where it leads, how far on, and, once that has failed, the bits of this state it rests on."""

    placement: Placement
    to: _State
    shift: int
    rests_on: int = 0


@dataclass
class _Node:
    """A state whose placements are being gone through: those that fit, those that clash with these covered cells."""

    state: _State
    branches: list[_Branch] = field(default_factory=list)
    clashes: list[int] = field(default_factory=list)
    done: int = 0


def write_frontier(model: Tiling, body: Mapping[str, Any], proof: Proof) -> None:
    """Append to a proof the steps of an accepted frontier; raises Unsuitable where they would be too many."""
    _Writer(model, body, proof).write()


class _Writer:
    def __init__(self, model: Tiling, body: Mapping[str, Any], proof: Proof) -> None:
        self.proof = proof
        needs = proof.needs
        counted = {piece: place for place, (piece, _, _) in enumerate(body["counted"])}
        items = np.lexsort(model.cells()[:, body["axes"]].T[::-1])
        ranks = np.empty(needs.cells, dtype=np.int64)
        ranks[items] = np.arange(needs.cells)
        self.placements: list[list[Placement]] = [[] for _ in range(needs.cells)]
        for option, (begin, end) in enumerate(pairwise(needs.starts.tolist())):
            *covered, piece = needs.members[begin:end].tolist()
            taken = [int(ranks[cell]) for cell in covered]
            cells = sum(1 << (rank - min(taken)) for rank in taken)
            self.placements[min(taken)].append(Placement(option, cells, counted.get(piece - needs.cells, -1)))
        self.copies = [
            Copies(needs.cells + piece, least, most, model.pieces[piece].size) for piece, least, most in body["counted"]
        ]
        firsts = [[(each.option, each.cells) for each in row] for row in self.placements]
        by_piece = [[[x.option for x in row if x.counted == n] for row in self.placements] for n in range(len(counted))]
        self.counters = Counters(proof, items.tolist(), firsts, self.copies, by_piece)
        self.failed: list[dict[Used, dict[int, set[int]]]] = [defaultdict(dict) for _ in range(needs.cells)]

    def write(self) -> None:
        """Go through the states depth first; each is written when all that follow it have failed."""
        nodes = [self._opened(_State(0, 0, (0,) * len(self.copies)))]
        while nodes:
            node = nodes[-1]
            while node.done < len(node.branches):
                branch = node.branches[node.done]
                bits = self._failure(branch.to)
                if bits is None:
                    break
                gone = ((1 << branch.shift) - 1) | bits << branch.shift
                branch.rests_on = gone & ~branch.placement.cells
                node.done += 1
            if node.done < len(node.branches):
                nodes.append(self._opened(node.branches[node.done].to))
            else:
                self._close(nodes.pop())

    def _opened(self, state: _State) -> _Node:
        """Return a state with the placements that cover its first empty cell."""
        node = _Node(state)
        for placement in self.placements[state.cell]:
            if state.covered & placement.cells:
                node.clashes.append(state.covered & placement.cells)
                continue
            used = self._one_more(placement.counted, state)
            if used is not None:
                covered = state.covered | placement.cells
                shift = (~covered & covered + 1).bit_length() - 1
                node.branches.append(_Branch(placement, _State(state.cell + shift, covered >> shift, used), shift))
        return node

    def _one_more(self, counted: int, state: _State) -> Used | None:
        """Return what is used after one more copy of a counted piece, or None where all its copies are."""
        if counted < 0:
            return state.used
        copies, number = self.copies[counted], state.used[counted]
        if number == copies.most:
            self.counters.all_used(state.cell, counted)
            return None
        return (*state.used[:counted], min(number + 1, copies.top), *state.used[counted + 1 :])

    def _failure(self, state: _State) -> int | None:
        """Return the bits that the failure of a state rests on, or None where it has not failed yet."""
        left = len(self.placements) - state.cell
        if left - state.covered.bit_count() < self.counters.due(state.used):
            self.counters.too_few_cells(state.cell, state.used)
            return state.covered
        if left == 0:
            raise InvalidCertificate(
                "the sweep reaches the end of the board; expected a frontier that its judge accepted"
            )
        for bits, values in self.failed[state.cell][state.used].items():
            if state.covered & bits in values:
                return bits
        return None

    def _close(self, node: _Node) -> None:
        """Write that a state fails: that each placement but the last is not chosen in it, and from these that it is not."""
        state, bits = node.state, 1
        for branch in node.branches:
            bits |= branch.rests_on
            self.counters.link(state.cell, state.used, branch.to.cell, branch.to.used)
        for clash in node.clashes:
            if not bits & clash:
                bits |= clash & -clash
        excluded = [
            (*self._clause(state, branch.rests_on), -(branch.placement.option + 1)) for branch in node.branches[:-1]
        ]
        clause, begin = self._clause(state, bits), self.proof.constraints + 1
        for each in excluded:
            self.proof.clause(each)
        if clause:  # The empty clause closes every proof.
            self.proof.clause(clause)
            if excluded:
                self.proof.delete(begin, self.proof.constraints)
        bits = self.counters.known(state.cell, bits)
        self.failed[state.cell][state.used].setdefault(bits, set()).add(state.covered & bits)
        if self.proof.constraints > MOST_STEPS:
            raise Unsuitable(f"this frontier takes more than {MOST_STEPS} steps; expected a smaller one for VeriPB")

    def _clause(self, state: _State, bits: int) -> Clause:
        """Return the clause that a state is not reached whose bits are these."""
        covered = self.counters.differs(state.cell, state.covered, bits)
        return (*covered, *self.counters.other_copies(state.cell, state.used))
