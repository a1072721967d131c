"""The answer of a run, updated event by event: bounds, certificates, attempts, and the end. Refutations are judged here.

Each function takes an answer and returns the updated one; costs are in the model's unit. Not here: running engines and judging
solutions (pipeline.py).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from exactcover import judges
from exactcover.model.amounts import Amount
from exactcover.model.answer import Answer, EngineReport, Request
from exactcover.model.best_attempt import BestAttempt
from exactcover.model.certificate import Certificate, Refutation
from exactcover.model.encoding import Model, Solution
from exactcover.model.errors import JudgeRefused
from exactcover.model.events import AcceptedMany, Bound, End, One, Progress
from exactcover.model.puzzle_protocol import Puzzle
from exactcover.process.messages import Clock, Pause
from exactcover.proofs import explain
from exactcover.solving import dispatch
from exactcover.solving.caches import Known
from exactcover.solving.plan import Job


def blank(known: Known, request: Request, job: Job, why: str) -> Answer:
    """Return the initial answer, before any event."""
    name = dispatch.performer_of(job, request)
    options = dispatch.reported_options(request, job)
    return Answer(request.task, known.canonical, known.digest, EngineReport(name, options, why))


def noted(
    answer: Answer, event: One | AcceptedMany | Clock | Pause, why: str, digest: Callable[[], str | None]
) -> Answer:
    """Return the answer updated with an engine's bound, or with the search method that its progress reports."""
    if isinstance(event, Bound):
        return bounded(answer, event, digest)
    return _with_why(answer, why, event.plan) if isinstance(event, Progress) and event.plan else answer


def with_solution(answer: Answer, request: Request, solution: Solution, cost: Amount | None) -> Answer:
    """Return the answer with an accepted solution; for a list of all optima, with their cost.

    Raises JudgeRefused if two of those optima differ in cost.
    """
    if request.task in ("solve", "prove"):
        return replace(answer, solution=solution, cost=cost)
    if not request.optimal:
        return answer
    if answer.cost not in (None, cost):
        raise JudgeRefused(f"{answer.engine.name} lists solutions of cost {answer.cost} and {cost} as the cheapest")
    return replace(answer, cost=cost)


def refuted(answer: Answer, refutation: Refutation | None, model: Model) -> Answer:
    """Return the answer with a refutation as its certificate, once the judge has accepted it; unchanged without a refutation."""
    if refutation is None:
        return answer
    if answer.certificate is not None and answer.certificate.refutation == refutation:
        return answer  # already judged when it arrived
    refuse(f"the judge refused the argument {refutation.argument}", judges.refutation_faults(model, refutation))
    assert answer.puzzle is not None
    assert answer.puzzle_sha256 is not None
    return replace(
        answer,
        evidence=refutation.argument,
        bound=refutation.bound,
        certificate=Certificate(answer.puzzle, answer.puzzle_sha256, refutation),
        argument=tuple(explain.sentences(model, refutation)),
        engine=_by_argument(answer, refutation),
    )


def _by_argument(answer: Answer, refutation: Refutation) -> EngineReport:
    """Return an engine report that names the prover if it was not requested but settled the matter during an engine's search."""
    about_one = refutation.bound is not None or refutation.of_list
    if answer.task == "prove" or about_one or answer.engine.name == refutation.argument:
        return answer.engine
    why = f"an argument, tried because {answer.engine.name} had found nothing"
    return replace(answer.engine, name=refutation.argument, why=why)


def with_attempt(answer: Answer, puzzle: Puzzle, attempt: Solution) -> Answer:
    """Return the answer with the best attempt and the number of its faults, as counted by the puzzle's referee.

    Raises JudgeRefused if there are no faults, because the attempt is then a solution.
    """
    faults = sum(1 for _ in puzzle.each_fault(attempt))
    if not faults:
        raise JudgeRefused(f"{answer.engine.name} found nothing, and its best attempt has no fault")
    return replace(answer, best_attempt=BestAttempt(attempt, faults))


def concluded(answer: Answer, end: End, digest: Callable[[], str | None], solutions: int) -> Answer:
    """Return the answer at the end of a run; what the run exhausted must be the placements of the puzzle's own model.

    digest: returns the digest of those placements as the judge finds them; None for a model that is searched directly.
    """
    if end.exhausted or (end.bound is not None and end.refutation is None):
        _refuse_other_space(answer, digest, end.placements_digest)
    bound = _bound(answer, end)
    none = end.exhausted and not solutions
    if answer.certificate is not None and answer.bounded and (none or bound != answer.certificate.refutation.bound):
        answer = replace(answer, certificate=None, argument=(), evidence=None)  # the engine has proved more
    argued = answer.certificate is not None
    refuted = answer.refuted
    if refuted and solutions:
        raise JudgeRefused(f"there is a solution, and a certificate ({answer.evidence}) that there is none")
    _refuse_other_list(answer, solutions)
    count = (
        (0 if refuted else end.count)
        if answer.task == "count"
        else solutions
        if answer.task in ("list", "sample")
        else None
    )
    solved = answer.task in ("solve", "prove") and solutions > 0
    nothing = end.exhausted and (count if answer.task == "count" else solutions) == 0
    settled = nothing or (end.exhausted and answer.cost is not None)
    listed = answer.task == "list" and end.exhausted and answer.engine.options["up_to_symmetry"]
    no_classes = answer.task == "count" and refuted  # whether or not the search came to its end as well
    concluded = replace(
        answer,
        exhausted=end.exhausted,
        stop_reason=None if solved and end.stop_reason == "solutions" else end.stop_reason,
        evidence=answer.evidence if argued else "exhausted" if settled else None,
        bound=bound,
        count=count,
        classes=solutions if listed else 0 if no_classes else end.classes,
        statistics=end.statistics,
        engine=replace(answer.engine, name=end.engine or answer.engine.name),
    )
    return _with_why(concluded, answer.engine.why, end.remark)


def _refuse_other_list(answer: Answer, solutions: int) -> None:
    """Raise JudgeRefused if the certificate of a list has another number of solutions than were listed."""
    proof = None if answer.certificate is None else answer.certificate.refutation
    if proof is not None and proof.of_list and len(proof.body["solutions"]) != solutions:
        listed = len(proof.body["solutions"])
        raise JudgeRefused(f"there are {solutions} solutions, and a certificate that there are no others than {listed}")


def bounded(answer: Answer, event: Bound, digest: Callable[[], str | None]) -> Answer:
    """Return the answer with a bound that an engine has proved; a certificate of a weaker bound is dropped."""
    _refuse_other_space(answer, digest, event.placements_digest)
    if answer.bound is not None and event.value <= answer.bound:
        return answer
    answer = replace(answer, bound=event.value)
    return replace(answer, certificate=None, argument=(), evidence=None) if answer.bounded else answer


def _refuse_other_space(answer: Answer, digest: Callable[[], str | None], searched: str | None) -> None:
    """Raise JudgeRefused if a proof is about other placements than the judge finds.

    digest: returns their digest; None for a model that is searched directly.
    """
    if digest() not in (None, searched):
        raise JudgeRefused(f"the placements that {answer.engine.name} searched are not those of the puzzle's model")


def _bound(answer: Answer, end: End) -> Amount | None:
    """Return the best lower bound on the cost that a run has proved; raises JudgeRefused if a solution costs less."""
    bound = max((each for each in (answer.bound, end.bound) if each is not None), default=None)
    if end.exhausted and answer.cost is not None:
        bound = answer.cost
    if bound is not None and answer.cost is not None and bound > answer.cost:
        raise JudgeRefused(f"{answer.engine.name} claims the bound {bound} and has a solution of cost {answer.cost}")
    return bound


def _with_why(answer: Answer, *reasons: str) -> Answer:
    """Return the answer with the reason for its engine, the search method and what else was tried, in one sentence."""
    return replace(answer, engine=replace(answer.engine, why="; ".join(filter(None, reasons))))


def refuse(sentence: str, faults: list[str]) -> None:
    """Raise JudgeRefused if a judge reports faults."""
    if faults:
        raise JudgeRefused(f"{sentence}: {'; '.join(faults[:5])}")
