"""The door: turns a request into a puzzle, runs the pipeline, gives an answer. It alone in exactcover imports encoders.

Python, the command line and whatever comes later go through these functions.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from encoders import catalogue
from encoders import draw as drawing
from encoders.cover.kind import KIND as COVER
from encoders.cover.order import in_order
from encoders.draw.colouring import colouring_picture
from encoders.draw.picture import Picture
from encoders.puzzle import Puzzle
from exactcover import about, backends, certificate, judging, pipeline, supervisor
from exactcover.answer import Accepted, Answer, Limits, Request, request
from exactcover.certificate import Refutation
from exactcover.check import colouring
from exactcover.errors import InvalidInput, nearest
from exactcover.model.cover import Cover
from exactcover.model.encoding import Solution
from exactcover.model.tiling import Tiling
from exactcover.pipeline import Step, digest_of
from exactcover.running.messages import Call

__all__ = [
    "Accepted",
    "Answer",
    "Drawable",
    "InvalidInput",
    "Limits",
    "Puzzle",
    "answered",
    "check_text",
    "count",
    "digest_of",
    "draw",
    "draw_file",
    "draw_text",
    "drawable",
    "engines",
    "export",
    "faults",
    "info",
    "iterate",
    "moves",
    "picture",
    "prove",
    "puzzle",
    "puzzles",
    "read_answer_file",
    "request",
    "run",
    "sample",
    "solve",
    "split_words",
]  # fmt: skip

LARGEST_ANSWER = 500_000_000


def puzzles() -> tuple[str, ...]:
    """Return the names of the catalogue."""
    return catalogue.names()


def puzzle(*words: str, **keys: Any) -> Puzzle:
    """Return a puzzle: `puzzle("pentominoes-6x10")`, `puzzle("board.toml")`, `puzzle("packing", board="6x10", ...)`.

    Keys are those of a puzzle file. Raises InvalidInput.
    """
    return catalogue.puzzle(*words, **keys)


def run(puzzle: Puzzle, request: Request, interrupted: Callable[[], bool] = lambda: False) -> Iterator[Step]:
    """Yield what happens to a request (Accepted, Draft, Progress, Bound), its Answer last."""
    return supervisor.run(Call(pipeline.in_child, (puzzle, request)), request, interrupted)


def solve(what: Puzzle | Cover | str, *, backend: str = "auto", limits: Limits = Limits(), **settings: Any) -> Answer:
    """Return the answer to `is there a solution`: the best one found, where solutions have a cost."""
    return answered(what, request("solve", backend, limits=limits, **settings))


def count(what: Puzzle | Cover | str, *, backend: str = "auto", limits: Limits = Limits(), **settings: Any) -> Answer:
    """Return the answer to `how many solutions`, symmetric ones counted apart."""
    return answered(what, request("count", backend, limits=limits, **settings))


def prove(what: Puzzle | Cover | str, *, argument: str = "", limits: Limits = Limits()) -> Answer:
    """Return the answer to `why is there no solution`: a certificate that the judge accepted, or a solution, or neither.

    argument: the one kind of certificate it may be. The certificate is in the answer, and `check_text` judges it again.
    """
    return answered(what, request("prove", limits=limits, argument=argument))


class Solutions(Iterator[Solution]):
    """Solutions as they are found; `answer` says how the search ended, once they have all been taken."""

    def __init__(self, what: Puzzle, asked: Request) -> None:
        self.answer: Answer | None = None
        self._steps = run(what, asked)

    def __next__(self) -> Solution:
        for step in self._steps:
            if isinstance(step, Accepted):
                return step.solution
            if isinstance(step, Answer):
                self.answer = step
        raise StopIteration

    def close(self) -> None:
        """End the search now."""
        close = getattr(self._steps, "close", None)
        if close is not None:
            close()


def iterate(
    what: Puzzle | Cover | str, *, backend: str = "auto", limits: Limits = Limits(), **settings: Any
) -> Solutions:
    """Return an iterator over solutions, each one different and accepted by both judges; see `request` for settings."""
    return Solutions(_puzzle(what), request("list", backend, limits=limits, **settings))


def sample(what: Puzzle | str, number: int, *, seed: int = 0, limits: Limits = Limits()) -> Solutions:
    """Return an iterator over `number` solutions drawn uniformly and independently; the same seed gives the same ones."""
    return Solutions(_puzzle(what), request("sample", limits=replace(limits, solutions=number), seed=seed))


def _puzzle(what: Puzzle | Cover | str) -> Puzzle:
    if isinstance(what, Cover):
        return Puzzle(COVER, in_order(what))
    return what if isinstance(what, Puzzle) else puzzle(what)


def answered(what: Puzzle | Cover | str, asked: Request) -> Answer:
    """Return the answer to a request."""
    for step in run(_puzzle(what), asked):
        if isinstance(step, Answer):
            return step
    raise AssertionError("a run ended without an answer")


def faults(what: Puzzle | Cover | str, solution: Any) -> list[str]:
    """Return what the puzzle's referee finds wrong with a solution; an empty list for a right one."""
    return _puzzle(what).faults(solution)


def check_text(
    what: Puzzle | Cover | str, text: str, search: Callable[[Puzzle, Request], Answer] | None = None
) -> dict[str, Any]:
    """Judge an answer, a certificate, a solution, or several in JSON lines; return the check object of the contract.

    search: what answers a request about the puzzle (see `answered`), for the claims of answers that only another search can
    verify: `exhausted`, `count`, `classes`, and the like.
    """
    puzzle = _puzzle(what)
    return judging.check_text(puzzle, text, None if search is None else partial(search, puzzle))


@dataclass(frozen=True)
class Drawable:
    """A puzzle, and a solution of it or an argument against it, where one is to be drawn."""

    what: Puzzle
    solution: Solution | None = None
    refutation: Refutation | None = None


def drawable(words: Sequence[str]) -> Drawable:
    """Return what `draw PUZZLE`, `draw PUZZLE FILE` or `draw FILE` names; raises InvalidInput.

    FILE is an answer, a solution or a certificate; what it holds is judged before it is drawn.
    """
    specification, rest = split_words(words)
    if len(rest) > 1:
        raise InvalidInput(f"draw was given {len(rest)} files; expected at most one after the puzzle")
    if rest:
        return _judged(puzzle(*specification), judging.evidence_in(read_answer_file(Path(rest[0]))))
    if len(specification) == 1 and specification[0].endswith((".json", ".jsonl")):
        text = read_answer_file(Path(specification[0]))
        given = next((each for each in judging.objects(text) if judging.names_its_puzzle(each)), None)
        if given is not None:
            evidence = judging.evidence_in(text)
            named = None if certificate.is_certificate(evidence) else evidence
            return _judged(catalogue.puzzle_of_answer(given, named), evidence)
    return Drawable(puzzle(*specification))


def _judged(what: Puzzle, evidence: dict[str, Any]) -> Drawable:
    if not certificate.is_certificate(evidence):
        return Drawable(what, evidence)
    wrong = judging.certificate_faults(what, digest_of(what.canonical()), evidence)
    if wrong:
        raise InvalidInput(f"the certificate is wrong and cannot be drawn: {wrong[0]}")
    return Drawable(what, None, certificate.certificate(evidence).refutation)


def picture(given: Drawable) -> Picture:
    """Return the picture of a solution, of an argument, or of the puzzle alone; raises InvalidInput for a wrong solution."""
    _refuse_wrong(given.what, given.solution)
    if given.refutation is not None and given.refutation.argument == "colouring":
        model = given.what.encode().model
        if isinstance(model, Tiling):
            weights = colouring.cell_weights(model, given.refutation.body)
            return colouring_picture(
                given.what.picture(), model.region, weights, colouring.modulus_of(given.refutation.body)
            )
    return given.what.picture(given.solution)


def draw(
    what: Puzzle | Cover | str, solution: Solution | None = None, *, colour: bool = False, columns: int = 100
) -> str:
    """Return the drawing of a solution (judged first), or of the puzzle alone, as text; raises InvalidInput."""
    return draw_text(Drawable(_puzzle(what), solution), colour=colour, columns=columns)


def draw_text(given: Drawable, *, colour: bool = False, columns: int = 100) -> str:
    """Return a drawing as text; raises InvalidInput."""
    return drawing.text(picture(given), colour, columns)


def draw_file(given: Drawable, ending: str, *, film: bool = False) -> bytes:
    """Return a drawing as .svg, .png or .txt, a plan also as .gif; film: an .svg of a plan moves. Raises InvalidInput."""
    if ending not in (".svg", ".png", ".txt", ".gif"):
        raise InvalidInput(f"a drawing cannot end in {ending!r}; expected .svg, .png, .txt or .gif")
    if ending == ".gif" or film:
        return _film(given, ending)
    if ending == ".svg":
        return drawing.svg(picture(given)).encode()
    if ending == ".txt":
        return (drawing.text(picture(given), colour=False) + "\n").encode()
    stream = io.BytesIO()
    drawing.png(picture(given), stream)
    return stream.getvalue()


def _film(given: Drawable, ending: str) -> bytes:
    if given.solution is None:
        raise InvalidInput("a film was asked for without a plan; expected a solution to show")
    if ending not in (".svg", ".gif"):
        raise InvalidInput(f"a film cannot end in {ending!r}; expected .svg or .gif")
    _refuse_wrong(given.what, given.solution)
    film = given.what.film(given.solution)
    if ending == ".svg":
        return drawing.moving_svg(film).encode()
    stream = io.BytesIO()
    drawing.gif(film, stream)
    return stream.getvalue()


def _refuse_wrong(what: Puzzle, solution: Solution | None) -> None:
    wrong = [] if solution is None else what.faults(solution)
    if wrong:
        raise InvalidInput(f"the solution is wrong and cannot be drawn: {wrong[0]}")


def moves(what: Puzzle | str) -> list[list[Any]]:
    """Return the legal moves of the start, as a plan writes them; raises InvalidInput for a puzzle without moves."""
    return _puzzle(what).moves()


def export(what: Puzzle | Cover | str, to: str, text: str) -> dict[str, bytes]:
    """Return a certificate (JSON text) as files that others' checkers read, by ending; raises InvalidInput.

    to: `lrat` (.cnf, .lrat) or `veripb` (.opb, .pbp).
    """
    from exactcover.exports import certificate_to_lrat, certificate_to_veripb

    formats = {"lrat": (".cnf", ".lrat", certificate_to_lrat), "veripb": (".opb", ".pbp", certificate_to_veripb)}
    if to not in formats:
        raise InvalidInput(f"the format is {to!r}; expected {' or '.join(formats)}{nearest(to, formats)}")
    given = _judged(_puzzle(what), judging.evidence_in(text))
    if given.refutation is None:
        raise InvalidInput("the file has a solution and no certificate; expected a certificate")
    problem, proof, reduction = formats[to]
    written = reduction.convert(given.what.encode().model, given.refutation)
    return dict(zip((problem, proof), written, strict=True))


def read_answer_file(path: Path) -> str:
    """Return the text of an answer or solution file; raises InvalidInput."""
    return catalogue.read_bounded(path, LARGEST_ANSWER)


def engines() -> list[dict[str, Any]]:
    """Return what each engine is called, accepts and can, its own options and what its node limit counts."""
    found = []
    for name in backends.NAMES:
        engine = backends.engine(name)
        about = (engine.__doc__ or "").strip().splitlines()[0]
        found.append(
            {
                "name": name,
                "about": about,
                "accepts": list(engine.accepts),
                "can": list(engine.can),
                "options": list(engine.options),
                "node": engine.node,
            }
        )
    return found


def info(what: Puzzle | str) -> dict[str, Any]:
    """Return what can be said of a puzzle without searching: see the schema `info`."""
    return about.info(_puzzle(what))


def split_words(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """Split command-line words into a puzzle's specification and the rest."""
    return catalogue.split_words(words)
