"""The search for a proof that a list of solutions is complete: a refutation of the judge's clauses, by which any other remains.

If no solution is part of another, a branching tree comes first: excluding a solution is then an item, covered by its options, but
not by all of them. The tree's nodes are clauses, which become a clausal proof. It has about as many nodes as a search for the
solutions, where a SAT solver, which comes second, has to find many of them anew. The list comes besides the model, so this is
none of the provers that `prove` tries. Not here: the list (solving/certifying.py).

*Historical note.* Pentominoes in 3x20, 8 solutions, 22,058 nodes of exact search: glucose had no proof after 168 seconds.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import replace

import numpy as np

from exactcover.judges.clauses import Clauses
from exactcover.judges.demands import Demands
from exactcover.judges.enumeration import Selection, is_closed, question, question_clauses
from exactcover.judges.tree import MOST_ITEMS_TIMES_OPTIONS, MOST_NODES
from exactcover.model.answer import Limits
from exactcover.model.certificate import ENUMERATION, InvalidCertificate, Refutation
from exactcover.model.encoding import Model
from exactcover.model.events import End, Event, Progress
from exactcover.model.refuted import refuted_model
from exactcover.process.deadline import Deadline
from exactcover.proofs.provers.clausal import refuted, solved_clauses
from exactcover.proofs.provers.tree import grown_tree
from exactcover.proofs.provers.tree_lemmas import of_tree

PART_OF_TREE = 0.5
"""The part of the time that the tree may take, with its clauses and their hints."""
LEMMAS_A_SLICE = 1_000


def run(model: Model, solutions: list[list[int]], bound: int | None, limits: Limits) -> Iterator[Event]:
    """Yield Progress and an End, with the refutation of any further solution if there is one within the limits.

    model: a puzzle's own; solutions: the options of each, increasing, numbered as in judges.demands; bound: the cost of all of
    them if those of higher cost do not count. Raises RuntimeError if there is another solution.
    """
    deadline = Deadline(limits.time)
    body = {"solutions": solutions, "steps": list[int]()}
    try:
        refuted_by = refuted_model(model, Refutation(ENUMERATION, body, bound))
        needs, selections = question(refuted_by, solutions)
        encoded = question_clauses(refuted_by, solutions)
    except InvalidCertificate as unsuitable:
        yield End(False, remark=str(unsuitable))
        return
    yield Progress(f"{len(encoded.clauses)} clauses, {len(solutions)} of which exclude solutions")
    end = yield from _refuted(needs, selections, encoded, limits, deadline)
    if end.refutation is not None:
        steps = end.refutation.body["steps"]
        end = replace(end, refutation=Refutation(ENUMERATION, {**body, "steps": steps}, bound))
    yield end


def _refuted(
    needs: Demands, selections: list[Selection], encoded: Clauses, limits: Limits, deadline: Deadline
) -> Generator[Event, None, End]:
    """Return the End with a clausal proof, by the tree or else by a SAT solver."""
    variables, written = encoded.variables, encoded.clauses
    if () in written:
        return End(False, refutation=Refutation("clausal", {"steps": [0, written.index(()) + 1, 0]}))
    if is_closed(needs) and not _has_repetitions(needs):
        share = Deadline(None if deadline.left is None else deadline.left * PART_OF_TREE)
        lines = yield from _tree(_without_solutions(needs, selections), limits, share)
        end = (yield from _hinted(variables, written, lines, share)) if lines else End(False)
        if end.refutation is not None:
            return end
    outcome = yield from solved_clauses(variables, written, limits, deadline)
    if isinstance(outcome, End):
        return outcome
    if not isinstance(outcome, list):
        other = np.sort(outcome[outcome < encoded.options]).tolist()
        raise RuntimeError(f"{len(selections)} solutions were listed as all, and there is another: options {other}")
    return (yield from _hinted(variables, written, outcome, deadline))


def _tree(needs: Demands, limits: Limits, deadline: Deadline) -> Generator[Event, None, list[str]]:
    """Return the clauses of a tree that refutes demands, as lines of a DRUP proof; none if it is not closed within the limits."""
    most = MOST_NODES if limits.nodes is None else min(MOST_NODES, limits.nodes)
    grown = yield from grown_tree(needs, most, MOST_ITEMS_TIMES_OPTIONS, deadline)
    if not isinstance(grown, list):
        return []
    lines: list[str] = []
    for number, lemma in enumerate(of_tree(needs, {"items": grown})):
        lines.append(" ".join(map(str, (*lemma, 0))))
        if number % LEMMAS_A_SLICE == 0:
            if deadline.over():
                return []
            yield Progress(f"{number} clauses of {len(grown)} nodes")
    return lines


def _hinted(
    variables: int, written: list[tuple[int, ...]], lines: list[str], deadline: Deadline
) -> Generator[Event, None, End]:
    """Return the End with the clausal proof of DRUP lines."""
    end = End(False)
    for event in refuted(variables, written, lines, deadline):
        if isinstance(event, End):
            end = event
        else:
            yield event
    return end


def _has_repetitions(needs: Demands) -> bool:
    """Return whether an option has an item several times, which trees do not support."""
    again = needs.members[1:] == needs.members[:-1]
    again[needs.starts[1:-1] - 1] = False
    return bool(again.any())


def _without_solutions(needs: Demands, selections: list[Selection]) -> Demands:
    """Return demands with a further item for each selection, which its options cover, but not all of them."""
    sizes = np.array([len(selection) for selection in selections], dtype=np.int64)
    options = np.concatenate([np.array(selection, dtype=np.int64) for selection in selections])
    items = np.repeat(np.arange(len(selections), dtype=np.int64) + needs.items, sizes)
    members = np.concatenate((needs.members, items))
    order = np.lexsort((members, np.concatenate((needs.owners, options))))
    lengths = np.diff(needs.starts) + np.bincount(options, minlength=needs.options)
    starts = np.concatenate(([0], np.cumsum(lengths)))
    least = np.concatenate((needs.least, np.zeros(len(selections), dtype=np.int64)))
    return Demands(least, np.concatenate((needs.most, sizes - 1)), starts, members[order], needs.cells, needs.names)
