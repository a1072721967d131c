"""What to draw of a file: a solution, the best attempt of a search, or an argument; judged unless it is an attempt."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from exactcover.files.judging import files, reading
from exactcover.files.judging.verdict import certificate_faults
from exactcover.model import certificate
from exactcover.model.answer import Answer
from exactcover.model.certificate import Refutation
from exactcover.model.encoding import Solution
from exactcover.model.errors import InvalidInput
from exactcover.model.layout import Layout
from exactcover.model.own_items import named
from exactcover.model.puzzle_protocol import digest_of


@dataclass(frozen=True)
class Drawable:
    """A puzzle, with the solution or the refutation to draw, if any.

    attempt: the "solution" is only the best attempt of a search.
    """

    puzzle: Any
    solution: Solution | None = None
    refutation: Refutation | None = None
    attempt: bool = False


@dataclass(frozen=True)
class Several:
    """Solutions of a puzzle to draw on one sheet; number: how many there were; all_found: there are no others."""

    puzzle: Any
    solutions: tuple[Solution, ...]
    number: int
    all_found: bool = True

    def note(self) -> str:
        """Return how many solutions are drawn, and how many more there are."""
        drawn, more = len(self.solutions), self.number - len(self.solutions)
        words = f"the first {drawn:,} of {self.number:,} solutions; {more:,} more" if more else f"{drawn:,} solutions"
        return words if self.all_found else f"{words}, and perhaps others"


def drawables(puzzle: Any, text: str, folder: Path | None, most: int) -> Drawable | Several:
    """Return what to draw of the text of a file: at most `most` solutions if it has several, or the one thing that it
    holds.

    Raises InvalidInput as `drawable` does.
    """
    solutions, number = reading.solutions_in(text, most)
    if len(solutions) > 1:
        return Several(puzzle, tuple(solutions), number)
    return drawable(puzzle, reading.evidence_in(text), folder)


def drawable_of(puzzle: Any, value: Any) -> Drawable:
    """Return what to draw of an answer, as a value or as its object, a certificate or a solution; raises InvalidInput."""
    if isinstance(value, Answer):
        proof, attempt = value.certificate, value.best_attempt
        evidence: Any = named(value.solution)
        if evidence is None:
            evidence = None if proof is None else json.loads(proof.to_text())
        if evidence is None and attempt is not None:
            evidence = attempt.to_json()
        _refuse_other(puzzle, value.puzzle_sha256, evidence, value.task)
        return Drawable(puzzle, evidence) if isinstance(evidence, Layout) else drawable(puzzle, evidence)
    if isinstance(value, Mapping) and reading.is_answer(value):
        evidence = value.get("solution") or value.get("certificate") or value.get("best_attempt")
        _refuse_other(puzzle, value.get("puzzle_sha256"), evidence, value["task"])
        return drawable(puzzle, evidence, Path())
    return drawable(puzzle, value) if isinstance(value, dict) else Drawable(puzzle, value)


def _refuse_other(puzzle: Any, digest: Any, evidence: Any, task: Any) -> None:
    """Raise InvalidInput for an answer about another puzzle, or one with nothing to draw."""
    if digest != digest_of(puzzle.canonical()):
        raise InvalidInput("the answer is about another puzzle and cannot be drawn; expected an answer about this one")
    if evidence is None:
        raise InvalidInput(f"the answer to {task!s:.20} has no solution and no certificate; expected one to draw")


def drawable(puzzle: Any, evidence: dict[str, Any], folder: Path | None = None) -> Drawable:
    """Return what to draw of the evidence in a file; folder: that of the file. Raises InvalidInput.

    A solution is judged when it is drawn.
    """
    if files.is_reference(evidence):
        return Drawable(puzzle, files.referenced(puzzle, evidence, folder))
    if reading.is_attempt(evidence):
        return Drawable(puzzle, puzzle.layout(evidence), attempt=True)
    if not certificate.is_certificate(evidence):
        return Drawable(puzzle, evidence)
    wrong = certificate_faults(puzzle, digest_of(puzzle.canonical()), evidence)
    if wrong:
        raise InvalidInput(f"the certificate is wrong and cannot be drawn: {wrong[0]}")
    return Drawable(puzzle, None, certificate.certificate(evidence).refutation)
