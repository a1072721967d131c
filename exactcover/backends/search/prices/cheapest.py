"""The cheapest selection of a cover with costs, and the proof that none costs less.

Linear program by sifting; a first selection from among the options of small reduced cost, or by dives; reduced-cost fixing,
which leaves few options; cuts by odd sets; all of it again; then depth-first branching. All conclusions are drawn from integer
prices, so the proof is recorded during the search.

*Historical note.* On aa01, twenty elimination orders at a time raise the bound at the root from 55773 to 55832 of 56137, and
reusing cuts that were binding at other nodes closes a tree with 142 nodes; without, a tree of 529 was still open.

Sources: K. L. Hoffman, M. Padberg, branch-and-cut for airline schedules, Management Science 39 (1993), pages 657 to 682; D. M.
Ryan, B. A. Foster, An integer programming approach to scheduling (1981).
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import replace
from typing import NamedTuple, TypeAlias, cast

import numpy as np

from exactcover.backends.search.prices.branching import Gains, branch_on, narrowed
from exactcover.backends.search.prices.contained import without_contained
from exactcover.backends.search.prices.dives import Selected, dives, first_selections
from exactcover.backends.search.prices.milp import good_selection
from exactcover.backends.search.prices.odd_sets import LEAST_BROKEN, MOST_CUTS, odd_cuts
from exactcover.backends.search.prices.program import Optimum, Program, sifted
from exactcover.backends.search.prices.rooms import cheapest_inside
from exactcover.backends.search.prices.table import (
    Columns,
    Cut,
    Numbers,
    Part,
    Proved,
    Table,
    proved,
    proved_alone,
    rounded,
    shares,
    whole,
)
from exactcover.backends.search.prices.tree import Cheapest, Node, closing, pruned
from exactcover.backends.search.prices.work import Work
from exactcover.model.arrays import Integers
from exactcover.model.events import Bound, Found, Progress

SearchEvent: TypeAlias = Progress | Bound | Found

PATIENCE, PATIENCE_AT_A_NODE, LEAST_GAIN = 10, 3, 0.03
"""Rounds of cuts end when that many of them, at the root and below it, have closed less than this fraction of the gap."""
WORTH_BEGINNING = 0.7
"""The search restarts when a new selection leaves at most this fraction of its initial options."""
MOST_SURE, TRIED_OPTIONS, TRIED_NODES, MOST_TRIES = 1_000, 1_500, 10, 3
"""With more options left after the cuts, HiGHS searches for a better selection among the cheapest of them."""
TRIED_SECONDS, MOST_AHEAD, STEP_SECONDS = 7e-4, 0.3, 3e-4
"""The time of that per entry of those options, as it is reported before, at most so much; and per simplex step, after it.

*Historical note.* It took 0.5 CPU seconds of a cover of 2,000 random options, 6 of pentominoes on 6x10 with costs. When all of it
was reported before, per entry, `auto` took 10 seconds to the optimum of the random cover, now 1.
"""
FEWER, FEWER_BELOW = 0.9, 0.7
"""The program is rebuilt with fewer options when at most this fraction of them is left, at the root and below it."""
OPTION_SECONDS, KNOWN_SECONDS, ODD_SECONDS, NODE_SECONDS = 1.2e-5, 5e-4, 2.5e-3, 1.5e-3
"""The approximate time per option at the start, for cuts that are known and for new ones, and per node."""
GUESSES = (0.5, 1.0)
"""Fractions of the gap at which the tree is cut off, in turn."""


class Rounds(NamedTuple):
    """How many rounds of cuts there are at most, at the root and at each node below it."""

    at_root: int = 80
    at_a_node: int = 4


DEFAULT_ROUNDS = Rounds()


class _Restart(Exception):
    """Raised to restart with fewer options after a much cheaper selection was found."""


class Search:
    """One search. `best`: the cost of the cheapest selection so far; `bound`: a proved lower bound."""

    def __init__(self, table: Table, deadline: Work, seed: int, rounds: Rounds = DEFAULT_ROUNDS) -> None:
        self.every, self.deadline, self.rounds = table, deadline, rounds
        self.table, self.struck = without_contained(table)
        self.generator = np.random.default_rng(seed)
        self.best: int | None = None
        self.guess: int | None = None
        self.selection: Integers | None = None
        self.bound: int | None = None
        self.nodes = 0
        self.cuts: list[Cut] = []
        self.tight = dict[int, None]()
        self._pending: list[int] = []
        self._tries = 0
        self._gains = Gains()

    @property
    def limit(self) -> int:
        """A proof that no selection costs this or less is sufficient."""
        assert self.best is not None
        sure = self.best - self.every.step
        return sure if self.guess is None else min(sure, self.guess)

    def run(self) -> Generator[SearchEvent, None, Cheapest]:
        """Search to the end; if there is no selection, the tree proves, with all costs 0, that none costs 0. Raises OutOfTime."""
        self.deadline.add(self.every.options * OPTION_SECONDS)
        yield from self._report_improved_bound(proved_alone(self.table, shares(self.table)))
        optimum, self.dear = yield from sifted(self.table, self.deadline)
        proof = proved_alone(self.table, rounded(optimum.prices, np.zeros(0), 10**6))
        yield from self._report_improved_bound(proof)
        if self.best is None:
            inside = cheapest_inside(self.table, proof, None, self.deadline)
            if inside.selection is not None:
                self._tries = MOST_TRIES if inside.sure else 0
                yield from self._taken(self.table, inside.selection)
        if self.best is None:
            goal, own = float(self._cost_from(proof)), self.table
            yield from self._dived(first_selections(own, optimum, self.dear, goal, self.deadline, self.generator))
        if self.best is None:
            refuted = yield from self._any_selection()
            if refuted is not None:
                return refuted
        return (yield from self._proved(optimum))

    def _any_selection(self) -> Generator[SearchEvent, None, Cheapest | None]:
        """Search for any selection, ignoring costs; return the proof that there is none, or None and keep the selection."""
        yield Progress("looking for any selection")
        free = Search(replace(self.every, costs=np.zeros_like(self.every.costs)), self.deadline, 0, self.rounds)
        free.best = 1
        done = yield from _without_bounds(free.run())
        if free.selection is None:
            return done
        yield from self._taken(self.table, np.flatnonzero(np.isin(self.table.numbers, free.selection)))
        return None

    def _proved(self, optimum: Optimum) -> Generator[SearchEvent, None, Cheapest]:
        """Raise the bound to the cost of the best selection, and improve that, until they meet."""
        done = False
        while not done:
            root = Node(list(self.struck))
            duals = optimum.prices, np.zeros(0)
            part = self._step(root, Columns(self.table, self.cuts), duals, whole(self.table))
            if part is not None and (yield from self._tried(self.table, self._last, part)):
                continue
            try:
                if part is not None:
                    yield from self._below_root(root, part)
                done = True
            except _Restart:
                self._pending.clear()
                self.guess = None
                self.cuts = []
                self.tight.clear()
                yield Progress(f"restarting below {self.best}", nodes=self.nodes)
        self.bound = self.best
        tree = pruned(root, Columns(self.every, self.cuts), self.limit)
        return Cheapest(self.selection, tree, self.cuts)

    def _report_improved_bound(self, proof: Proved) -> Generator[SearchEvent, None, None]:
        """Report a bound if it is an improvement."""
        yield from self._report_bound(self._cost_from(proof))

    def _cost_from(self, proof: Proved) -> int:
        """Return the least cost that is not excluded."""
        step = self.every.step
        return -(-proof.total // (proof.scale * step)) * step

    def _report_bound(self, value: int) -> Generator[SearchEvent, None, None]:
        value = value if self.best is None else min(value, self.best)
        if self.bound is None or value > self.bound:
            self.bound = value
            yield Bound(value)

    def _taken(self, table: Table, selection: Integers) -> Generator[SearchEvent, None, None]:
        cost = int(table.costs[selection].sum())
        if self.best is None or cost < self.best:
            self.best, self.selection = cost, table.numbers[selection]
            yield Found(np.sort(self.selection))
            if self.nodes and self._left_at_first() < WORTH_BEGINNING * self._inside:
                raise _Restart

    def _dived(self, events: Iterator[Progress | Selected]) -> Generator[SearchEvent, None, None]:
        """Take each selection of dives."""
        for event in events:
            if isinstance(event, Selected):
                yield from self._taken(*event)
            else:
                yield event

    def _left_at_first(self) -> int:
        """Return how many options the first prices would leave now."""
        return self.table.options - int(self._first_prices.drops(self.limit, whole(self.table)).sum())

    def _step(self, node: Node, columns: Columns, duals: tuple[Numbers, Numbers], part: Part) -> Part | None:
        """Record prices at a node; return the part that they leave, None if they close it."""
        prices, proof = closing(columns, duals, part, self.limit)
        self._last = proof
        if proof.closes(self.limit):
            node.prices.append(prices)
            return None
        dropped = proof.drops(self.limit, part)
        if dropped.any():
            node.prices.append(prices)
        return part.without(dropped)

    def _below_root(self, root: Node, part: Part | None) -> Generator[SearchEvent, None, None]:
        """Add cuts at the root, then branch."""
        assert part is not None
        table = self.table.kept(part.available)
        self._first_prices, self._inside = self._last, table.options
        program = Program(Columns(table, self.cuts), self.dear)
        while True:
            optimum = program.optimum(self.deadline)
            part, optimum = yield from self._cut(root, program, optimum, whole(table), self.rounds.at_root)
            if part is None:
                return
            if int(part.available.sum()) > FEWER * table.options:
                inside = cheapest_inside(table, self._last, self.best, self.deadline)
                if inside.selection is None:
                    break
                yield from self._taken(table, inside.selection)
                if self._left_at_first() < WORTH_BEGINNING * self._inside:
                    raise _Restart
                continue
            program.forget_cuts(optimum)
            program.keep(part.available)
            table = program.table
        yield from self._guessed(root, program, optimum, part)

    def _guessed(
        self, root: Node, program: Program, optimum: Optimum, part: Part
    ) -> Generator[SearchEvent, None, None]:
        """Branch at the root, first for a limit in the middle of the gap: a tree for a low limit is small.

        It has all cheaper selections, so the next limit, if there is none, is the best cost known.
        """
        duals = optimum.prices, program.cut_prices(optimum, len(self.cuts))
        assert self.best is not None
        assert self.bound is not None
        gap = self.best - self.bound
        for fraction in GUESSES:
            guess = self.bound + int(gap * fraction)
            self.guess = guess if fraction < 1 else None
            trial = Node()
            left = self._step(trial, program.columns, duals, part)
            if left is not None:
                yield from self._branch(trial, program, optimum, left)
            if self.guess is None or self.best - self.every.step <= guess:
                break
            yield from self._report_bound(guess // self.every.step * self.every.step + self.every.step)
            yield Progress(f"no selection costs {guess} or less", nodes=self.nodes)
        self.guess = None
        root.prices.extend(trial.prices)
        root.branch, root.children = trial.branch, trial.children

    def _tried(self, table: Table, proof: Proved, part: Part) -> Generator[SearchEvent, None, bool]:
        """If many options are left, have HiGHS search for a better selection among the cheapest; return whether it found one."""
        if int(part.available.sum()) <= MOST_SURE or self._tries == MOST_TRIES:
            return False
        self._tries += 1
        assert self.best is not None
        order = np.argsort(np.where(part.available, proof.reduced, np.iinfo(np.int64).max), kind="stable")
        mask = np.zeros(table.options, dtype=np.bool_)
        mask[order[:TRIED_OPTIONS]] = True
        small = table.kept(mask & part.available)
        # Some is reported first, so that other engines in the race get their turns.
        ahead = min(MOST_AHEAD, len(small.members) * TRIED_SECONDS)
        self.deadline.add(ahead)
        yield Progress(f"looking for a selection below {self.best}", nodes=self.nodes)
        seed = int(self.generator.integers(2**31))
        selection, steps = good_selection(small, self.best, TRIED_NODES, self.deadline, seed)
        self.deadline.add(max(0.0, steps * STEP_SECONDS - ahead))
        yield Progress(nodes=self.nodes)
        if selection is None:
            return False
        yield from self._taken(small, selection)
        return True

    def _cut(
        self, node: Node, program: Program, optimum: Optimum, part: Part, rounds: int
    ) -> Generator[SearchEvent, None, tuple[Part | None, Optimum]]:
        """Add cuts and drop options until there is no progress; return what is left of the part (None: closed)."""
        table = program.table
        optimum = self._made_dear(program, optimum)
        values = [optimum.value]
        for turn in range(rounds):
            if not ((optimum.fractions > 1e-6) & (optimum.fractions < 1 - 1e-6)).any():
                if optimum.lacks < 1e-6:
                    whole_ones = np.flatnonzero(optimum.fractions > 0.5)
                    if table.covers(whole_ones):
                        yield from self._taken(table, whole_ones)
                break
            if optimum.value > self.limit + 1e-3:
                break
            known = self._broken(program, optimum)
            odd = [] if known else odd_cuts(table, optimum.fractions, self.generator)
            self.deadline.add(KNOWN_SECONDS if known else ODD_SECONDS)
            if not known and not odd:
                break
            program.forget_cuts(optimum)
            program.take_cuts(known)
            program.add_cuts(odd)
            optimum = program.optimum(self.deadline)
            values.append(optimum.value)
            yield Progress(f"{len(program.cuts)} cuts say {optimum.value:.2f}", nodes=self.nodes)
            if rounds == self.rounds.at_root:
                prices = rounded(optimum.prices, program.cut_prices(optimum, len(self.cuts)), 10**6)
                yield from self._report_bound(self._cost_from(proved(program.columns, prices, part)))
            gap = max(self.limit + 1 - optimum.value, 1e-9)
            patience = PATIENCE if rounds == self.rounds.at_root else PATIENCE_AT_A_NODE
            if turn >= patience and values[-1] - values[-1 - patience] < LEAST_GAIN * gap:
                break
        assert self.best is not None
        duals = optimum.prices, program.cut_prices(optimum, len(self.cuts))
        self.tight.update(dict.fromkeys(np.flatnonzero(duals[1]).tolist()))
        left = self._step(node, program.columns, duals, part)
        if left is None:
            return None, optimum
        if rounds == self.rounds.at_root:
            yield from self._report_bound(self._cost_from(self._last))
            goal = self._cost_from(self._last)
            before, below = self.best, self.best - 0.5
            yield from self._dived(dives(table, program, left, optimum, below, goal, self.deadline, self.generator))
            if self.best < before:
                left = self._step(node, program.columns, duals, left)
            optimum = program.optimum(self.deadline)
        return left, optimum

    def _made_dear(self, program: Program, optimum: Optimum) -> Optimum:
        """Raise the penalty if lacking items are cheap enough to hide that a part has no selection below the limit."""
        sure = 2.0 * (self.limit + 1 - float(np.minimum(program.table.costs, 0).sum()))
        if optimum.lacks > 1e-6 and optimum.value < self.limit + 1 and program.dear < sure:
            program.make_dear(sure)
            return program.optimum(self.deadline)
        return optimum

    def _broken(self, program: Program, optimum: Optimum) -> list[int]:
        """Return the cuts violated by the fractions, of those that were binding at some node, most violated first."""
        inside = set(program.cuts)
        numbers = [number for number in self.tight if number not in inside]
        lacks = program.columns.lacks(numbers, optimum.fractions)
        order = np.argsort(-lacks, kind="stable")[:MOST_CUTS]
        return [numbers[place] for place in order.tolist() if lacks[place] > LEAST_BROKEN]

    def _branch(self, node: Node, program: Program, optimum: Optimum, part: Part) -> Generator[SearchEvent, None, None]:
        """Branch at an open node, and close its children."""
        if int((part.available | part.chosen).sum()) <= FEWER_BELOW * program.table.options:
            fewer = narrowed(node, program, optimum, part, self.limit)
            if fewer is None:
                return
            program, optimum, part = fewer
        node.branch, order = branch_on(program, part, optimum, self.limit, self.deadline, self._gains)
        parts = node.branch.parts(program.table, part)
        node.children = [Node(), Node()]
        bound = self._cost_from(self._last)
        for place, child in enumerate(order):
            self._pending.extend([bound] * (1 - place))
            yield from self._visit(node.children[child], program, parts[child], bound)
            if not place:
                self._pending.pop()

    def _visit(self, node: Node, program: Program, part: Part, bound: int) -> Generator[SearchEvent, None, None]:
        self.nodes += 1
        self.deadline.add(NODE_SECONDS)
        yield Progress(nodes=self.nodes, bound=self.bound)
        program.restrict(part)
        optimum = program.optimum(self.deadline)
        left, optimum = yield from self._cut(node, program, optimum, part, self.rounds.at_a_node)
        if left is None:
            yield from self._report_bound(min(self._pending, default=self.limit + self.every.step))
            return
        yield from self._branch(node, program, optimum, left)


def _without_bounds(events: Generator[SearchEvent, None, Cheapest]) -> Generator[SearchEvent, None, Cheapest]:
    """Yield events other than bounds and selections, and return the result."""
    while True:
        try:
            event = next(events)
        except StopIteration as end:
            return cast(Cheapest, end.value)
        if isinstance(event, Progress):
            yield event
