"""The look-ups of a client: what a server answers in one response, without a job; judged here as far as that is possible.

Not here: searches, which are jobs (client.py).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import Any

from exactcover import api
from exactcover.api import Puzzle, Subject
from exactcover.api.exporting import text_of, write
from exactcover.api.option_counts import refuse_marginals
from exactcover.files.outputs import refuse_export
from exactcover.model import defaults
from exactcover.model.answer import Answer, Limits
from exactcover.model.certificate import Certificate
from exactcover.model.count_certificate import CountCertificate
from exactcover.service.connection import Connection, ServerBroke, object_in
from exactcover.service.designs import ServerDesigns
from exactcover.service.job import Json
from exactcover.service.received import objects_in, whole_files
from exactcover.service.verification import AnswerVerifier

TRUE_COLOUR = 1 << 24


class Lookups:
    """The look-ups of `Client`."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    def info(self, subject: Subject, *, time_limit: float | None = None, memory_limit: float | None = None) -> Json:
        """Return what is known of a puzzle without searching: see `exactcover.info`."""
        puzzle = api.puzzle_about(subject)
        result = self.made("info", puzzle, {"time_limit": time_limit, "memory_limit": memory_limit})
        if "puzzle_sha256" in result:
            AnswerVerifier(puzzle, "info").check_puzzle(result["puzzle_sha256"])
            result.update(title=puzzle.title, source=puzzle.source, published=dict(puzzle.published))
        return result

    def remaining(
        self, subject: Subject, *, seconds: float = defaults.REMAINING_SECONDS, solution: bool = False
    ) -> Json:
        """Return what is known after a moment on the server: see `exactcover.remaining`. A solution is judged here."""
        puzzle = api.puzzle_about(subject)
        result = self.made("remaining", puzzle, {"seconds": seconds, "solution": solution})
        if "puzzle_sha256" in result:
            verifier = AnswerVerifier(puzzle, "remaining")
            verifier.check_puzzle(result["puzzle_sha256"])
            if result.get("solution") is not None:
                verifier.solution(result["solution"])
        return result

    def choices(
        self,
        subject: Subject,
        over: str = "empty",
        *,
        time_limit: float | None = None,
        memory_limit: float | None = None,
    ) -> Json:
        """Return how many solutions there are for each choice, counted by the server: see `exactcover.choices`."""
        puzzle = api.puzzle_about(subject)
        result = self.made("choices", puzzle, {"over": over, "time_limit": time_limit, "memory_limit": memory_limit})
        if "puzzle_sha256" in result:
            AnswerVerifier(puzzle, "choices").check_puzzle(result["puzzle_sha256"])
        return result

    def count_certificate(
        self, subject: Subject, *, time_limit: float | None = None, memory_limit: float | None = None
    ) -> CountCertificate | None:
        """Return a certificate of the number of solutions, made by the server: see `exactcover.count_certificate`.

        It is judged here. None if the limits ended the count first; raises JudgeRefused if it proves nothing.
        """
        puzzle = api.puzzle_about(subject)
        result = self.made("certify", puzzle, {"time_limit": time_limit, "memory_limit": memory_limit})
        if "certificate" not in result:
            return None
        return AnswerVerifier(puzzle, "certify").count_certificate(result["certificate"])

    def hint(self, subject: Subject, begun: object = None, *, seconds: float = defaults.HINT_SECONDS) -> Json:
        """Return what to place next, as the server says: see `exactcover.hint`."""
        puzzle = api.puzzle_about(subject)
        return self.made("hint", puzzle, {"begun": begun, "seconds": seconds})

    def design(
        self,
        subject: Subject,
        *,
        vary: str,
        pick: int | None = None,
        seed: int | str = defaults.SEED,
        level: int | None = None,
        limits: Limits = Limits(),
    ) -> ServerDesigns:
        """Return an iterator over puzzles with one solution, made by the server: see `exactcover.design`.

        Each is judged here with its solution; that there is no second solution is taken on the server's word.
        """
        puzzle = api.puzzle_about(subject)
        own = {"vary": vary, "pick": pick, "seed": str(seed), "level": level, "limit": limits.solutions}
        return ServerDesigns(puzzle, self.made("design", puzzle, {**own, **_within(limits)}))

    def marginals(
        self,
        subject: Subject,
        *,
        samples: int | None = None,
        seed: int = defaults.SEED,
        time_limit: float | None = None,
        memory_limit: float | None = None,
    ) -> Json:
        """Return in how many solutions each placement or option is, counted by the server: see `exactcover.marginals`.

        The numbers are judged here.
        """
        puzzle = api.puzzle_about(subject)
        sampling = {} if samples is None else {"samples": samples, "seed": seed}
        within = {"time_limit": time_limit, "memory_limit": memory_limit}
        result = self.made("marginals", puzzle, {**sampling, **within})
        if "puzzle_sha256" in result:
            AnswerVerifier(puzzle, "marginals").check_puzzle(result["puzzle_sha256"])
            refuse_marginals(puzzle, result)
        return result

    def draw(
        self,
        subject: Subject,
        solution: object = None,
        *,
        format: str = "text",  # noqa: A002 (the word of `exactcover.draw`)
        view: str = "layers",
        pieces: bool | None = None,
        colour: bool = False,
        columns: int = 100,
        limits: Limits = Limits(),
    ) -> str | bytes:
        """Return a drawing of a puzzle or of a solution, made by the server: see `exactcover.draw`.

        Raises InvalidInput, also if a limit stopped it.
        """
        ending = "" if format == "text" else f".{format}"
        text = json.dumps(solution.to_json()) if isinstance(solution, Answer) else text_of(solution)
        settings = {"ending": ending, "text": text, "view": view, "pieces": pieces, **_within(limits)}
        if not ending:
            settings |= {"colours": TRUE_COLOUR if colour else 0, "columns": columns}
        drawn = whole_files(self.made("draw", api.puzzle_about(subject), settings), "draw")[ending]
        return drawn.decode() if format in ("text", "svg") else drawn

    def export(
        self,
        subject: Subject,
        to: str,
        path: str | PathLike[str] | None = None,
        *,
        certificate: Answer | Certificate | CountCertificate | Mapping[str, object] | str | None = None,
        limits: Limits = Limits(),
    ) -> dict[str, bytes] | list[Path]:
        """Return a puzzle, or a certificate, in a format of other programs, made by the server, or write it to files here:
        see `exactcover.export`.
        """
        if path is not None:
            refuse_export(to, Path(path))
        settings = {"to": to, "certificate": text_of(certificate), **_within(limits)}
        files = whole_files(self.made("export", api.puzzle_about(subject), settings), "export")
        return files if path is None else write({ending: iter([files[ending]]) for ending in files}, Path(path))

    def moves(self, subject: Subject) -> list[Any]:
        """Return the legal moves from the start; raises InvalidInput for a puzzle without moves."""
        result = self.made("moves", api.puzzle_about(subject), {})
        whole_files(result, "moves")
        moves = result.get("moves")
        if not isinstance(moves, list):
            raise ServerBroke("the server answered without moves")
        return moves

    def made(self, task: str, puzzle: Puzzle, settings: Mapping[str, Any]) -> Json:
        """Send a look-up and return its result; settings: those of the request, None for the server's default."""
        own = {key: value for key, value in settings.items() if value is not None}
        return object_in(self.connection.call("POST", f"/v1/{task}", {"puzzle": puzzle.named(), **own}))

    def puzzles(self) -> tuple[str, ...]:
        """Return the names of the server's catalogue."""
        return tuple(str(each.get("name")) for each in self.catalogue())

    def catalogue(self) -> list[Json]:
        """Return the puzzles of the server's catalogue with their titles, figures and stored solutions."""
        return objects_in(self.connection.call("GET", "/v1/puzzles"), "puzzles")

    def engines(self) -> list[Json]:
        """Return the server's engines."""
        return objects_in(self.connection.call("GET", "/v1/engines"), "engines")


def _within(limits: Limits) -> Json:
    """Return the limits of a look-up as its settings."""
    return {"time_limit": limits.time, "memory_limit": limits.memory}
