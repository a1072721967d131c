"""The prover by clauses: glucose refutes the judge's own clauses, and hints are added to its proof, so that the judge need not
search.

The solver holds the interpreter lock and cannot be interrupted, so it runs in slices of a conflict budget. Its proof is DRUP
text: one lemma per line, and `d` lines for deleted clauses. Deletions only save work here: if a lemma does not follow because
of one (glucose deletes clauses that it still needs as units), the proof is processed again without them. A hard model is
solved again with options that can be chosen without loss of generality (clausal_orbits.py).
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, field, replace

import numpy as np

from exactcover import judges
from exactcover.judges.clausal import MOST_NUMBERS, question_clauses
from exactcover.judges.clauses import Clause, Clauses
from exactcover.judges.demands import demands
from exactcover.model.answer import Limits, Statistics
from exactcover.model.arrays import Integers
from exactcover.model.certificate import InvalidCertificate, Refutation
from exactcover.model.encoding import Model
from exactcover.model.errors import StopReason
from exactcover.model.events import End, Event, Found, Progress
from exactcover.model.linear import Linear
from exactcover.model.space import Within
from exactcover.model.tiling import Tiling
from exactcover.process.deadline import Deadline
from exactcover.proofs.provers.clausal_orbits import Choice, choices, nested, units
from exactcover.transform.reductions.tiling_to_cover import placements

accepts = ("tiling", "cover", "linear", "within")

SOLVER = "glucose4"
CONFLICTS_A_SLICE = 200
CONFLICTS_AT_ONCE = 5_000
"""Conflicts before symmetries are searched for."""
LINES_A_SLICE = 5_000
LEMMAS_A_SLICE = 50


@dataclass
class _Drup:
    """A proof without hints: lemmas up to the empty one, and which clauses were deleted after how many lemmas."""

    lemmas: list[Clause] = field(default_factory=list)
    deleted: dict[int, int] = field(default_factory=dict)


def run(model: Model, limits: Limits, conflicts_at_once: int = CONFLICTS_AT_ONCE) -> Iterator[Event]:
    """Yield Progress, then Found if the clauses are satisfiable, and lastly an End.

    conflicts_at_once: after so many, symmetries of the model are looked for.
    """
    deadline = Deadline(limits.time)
    try:
        encoded = question_clauses(model)
    except InvalidCertificate as too_large:
        yield End(False, remark=str(too_large))
        return
    variables, written = encoded.variables, encoded.clauses
    yield Progress(f"{len(written)} clauses")
    if () in written:
        steps = [0, written.index(()) + 1, 0]
        yield End(False, refutation=Refutation("clausal", {"steps": steps}), remark="one clause is empty")
        return
    if isinstance(model, Within | Linear):
        chosen: list[Choice] = []
        solved = yield from solved_clauses(variables, written, limits, deadline)
    else:
        chosen, solved = yield from _solved_by_orbits(model, encoded, limits, deadline, conflicts_at_once)
    if isinstance(solved, End):
        yield solved
    elif isinstance(solved, list):
        for event in refuted(variables, [*written, *units(chosen)], solved, deadline):
            yield _by_orbits(encoded, chosen, event) if chosen and isinstance(event, End) else event
    else:
        yield from _found(model, solved[solved < encoded.options])


def _solved_by_orbits(
    model: Model, encoded: Clauses, limits: Limits, deadline: Deadline, conflicts_at_once: int
) -> Generator[Event, None, tuple[list[Choice], End | list[str] | Integers]]:
    """Return what is solved at once; where that is hard, what is chosen without loss of generality, and what is solved then."""
    first = conflicts_at_once if limits.nodes is None else min(conflicts_at_once, limits.nodes)
    solved = yield from solved_clauses(encoded.variables, encoded.clauses, replace(limits, nodes=first), deadline)
    if not isinstance(solved, End) or deadline.over() or first == limits.nodes:
        return [], solved
    chosen = yield from choices(demands(model), deadline)
    left = limits if limits.nodes is None else replace(limits, nodes=limits.nodes - first)
    solved = yield from solved_clauses(encoded.variables, [*encoded.clauses, *units(chosen)], left, deadline)
    return chosen, solved


def _by_orbits(encoded: Clauses, chosen: list[Choice], end: End) -> End:
    """Turn the end of a proof for the model with choices into one for the whole model."""
    if end.refutation is None:
        return end
    body = nested(encoded, chosen, list(end.refutation.body["steps"]))
    if body is None:
        return End(False, remark="propagation does not close the orbits of the options chosen")
    remark = f"{end.remark}, with {len(chosen)} options chosen by symmetry"
    return replace(end, refutation=Refutation("clausal", body), remark=remark)


def solved_clauses(
    variables: int, written: list[Clause], limits: Limits, deadline: Deadline
) -> Generator[Event, None, End | list[str] | Integers]:
    """Return the lines of a proof, the true variables (0-based), or an End if a limit was reached."""
    from pysat.solvers import Solver

    with Solver(name=SOLVER, bootstrap_with=written, with_proof=True) as solver:
        while True:
            spent = solver.accum_stats()["conflicts"]
            budget = CONFLICTS_A_SLICE if limits.nodes is None else min(CONFLICTS_A_SLICE, limits.nodes - spent)
            stop: StopReason | None = "time" if deadline.over() else "nodes" if budget <= 0 else None
            if stop is not None:
                remark = f"no answer after {spent} conflicts"
                return End(False, stop, remark=remark, statistics=Statistics(conflicts=spent))
            solver.conf_budget(budget)
            verdict = solver.solve_limited()
            if verdict is True:
                return np.array([literal - 1 for literal in solver.get_model() if literal > 0], dtype=np.int64)
            if verdict is False:
                return list(solver.get_proof())
            yield Progress(f"{solver.accum_stats()['conflicts']} conflicts")


def _found(model: Model, options: Integers) -> Iterator[Event]:
    if isinstance(model, Within):
        yield End(False, remark=f"there is a plan of at most {model.moves} moves")
        return
    selection = placements(model)[options] if isinstance(model, Tiling) else options
    if judges.faults(model, selection):
        yield End(False, remark="there is a solution but for connectivity, so no refutation")
        return
    yield Found(selection)
    yield End(False, remark="the clauses are satisfiable")


def refuted(variables: int, written: list[Clause], lines: list[str], deadline: Deadline) -> Iterator[Event]:
    """Yield Progress and an End with the proof from the DRUP lines, with hints; deletions are ignored if they break it.

    written: the clauses, none empty.
    """
    from exactcover.kernel.proofs import backward_check

    drup = yield from _parsed(written, lines)
    none: dict[int, int] = {}
    for deleted in (drup.deleted, none):
        elaboration = backward_check.Elaboration(variables, written, drup.lemmas, deleted)
        code = backward_check.OUT_OF_BUDGET
        while code == backward_check.OUT_OF_BUDGET:
            if deadline.over():
                remark = f"the time was up before the {len(drup.lemmas)} lemmas had hints"
                yield End(False, "time", remark=remark)
                return
            code = elaboration.run(LEMMAS_A_SLICE)
            yield Progress(f"{len(elaboration.hints)} lemmas have hints")
        if code == backward_check.CHECKED:
            break
    if code == backward_check.NOT_IMPLIED:
        yield End(False, remark="a lemma of the solver does not follow by unit propagation")
        return
    steps = elaboration.steps()
    if len(steps) > MOST_NUMBERS:
        yield End(False, remark=f"the proof has {len(steps)} numbers; at most {MOST_NUMBERS} are read")
        return
    remark = f"the proof needs {len(elaboration.hints)} of the solver's {len(drup.lemmas)} lemmas"
    yield End(False, refutation=Refutation("clausal", {"steps": steps}), remark=remark)


def _parsed(written: list[Clause], lines: list[str]) -> Generator[Event, None, _Drup]:
    """Parse DRUP lines; deletions of units, and of unknown clauses, are ignored."""
    places: dict[Clause, list[int]] = {}
    for place, clause in enumerate(written):
        places.setdefault(tuple(sorted(clause)), []).append(place)
    drup = _Drup()
    for number, line in enumerate(lines):
        if number % LINES_A_SLICE == 0:
            yield Progress(f"{number} lines of the proof read")
        delete = line.startswith("d ")
        clause = tuple(map(int, line[2:].split() if delete else line.split()))[:-1]
        key = tuple(sorted(clause))
        if delete:
            if len(key) > 1 and places.get(key):
                drup.deleted[places[key].pop()] = len(drup.lemmas)
            continue
        places.setdefault(key, []).append(len(written) + len(drup.lemmas))
        drup.lemmas.append(clause)
        if not clause:
            return drup
    # If the clauses are refuted by propagation as they are added, glucose does not write the last lemma.
    drup.lemmas.append(())
    return drup
