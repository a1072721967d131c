"""A frontier as a cutting planes proof: every failing state of a sweep becomes a clause, derived from those of its
successors.

The cells are taken in the order of the sweep. Extension variables describe a state: that cell j is covered by
placements whose first cell precedes cell c, and that at least k copies of a counted piece have their first cell before
c. A failing state becomes the clause that not all of this holds; it follows by propagation from the clauses of the
states to which each placement leads. Only the part that a failure depends on is written, so one clause serves many
states, and states that it covers are not explored again.

The states are recomputed in sweep_states, from the empty board; the numbers of states in the certificate serve only as
a limit. Any order of the axes proves the same, so all are tried in turn, and the first that finishes is written.

*Historical note.* T4 on 24x26 takes 130 million literals along the certificate's axes and 5 million along the others.
Columns of 24 can be tiled far across the board, as 4 divides 24; columns of 26 fail sooner.

Source of counters defined by redundance steps: E. Demirovic, C. McCreesh, M. McIlree, J. Nordstrom, A. Oertel, K.
Sidorov, Pseudo-Boolean reasoning about states and transitions to certify dynamic programming and decision diagram
algorithms, CP 2024.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import permutations
from typing import Any, NamedTuple

from exactcover.files.exports.cutting_planes import Clause, Proof
from exactcover.files.exports.sweep_counters import Counters
from exactcover.files.exports.sweep_states import Branch, Node, State, Sweep
from exactcover.model.errors import Unsuitable
from exactcover.model.tiling import Tiling


class Bounds(NamedTuple):
    """How large a proof may be.

    states: of the certificate, three times the most of which a proof was written; literals: of the clauses of one order of the
    axes, counted before anything is written (10 million take about 110 megabytes); most_bytes: of the proof, with the definitions
    of what is counted; turn: literals of one order of the axes before the next one has its turn.
    """

    states: int = 20_000_000
    literals: int = 10_000_000
    most_bytes: int = 250_000_000
    turn: int = 100_000


DEFAULT_BOUNDS = Bounds()


def write_frontier(model: Tiling, body: Mapping[str, Any], proof: Proof, bounds: Bounds = DEFAULT_BOUNDS) -> None:
    """Append to a proof the steps of an accepted frontier; raises Unsuitable if they would be too many."""
    states = sum(body["states"])
    if states > bounds.states:
        raise Unsuitable(f"this frontier has {states} states; expected at most {bounds.states} for VeriPB")
    _Writer(_shortest(model, body, proof, bounds), proof, bounds.most_bytes).write()


def _shortest(model: Tiling, body: Mapping[str, Any], proof: Proof, bounds: Bounds) -> Sweep:
    """Return a sweep, not yet begun, along the axes in that order whose clauses have the fewest literals."""
    own = tuple(body["axes"])
    orders = sorted(permutations(own), key=lambda axes: axes != own)
    trials: dict[tuple[int, ...], tuple[Sweep, Iterator[Node]]] = {}
    literals = 0
    while literals < bounds.literals:
        literals = min(literals + bounds.turn, bounds.literals)
        for axes in orders:
            if axes not in trials:
                sweep = Sweep(model, proof.needs, axes, body["counted"])
                trials[axes] = sweep, sweep.failures()
            if _ends(*trials[axes], literals):
                return Sweep(model, proof.needs, axes, body["counted"])
    raise Unsuitable(
        f"the clauses of this frontier have more than {bounds.literals} literals along each axis; "
        "expected a smaller one for VeriPB"
    )


def _ends(sweep: Sweep, failures: Iterator[Node], literals: int) -> bool:
    """Advance a sweep until its clauses have more literals than this; return whether it has ended before."""
    return all(sweep.literals <= literals for _ in failures)


class _Writer:
    """Writes what a sweep finds as steps of a proof."""

    def __init__(self, sweep: Sweep, proof: Proof, most_bytes: int) -> None:
        self.sweep, self.proof, self.most_bytes = sweep, proof, most_bytes
        rows = sweep.placements
        firsts = [[(each.option, each.cells) for each in row] for row in rows]
        by_piece = [[[x.option for x in row if x.counted == n] for row in rows] for n in range(len(sweep.copies))]
        self.counters = Counters(proof, sweep.items, firsts, sweep.copies, by_piece)

    def write(self) -> None:
        """Write each state after all its successors have failed."""
        for node in self.sweep.failures():
            self._write(node)
            if self.proof.bytes > self.most_bytes:
                raise Unsuitable(
                    f"this frontier takes more than {self.most_bytes} bytes, at cell {node.state.cell} of "
                    f"{len(self.sweep.placements)}; expected a smaller one for VeriPB"
                )

    def _write(self, node: Node) -> None:
        """Write that a state fails: the clauses that exclude all its placements but one, and from these its own."""
        state = node.state
        for counted in sorted(node.full):
            self.counters.all_used(state.cell, counted)
        for branch in node.branches:
            if branch.short:
                self.counters.too_few_cells(branch.to.cell, branch.to.used)
            self.counters.link(state.cell, state.used, branch.to.cell, branch.to.used)
        others = [branch for number, branch in enumerate(node.branches) if number != node.last]
        excluded = [self._excluded(state, branch) for branch in others]
        clause, begin = self._clause(state, node.bits), self.proof.constraints + 1
        for each in excluded:
            self.proof.clause(each)
        if clause:  # The empty clause closes every proof.
            self.proof.clause(clause)
            if excluded:
                self.proof.delete(range(begin, self.proof.constraints))

    def _excluded(self, state: State, branch: Branch) -> Clause:
        """Return the clause that a placement is not chosen in a state."""
        return (*self._clause(state, branch.rests_on), -(branch.placement.option + 1))

    def _clause(self, state: State, bits: int) -> Clause:
        """Return the clause that no state with these bits is reached."""
        covered = self.counters.differs(state.cell, state.covered, bits)
        return (*covered, *self.counters.other_copies(state.cell, state.used))
