"""An answer in a few lines for people: its verdict, the grounds, and the effort. Nothing is decided here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exactcover.model.answer import Answer
from exactcover.model.certificate import MOST_LISTED
from exactcover.model.objective import bound_in_words, cost_in_words, gap_in_words, none_better
from exactcover.process.escaping import escaped
from exactcover.solving.chosen import chosen_in_words

METHODS = {
    "exact": "exact-cover search",
    "cpsat": "CP-SAT",
    "sat": "SAT solver",
    "brute": "brute force",
    "bfs": "breadth-first search",
    "dfs": "depth-first search",
    "ucs": "uniform-cost search",
    "greedy": "greedy search",
    "astar": "A*",
    "wastar": "weighted A*",
    "idastar": "IDA*",
    "beam": "beam search",
    "batch": "best-first search in batches",
    "compose": "composition of boxes",
    "fill": "random filling",
    "local-beam": "local beam search",
    "anneal": "simulated annealing",
    "prices": "branch and bound by prices",
    "highs": "HiGHS",
}
"""The usual name of each engine's method."""
SETTLED = "within the limits no prover certified what the search had exhausted"
"""Why a settled answer has no certificate."""


def summary(answer: Answer, *, verbose: bool = False) -> str:
    """Return a few lines: the verdict of an answer, the argument in words if there is one, and last the effort.

    verbose: also why the engine was chosen, CPU seconds and memory.
    """
    chosen = chosen_in_words(answer.solution, answer.puzzle) if answer.task in ("solve", "prove") else ""
    lines = [_verdict(answer), *([escaped(chosen)] if chosen else []), *map(escaped, answer.argument), _effort(answer)]
    if verbose:
        used = answer.statistics
        lines.append(escaped(f"engine {answer.engine.name}: {answer.engine.why}"))
        lines.append(f"{used.cpu_seconds:.3f} s CPU, {used.wall_seconds:.3f} s elapsed, {used.peak_mb:.0f} MB")
    return "\n".join(lines)


def without_certificate(answer: Answer) -> str:
    """Return in a sentence that an answer which was to have a certificate has none, and why; empty if it has one."""
    if answer.refuted or answer.listed or (answer.bounded and answer.status == "OPTIMAL" and answer.task == "solve"):
        return ""
    if answer.bounded:
        short = "that the list is complete" if answer.task == "list" else "that the solution is the best"
        return f"the certificate proves the bound, and not {short}"
    if answer.task == "list" and (answer.count or 0) > MOST_LISTED:
        why = f"the list has more than {MOST_LISTED:,} solutions"
    elif answer.status == "UNKNOWN":
        why = "the search ended before there was an answer"
    elif answer.task == "list":
        why = SETTLED if answer.exhausted else "the search ended before the list was complete"
    elif answer.status != "FEASIBLE":
        why = f"{SETTLED}; the answer stands on that alone (exhausted)"
    elif answer.cost is not None:
        why = "the search ended before a solution was proved to be the best"
    else:
        why = "a solution needs none, for both judges accept it by itself"
    return f"no certificate was made: {why}"


def _effort(answer: Answer) -> str:
    """Return the method, the number of nodes and the elapsed time, in one short line."""
    used = answer.statistics
    conflicts = f"{used.conflicts:,} conflicts" if used.conflicts else ""
    nodes = f"{used.nodes:,} node{'' if used.nodes == 1 else 's'}" if used.nodes else ""
    return ", ".join(filter(None, (_method(answer), nodes, conflicts, duration(used.wall_seconds))))


def _method(answer: Answer) -> str:
    """Return the method: an engine, engines side by side, provers, or the reason why nothing was run."""
    name = answer.engine.name
    if name == "none":
        return escaped(answer.engine.why)
    if answer.refuted:
        return f"proof by {answer.evidence}"
    return escaped(", ".join(METHODS.get(each, each) for each in name.split(", ")))


def duration(seconds: float) -> str:
    """Return seconds in units for people: 3 ms, 1.2 s, 45 s, 2 min 5 s, 1 h 2 min."""
    if seconds < 0.9995:
        return f"{max(1, round(1000 * seconds))} ms"
    if seconds < 9.95:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    if minutes < 60:
        return f"{minutes} min {rest} s" if minutes else f"{rest} s"
    return f"{minutes // 60} h {minutes % 60} min"


def _verdict(answer: Answer) -> str:
    stopped = {
        None: "",
        "time": "; stopped at the time limit",
        "memory": "; stopped at the memory limit",
        "nodes": "; stopped at the node limit",
        "solutions": "; stopped at the limit asked for",
        "gap": "; stopped at the gap",
        "interrupted": "; interrupted",
    }[answer.stop_reason]
    if answer.refuted:
        return f"INFEASIBLE: there is a certificate ({answer.evidence}), accepted by the judge"
    if answer.status == "INFEASIBLE":
        searched = f"{answer.engine.name} searched every possibility"
        return f"INFEASIBLE: {searched} ({answer.evidence}; no certificate stands behind it)"
    outcome = _of_one(answer) if answer.task in ("solve", "prove") else _of_many(answer, stopped)
    return f"{answer.status}: {outcome}{'' if answer.task in ('count', 'list', 'sample') else stopped}"


def _of_one(answer: Answer) -> str:
    """Return the outcome of a solve or a proof in words, if it found a solution or nothing at all."""
    bound = f"; {bound_in_words(answer.puzzle, answer.bound)}" if answer.bound is not None else ""
    if answer.status == "UNKNOWN":
        attempt = "" if answer.best_attempt is None else f"; the best attempt has {answer.best_attempt.faults:,} faults"
        nothing = "no solution found" if answer.task == "solve" else "neither a certificate nor a solution found"
        return nothing + bound + attempt
    cost = f", {cost_in_words(answer.puzzle, answer.cost, _goals(answer))}" if answer.cost is not None else ""
    accepted = ", accepted by the judge" if answer.certificate is not None else ""
    evidence = f" ({answer.evidence}{accepted})" if answer.evidence is not None else ""
    gap = gap_in_words(answer.cost, answer.bound)
    proved = f", and {none_better(answer.puzzle)}{evidence}" if answer.status == "OPTIMAL" else f"{bound}{gap}"
    return f"a solution, accepted by both judges{cost}{proved}"


def _of_many(answer: Answer, stopped: str) -> str:
    """Return the number of solutions of a list, a sample or a count, in words."""
    number = f"{answer.count or 0:,} solution{'' if answer.count == 1 else 's'}"
    if answer.task == "sample":
        drawn = f"{number}, drawn uniformly and independently, {_judged(answer.count)}"
        return drawn if answer.count else f"nothing was drawn{stopped}"
    if answer.task == "list":
        if not answer.count:
            return f"no solution found{stopped}"
        if answer.cost is not None:
            number += f" of {cost_in_words(answer.puzzle, answer.cost, _goals(answer))}"
            number += f", and {none_better(answer.puzzle)}" + (
                f" ({answer.evidence})" if answer.evidence and not answer.listed else ""
            )
        complete = f" ({answer.evidence}, accepted by the judge)" if answer.listed else ""
        return f"{number}, {_judged(answer.count)}{f', and no others{complete}' if answer.exhausted else stopped}"
    if answer.classes is not None:
        number += f", {answer.classes:,} up to symmetry"
    if not answer.count and not answer.exhausted:
        number = "no solution counted"
    cut = f"{stopped}, before the classes were counted" if stopped else ""
    return f"{number}{', every one counted' + cut if answer.exhausted else ' so far' + stopped}"


def _goals(answer: Answer) -> Mapping[str, Any] | None:
    """Return what the goals of the best solution come to, if it says so."""
    goals = answer.solution.get("goals") if isinstance(answer.solution, dict) else None
    return goals if isinstance(goals, dict) else None


def _judged(number: int | None) -> str:
    return "accepted by both judges" if number == 1 else "each accepted by both judges"
