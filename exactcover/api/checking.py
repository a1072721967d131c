"""Judging answers: as Python values, as texts, in files. Not here: the judging itself (files/judging)."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from os import PathLike
from pathlib import Path
from typing import TypeAlias

from encoders.catalogue import read_answer_file
from encoders.puzzle import Puzzle
from exactcover.api.answering import answered
from exactcover.api.solutions import Cancel
from exactcover.api.subjects import Subject, puzzle_about, puzzle_of_answer
from exactcover.files import judging
from exactcover.model import certificate, own_items
from exactcover.model.answer import Answer, Limits, Request
from exactcover.model.certificate import Certificate
from exactcover.model.count_certificate import CountCertificate
from exactcover.model.documents import Verdict
from exactcover.model.errors import InvalidInput
from exactcover.model.layout import Layout
from exactcover.process.deadline import Deadline

Search: TypeAlias = Callable[[Puzzle, Request], Answer]
"""A function that answers a request about a puzzle: by an engine here, or by a server."""


def faults(subject: Subject, solution: object) -> list[str]:
    """Return the faults that the puzzle's referee finds in a solution; an empty list if it is correct."""
    return puzzle_about(subject).faults(own_items.named(solution))


def check(
    answer: object,
    puzzle: Subject | None = None,
    *,
    recount: bool = False,
    limits: Limits = Limits(),
    cancel: Cancel | None = None,
) -> Verdict:
    """Return the verdict on an answer, by the rules of the puzzle and its judges alone; no engine is trusted.

    answer: an Answer, a Certificate, a CountCertificate, or a value as `json.loads` returns it: an answer, a certificate, a
    solution, or option numbers. puzzle: what the answer is about; None: the puzzle that an answer or a certificate names.
    recount: verify claims that come without evidence (`exhausted`, `count`, `classes`) by another search, within the
    limits, until `cancel` is set.
    Raises InvalidInput for a solution without a puzzle, and TypeError for a value that JSON cannot represent.
    """
    return check_by(answer, puzzle, partial(_again, Deadline(limits.time), limits, cancel) if recount else None)


def check_by(answer: object, puzzle: Subject | None, search: Search | None) -> Verdict:
    """Return what `check` returns; search: repeats searches, None: claims without evidence are not verified."""
    value = answer.to_json() if isinstance(answer, Answer | Certificate | CountCertificate) else own_items.named(answer)
    own = answer.about if isinstance(answer, Answer) else None
    named = puzzle is not None or own is not None
    about = puzzle_about(puzzle) if puzzle is not None else own if isinstance(own, Puzzle) else _named_by(value)
    again = None if search is None else partial(search, about)
    layout = answer.solution if isinstance(answer, Answer) else value
    if isinstance(layout, Layout):
        return judging.check_layout(about, layout, answer if isinstance(answer, Answer) else None, again)
    try:
        text = json.dumps(value)
    except (TypeError, ValueError, RecursionError) as error:
        why = "nested too deeply" if isinstance(error, RecursionError) else error
        raise TypeError(
            f"the answer is {value!r:.60}, which is not JSON ({why}); expected an Answer, or a value of JSON"
        ) from error
    return judging.check_text(about, text, again, named=named)


def check_text(
    subject: Subject,
    text: str,
    search: Search | None = None,
    folder: Path | None = None,
    *,
    recount: bool = False,
    limits: Limits = Limits(),
    cancel: Cancel | None = None,
) -> Verdict:
    """Return the verdict on an answer, a certificate, a solution, or several in JSON lines, or on the output of another solver.

    search: answers requests about the puzzle in place of an engine here; folder: the folder of the file that the text is from;
    for the other arguments see `check`. Raises InvalidInput.
    """
    judged = puzzle_about(subject)
    if search is not None:
        return judging.check_text(judged, text, partial(search, judged), folder)
    again = partial(_again, Deadline(limits.time), limits, cancel, judged) if recount else None
    return judging.check_text(judged, text, again, folder)


def check_file(
    subject: Subject,
    path: str | PathLike[str],
    search: Search | None = None,
    *,
    recount: bool = False,
    limits: Limits = Limits(),
    cancel: Cancel | None = None,
) -> Verdict:
    """Return the verdict on the content of a file, also a solution as arrays (.npz); like `check_text`. Raises InvalidInput.

    Another file that an answer refers to is looked up in the working directory, then in the folder of the answer.
    """
    path, judged = Path(path), puzzle_about(subject)
    if path.suffix.lower() == ".npz":
        return judging.check_layout(judged, judging.layout_in(judged, path))
    text = read_answer_file(path)
    return check_text(judged, text, search, path.parent, recount=recount, limits=limits, cancel=cancel)


def _named_by(value: object) -> Puzzle:
    """Return the puzzle that an answer or a certificate names, with pieces named as in the solution; raises InvalidInput."""
    if not isinstance(value, Mapping) or not judging.names_its_puzzle(value):
        raise InvalidInput(
            "the answer names no puzzle; expected an answer or a certificate, or the puzzle beside a solution"
        )
    return puzzle_of_answer(value, None if certificate.is_certificate(value) else value.get("solution"))


def _again(deadline: Deadline, limits: Limits, cancel: Cancel | None, puzzle: Puzzle, request: Request) -> Answer:
    """Return the answer of a repeated search, within the remaining time."""
    within = replace(limits, time=deadline.left, solutions=request.limits.solutions)
    return answered(puzzle, replace(request, limits=within), cancel=cancel)
