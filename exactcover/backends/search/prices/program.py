"""The linear relaxation of a cover with costs, solved by HiGHS: options in fractions from 0 to 1, items covered least..most
times.

Covering an item too little or too often has a large penalty, so the program is always feasible, and its dual values are prices
whatever the options are. Large tables are solved by sifting: the program starts with a few options, and those with negative
reduced costs are added until there are none. Source: R. E. Bixby et al., Very large-scale linear programming, Operations
Research 40 (1992).
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from exactcover.backends.search.prices.table import Columns, Cut, Numbers, Part, Table
from exactcover.backends.search.prices.work import Work
from exactcover.model.arrays import Integers, Mask
from exactcover.model.events import Progress

FEW = 6_000
"""The number of options added at once."""
ADDED_AT_ONCE = 1_500
FIRST_OF_AN_ITEM = 10
NEARLY = 1e-7


class OutOfTime(Exception):
    """The time limit was reached while a linear program was being solved."""


@dataclass(frozen=True, eq=False)
class Optimum:
    """The optimum of a program: the value, the fraction of each option, prices of items and cuts.

    lacks: the total by which items are covered too little or too often.
    """

    value: float
    fractions: Numbers
    prices: Numbers
    cut_prices: Numbers
    lacks: float


class Program:
    """The linear program over all options of a table, with some of the known cuts; options can be switched off and on.

    cuts: the numbers of the cuts in the program.
    """

    def __init__(self, columns: Columns, dear: float) -> None:
        import highspy

        self.columns, self.dear = columns, dear
        table = columns.table
        self.cuts: list[int] = []
        self._rows = np.flatnonzero(table.distinct)
        self._row_of = np.full(table.items, -1)
        self._row_of[self._rows] = np.arange(len(self._rows))
        self._short = np.flatnonzero((table.least > 0) & table.distinct)
        self._short_place = np.full(table.items, -1)
        self._short_place[self._short] = np.arange(len(self._short))
        self._solver: Any = highspy.Highs()
        for name, setting in (
            ("output_flag", False),
            ("threads", 1),
            ("presolve", "off"),
            ("solver", "simplex"),
            ("simplex_scale_strategy", 0),
        ):
            self._solver.setOptionValue(name, setting)
        rows, short = self._rows, self._short
        self._slacks = slacks = len(short) + len(rows)
        lp = highspy.HighsLp()
        lp.num_col_, lp.num_row_ = slacks + table.options, len(rows)
        lp.col_cost_ = np.concatenate((np.full(slacks, dear), table.costs)).astype(float)
        lp.col_lower_ = np.zeros(lp.num_col_)
        too_often = np.full(len(rows), highspy.kHighsInf)
        self._upper = _upper(table)
        lp.col_upper_ = np.concatenate((table.least[short], too_often, self._upper)).astype(float)
        lp.row_lower_, lp.row_upper_ = table.least[rows].astype(float), table.most[rows].astype(float)
        lp.a_matrix_.format_ = highspy.MatrixFormat.kColwise
        own, entries = self._entries(table)
        starts = np.concatenate((np.arange(slacks), slacks + own))
        lp.a_matrix_.start_ = starts.astype(np.int32)
        lp.a_matrix_.index_ = np.concatenate((self._row_of[short], np.arange(len(rows)), entries)).astype(np.int32)
        values = np.ones(int(starts[-1]))
        values[len(short) : slacks] = -1
        lp.a_matrix_.value_ = values
        self._solver.passModel(lp)

    @property
    def table(self) -> Table:
        """The options in the program; `add_options` does not change it."""
        return self.columns.table

    def _entries(self, table: Table) -> tuple[Integers, Integers]:
        """Return the starts and the rows of the options of a table with the same items."""
        rows = self._row_of[table.members]
        before = np.concatenate(([0], np.cumsum(rows >= 0)))
        return before[table.starts], rows[rows >= 0]

    def add_cuts(self, cuts: Sequence[Cut]) -> None:
        """Add new cuts, to the known ones and to the program."""
        first = len(self.columns.cuts)
        self.columns.cuts.extend(cuts)
        self.take_cuts(range(first, len(self.columns.cuts)))

    def take_cuts(self, numbers: Iterable[int]) -> None:
        """Add known cuts to the program, by number."""
        import highspy

        taken = list(numbers)
        if not taken:
            return
        cut_starts, options, values = self.columns.entries(taken)
        where, weights, starts = list[Integers](), list[Numbers](), [0]
        for place, number in enumerate(taken):
            own = slice(cut_starts[place], cut_starts[place + 1])
            # An uncovered item may violate a cut as well: half of the shortfall, rounded up, compensates there.
            lacking = self._short_place[self.columns.cuts[number].items]
            lacking = lacking[lacking >= 0]
            where.extend((lacking, self._slacks + options[own]))
            weights.extend((np.ones(len(lacking)), values[own].astype(float)))
            starts.append(starts[-1] + len(lacking) + own.stop - own.start)
        self.cuts.extend(taken)
        sides = self.columns.sides(taken).astype(float)
        self._solver.addRows(
            len(taken), sides, np.full(len(taken), highspy.kHighsInf), starts[-1],
            np.array(starts[:-1], dtype=np.int32), np.concatenate(where).astype(np.int32), np.concatenate(weights),
        )  # fmt: skip

    def forget_cuts(self, optimum: Optimum) -> None:
        """Remove the cuts whose dual value is 0: they only slow the program down."""
        idle = np.flatnonzero(np.abs(optimum.cut_prices[: len(self.cuts)]) < NEARLY)
        if len(idle):
            self._solver.deleteRows(len(idle), (len(self._rows) + idle).astype(np.int32))
            gone = set(idle.tolist())
            self.cuts = [number for place, number in enumerate(self.cuts) if place not in gone]

    def cut_prices(self, optimum: Optimum, number: int) -> Numbers:
        """Return the dual values of cuts 0 to number - 1, 0 for those that are not in the program."""
        values = np.zeros(number)
        values[self.cuts] = optimum.cut_prices
        return values

    def add_options(self, added: Table) -> None:
        """Append the options of another table."""
        number = added.options
        self._upper = np.concatenate((self._upper, _upper(added)))
        starts, entries = self._entries(added)
        self._solver.addCols(
            number, added.costs.astype(float), np.zeros(number), self._upper[-number:],
            len(entries), starts[:-1].astype(np.int32), entries.astype(np.int32), np.ones(len(entries)),
        )  # fmt: skip

    def keep(self, mask: Mask) -> None:
        """Keep only some options; they are renumbered, and the program starts from the last basis."""
        gone = np.flatnonzero(~mask)
        self._solver.deleteCols(len(gone), (self._slacks + gone).astype(np.int32))
        self.columns = self.columns.of(self.table.kept(mask))
        self._upper = self._upper[mask]

    def inside(self, table: Table) -> Program:
        """Return the program of some of the options, with the cuts of this one, warm-started from this one's last basis.

        Items that are no longer `distinct` are omitted.
        """
        import highspy

        smaller = Program(self.columns.of(table), self.dear)
        smaller.take_cuts(self.cuts)
        basis, initial = self._solver.getBasis(), highspy.HighsBasis()
        columns, rows = np.array(basis.col_status), np.array(basis.row_status)
        lacking = self._short_place[smaller._short]
        too_often = len(self._short) + self._row_of[smaller._rows]
        options = self._slacks + np.searchsorted(self.table.numbers, table.numbers)
        initial.col_status = columns[np.concatenate((lacking, too_often, options))].tolist()
        initial.row_status = [*rows[self._row_of[smaller._rows]], *rows[len(self._rows) :]]
        initial.valid, initial.alien = True, True  # parts of the basis may no longer exist
        smaller._solver.setBasis(initial)
        return smaller

    def restrict(self, part: Part) -> None:
        """Switch off all options that are not available in a part, and demand the chosen ones."""
        places = np.arange(self._slacks, self._slacks + self.table.options, dtype=np.int32)
        lower, upper = part.chosen.astype(float), np.where(part.available, self._upper, 0.0)
        self._solver.changeColsBounds(len(places), places, lower, upper)
        changed = np.flatnonzero(part.least != self.table.least)
        for item in (*changed.tolist(), *getattr(self, "_raised", ())):
            self._solver.changeRowBounds(int(self._row_of[item]), float(part.least[item]), float(self.table.most[item]))
        self._raised = tuple(changed.tolist())

    def make_dear(self, dear: float) -> None:
        """Raise the penalty for covering items too little or too often."""
        self.dear = dear
        places = np.arange(self._slacks, dtype=np.int32)
        self._solver.changeColsCost(self._slacks, places, np.full(self._slacks, dear))

    def bound(self, option: int, lower: float, upper: float) -> None:
        """Change the bounds of one option."""
        self._solver.changeColBounds(self._slacks + option, lower, upper)

    def optimum(self, deadline: Work) -> Optimum:
        """Return the optimum; raises OutOfTime."""
        optimum = self.solve(deadline)
        assert optimum is not None
        return optimum

    def solve(self, deadline: Work, most_steps: int | None = None) -> Optimum | None:
        """Solve to the optimum; None if the iteration limit of the simplex method was reached. Raises OutOfTime."""
        if deadline.over():
            raise OutOfTime
        left = deadline.left
        self._solver.setOptionValue("time_limit", 1e30 if left is None else self._solver.getRunTime() + left)
        self._solver.setOptionValue("simplex_iteration_limit", 2**31 - 1 if most_steps is None else most_steps)
        self._solver.run()
        self._count(deadline)
        status = str(self._solver.getModelStatus().name)
        if status == "kTimeLimit":
            raise OutOfTime
        if status == "kIterationLimit":
            return None
        if status != "kOptimal":
            return self._again(status, deadline)
        return self._optimum()

    def value(self) -> float:
        """Return the value of the last, possibly unfinished solve: a lower bound on the optimum."""
        return float(self._solver.getInfo().objective_function_value)

    def _count(self, work: Work) -> None:
        """Count the last run of HiGHS as work."""
        steps, solver = int(self._solver.getInfo().simplex_iteration_count), self._solver
        work.add_simplex(steps, solver.getNumRow(), solver.getNumCol(), solver.getNumNz())

    def _again(self, status: str, work: Work) -> Optimum:
        """Solve from scratch after a failure."""
        self._solver.clearSolver()
        self._solver.run()
        self._count(work)
        after = str(self._solver.getModelStatus().name)
        if after == "kTimeLimit":
            raise OutOfTime
        if after != "kOptimal":
            raise RuntimeError(f"HiGHS ended with {status}, and then with {after}")
        return self._optimum()

    def _optimum(self) -> Optimum:
        solution = self._solver.getSolution()
        values = np.array(solution.col_value)
        duals = np.array(solution.row_dual)
        prices = np.zeros(self.table.items)
        prices[self._rows] = duals[: len(self._rows)]
        value = float(self._solver.getInfo().objective_function_value)
        lacks = float(values[: self._slacks].sum())
        return Optimum(value, values[self._slacks :], prices, duals[len(self._rows) :], lacks)


def _upper(table: Table) -> Numbers:
    """Return the upper bounds of options that the program needs: none for an option with an item covered at most once.

    A bound implied by an item would have its own price, a negative reduced cost: it proves as much about the whole, but less
    about the other options of that item.
    """
    bounded = np.minimum.reduceat(table.most[table.members], table.starts[:-1]) > 1 if table.options else np.zeros(0)
    return np.where(bounded, 1.0, np.inf)


def dear(table: Table) -> float:
    """Return the penalty of an item that is covered too little or too often: more than any option costs."""
    return 2.0 * (float(np.abs(table.costs).max(initial=0)) + 1.0)


def sifted(table: Table, deadline: Work) -> Generator[Progress, None, tuple[Optimum, float]]:
    """Return the optimum of the program over all options of a table, and the penalty that it took."""
    penalty = dear(table)
    while True:
        optimum = yield from _sifted(table, penalty, deadline)
        if optimum.lacks < NEARLY or penalty > 1e3 * dear(table):
            return optimum, penalty
        penalty *= 10


def _sifted(table: Table, penalty: float, deadline: Work) -> Generator[Progress, None, Optimum]:
    if table.options <= FEW:
        return Program(Columns(table, []), penalty).optimum(deadline)
    inside = _first(table)
    order = np.flatnonzero(inside)
    program = Program(Columns(table.kept(inside), []), penalty)
    while True:
        optimum = program.optimum(deadline)
        yield Progress(f"a linear program over {len(order)} of {table.options} options says {optimum.value:.2f}")
        reduced = table.costs - table.sums_of_fractions(optimum.prices)
        reduced[order] = 0.0
        cheap = np.flatnonzero(reduced < -NEARLY * (1.0 + np.abs(table.costs)))
        if not len(cheap):
            fractions = np.zeros(table.options)
            fractions[order] = optimum.fractions
            return Optimum(optimum.value, fractions, optimum.prices, optimum.cut_prices, optimum.lacks)
        if len(cheap) > ADDED_AT_ONCE:
            cheap = cheap[np.argpartition(reduced[cheap], ADDED_AT_ONCE)[:ADDED_AT_ONCE]]
        mask = np.zeros(table.options, dtype=np.bool_)
        mask[cheap] = True
        program.add_options(table.kept(mask))
        order = np.concatenate((order, np.flatnonzero(mask)))


def _first(table: Table) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """Return the initial options: for each item those with the lowest cost per item that they cover."""
    by_price = np.argsort(table.costs / table.lengths, kind="stable")
    rank = np.empty(table.options, dtype=np.int64)
    rank[by_price] = np.arange(table.options)
    owners = np.repeat(np.arange(table.options), table.lengths)
    order = np.lexsort((rank[owners], table.members))
    firsts = np.concatenate(([0], np.cumsum(np.bincount(table.members, minlength=table.items))))
    place = np.arange(len(order)) - np.repeat(firsts[:-1], np.diff(firsts))
    inside = np.zeros(table.options, dtype=np.bool_)
    inside[owners[order[place < FIRST_OF_AN_ITEM]]] = True
    return inside
