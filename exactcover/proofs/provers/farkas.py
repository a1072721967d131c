"""Farkas multipliers: a linear program over the items, its optimum made exact in integers.

Multipliers y = p - n with p, n >= 0; no option's sum may be negative, all items together must sum to -1 or less, and the sum
of p and n is minimised: so few items take part, with small numbers. If the program is infeasible, there is a cover with
fractions of options, and no multipliers exist (Farkas' lemma). The simplex method ends at a vertex, so the support and the
options of sum 0 determine y up to a factor: small fractions are read off the floating-point numbers, and if that fails, the
equations are solved over the integers. The result has been verified in integers.

HiGHS runs in a thread (it releases the interpreter lock), so that its run need not be cut into slices.

*Historical note.* In slices of time or of iterations, it repeats its setup each time, and a program of 0.5 seconds (35
hexominoes on 15x14) took from 0.6 to over 20.
"""

from __future__ import annotations

import threading
from collections.abc import Generator, Iterator
from math import gcd
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.judges.demands import Demands, demands
from exactcover.model.answer import Limits
from exactcover.model.arrays import Integers
from exactcover.model.certificate import Refutation
from exactcover.model.cover import Cover
from exactcover.model.encoding import Model
from exactcover.model.events import End, Event, Progress
from exactcover.model.tiling import Tiling
from exactcover.process.deadline import Deadline

accepts = ("tiling", "cover")

MEMBERS_A_SECOND = 400_000  # larger programs take longer than that, mostly before the first iteration
SECONDS_A_LOOK = 0.05
SMALLEST = 1e-9  # a multiplier below this is 0
NEARLY = 1e-6
MOST_EQUATIONS = 5_000  # of an exact solution

Numbers = NDArray[np.float64]


class Bounds(NamedTuple):
    """Sizes above which the prover gives up.

    members: half the entries of the program; denominator: of the fractions that are read off its solution; support: multipliers
    that are solved for if they are no such fractions.
    """

    members: int = 2_000_000
    denominator: int = 120
    support: int = 800


DEFAULT_BOUNDS = Bounds()


def run(model: Model, limits: Limits, bounds: Bounds = DEFAULT_BOUNDS) -> Iterator[Event]:
    """Solve the program in slices of time; the End has the multipliers, or says why there are none."""
    assert isinstance(model, Tiling | Cover)
    deadline = Deadline(limits.time)
    most = bounds.members if deadline.left is None else min(bounds.members, int(deadline.left * MEMBERS_A_SECOND))
    if _most_members(model) > most:
        within = "" if most == bounds.members else " within the time"
        yield End(False, remark=f"the options have up to {_most_members(model)} items; {most} is the limit{within}")
        return
    yield Progress("listing the options")
    needs = demands(model)
    solver = _program(needs)
    status = yield from _solved(solver, deadline)
    if status != "kOptimal":
        why = {
            "kInfeasible": "there is a cover with fractions of options, so there are no Farkas multipliers",
            "kTimeLimit": "the linear program took too long",
        }
        yield End(False, remark=why.get(status, f"the linear program ended with {status}"))
        return
    values = np.array(solver.getSolution().col_value)
    multipliers = exact_multipliers(needs, values[: needs.items] - values[needs.items :], bounds)
    if multipliers is None:
        yield End(False, remark="the multipliers that the linear program found could not be made exact")
        return
    items = sorted(multipliers)
    body = {"items": items, "multipliers": [multipliers[item] for item in items]}
    yield End(False, refutation=Refutation("farkas", body), remark=f"{len(items)} items have Farkas multipliers")


def _most_members(model: Tiling | Cover) -> int:
    """Return an upper bound on the items of all options together."""
    if isinstance(model, Cover):
        return len(model.members)
    each = sum(len(piece.orientations) * (piece.size + 1) for piece in model.pieces if piece.most)
    return int(model.region.sum()) * each


def _program(needs: Demands) -> Any:
    """Return HiGHS with the program: columns p and n, one row per option, and last the row of all items together."""
    import highspy

    items, options = needs.items, needs.options
    program = highspy.HighsLp()
    program.num_col_, program.num_row_ = 2 * items, options + 1
    program.col_cost_, program.col_lower_ = np.ones(2 * items), np.zeros(2 * items)
    program.col_upper_ = np.full(2 * items, highspy.kHighsInf)
    program.row_lower_ = np.append(np.zeros(options), -highspy.kHighsInf)
    program.row_upper_ = np.append(np.full(options, highspy.kHighsInf), -1.0)
    together = np.concatenate((needs.most, -needs.least))
    counting = np.flatnonzero(together)
    ends = np.append(2 * needs.starts, 2 * len(needs.members) + len(counting))
    columns = np.stack((needs.members, needs.members + items), axis=1).ravel()
    program.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    program.a_matrix_.start_ = ends
    program.a_matrix_.index_ = np.concatenate((columns, counting))
    program.a_matrix_.value_ = np.concatenate((np.tile([1.0, -1.0], len(needs.members)), together[counting]))
    solver = highspy.Highs()
    for option, value in (("output_flag", False), ("threads", 1), ("presolve", "off")):
        solver.setOptionValue(option, value)
    solver.passModel(program)
    return solver


def _solved(solver: Any, deadline: Deadline) -> Generator[Event, None, str]:
    """Run a solver to its end or the deadline; return the name of its status."""
    if deadline.left is not None:
        solver.setOptionValue("time_limit", deadline.left)
    solver.HandleUserInterrupt = True
    thread = threading.Thread(target=solver.run, daemon=True)
    thread.start()
    try:
        while thread.is_alive():
            thread.join(SECONDS_A_LOOK)
            yield Progress("solving a linear program for multipliers")
    finally:
        solver.cancelSolve()
        thread.join()
    return str(solver.getModelStatus().name)


def exact_multipliers(needs: Demands, floats: Numbers, bounds: Bounds = DEFAULT_BOUNDS) -> dict[int, int] | None:
    """Return multipliers in whole numbers that prove it, by item, or None where these could not be made exact."""
    support = np.flatnonzero(np.abs(floats) > SMALLEST)
    if not len(support):
        return None
    scaled = floats[support] / np.abs(floats[support]).min()
    for factor in range(1, bounds.denominator + 1):
        near = np.rint(scaled * factor)
        if (np.abs(scaled * factor - near) < NEARLY * np.maximum(np.abs(near), 1)).all():
            whole = dict(zip(support.tolist(), map(int, near.tolist()), strict=True))
            if proves(needs, whole):
                return _reduced(whole)
    exact = _kernel(needs, floats, support) if len(support) <= bounds.support else None
    return _reduced(exact) if exact is not None and proves(needs, exact) else None


def _kernel(needs: Demands, floats: Numbers, support: Integers) -> dict[int, int] | None:
    """Return the integer multipliers of the support for which all options of sum 0 keep it, if they are unique."""
    import flint

    sums = np.bincount(needs.owners, floats[needs.members], minlength=needs.options)
    tight = np.flatnonzero(np.abs(sums) < NEARLY * np.abs(floats).max())
    place = {item: number for number, item in enumerate(support.tolist())}
    members, starts = needs.members.tolist(), needs.starts.tolist()
    rows = {
        tuple(place[item] for item in members[starts[option] : starts[option + 1]] if item in place)
        for option in tight.tolist()
    }
    if len(rows) > MOST_EQUATIONS:
        return None
    matrix = flint.fmpz_mat(max(len(rows), 1), len(support))
    for number, row in enumerate(sorted(rows)):
        for column in row:
            matrix[number, column] = 1
    space, dimension = matrix.nullspace()
    if dimension != 1:
        return None
    whole = [int(space[number, 0]) for number in range(len(support))]
    largest = int(np.argmax(np.abs(floats[support])))
    sign = 1 if (whole[largest] > 0) == (floats[support[largest]] > 0) else -1
    return {item: sign * y for item, y in zip(support.tolist(), whole, strict=True) if y}


def proves(needs: Demands, multipliers: dict[int, int]) -> bool:
    """Return whether multipliers prove it, in whole numbers of any size."""
    least, most = needs.least.tolist(), needs.most.tolist()
    if sum(y * (most[item] if y > 0 else least[item]) for item, y in multipliers.items()) >= 0:
        return False
    weights = np.zeros(needs.items, dtype=object)
    weights[list(multipliers)] = list(multipliers.values())
    if sum(map(abs, multipliers.values())) * max(len(needs.members), 1) < 2**62:
        weights = weights.astype(np.int64)
    return not (needs.sums(weights) < 0).any()


def _reduced(multipliers: dict[int, int]) -> dict[int, int]:
    """Return multipliers divided by their common factor."""
    common = gcd(*multipliers.values())
    return {item: y // common for item, y in multipliers.items()}
