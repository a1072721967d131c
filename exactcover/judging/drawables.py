"""What is drawn of a file: a solution, the best attempt of a search, or an argument, judged where it claims to be right."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from exactcover import certificate
from exactcover.certificate import Refutation
from exactcover.errors import InvalidInput
from exactcover.judging import files, reading
from exactcover.judging.verdict import certificate_faults
from exactcover.model.encoding import Solution
from exactcover.puzzle_protocol import digest_of


@dataclass(frozen=True)
class Drawable:
    """A puzzle, and a solution of it or an argument against it, where one is to be drawn.

    attempt: what is drawn as a solution is none, but the best that a search had.
    """

    puzzle: Any
    solution: Solution | None = None
    refutation: Refutation | None = None
    attempt: bool = False


def drawable(puzzle: Any, evidence: dict[str, Any], folder: Path | None = None) -> Drawable:
    """Return what is to be drawn of the evidence in a file; folder: the file's own. Raises InvalidInput.

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
