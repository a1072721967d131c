"""The public API: turns a request into a puzzle, runs the pipeline, gives an answer.

Python, the command line, the service and whatever comes later go through these functions. In this file: questions that engines
answer, and drawings. `subjects`: what questions are about; `answering`: how a request is run; `checking` and `exporting`: files
that are judged and written; `many`, `asynchronous`: many puzzles, event loops; `schemas`: those of JSON; `editing`: what pages
need. Comparisons are on the floor above (comparison).
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
    """Return the answer to `is there a solution`: the best one found, where solutions have a cost.

    backend: `NAME[:VALUE | :KEY=VALUE,...]`, see `engines`; seed: the same one gives the same answer; workers: 0 is the task's
    default; break_symmetry: search one placement of each orbit; on_progress: called with a Progress now and then; cancel: a
    `threading.Event`, which ends the run with what it has once it is set, stop reason `interrupted`. Raises InvalidInput.
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
    """Return the answer to `how many solutions`, symmetric ones counted apart, and how many classes of them there are.

    rotations_only: reflections are no symmetry; executor: `local`, `ray` or `ray://HOST:PORT`, to search by cubes; ledger: a
    file or URL from which such a search goes on; for the others see `solve`. Raises InvalidInput.
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

    argument: the one kind of certificate it may be; executor, ledger: see `count`, for a tree by cubes; workers: of the executor.
    The certificate is in the answer, and `check_text` judges it again.
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
    """Return an iterator over solutions, each one different and accepted by both judges.

    `with exactcover.iterate(...) as solutions:` ends the search with the block. Solutions may share their placements, or
    options: copy one before you change it (`copy.deepcopy`). up_to_symmetry: one of each class of symmetric
    ones; rotations_only: reflections are no symmetry then; optimal: those of least cost only; executor, ledger: see
    `count`; for the others see `solve`. Raises InvalidInput.
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
    """Return an iterator over `number` solutions drawn uniformly and independently; the same seed gives the same ones."""
    made = request("sample", limits=limits, seed=seed, workers=workers)
    made = replace(made, limits=replace(limits, solutions=number))
    return solutions_of(subject, made, on_progress, cancel)


def faults(subject: Subject, solution: object) -> list[str]:
    """Return what the puzzle's referee finds wrong with a solution; an empty list for a right one."""
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

    solution: or an Answer, an answer object or a certificate. format: `text`, `svg`, `png` or `pdf`; a notebook shows those but
    text as pictures. view: how these show a body, by `layers` or `iso`, from above and from the front. pieces: draw those of the
    puzzle too; None: into the image of a puzzle alone. colour, columns: of text, its 24-bit colours and its greatest width.
    """
    about = puzzle_about(subject)
    shown = Drawable(about) if solution is None else judging.drawable_of(about, own_items.named(solution))
    return drawings.in_format(shown, format, view, pieces=pieces, colour=colour, columns=columns)


def moves(subject: Puzzle | str) -> list[Move]:
    """Return the legal moves of the start, as a plan writes them; raises InvalidInput for a puzzle without moves."""
    return puzzle_about(subject).moves()


def info(subject: Subject) -> PuzzleInfo:
    """Return what can be said of a puzzle without searching: see the schema `info`."""
    return about.info(puzzle_about(subject))
