"""What is left of a puzzle: how many solutions, or how cheap a plan, within a moment; and where it became impossible.

For people who place pieces by hand: what they have placed are the puzzle's pre-placed pieces, or clues. Not here: what a search
does (solving), and the sentences of certificates (proofs/explain).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from encoders.puzzle import Puzzle
from exactcover.api.answering import answered
from exactcover.api.subjects import Subject, puzzle_about
from exactcover.model import defaults, offsets
from exactcover.model.amounts import in_json
from exactcover.model.answer import SCHEMA, Answer, Limits, Request, Task, request
from exactcover.model.best_attempt import json_of
from exactcover.model.cover import Cover
from exactcover.model.documents import Remaining
from exactcover.model.encoding import Model
from exactcover.model.errors import InvalidInput
from exactcover.model.growth import Growth
from exactcover.model.linear import Linear
from exactcover.model.objective import amounts_in_words
from exactcover.model.space import Sliding
from exactcover.model.tiling import Tiling
from exactcover.process.deadline import Deadline
from exactcover.proofs import provers
from exactcover.proofs.explain.briefly import cells_named, reason

QUICK = ("arithmetic", "colouring", "dead", "invariant")
"""The provers that are done in a moment."""
VAGUE = ("exhausted", "tree", "dead")
"""Evidence that says little to people; on a busy machine "dead" may be found where arithmetic had no time for a pocket."""
MOST_COUNTED = 8000
"""The most placements or options of a puzzle whose solutions are counted, half as many in less than a second: to prepare the
search of more takes as long."""


def remaining(subject: Subject, *, seconds: float = defaults.REMAINING_SECONDS, solution: bool = False) -> Remaining:
    """Return how many solutions a puzzle has, or its best plan or cost, as far as that is known after a moment.

    seconds: for everything, but a solution is looked for 0.2 s at least, and a reason 0.5 s; solution: return one too, which
    serves as a hint. If there is none, the reason is looked for: `argument` has it in sentences, and `dead` the cells that a
    checked certificate is about. See the schema `remaining`. Raises InvalidInput.
    """
    return remaining_by(answered, puzzle_about(subject), seconds, solution)


def remaining_by(
    answering: Callable[[Puzzle, Request], Answer], puzzle: Puzzle, seconds: float, solution: bool
) -> Remaining:
    """Return the same; answering: answers a request about a puzzle."""
    if not 0 < seconds <= defaults.MAX_LOOKUP_TIME_LIMIT:
        raise InvalidInput(f"the time is {seconds} s; expected above 0 and at most {defaults.MAX_LOOKUP_TIME_LIMIT:g}")
    model = puzzle.encode().model
    deadline = Deadline(seconds)

    def ask(task: Task, least: float = defaults.LEAST_SECONDS, argument: str = "") -> Answer:
        limits = Limits(time=max(deadline.left or 0.0, least))
        one = 1  # worker: several look-ups run at once
        return answering(puzzle, request(task, limits=limits, workers=one, argument=argument))

    countable = not isinstance(model, Sliding | Growth | Linear) and getattr(model, "costs", None) is None
    countable = countable and size_of(model) <= MOST_COUNTED * min(1.0, max(seconds, 0.5))
    answer = ask("count") if countable else ask("solve")
    hint = answer.solution
    if answer.status == "INFEASIBLE" and answer.evidence in VAGUE:  # a shorter reason may exist
        for name in QUICK:  # the time to import them is not theirs
            provers.prover(name)
        proof = ask("prove", defaults.POCKET_SECONDS, "arithmetic")
        if proof.certificate is None and answer.evidence != "dead":
            proof = ask("prove", defaults.REASON_SECONDS)
        if proof.certificate is not None and proof.status == "INFEASIBLE":
            answer = replace(answer, evidence=proof.evidence, certificate=proof.certificate, argument=proof.argument)
    elif solution and countable and answer.status != "INFEASIBLE":
        hint = ask("solve").solution
    shown = json_of(hint, None) if solution else None
    complete = countable and answer.exhausted and answer.status != "UNKNOWN"
    return {
        "schema": SCHEMA,
        "task": "remaining",
        "puzzle_sha256": str(answer.puzzle_sha256),
        "status": answer.status if hint is None or answer.status == "OPTIMAL" else "FEASIBLE",
        "count": str(answer.count or 0) if complete or (countable and answer.status == "INFEASIBLE") else None,
        "at_least": str(answer.count) if countable and answer.count and not complete else None,
        "classes": str(answer.classes) if complete and answer.classes is not None else None,
        "cost": in_json(answer.cost),
        "bound": in_json(answer.bound),
        "evidence": answer.evidence,
        "argument": list(answer.argument) or None,
        "dead": [] if answer.certificate is None else cells_named(model, answer.certificate.refutation),
        "solution": None if shown is None else dict(shown),
        "stop_reason": answer.stop_reason,
        "sentence": _sentence(answer, model, seconds, fits=hint is not None),
    }


def size_of(model: Model) -> int:
    """Return the number of placements or of options; an upper bound if the region is large."""
    if isinstance(model, Tiling) and int(model.region.sum()) > MOST_COUNTED:
        return sum(len(piece.orientations) for piece in model.pieces) * int(model.region.sum())
    if isinstance(model, Tiling):
        return sum(int(window.sum()) for windows in offsets.fitting(model) for window in windows)
    return model.options if isinstance(model, Cover) else 0


def _sentence(answer: Answer, model: Model, seconds: float, *, fits: bool) -> str:
    """Return what is known, for people."""
    if answer.status == "INFEASIBLE":
        certificate = answer.certificate
        return f"Impossible: {'every way was tried' if certificate is None else reason(model, certificate.refutation)}."
    if answer.count is not None:
        return _number(answer, seconds, fits=fits)
    if answer.cost is None:
        if answer.solution is None:
            return f"Not decided in {seconds:g} s."
        counted = not isinstance(model, Sliding | Growth | Linear) and getattr(model, "costs", None) is None
        return "It fits; it is too large to be counted in a moment." if counted else "It can be done."
    if isinstance(model, Sliding):
        moves = _plural(answer.cost, "move")
        return f"{moves} is the shortest." if answer.status == "OPTIMAL" else f"{moves}, or fewer."
    goals = answer.solution.get("goals") if isinstance(answer.solution, dict) else None
    words = amounts_in_words(answer.puzzle, answer.cost, goals) or str(answer.cost)
    return f"The best is {words}." if answer.status == "OPTIMAL" else f"{words[:1].upper()}{words[1:]}, or better."


def _number(answer: Answer, seconds: float, *, fits: bool) -> str:
    """Return the number of solutions as a sentence."""
    count = answer.count or 0
    if not answer.exhausted:
        undecided = (
            f"It fits; how often was not decided in {seconds:g} s." if fits else f"Not decided in {seconds:g} s."
        )
        return f"At least {_plural(count, 'solution')}." if count else undecided
    if count == 1:
        return "Exactly one solution."
    different = "" if answer.classes in (None, count) else f", {answer.classes:,} of them different"
    return f"{_plural(count, 'solution')}{different}."


def _plural(number: Any, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
