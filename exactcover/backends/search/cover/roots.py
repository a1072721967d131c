"""Plan, run, merge: a count or a list is cut into roots, the roots are run anywhere, and their results are merged.

`plan` chooses how to search and returns a SearchPlan, plain data; a `Runner` searches its roots, in this process or another;
`merge` (plans.py) combines the results. `Runner` is the one loop over roots: threads, checkpoints, counts, lists and classes
are its users.
Not here: counts layer by layer, which have no roots (counting.py).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from threading import Semaphore
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.backends.search.cover import burnside, kernel_tables, thread_pool
from exactcover.backends.search.cover.kernel_names import AUTO, Kernel
from exactcover.backends.search.cover.kernel_tables import KernelTables, tables_of
from exactcover.backends.search.cover.orbits import Orbits
from exactcover.backends.search.cover.plans import PlannedRoot, PlannedTask, RootResult, SearchPlan, Term, merge
from exactcover.backends.search.cover.strategy import Chooser, Strategy, bare
from exactcover.backends.search.cover.thread_pool import Searching, WholeRoots
from exactcover.kernel.instance import Step
from exactcover.model.cover import Cover
from exactcover.model.errors import InvalidInput
from exactcover.transform.symmetry.fixed_by_symmetry import Quotient

__all__ = [
    "Part", "RootSlice", "Runner", "WholeRoots", "chooser_of", "digest_of", "merge", "plan", "planned_roots",
    "runner_of_plan", "runner_of_strategy",
]  # fmt: skip

SHORT_NODES = 2_000_000
MANY_ROOTS, MOST_ROOTS = 48, 2_048
NODES_PER_ROOT = 1_000_000  # few enough that the finished fraction of the roots, in random order, predicts the rest


class RootSlice(NamedTuple):
    """The result of one call of a root's search; selections: the solutions of a list, one per row, padded with -1.

    result: of the whole root, if this was its last slice; the selections of a list are in its slices.
    """

    number: int
    solutions: int
    nodes: int
    selections: NDArray[np.int32]
    result: RootResult | None


class Part(NamedTuple):
    """What the roots of one term are searched with: a kernel's tables, and a filter of the selections that count (None: all)."""

    tables: KernelTables
    sums: burnside.SumFilter | None = None


class Runner:
    """The roots of a plan, ready to be searched in this process; parts: of the terms whose tables exist already."""

    def __init__(
        self, cover: Cover, plan: SearchPlan, orbits: Orbits | None = None, parts: dict[int, Part] | None = None
    ) -> None:
        self.cover, self.plan = cover, plan
        self.orbits = orbits or Orbits(cover)
        self.parts = dict[int, Part]() if parts is None else parts
        self.moving = dict[tuple[int, ...], tuple[int, ...]]()

    def begin(self, number: int) -> Searching:
        """Start the search of a root."""
        root = self.plan.roots[number]
        return kernel_tables.begin(self.parts[root.term].tables, root.chosen)

    def run(
        self,
        numbers: Sequence[int],
        *,
        workers: int = 1,
        nodes: int | None = None,
        most: int | None = None,
        turns: Semaphore | None = None,
    ) -> Iterator[RootSlice | None]:
        """Search roots one by one, yielding slices as they arrive, and None now and then in between.

        nodes, most, turns: see thread_pool.run; if some of the selections do not count (up to symmetry), `most` stops nothing,
        and if solutions of a list are images of others, the last slices may contain more of them.
        """
        summed = any(part.sums is not None for part in self._parts(numbers))
        slices = thread_pool.run(
            self.begin,
            numbers,
            keep=summed or self.plan.task == "list",
            workers=workers,
            nodes=nodes,
            most=None if summed or self.plan.up_to_symmetry else most,
            turns=turns,
        )
        so_far: dict[int, tuple[int, int]] = {}
        for slice_ in slices:
            if slice_ is None:
                yield None
            else:
                yield from self._slices(*slice_, so_far)

    def count(
        self,
        numbers: Sequence[int],
        *,
        workers: int = 1,
        nodes: int | None = None,
        most: int | None = None,
        turns: Semaphore | None = None,
    ) -> Iterator[RootSlice | WholeRoots | None]:
        """Count below roots, several of which may be reported together if they are short; see `run`."""
        parts, in_turn = self._parts(numbers), None
        if most is None and len(numbers) > 1 and len(parts) == 1 and parts[0].sums is None:
            in_turn = kernel_tables.in_turn(parts[0].tables, [self.plan.roots[number].chosen for number in numbers])
        if in_turn is None:
            yield from self.run(numbers, workers=workers, nodes=nodes, most=most, turns=turns)
            return
        so_far: dict[int, tuple[int, int]] = {}
        for brought in thread_pool.count(in_turn, numbers, workers=workers, nodes=nodes, turns=turns):
            if brought is None or isinstance(brought, WholeRoots):
                yield brought
            else:
                yield from self._slices(*brought, so_far)

    def _parts(self, numbers: Sequence[int]) -> list[Part]:
        """Return the parts for these roots, one per term: built here, before threads need them."""
        return [self.part(term) for term in sorted({self.plan.roots[number].term for number in numbers})]

    def _slices(self, number: int, step: Step, so_far: dict[int, tuple[int, int]]) -> Iterator[RootSlice]:
        """Yield the results of a step below a root; so_far: solutions and nodes of the roots that have begun."""
        selections = self._counting(number, step.selections)
        moving = self._moving(number)
        # If nothing is listed, there are no selections to filter.
        listed = self.plan.task == "list" or self.parts[self.plan.roots[number].term].sums is not None
        solutions = (len(selections) if listed else step.solutions) * len(moving)
        before = so_far.pop(number, (0, 0))
        total = before[0] + solutions, before[1] + step.nodes
        if not step.finished:
            so_far[number] = total
        result = self.plan.result(number, *total) if step.finished else None
        if len(moving) == 1 or not len(selections):
            yield RootSlice(number, solutions, step.nodes, selections, result)
            return
        images = list(self.orbits.moved(selections, moving))
        for some in images[:-1]:
            yield RootSlice(number, len(some), 0, some, None)
        yield RootSlice(number, len(images[-1]), step.nodes, images[-1], result)

    def whole(self, number: int) -> RootResult:
        """Search a root to its end; raises InvalidInput if the plan has none of that number."""
        if not 0 <= number < len(self.plan.roots):
            raise InvalidInput(f"the plan has no root {number}; expected 0 to {len(self.plan.roots) - 1}")
        selections: list[tuple[int, ...]] = []
        for slice_ in self.run([number]):
            assert slice_ is not None, "one thread has no reason to wait"
            selections += [tuple(line[line >= 0].tolist()) for line in slice_.selections]
            if slice_.result is not None:
                return replace(slice_.result, selections=tuple(selections) if self.plan.task == "list" else None)
        raise AssertionError("a search without limits ended before its root did")

    def _counting(self, number: int, selections: NDArray[np.int32]) -> NDArray[np.int32]:
        """Return the selections that count: they satisfy the quotient's sums, or are the first of their class."""
        root = self.plan.roots[number]
        sums = self.parts[root.term].sums
        if sums is not None and len(selections):
            selections = selections[sums.adding_up(selections)]
        if self.plan.up_to_symmetry and len(selections):
            selections = selections[self.orbits.canonical(selections, root.kept_by)]
        return selections

    def _moving(self, number: int) -> tuple[int, ...]:
        """Return the symmetries whose images of a root's solutions are listed; for a count, or up to symmetry, the identity."""
        if self.plan.task == "count" or self.plan.up_to_symmetry:
            return (0,)
        kept_by = self.plan.roots[number].kept_by
        if kept_by not in self.moving:
            self.moving[kept_by] = self.orbits.moving(kept_by)
        return self.moving[kept_by]

    def part(self, term: int) -> Part:
        """Return what the roots of a term are searched with, built once."""
        if term not in self.parts:
            self.parts[term] = self._part(term)
        return self.parts[term]

    def for_roots(self, cut: tuple[PlannedRoot, ...]) -> Runner:
        """Return the runner of roots into which this plan's were cut, sharing the existing tables."""
        return Runner(self.cover, replace(self.plan, roots=cut), self.orbits, self.parts)

    def _part(self, term: int) -> Part:
        """Build the tables of a term as they were built for the plan."""
        symmetry, kernel = self.plan.terms[term].symmetry, self.plan.terms[term].kernel
        if symmetry == 0:
            return Part(tables_of(bare(self.cover), kernel))
        quotient = burnside.quotient_of(self.cover, self.orbits, symmetry)
        assert quotient is not None, "a term is planned only where its symmetry may keep a solution"
        return Part(tables_of(bare(quotient.cover), kernel), _filter(quotient))


def plan(
    cover: Cover,
    task: PlannedTask,
    *,
    kernel: Kernel = AUTO,
    seed: int = 0,
    classes: bool = False,
    up_to_symmetry: bool = False,
) -> SearchPlan:
    """Return the plan of a count, or of a list, by search.

    classes: also count the solutions up to symmetry; up_to_symmetry: list one solution per class. Raises OutOfReach if the
    cover is too large for the kernel that was named.
    """
    orbits, listing = Orbits(cover), task == "list"
    chooser = Chooser(cover, orbits, whole_group=listing, seed=seed, kernel=kernel.searching)
    ways = [(0, 1, chooser.best())]
    if listing or not classes:
        return _written(cover, task, ways, up_to_symmetry=up_to_symmetry)
    for symmetry, members, quotient in burnside.conjugates(cover, orbits):
        ways.append((symmetry, members, chooser_of(quotient, seed).best()))
    return _written(cover, task, ways, group_order=len(orbits.group))


def runner_of_plan(cover: Cover, plan: SearchPlan) -> Runner:
    """Return the runner of a plan that was read; raises InvalidInput if it is not of this cover."""
    if plan.cover_digest != digest_of(cover):
        raise InvalidInput("the plan is of another cover; expected the cover that it was made for")
    orbits = Orbits(cover)
    if any(term.symmetry >= len(orbits.group) for term in plan.terms):
        raise InvalidInput(f"the plan names a symmetry that the cover lacks; expected 0 to {len(orbits.group) - 1}")
    if any(max(root.kept_by, default=0) >= len(orbits.group) for root in plan.roots):
        raise InvalidInput(
            "the plan has a root kept by a symmetry that the cover lacks; expected symmetries of the cover"
        )
    return Runner(cover, plan, orbits)


def runner_of_strategy(
    cover: Cover,
    task: PlannedTask,
    strategy: Strategy,
    *,
    orbits: Orbits | None = None,
    cut: bool = True,
    up_to_symmetry: bool = False,
    quotient: Quotient | None = None,
) -> Runner:
    """Return the runner of a search whose tables this process has built.

    cut: cut the roots of a long search; quotient: the one that this cover belongs to, if its sums exclude solutions.
    """
    written = _written(cover, task, [(0, 1, strategy)], cut=cut, up_to_symmetry=up_to_symmetry)
    sums = None if quotient is None else _filter(quotient)
    return Runner(cover, written, orbits, {0: Part(strategy.tables, sums)})


def chooser_of(quotient: Quotient, seed: int) -> Chooser:
    """Return the chooser of the strategy for a quotient."""
    return Chooser(quotient.cover, Orbits(quotient.cover), whole_group=False, seed=seed, chain=False)


def planned_roots(strategy: Strategy, term: int = 0, *, cut: bool = True) -> list[PlannedRoot]:
    """Return the roots of a strategy, cut if the search is long: the same ones whatever the number of threads."""
    short = strategy.nodes is not None and strategy.nodes < SHORT_NODES
    if short or not cut or not strategy.roots:
        return [PlannedRoot(term, root.chosen, root.weight, root.kept_by) for root in strategy.roots]
    wanted = MANY_ROOTS
    if strategy.nodes is not None:
        wanted = min(max(MANY_ROOTS, int(strategy.nodes / NODES_PER_ROOT)), MOST_ROOTS)
    each = -(-wanted // len(strategy.roots))
    return [
        PlannedRoot(term, tuple(map(int, chosen)), root.weight, root.kept_by)
        for root in strategy.roots
        for chosen in strategy.split(root.chosen, each)
    ]


def digest_of(cover: Cover) -> str:
    """Return the digest of the parts of a cover that a search uses: multiplicities, options, symmetries and colours, not the
    names."""
    digest = hashlib.sha256()
    for array in (cover.least, cover.most, cover.starts, cover.members, cover.symmetries, cover.colours):
        if array is not None:
            digest.update(repr(array.shape).encode() + np.ascontiguousarray(array, dtype="<i8").tobytes())
    return digest.hexdigest()


def _written(
    cover: Cover,
    task: PlannedTask,
    ways: Sequence[tuple[int, int, Strategy]],
    *,
    cut: bool = True,
    group_order: int = 0,
    up_to_symmetry: bool = False,
) -> SearchPlan:
    """Write strategies as a plan, each with the number of its symmetry and the size of its conjugacy class."""
    terms, roots = list[Term](), list[PlannedRoot]()
    for symmetry, members, strategy in ways:
        roots += planned_roots(strategy, len(terms), cut=cut)
        if task == "list":  # a listed solution stands for itself, even as the representative of its class
            roots = [root._replace(weight=1) for root in roots]
        terms.append(Term(symmetry, members, strategy.kernel, strategy.nodes, strategy.why))
    return SearchPlan(task, digest_of(cover), tuple(terms), tuple(roots), group_order, up_to_symmetry)


def _filter(quotient: Quotient) -> burnside.SumFilter | None:
    return burnside.SumFilter(quotient) if quotient.sums else None
