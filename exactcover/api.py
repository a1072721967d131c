"""The public API: turns a request into a puzzle, runs the pipeline, gives an answer. It alone in exactcover imports encoders.

Python, the command line and whatever comes later go through these functions.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Literal, overload

from encoders import catalogue
from encoders import draw as drawing
from encoders.cover.kind import KIND as COVER
from encoders.cover.order import in_order
from encoders.draw import notebook
from encoders.draw.ansi import TRUE_COLOUR
from encoders.draw.colouring import colouring_picture
from encoders.draw.notebook import Png, Svg
from encoders.draw.picture import Picture
from encoders.puzzle import Puzzle
from exactcover import about, backends, certificate, judging, pipeline, supervisor
from exactcover.answer import Accepted, Answer, Limits, Notice, Request, request
from exactcover.certificate import Refutation
from exactcover.check import colouring
from exactcover.errors import InvalidInput, nearest
from exactcover.model.cover import Cover
from exactcover.model.encoding import Solution
from exactcover.model.tiling import Tiling
from exactcover.pipeline import Step, digest_of
from exactcover.running.messages import Call
from exactcover.summary import summary

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


def solve(
    subject: Puzzle | Cover | str, *, backend: str = "auto", limits: Limits = Limits(), **settings: Any
) -> Answer:
    """Return the answer to `is there a solution`: the best one found, where solutions have a cost."""
    return answered(subject, request("solve", backend, limits=limits, **settings))


def count(
    subject: Puzzle | Cover | str, *, backend: str = "auto", limits: Limits = Limits(), **settings: Any
) -> Answer:
    """Return the answer to `how many solutions`, symmetric ones counted apart."""
    return answered(subject, request("count", backend, limits=limits, **settings))


def prove(subject: Puzzle | Cover | str, *, argument: str = "", limits: Limits = Limits()) -> Answer:
    """Return the answer to `why is there no solution`: a certificate that the judge accepted, or a solution, or neither.

    argument: the one kind of certificate it may be. The certificate is in the answer, and `check_text` judges it again.
    """
    return answered(subject, request("prove", limits=limits, argument=argument))


class Solutions(Iterator[Solution]):
    """Solutions as they are found; `answer` says how the search ended, once they have all been taken."""

    def __init__(self, puzzle: Puzzle, request: Request) -> None:
        self.answer: Answer | None = None
        self._steps = run(puzzle, request)
        self._in_notebook = partial(_in_notebook, puzzle)

    def __next__(self) -> Solution:
        for step in self._steps:
            if isinstance(step, Accepted):
                return step.solution
            if isinstance(step, Notice):
                warnings.warn(step.sentence, RuntimeWarning, stacklevel=2)
            if isinstance(step, Answer):
                self.answer = replace(step, in_notebook=self._in_notebook)
        raise StopIteration

    def close(self) -> None:
        """End the search now."""
        close = getattr(self._steps, "close", None)
        if close is not None:
            close()


def iterate(
    subject: Puzzle | Cover | str, *, backend: str = "auto", limits: Limits = Limits(), **settings: Any
) -> Solutions:
    """Return an iterator over solutions, each one different and accepted by both judges; see `request` for settings."""
    return Solutions(_puzzle(subject), request("list", backend, limits=limits, **settings))


def sample(subject: Puzzle | str, number: int, *, seed: int = 0, limits: Limits = Limits()) -> Solutions:
    """Return an iterator over `number` solutions drawn uniformly and independently; the same seed gives the same ones."""
    return Solutions(_puzzle(subject), request("sample", limits=replace(limits, solutions=number), seed=seed))


def _puzzle(subject: Puzzle | Cover | str) -> Puzzle:
    if isinstance(subject, Cover):
        return Puzzle(COVER, in_order(subject))
    return subject if isinstance(subject, Puzzle) else puzzle(subject)


def answered(subject: Puzzle | Cover | str, request: Request) -> Answer:
    """Return the answer to a request."""
    puzzle = _puzzle(subject)
    for step in run(puzzle, request):
        if isinstance(step, Notice):
            warnings.warn(step.sentence, RuntimeWarning, stacklevel=3)
        if isinstance(step, Answer):
            return replace(step, in_notebook=partial(_in_notebook, puzzle))
    raise AssertionError("a run ended without an answer")


def faults(subject: Puzzle | Cover | str, solution: Any) -> list[str]:
    """Return what the puzzle's referee finds wrong with a solution; an empty list for a right one."""
    return _puzzle(subject).faults(solution)


def check_text(
    subject: Puzzle | Cover | str, text: str, search: Callable[[Puzzle, Request], Answer] | None = None
) -> dict[str, Any]:
    """Judge an answer, a certificate, a solution, or several in JSON lines; return the check object of the contract.

    search: what answers a request about the puzzle (see `answered`), for the claims of answers that only another search can
    verify: `exhausted`, `count`, `classes`, and the like.
    """
    judged = _puzzle(subject)
    return judging.check_text(judged, text, None if search is None else partial(search, judged))


@dataclass(frozen=True)
class Drawable:
    """A puzzle, and a solution of it or an argument against it, where one is to be drawn."""

    puzzle: Puzzle
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
        source = next((each for each in judging.objects(text) if judging.names_its_puzzle(each)), None)
        if source is not None:
            evidence = judging.evidence_in(text)
            named = None if certificate.is_certificate(evidence) else evidence
            return _judged(catalogue.puzzle_of_answer(source, named), evidence)
    return Drawable(puzzle(*specification))


def _judged(puzzle: Puzzle, evidence: dict[str, Any]) -> Drawable:
    if not certificate.is_certificate(evidence):
        return Drawable(puzzle, evidence)
    wrong = judging.certificate_faults(puzzle, digest_of(puzzle.canonical()), evidence)
    if wrong:
        raise InvalidInput(f"the certificate is wrong and cannot be drawn: {wrong[0]}")
    return Drawable(puzzle, None, certificate.certificate(evidence).refutation)


def picture(shown: Drawable) -> Picture:
    """Return the picture of a solution, of an argument, or of the puzzle alone; raises InvalidInput for a wrong solution."""
    _refuse_wrong(shown.puzzle, shown.solution)
    if shown.refutation is not None and shown.refutation.argument == "colouring":
        model = shown.puzzle.encode().model
        if isinstance(model, Tiling):
            weights = colouring.cell_weights(model, shown.refutation.body)
            return colouring_picture(
                shown.puzzle.picture(), model.region, weights, colouring.modulus_of(shown.refutation.body)
            )
    return shown.puzzle.picture(shown.solution)


@overload
def draw(
    subject: Puzzle | Cover | str,
    solution: Solution | None = None,
    *,
    format: Literal["text"] = "text",
    view: str = "layers",
    colour: bool = False,
    columns: int = 100,
) -> str:
    """Return the drawing as text."""


@overload
def draw(
    subject: Puzzle | Cover | str, solution: Solution | None = None, *, format: Literal["svg"], view: str = "layers"
) -> Svg:
    """Return the drawing as an SVG document."""


@overload
def draw(
    subject: Puzzle | Cover | str, solution: Solution | None = None, *, format: Literal["png"], view: str = "layers"
) -> Png:
    """Return the drawing as the bytes of a PNG file."""


def draw(
    subject: Puzzle | Cover | str,
    solution: Solution | None = None,
    *,
    format: str = "text",  # noqa: A002 (the word that every caller would try first)
    view: str = "layers",
    colour: bool = False,
    columns: int = 100,
) -> str | bytes:
    """Return the drawing of a solution (judged first), or of the puzzle alone; raises InvalidInput.

    format: `text`, `svg` or `png`; a notebook shows the last two as pictures. view: how SVG and PNG show a body, by `layers`
    or `iso`, from above and from the front. colour, columns: of text, its 24-bit colours and the width it is to keep within.
    """
    shown = picture(Drawable(_puzzle(subject), solution))
    return notebook.in_format(shown, format, view, colours=TRUE_COLOUR if colour else 0, columns=columns)


def draw_text(shown: Drawable, *, colours: int = 0, columns: int = 100) -> str:
    """Return a drawing as text; colours: how many the terminal shows, 0, 16, 256 or 2^24. Raises InvalidInput."""
    return drawing.text(picture(shown), colours, columns)


def draw_file(shown: Drawable, ending: str, *, film: bool = False, view: str = "layers") -> bytes:
    """Return a drawing as .svg, .png or .txt, a plan also as .gif; film: an .svg of a plan moves; view: see `draw`.

    Raises InvalidInput.
    """
    if ending not in (*drawing.ENDINGS, ".gif"):
        raise InvalidInput(f"a drawing cannot end in {ending!r}; expected .svg, .png, .txt or .gif")
    if (ending == ".gif" or film) and view != "layers":
        raise InvalidInput(f"a film cannot be drawn in the view {view!r}; expected the view layers")
    return _film(shown, ending) if ending == ".gif" or film else drawing.in_file(picture(shown), ending, view)


def _in_notebook(puzzle: Puzzle, answer: Answer, as_html: bool) -> str | None:
    """Return what a notebook shows of an answer about a puzzle: the drawing of its solution or colouring, as HTML with words."""
    refutation = None if answer.certificate is None else answer.certificate.refutation
    shown = None
    if answer.solution is not None or (refutation is not None and refutation.argument == "colouring"):
        shown = notebook.unasked(lambda: picture(Drawable(puzzle, answer.solution, refutation)))
    return notebook.html(summary(answer), shown) if as_html else shown


def _film(shown: Drawable, ending: str) -> bytes:
    if shown.solution is None:
        raise InvalidInput("a film was asked for without a plan; expected a solution to show")
    if ending not in (".svg", ".gif"):
        raise InvalidInput(f"a film cannot end in {ending!r}; expected .svg or .gif")
    _refuse_wrong(shown.puzzle, shown.solution)
    film = shown.puzzle.film(shown.solution)
    if ending == ".svg":
        return drawing.moving_svg(film).encode()
    stream = io.BytesIO()
    drawing.gif(film, stream)
    return stream.getvalue()


def _refuse_wrong(puzzle: Puzzle, solution: Solution | None) -> None:
    wrong = [] if solution is None else puzzle.faults(solution)
    if wrong:
        raise InvalidInput(f"the solution is wrong and cannot be drawn: {wrong[0]}")


def moves(subject: Puzzle | str) -> list[list[Any]]:
    """Return the legal moves of the start, as a plan writes them; raises InvalidInput for a puzzle without moves."""
    return _puzzle(subject).moves()


def export(subject: Puzzle | Cover | str, to: str, text: str) -> dict[str, bytes]:
    """Return a certificate (JSON text) as files that others' checkers read, by ending; raises InvalidInput.

    to: `lrat` (.cnf, .lrat) or `veripb` (.opb, .pbp).
    """
    from exactcover.exports import certificate_to_lrat, certificate_to_veripb

    formats = {"lrat": (".cnf", ".lrat", certificate_to_lrat), "veripb": (".opb", ".pbp", certificate_to_veripb)}
    if to not in formats:
        raise InvalidInput(f"the format is {to!r}; expected {' or '.join(formats)}{nearest(to, formats)}")
    judged = _judged(_puzzle(subject), judging.evidence_in(text))
    if judged.refutation is None:
        raise InvalidInput("the file has a solution and no certificate; expected a certificate")
    problem, proof, reduction = formats[to]
    written = reduction.convert(judged.puzzle.encode().model, judged.refutation)
    return dict(zip((problem, proof), written, strict=True))


def read_answer_file(path: Path) -> str:
    """Return the text of an answer or solution file; raises InvalidInput."""
    return catalogue.read_bounded(path, LARGEST_ANSWER)


def engines() -> list[dict[str, Any]]:
    """Return what each engine is called, accepts and can, its own options and what its node limit counts."""
    listed = []
    for name in backends.NAMES:
        engine = backends.engine(name)
        about = (engine.__doc__ or "").strip().splitlines()[0]
        listed.append(
            {
                "name": name,
                "about": about,
                "accepts": list(engine.accepts),
                "can": list(engine.can),
                "options": list(engine.options),
                "node": engine.node,
            }
        )
    return listed


def info(subject: Puzzle | str) -> dict[str, Any]:
    """Return what can be said of a puzzle without searching: see the schema `info`."""
    return about.info(_puzzle(subject))


def split_words(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """Split command-line words into a puzzle's specification and the rest."""
    return catalogue.split_words(words)
