"""The public API: turns a request into a puzzle, runs the pipeline, returns an answer.

Python, the command line, the service and any later front end go through these functions. In this file: questions that engines
answer, and drawings. `subjects`: what questions are about; `answering`: how a request is run; `checking` and `exporting`:
judging and writing files; `many`, `asynchronous`: many puzzles, event loops; `schemas`: the JSON Schemas; `editing`: support
for pages. Not here: comparisons, one layer above (comparison).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, overload

from encoders.catalogue import read_answer_file
from encoders.draw.notebook import Pdf, Png, Svg
from encoders.puzzle import Puzzle
from encoders.solutions import FilledGrid, Move, NumberRow, PackingSolution, Placement, Plan, QueenSquares, Selection
from exactcover.api import about, drawings
from exactcover.api.about import engines
from exactcover.api.answering import answered, run, shown_as, solutions_of
from exactcover.api.checking import check, check_file, check_text
from exactcover.api.drawings import draw_file, draw_text, drawables, picture, refuse_film, undrawn, words_drawn
from exactcover.api.exporting import export, exported
from exactcover.api.solutions import Cancel, OnProgress, Solutions
from exactcover.api.subjects import (
    Subject,
    batch,
    batch_sent,
    cover,
    puzzle,
    puzzle_about,
    puzzle_of_answer,
    puzzle_or_fault,
    puzzle_sent,
    puzzles,
    split_words,
)
from exactcover.files import judging
from exactcover.files.judging.drawables import Drawable, Several
from exactcover.model import defaults, own_items
from exactcover.model.answer import Answer, Limits, request
from exactcover.model.cover import Cover
from exactcover.model.documents import PuzzleInfo
from exactcover.model.errors import InvalidInput
from exactcover.model.events import Accepted, Progress
from exactcover.model.puzzle_protocol import digest_of

__all__ = [
    "Accepted", "Answer", "Cover", "Drawable", "FilledGrid", "InvalidInput", "Limits", "NumberRow", "PackingSolution",
    "Placement", "Plan", "Progress", "Puzzle", "QueenSquares", "Selection", "Several", "Solutions", "Subject",
    "answered", "batch", "batch_sent", "check",
    "check_file", "check_text", "count", "cover", "digest_of", "draw", "draw_file", "draw_text", "drawables", "engines",
    "export", "exported", "faults", "info", "iterate", "moves", "picture", "prove", "puzzle", "puzzle_about",
    "puzzle_of_answer", "puzzle_or_fault", "puzzle_sent", "puzzles", "read_answer_file", "refuse_film", "request", "run",
    "sample", "shown_as", "solve", "split_words", "undrawn", "words_drawn",
]  # fmt: skip


def solve(
    subject: Subject,
    *,
    backend: str = defaults.ENGINE,
    limits: Limits = Limits(),
    seed: int = defaults.SEED,
    workers: int = defaults.WORKERS,
    break_symmetry: bool = True,
    on_progress: OnProgress | None = None,
    cancel: Cancel | None = None,
) -> Answer:
    """Return the answer to `is there a solution`: the best one found, if solutions have a cost.

    backend: `NAME[:VALUE | :KEY=VALUE,...]`, see `engines`; seed: the same seed gives the same answer; workers: 0 is the task's
    default; break_symmetry: search one placement of each orbit; on_progress: called with a Progress now and then; cancel: a
    `threading.Event`: once it is set, the run ends with what it has, stop reason `interrupted`. Raises InvalidInput.
    """
    made = request("solve", backend, limits=limits, seed=seed, workers=workers, break_symmetry=break_symmetry)
    return answered(subject, made, on_progress, cancel)


def count(
    subject: Subject,
    *,
    backend: str = defaults.ENGINE,
    limits: Limits = Limits(),
    seed: int = defaults.SEED,
    workers: int = defaults.WORKERS,
    rotations_only: bool = False,
    executor: str = "",
    ledger: str = "",
    on_progress: OnProgress | None = None,
    cancel: Cancel | None = None,
) -> Answer:
    """Return the answer to `how many solutions`, counting symmetric ones separately, and how many classes of them there are.

    rotations_only: reflections do not count as symmetries; executor: `local`, `ray` or `ray://HOST:PORT`, to search by cubes;
    ledger: a file or URL from which such a search resumes; for the other arguments see `solve`. Raises InvalidInput.
    """
    made = request(
        "count",
        backend,
        limits=limits,
        seed=seed,
        workers=workers,
        rotations_only=rotations_only,
        executor=executor,
        ledger=ledger,
    )
    return answered(subject, made, on_progress, cancel)


def prove(
    subject: Subject,
    *,
    argument: str = "",
    limits: Limits = Limits(),
    workers: int = defaults.WORKERS,
    executor: str = "",
    ledger: str = "",
    on_progress: OnProgress | None = None,
    cancel: Cancel | None = None,
) -> Answer:
    """Return the answer to `why is there no solution`: a certificate that the judge accepted, or a solution, or neither.

    argument: the only kind of certificate to look for; executor, ledger: see `count`, for a tree by cubes; workers: of the
    executor. The certificate is in the answer, and `check_text` judges it again.
    """
    made = request("prove", limits=limits, argument=argument, workers=workers, executor=executor, ledger=ledger)
    return answered(subject, made, on_progress, cancel)


def iterate(
    subject: Subject,
    *,
    backend: str = defaults.ENGINE,
    limits: Limits = Limits(),
    seed: int = defaults.SEED,
    workers: int = defaults.WORKERS,
    up_to_symmetry: bool = False,
    rotations_only: bool = False,
    optimal: bool = False,
    executor: str = "",
    ledger: str = "",
    on_progress: OnProgress | None = None,
    cancel: Cancel | None = None,
) -> Solutions:
    """Return an iterator over solutions, all different and each accepted by both judges.

    `with exactcover.iterate(...) as solutions:` ends the search when the block exits. Solutions may share their placements, or
    options: copy one before you change it (`copy.deepcopy`). up_to_symmetry: one solution of each class of symmetric ones;
    rotations_only: reflections then do not count as symmetries; optimal: only solutions of least cost; executor, ledger: see
    `count`; for the other arguments see `solve`. Raises InvalidInput.
    """
    made = request(
        "list",
        backend,
        limits=limits,
        seed=seed,
        workers=workers,
        up_to_symmetry=up_to_symmetry,
        rotations_only=rotations_only,
        optimal=optimal,
        executor=executor,
        ledger=ledger,
    )
    return solutions_of(subject, made, on_progress, cancel)


def sample(
    subject: Subject,
    number: int,
    *,
    seed: int = defaults.SEED,
    workers: int = defaults.WORKERS,
    limits: Limits = Limits(),
    on_progress: OnProgress | None = None,
    cancel: Cancel | None = None,
) -> Solutions:
    """Return an iterator over `number` solutions drawn uniformly and independently; the same seed gives the same solutions."""
    made = request("sample", limits=limits, seed=seed, workers=workers)
    made = replace(made, limits=replace(limits, solutions=number))
    return solutions_of(subject, made, on_progress, cancel)


def faults(subject: Subject, solution: object) -> list[str]:
    """Return the faults that the puzzle's referee finds in a solution; an empty list if it is correct."""
    return puzzle_about(subject).faults(own_items.named(solution))


@overload
def draw(
    subject: Subject,
    solution: object = None,
    *,
    format: Literal["text"] = "text",
    view: str = "layers",
    pieces: bool | None = None,
    colour: bool = False,
    columns: int = 100,
) -> str:
    """Return the drawing as text."""


@overload
def draw(
    subject: Subject,
    solution: object = None,
    *,
    format: Literal["svg"],
    view: str = "layers",
    pieces: bool | None = None,
) -> Svg:
    """Return the drawing as an SVG document."""


@overload
def draw(
    subject: Subject,
    solution: object = None,
    *,
    format: Literal["png"],
    view: str = "layers",
    pieces: bool | None = None,
) -> Png:
    """Return the drawing as the bytes of a PNG file."""


@overload
def draw(
    subject: Subject,
    solution: object = None,
    *,
    format: Literal["pdf"],
    view: str = "layers",
    pieces: bool | None = None,
) -> Pdf:
    """Return the drawing as the bytes of a PDF file."""


def draw(
    subject: Subject,
    solution: object = None,
    *,
    format: str = "text",  # noqa: A002 (the word that every caller would try first)
    view: str = "layers",
    pieces: bool | None = None,
    colour: bool = False,
    columns: int = 100,
) -> str | bytes:
    """Return the drawing of a solution (judged first), or of the puzzle alone; raises InvalidInput.

    solution: a solution, an Answer, an answer object or a certificate. format: `text`, `svg`, `png` or `pdf`; a notebook shows
    all but text as pictures. view: how these show a body, by `layers` or `iso`, from above and from the front. pieces: also
    draw the puzzle's pieces; None: only in an image of a puzzle alone. colour, columns: for text, 24-bit colours and the
    maximum width.
    """
    about = puzzle_about(subject)
    shown = Drawable(about) if solution is None else judging.drawable_of(about, own_items.named(solution))
    return drawings.in_format(shown, format, view, pieces=pieces, colour=colour, columns=columns)


def moves(subject: Puzzle | str) -> list[Move]:
    """Return the legal moves from the start, as a plan writes them; raises InvalidInput for a puzzle without moves."""
    return puzzle_about(subject).moves()


def info(subject: Subject) -> PuzzleInfo:
    """Return facts about a puzzle that need no search: see the schema `info`."""
    return about.info(puzzle_about(subject))
