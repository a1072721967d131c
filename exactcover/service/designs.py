"""The designs that a server sends, judged on arrival: each is a puzzle of the same kind, with its digest and its solution.

That it has no second solution is taken on the server's word; `count` of a design repeats that search here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from exactcover import api
from exactcover.api import Puzzle
from exactcover.model.errors import InvalidInput, JudgeRefused
from exactcover.model.puzzle_protocol import digest_of
from exactcover.service.connection import ServerBroke
from exactcover.service.job import Json
from exactcover.service.verification import AnswerVerifier

OF_DESIGN = {"number", "words", "puzzle", "puzzle_sha256", "difficulty", "solution"}
OF_DIFFICULTY = {"level", "guesses", "steps", "complete"}
OF_SUMMARY = {"schema", "task", "puzzle_sha256", "vary", "status", "count", "exhausted", "stop_reason", "ranking"}


class ServerDesigns(Iterator[Json]):
    """The designs of a server, each judged when it is taken; `summary` says how the search ended, once all are taken."""

    def __init__(self, puzzle: Puzzle, sent: Json) -> None:
        designs: Any = sent.get("designs")
        summary: Any = sent.get("summary")
        if not isinstance(designs, list) or not _has(summary, OF_SUMMARY) or summary["count"] != len(designs):
            raise ServerBroke("the server sent no designs with their summary")
        if summary["puzzle_sha256"] is not None:
            AnswerVerifier(puzzle, "design").check_puzzle(summary["puzzle_sha256"])
        self.summary: Json | None = None
        self._puzzle, self._summary, self._designs = puzzle, dict(summary), iter(designs)

    def __next__(self) -> Json:
        try:
            design = next(self._designs)
        except StopIteration:
            self.summary = self._summary
            raise
        return judged(self._puzzle, design)


def judged(puzzle: Puzzle, design: Any) -> Json:
    """Return a design made from a puzzle after judging it; raises ServerBroke, JudgeRefused."""
    if not _has(design, OF_DESIGN) or not _has(design["difficulty"], OF_DIFFICULTY):
        raise ServerBroke("the server sent no design")
    try:
        own, _ = api.puzzle_sent(design["puzzle"])
    except InvalidInput as fault:
        raise JudgeRefused(f"the server sent a design that is no puzzle: {fault}") from fault
    if own.kind != puzzle.kind or digest_of(own.canonical()) != design["puzzle_sha256"]:
        raise JudgeRefused("the server sent a design of another kind, or one that does not match its digest")
    AnswerVerifier(own, "design").solution(design["solution"])
    return dict(design)


def _has(value: Any, keys: set[str]) -> bool:
    return isinstance(value, Mapping) and keys <= set(value)
