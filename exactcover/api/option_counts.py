"""Marginals: in how many solutions each placement, or each option, of a puzzle is, exactly or as an estimated share.

Not here: counting (backends/search/cover/marginals.py), estimating (option_shares.py), and their judge (judges/marginals.py).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, cast

from encoders.puzzle import Puzzle
from exactcover.api import option_shares
from exactcover.api.cover_options import Options
from exactcover.api.subjects import Subject, puzzle_about
from exactcover.judges import marginals as judge
from exactcover.model import defaults
from exactcover.model.answer import SCHEMA
from exactcover.model.cover import Cover
from exactcover.model.documents import Marginals, OptionMarginal, PlacementMarginal
from exactcover.model.errors import JudgeRefused
from exactcover.model.puzzle_protocol import digest_of
from exactcover.process.deadline import Deadline

if TYPE_CHECKING:
    from exactcover.backends.search.cover.marginals import OptionCounts

DIGITS = 6
"""Of a share and of its error."""


def marginals(
    subject: Subject,
    *,
    samples: int | None = None,
    seed: int = defaults.SEED,
    time_limit: float | None = None,
    memory_limit: float | None = None,
) -> Marginals:
    """Return in how many solutions each placement of a packing, or each option of another cover, is.

    The numbers are exact, and judged: the placements that cover a cell add up to the number of solutions. time_limit: seconds,
    after which the status is UNKNOWN; memory_limit: megabytes. See the schema `marginals`. Raises Unsuitable for puzzles that
    are no covers, and if there are too many states and solutions.

    samples: estimate instead the share of solutions that has each, with the half-width of its 95 % interval, from that many
    random descents through the search tree; every solution that they reach is judged. It suits any number of solutions. seed: the
    same seed gives the same estimate, if no time limit ends it; what is known by then is given. If the descents are enough to
    see every solution, the numbers are exact.
    """
    puzzle, deadline = puzzle_about(subject), Deadline(time_limit)
    if samples is not None:
        option_shares.refuse_settings(samples, seed)
    options = Options(puzzle)
    if samples is None:
        counts = counted(options.cover, deadline, memory_limit)
        if counts is None:
            return _document(puzzle, "UNKNOWN", None, "time", f"Not decided in {time_limit:g} s.")
    else:
        estimate = option_shares.estimated(options, samples, seed, deadline)
        if isinstance(estimate, option_shares.Estimate):
            return _estimate(puzzle, options, estimate)
        counts = estimate
        _refuse_counts(options.cover, counts)
    status: Literal["FEASIBLE", "INFEASIBLE"] = "FEASIBLE" if counts.solutions else "INFEASIBLE"
    document = _document(puzzle, status, counts.solutions, None, _sentence(counts))
    _write_each(document, options, [{"solutions": str(number)} for number in counts.each])
    return document


def counted(cover: Cover, deadline: Deadline, memory_limit: float | None) -> OptionCounts | None:
    """Return the judged number of solutions with each option of a cover; None if the time is over first. Raises Unsuitable."""
    from exactcover.backends.search.cover.marginals import option_counts
    from exactcover.backends.search.memory import memory_allowed

    counts = None
    for counts in option_counts(cover, memory_allowed(memory_limit)):
        if counts is None and deadline.over():
            return None
    if counts is not None:
        _refuse_counts(cover, counts)
    return counts


def _refuse_counts(cover: Cover, counts: OptionCounts) -> None:
    for fault in judge.faults(cover, counts.solutions, counts.each):
        raise JudgeRefused(f"marginals are wrong: {fault}")


def _estimate(puzzle: Puzzle, options: Options, estimate: option_shares.Estimate) -> Marginals:
    """Return the document of an estimate, judged."""
    shares = estimate.shares
    document = _document(puzzle, "FEASIBLE" if shares else "UNKNOWN", None, estimate.stopped, estimate.sentence)
    document["samples"] = estimate.samples
    document["reached"] = shares.solutions if shares else 0
    document["effective_samples"] = round(shares.samples, 1) if shares else 0.0
    document["effective_groups"] = round(shares.groups, 1) if shares else 0.0
    if shares is not None:
        each = [
            {"share": round(share, DIGITS), "error": round(error, DIGITS)}
            for share, error in zip(shares.share.tolist(), shares.error.tolist(), strict=True)
        ]
        for fault in judge.faults_of_shares(options.cover, [one["share"] for one in each], 10**-DIGITS):
            raise JudgeRefused(f"estimated marginals are wrong: {fault}")
        _write_each(document, options, each)
    return document


def _write_each(document: Marginals, options: Options, each: Sequence[Mapping[str, Any]]) -> None:
    """Write what is known of each option into a document."""
    if options.placed:
        document["placements"] = [
            cast(PlacementMarginal, {"piece": piece, "cells": cells, **own})
            for (piece, cells), own in zip(options.placements(), each, strict=True)
        ]
    else:
        document["options"] = [
            cast(OptionMarginal, {"items": list(names), **own})
            for names, own in zip(options.cover.every_option(), each, strict=True)
        ]


def refuse_marginals(puzzle: Puzzle, document: Any) -> None:
    """Raise JudgeRefused if marginals of a puzzle, which may come from a stranger, cannot be right."""
    options = Options(puzzle)
    try:
        if document["status"] == "UNKNOWN":
            return
        if options.placed:
            each = document["placements"]
            same = [(one["piece"], one["cells"]) for one in each] == list(options.placements())
        else:
            each = document["options"]
            same = [tuple(one["items"]) for one in each] == list(options.cover.every_option())
        if "samples" in document:
            shares, errors = ([float(one[key]) for one in each] for key in ("share", "error"))
            faults = judge.faults_of_shares(options.cover, shares, 10**-DIGITS)
            if document["solutions"] is not None or not all(0 <= error <= 1 for error in errors):
                raise ValueError
        else:
            numbers = [int(one["solutions"]) for one in each]
            faults = judge.faults(options.cover, int(document["solutions"]), numbers)
    except (KeyError, TypeError, ValueError) as fault:
        raise JudgeRefused("these are no marginals; expected the solutions with each option, or their share") from fault
    if not same:
        raise JudgeRefused("the marginals are of other options than the puzzle's")
    for sentence in faults:
        raise JudgeRefused(f"marginals are wrong: {sentence}")


def _document(
    puzzle: Puzzle,
    status: Literal["FEASIBLE", "INFEASIBLE", "UNKNOWN"],
    solutions: int | None,
    stopped: Literal["time"] | None,
    sentence: str,
) -> Marginals:
    return {
        "schema": SCHEMA,
        "task": "marginals",
        "puzzle_sha256": digest_of(puzzle.canonical()),
        "status": status,
        "solutions": None if solutions is None else str(solutions),
        "placements": None,
        "options": None,
        "stop_reason": stopped,
        "sentence": sentence,
    }


def _sentence(counts: OptionCounts) -> str:
    """Return the result for people."""
    if not counts.solutions:
        return "There is no solution."
    never, always = counts.each.count(0), counts.each.count(counts.solutions)
    solutions = f"{counts.solutions:,} solution{'' if counts.solutions == 1 else 's'}"
    return (
        f"{solutions}, counted by {counts.how}: of {len(counts.each):,} placements {never:,} are in none, {always:,} in"
        f" {'it' if counts.solutions == 1 else 'all'}."
    )
