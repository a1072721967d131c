"""Trees whose leaves are combinations: counted pieces are branched on first, and linear programs close the branches.

If a few pieces decide and the many others only fill, a tree over cells never ends, although each way to place the few is
refuted by weights on the cells. So the items of counted pieces are branched on before cells, combinations that closed earlier
leaves are tried on each new one, and only if none works, a linear program (highspy) is solved for another; its multipliers are
rounded to integers and used only if these are valid.

Historical note. On boards that trees over cells close, one linear program per node made trees 2 to 8 times smaller (6,204
nodes for 11,743 on 12x14 by T4, 307 for 966 on 10x14) and took 1,000 times longer, so this comes after those. A 9x9 board with
3 dark cells too many, dominoes, one X5 and one T4, has no colouring and no multipliers, and no tree of 2,000,000 nodes over
cells; this tree has 3,858 nodes and 3 combinations after 0.2 seconds, glucose a proof of 25 MB after 17.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from exactcover.judges.demands import Demands
from exactcover.judges.tree import (
    MOST_ITEMS_TIMES_OPTIONS,
    MOST_MULTIPLIER,
    MOST_NODES,
    MOST_WORK,
    most_combinations,
    work_of,
)
from exactcover.model.arrays import Integers, Mask
from exactcover.model.events import Event, Progress
from exactcover.process.deadline import Deadline

SCALES = (1, 2, 3, 4, 5, 6, 12, 60)
NODES_A_PROGRESS = 50


@dataclass(frozen=True)
class Combination:
    """A combination: one multiplier per item, the resulting sum for each option, and the maximum for all items."""

    multipliers: Integers
    sums: Integers
    total: int

    def closes(self, available: Mask, times: Integers) -> bool:
        """Return whether no available option is negative and all items are, `times` being how often they are covered."""
        left = self.total - int(self.multipliers @ times)
        return left < 0 and not bool((self.sums[available] < 0).any())

    def to_json(self) -> dict[str, list[int]]:
        """Return the combination as it is written in a body."""
        items = np.flatnonzero(self.multipliers)
        return {"items": items.tolist(), "multipliers": self.multipliers[items].tolist()}


def counted(needs: Demands) -> Mask:
    """Return the items to branch on first: a tiling's pieces, or a cover's items, that must be used an exact number of times."""
    exact: Mask = (needs.least == needs.most) & (needs.least > 0) & (np.arange(needs.items) >= needs.cells)
    return exact


class Bounds(NamedTuple):
    """What the judge reads of a tree: its nodes, its work, and options times the nodes on a path."""

    nodes: int = MOST_NODES
    work: int = MOST_WORK
    products: int = MOST_ITEMS_TIMES_OPTIONS


DEFAULT_BOUNDS = Bounds()


class Search:
    """A depth-first search that records its tree as `order` and `combinations`.

    It is `closed` if it was exhausted, and `full` if one more node would make a tree that its judge does not read; `solution`
    has the options of a solution, if it found one.
    """

    def __init__(self, needs: Demands, deadline: Deadline, bounds: Bounds = DEFAULT_BOUNDS) -> None:
        self.bounds = bounds
        self.needs, self.deadline = needs, deadline
        self.order: list[int] = []
        self.combinations: list[Combination] = []
        self.weighed = 0  # items of combinations, over all leaves
        self.closed = self.full = False
        self.solution: Integers | None = None
        self.program = _program(needs)
        self.lengths = np.diff(needs.starts)
        self.counted = counted(needs)
        self.most_combinations = most_combinations(needs)
        self.work_a_node = work_of(needs, 1)

    def run(self) -> Generator[Event, None, None]:
        """Run until every branch is closed, the time is up, a solution is found or the tree has its maximum size."""
        needs = self.needs
        possible = np.ones(needs.options, dtype=np.bool_)
        possible[needs.owners[needs.most[needs.members] == 0]] = False
        # A frame: the options to branch on, how often items are covered, the available options, the chosen options.
        frames: list[tuple[list[int], Integers, Mask, list[int]]] = []
        entering: tuple[Integers, Mask, list[int]] | None = (np.zeros(needs.items, dtype=np.int64), possible, [])
        while entering is not None:
            self.full = self._is_full(len(frames))
            if self.full or self.deadline.over():
                return
            if len(self.order) % NODES_A_PROGRESS == 0:
                yield Progress(f"{len(self.order)} nodes, {len(self.combinations)} combinations")
            branches = self._enter(*entering)
            if branches is None:
                self.solution = np.sort(np.array(entering[2], dtype=np.int64))
                return
            frames.append((branches, *entering))
            entering = None
            while frames and entering is None:
                branches, times, available, chosen = frames.pop()
                if branches:
                    frames.append((branches[1:], times, available, chosen))
                    available[branches[0]] = False
                    entering = self._chosen(branches[0], times, available, chosen)
        self.closed = True

    def _is_full(self, path: int) -> bool:
        """Return whether one more node, on a path of that length, and perhaps a leaf, might exceed the judge's limits."""
        work = (len(self.order) + 1) * self.work_a_node + work_of(self.needs, 0, self.weighed + self.needs.items)
        deep = (path + 1) * self.needs.options > self.bounds.products
        return deep or work > self.bounds.work or len(self.order) >= self.bounds.nodes

    def _chosen(
        self, option: int, times: Integers, available: Mask, chosen: list[int]
    ) -> tuple[Integers, Mask, list[int]]:
        needs = self.needs
        firsts, options = needs.by_item
        now, left = times.copy(), available.copy()
        items = needs.members[needs.starts[option] : needs.starts[option + 1]]
        now[items] += 1
        for item in items[now[items] == needs.most[items]].tolist():
            left[options[firsts[item] : firsts[item + 1]]] = False
        return now, left, [*chosen, option]

    def _enter(self, times: Integers, available: Mask, chosen: list[int]) -> list[int] | None:
        """Record a node, and return the options of its branches; None if there is nothing to branch on."""
        needs = self.needs
        need = needs.least - times
        size = np.bincount(needs.members[np.repeat(available, self.lengths)], minlength=needs.items)
        ways = np.where(need > 0, size - need + 1, MOST_NODES)
        item = int(ways.argmin())
        if need[item] <= 0:
            return None
        if ways[item] > 0:
            number = self._closing(times, available, chosen)
            if number:
                self.order.append(-number)
                self.weighed += int(np.count_nonzero(self.combinations[number - 1].multipliers))
                return []
            if (self.counted & (need > 0)).any():
                item = int(np.where(self.counted, ways, MOST_NODES).argmin())
        self.order.append(item)
        firsts, options = needs.by_item
        having = options[firsts[item] : firsts[item + 1]]
        return list(having[available[having]][: max(0, int(ways[item]))].tolist())

    def _closing(self, times: Integers, available: Mask, chosen: list[int]) -> int:
        """Return the number of a combination that closes a node, from 1, or 0."""
        for number, each in enumerate(self.combinations, 1):
            if each.closes(available, times):
                return number
        if len(self.combinations) < self.most_combinations:
            for each in self._combinations_against(available, chosen):
                if each.closes(available, times):
                    self.combinations.append(each)
                    return len(self.combinations)
        return 0

    def _combinations_against(self, available: Mask, chosen: list[int]) -> list[Combination]:
        """Return the multipliers of a linear program over the available options, rounded in several ways."""
        import highspy

        upper = np.where(available, highspy.kHighsInf, 0.0)
        lower = np.zeros(len(upper))
        upper[chosen] = lower[chosen] = 1
        self.program.changeColsBounds(len(upper), np.arange(len(upper), dtype=np.int32), lower, upper)
        self.program.run()
        if self.program.getModelStatus() != highspy.HighsModelStatus.kInfeasible:
            return []
        _, has_ray, ray = self.program.getDualRay()
        size = np.abs(np.array(ray)).max(initial=0.0) if has_ray else 0.0
        if size == 0.0:
            return []
        smallest = np.abs(ray)[np.abs(ray) > 1e-7 * size].min()
        combinations: list[Combination] = []
        for unit in (smallest, size):
            for scale in SCALES:
                made = np.rint(np.array(ray) / unit * scale)
                if 0 < np.abs(made).max() <= MOST_MULTIPLIER:
                    combinations.extend(self._combination(way * made.astype(np.int64)) for way in (-1, 1))
        return combinations

    def _combination(self, multipliers: Integers) -> Combination:
        needs = self.needs
        weights = multipliers.tolist()
        most, least = needs.most.tolist(), needs.least.tolist()
        total = sum(y * (most[item] if y > 0 else least[item]) for item, y in enumerate(weights))
        return Combination(multipliers, needs.sums(multipliers), total)


def _program(needs: Demands) -> Any:
    import highspy

    program = highspy.Highs()
    program.setOptionValue("output_flag", False)
    program.setOptionValue("presolve", "off")  # otherwise there is no dual ray
    for _ in range(needs.options):
        program.addVar(0.0, highspy.kHighsInf)
    firsts, options = needs.by_item
    for item in range(needs.items):
        having = options[firsts[item] : firsts[item + 1]].astype(np.int32)
        program.addRow(float(needs.least[item]), float(needs.most[item]), len(having), having, np.ones(len(having)))
    return program
