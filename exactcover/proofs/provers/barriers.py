"""The prover of barriers: a linear program over the placements of a growth, whose dual is the certificate.

Its rows are barriers (see judges/barriers.py), pieces and edges. It begins with the barriers at every distance from a wanted
cell and from the roots, and adds one whenever a fractional solution has less than one placement across it: that is a minimum
cut, found as a maximum flow from the roots to the wanted cell through placements. The dual values are rounded to integers that
prove a little less, and any excess weight of a placement is subtracted from its piece.

A wanted cell that no placement can reach has a barrier that none crosses; no program is needed for it.

*Historical note.* A barrier counts placements, not cells. Rows that demand one covered cell at every distance give 14 on the
10x10 mini contest and 28 for the corners of 14x14; the same sets as barriers give 14 and 31, and with cuts 16 and 31.
"""

from __future__ import annotations

import threading
from collections.abc import Generator, Iterator
from math import ceil
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactcover.judges.barriers import MOST_PLACEMENTS
from exactcover.model.answer import Limits
from exactcover.model.arrays import Mask
from exactcover.model.certificate import Refutation
from exactcover.model.encoding import Model
from exactcover.model.errors import StopReason
from exactcover.model.events import End, Event, Progress
from exactcover.model.growth import Cheaper, Growth
from exactcover.process.deadline import Deadline
from exactcover.proofs.provers.barrier_cuts import Barrier, Crossings, crossings

accepts = ("growth", "cheaper")

SCALE = 2**24
NEARLY = 1e-6
SECONDS_A_LOOK = 0.05
ROUNDS_A_LOOK, PATIENCE = 10, 60
"""It stops if that many times the gain of the last rounds would not reach the next integer."""
MOST_ENTRIES = 60_000_000  # placements times cells
ENTRY_SECONDS = 1e-7
MOST_ROUNDS = 2_000

Numbers = NDArray[np.float64]


def run(model: Model, limits: Limits, most_entries: int = MOST_ENTRIES) -> Iterator[Event]:
    """Look for a wanted cell out of reach, then for a bound on the cost, or for weights by which nothing can be placed.

    Of a growth the End has the best bound that was reached in time; of a cheaper growth one that refutes it, or none.
    most_entries: placements times cells.
    """
    assert isinstance(model, Growth | Cheaper)
    growth = model.growth if isinstance(model, Cheaper) else model
    deadline = Deadline(limits.time)
    most = sum(len(piece.orientations) for piece in growth.pieces) * int(growth.region.sum())
    if min(most, MOST_PLACEMENTS) * growth.region.size > most_entries or most > MOST_PLACEMENTS:
        yield End(False, remark=f"there may be {most} placements on {growth.region.size} cells: too many to weigh")
        return
    yield Progress("listing the placements", seconds=min(most, MOST_PLACEMENTS) * growth.region.size * ENTRY_SECONDS)
    table = crossings(growth)
    for wanted in table.wanted:
        reached = table.reached(wanted)
        if reached is not None:
            cell = {"wanted": table.cell(wanted), "cells": table.cells(reached), "weight": 1}
            body = {"scale": 1, "barriers": [cell], "pieces": [], "edges": []}
            yield End(False, refutation=Refutation("barriers", body), remark=f"{cell['wanted']} is out of reach")
            return
    if deadline.over():
        yield End(False, "time", remark="the time was over before the linear program was written")
        return
    program = _Program(table, priced=growth.price != "nothing")
    status = yield from _tightened(program, model, deadline)
    if status == "kInfeasible" and program.priced:
        program = _Program(table, priced=False)
        status = yield from _tightened(program, model, deadline)
    if program.solved is None:
        yield End(False, "time" if deadline.over() else None, remark=f"the linear program ended with {status}")
        return
    yield _end(program, model, deadline)


def _end(program: _Program, model: Growth | Cheaper, deadline: Deadline) -> End:
    """Return the end with the certificate from the program's dual values, if it is strong enough."""
    body, total = program.certificate()
    stop: StopReason | None = "time" if deadline.over() else None
    if not program.priced:
        if total > 0:
            return End(False, refutation=Refutation("barriers", body), remark="not even fractions of pieces fit")
        return End(False, stop, remark="fractions of pieces fit")
    growth = program.table.growth
    if growth.price == "left over":
        total += SCALE * sum(piece.size for piece in growth.pieces)
    bound = -(-total // SCALE)
    remark = f"{len(body['barriers'])} barriers weigh so much that every solution costs at least {bound}"
    if bound < (model.cost if isinstance(model, Cheaper) else 1):
        return End(False, stop, remark=remark)
    proved = model.cost if isinstance(model, Cheaper) else bound
    return End(False, refutation=Refutation("barriers", body, proved), remark=remark)


def _tightened(program: _Program, model: Growth | Cheaper, deadline: Deadline) -> Generator[Event, None, str]:
    """Solve the program and add cuts until none is left, the question is settled or the gain is too small."""
    values: list[float] = []
    while len(values) < MOST_ROUNDS:
        status = yield from program.solve(deadline)
        if status != "kOptimal" or program.solved is None:
            return status
        value, fractions, _ = program.solved
        values.append(value)
        yield Progress(f"a linear program says {value:.2f} after {len(values)} rounds of barriers")
        enough = model.cost - 1 + NEARLY if isinstance(model, Cheaper) else float("inf")
        if program.priced and value + program.table.constant > enough:
            return status
        if len(values) > ROUNDS_A_LOOK:
            gain = value - values[-1 - ROUNDS_A_LOOK]
            if gain * PATIENCE < ceil(value - NEARLY) - value + NEARLY or (not program.priced and value > NEARLY):
                return status
        added = 0
        for wanted in program.table.wanted:
            for barrier in program.table.least_cuts(fractions, wanted):
                added += program.add(barrier)
            yield Progress(f"{program.rows} barriers")
            if deadline.over():
                return status
        if not added:
            return status
    return status


class _Program:
    """A linear program over placements: minimise their cost, or without a price the total violation of the barriers.

    solved: the value, the fractions of placements, and the dual values of the rows, from the last completed solve.
    """

    def __init__(self, table: Crossings, *, priced: bool) -> None:
        import highspy

        self.table, self.priced = table, priced
        self.solved: tuple[float, Numbers, Numbers] | None = None
        self.barriers: list[Barrier] = []
        self._known: set[bytes] = set()
        self._solver: Any = highspy.Highs()
        for option, setting in (("output_flag", False), ("threads", 1)):
            self._solver.setOptionValue(option, setting)
        number = len(table.pieces)
        columns = number + (not priced)
        self._solver.addVars(columns, np.zeros(columns), np.full(columns, highspy.kHighsInf))
        costs = table.costs.astype(float) if priced else np.append(np.zeros(number), 1.0)
        self._solver.changeColsCost(columns, np.arange(columns, dtype=np.int32), costs)
        for piece, description in enumerate(table.growth.pieces):
            self._row(table.pieces == piece, description.least, description.most)
        for touching in table.touching:
            self._row(touching, 0, 1)
        for barrier in table.first_barriers():
            self.add(barrier)

    @property
    def rows(self) -> int:
        """The number of barriers."""
        return len(self.barriers)

    def add(self, barrier: Barrier) -> bool:
        """Add the row of a barrier, unless the same placements cross another one."""
        crossing = self.table.crossing(barrier)
        key = np.packbits(crossing).tobytes()
        if key in self._known:
            return False
        self._known.add(key)
        self.barriers.append(barrier)
        self._row(crossing, 1, None)
        return True

    def _row(self, members: Mask, least: int, most: int | None) -> None:
        import highspy

        columns = np.flatnonzero(members).astype(np.int32)
        if least and not self.priced:
            columns = np.append(columns, np.int32(len(self.table.pieces)))
        upper = highspy.kHighsInf if most is None or (least and not self.priced) else float(most)
        self._solver.addRow(float(least), upper, len(columns), columns, np.ones(len(columns)))

    def solve(self, deadline: Deadline) -> Generator[Event, None, str]:
        """Solve in a thread, which releases the interpreter lock; return the name of the status."""
        if deadline.left is not None:
            self._solver.setOptionValue("time_limit", self._solver.getRunTime() + deadline.left)
        self._solver.HandleUserInterrupt = True
        thread = threading.Thread(target=self._solver.run, daemon=True)
        thread.start()
        try:
            while thread.is_alive():
                thread.join(SECONDS_A_LOOK)
                if thread.is_alive():
                    yield Progress("solving a linear program over barriers", seconds=SECONDS_A_LOOK)
        finally:
            if thread.is_alive():
                self._solver.cancelSolve()
                thread.join()
        status = str(self._solver.getModelStatus().name)
        if status == "kOptimal":
            solution = self._solver.getSolution()
            fractions = np.array(solution.col_value)[: len(self.table.pieces)]
            value = float(self._solver.getInfo().objective_function_value)
            self.solved = value, fractions, np.array(solution.row_dual)
        return status

    def certificate(self) -> tuple[dict[str, Any], int]:
        """Return the body from the dual values, as integers, and the minimum weight of a solution."""
        assert self.solved is not None
        table, pieces = self.table, self.table.growth.pieces
        duals = self.solved[2] * SCALE
        own = np.floor(duals[: len(pieces)]).astype(np.int64)
        edges = np.ceil(np.maximum(-duals[len(pieces) : len(pieces) + len(table.touching)], 0)).astype(np.int64)
        # rows that were added after the program was solved last have no weight
        weights = np.floor(np.maximum(duals[len(pieces) + len(table.touching) :], 0)).astype(np.int64)
        weighs = np.zeros(len(table.pieces), dtype=np.int64)
        for weight, barrier in zip(weights.tolist(), self.barriers, strict=False):
            if weight:
                weighs += weight * table.crossing(barrier)
        for weight, touching in zip(edges.tolist(), table.touching, strict=True):
            if weight:
                weighs -= weight * touching
        room = (SCALE * table.costs if self.priced else 0) - weighs
        for piece, description in enumerate(pieces):
            mine = room[table.pieces == piece]
            if len(mine):
                own[piece] = int(mine.min()) if description.least else min(0, int(mine.min()))
            else:
                own[piece] = SCALE if description.least else 0
        total = int(weights.sum() - edges.sum())
        for weight, description in zip(own.tolist(), pieces, strict=True):
            total += weight * (description.least if weight > 0 else description.most)
        body = {
            "scale": SCALE,
            "barriers": [
                {"wanted": table.cell(barrier.wanted), "cells": table.cells(barrier.cells), "weight": weight}
                for weight, barrier in zip(weights.tolist(), self.barriers, strict=False)
                if weight
            ],
            "pieces": [[piece, weight] for piece, weight in enumerate(own.tolist()) if weight],
            "edges": [
                [table.cell(a), table.cell(b), weight]
                for (a, b), weight in zip(table.edges.tolist(), edges.tolist(), strict=True)
                if weight
            ],
        }
        return body, total
