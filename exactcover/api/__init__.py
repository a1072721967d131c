"""The public API: turns a request into a puzzle, runs the pipeline, gives an answer.

Of exactcover only this module, drawings.py, editing.py and conformance.py import encoders
(`test_only_the_public_api_knows_puzzles`). Python, the command line and whatever comes later go through these functions.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Literal, TypeAlias, overload

from encoders import catalogue, sent
from encoders.catalogue import read_answer_file
from encoders.cover.kind import KIND as COVER
from encoders.cover.order import in_order
from encoders.draw.notebook import Pdf, Png, Svg
from encoders.puzzle import Puzzle
from exactcover.api import about, drawings
from exactcover.api.about import engines
from exactcover.api.drawings import draw_file, draw_text, drawables, picture, refuse_film, undrawn, words_drawn
from exactcover.api.solutions import Cancel, OnProgress, Solutions, cancelled_by
from exactcover.files import judging
from exactcover.files.judging.drawables import Drawable, Several
from exactcover.model import defaults, own_items
from exactcover.model.answer import Accepted, Answer, Limits, Progress, Request, request
from exactcover.model.cover import Cover
from exactcover.model.errors import InvalidInput, InvalidModel
from exactcover.model.puzzle_protocol import digest_of
from exactcover.solving import pipeline, supervisor
from exactcover.solving.pipeline import Step

__all__ = [
    "Accepted", "Answer", "Cover", "Drawable", "InvalidInput", "Limits", "Progress", "Puzzle", "Several", "Solutions",
    "answered", "batch", "batch_sent",
    "check_file", "check_text", "count", "cover", "digest_of", "draw", "draw_file", "draw_text", "drawables", "engines",
    "export", "exported", "faults", "info", "iterate", "moves", "picture", "prove", "puzzle", "puzzle_about",
    "puzzle_of_answer", "puzzle_or_fault", "puzzle_sent", "puzzles", "read_answer_file", "refuse_film", "request", "run",
    "sample", "solve", "split_words", "undrawn", "words_drawn",
]  # fmt: skip

Search: TypeAlias = Callable[[Puzzle, Request], Answer]
Subject: TypeAlias = Puzzle | Cover | str
"""What a question may be about: a puzzle, a cover, or the name, file or one-line specification of a puzzle."""


def batch_sent(value: Any) -> Iterator[tuple[int, Puzzle | InvalidInput, dict[str, Any]]] | None:
    """Return the puzzles of `{"batch": ...}` from a stranger, each with its number and keys; None for another value.

    Raises InvalidInput where the whole is at fault; a puzzle that is at fault is told in its place.
    """
    return sent.batch_sent(value) if sent.is_batch(value) else None


def puzzles() -> tuple[str, ...]:
    """Return the names of the catalogue."""
    return catalogue.names()


def puzzle(*words: str, **keys: Any) -> Puzzle:
    """Return a puzzle: `puzzle("pentominoes-6x10")`, `puzzle("board.toml")`, `puzzle("packing", board="6x10", ...)`.

    Keys are those of a puzzle file. Raises InvalidInput, and TypeError for a word that is no text.
    """
    for word in words:
        if not isinstance(word, str):
            raise TypeError(f"a word of the puzzle is {word!r:.60}; expected a text: its name, its file, or its kind")
    return catalogue.puzzle(*words, **keys)


def puzzle_sent(value: Any) -> tuple[Puzzle, dict[str, Any]]:
    """Return the puzzle that a JSON value from a stranger is, and the keys that make it; opens no file. Raises InvalidInput.

    value: a name of the catalogue, a line `KIND key=value ...`, an object of keys, or `{"format": "toml", "text": "..."}`.
    """
    return sent.puzzle_sent(value)


def puzzle_of_answer(answer: Mapping[str, Any], solution: Any = None) -> Puzzle:
    """Return the puzzle that an answer object is about, its pieces named as in a solution; raises InvalidInput."""
    return catalogue.puzzle_of_answer(answer, solution)


def run(puzzle: Puzzle, request: Request, interrupted: Callable[[], bool] = lambda: False) -> Iterator[Step]:
    """Yield what happens to a request (Accepted, Draft, Progress, Bound), its Answer last."""
    return supervisor.run(pipeline.call(puzzle, request), request, interrupted)


def cover(
    items: Iterable[Any] | Mapping[Any, int | tuple[int, int]],
    options: Iterable[Iterable[Hashable]] | None = None,
    *,
    secondary: Iterable[Hashable] = (),
    costs: Sequence[Any] | None = None,
    maximise: bool = False,
) -> Cover:
    """Return an exact cover, which `solve`, `count` and the others take as they take puzzles; raises InvalidInput.

    items: values of one type that can be hashed, to be covered once; lists `[item, least, most]`; or a mapping from items to how
    often, a number or (least, most). options: the items of each. secondary: items that may be covered once, or not. costs: an
    exact number (int, float, Decimal, Fraction) for each option. maximise: the greatest sum is wanted. Without options: a matrix
    (numpy or scipy.sparse), a row an option, a column an item, numbered from 0; or the options as sets.
    """
    try:
        return own_items.cover(items, options, secondary=secondary, costs=costs, maximise=maximise)
    except InvalidModel as fault:
        raise InvalidInput(str(fault)) from fault


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
    return _solutions(subject, made, on_progress, cancel)


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
    return _solutions(subject, made, on_progress, cancel)


def _solutions(
    subject: Subject, request: Request, on_progress: OnProgress | None, cancel: Cancel | None = None
) -> Solutions:
    puzzle = puzzle_about(subject)
    steps = run(puzzle, request, cancelled_by(cancel))
    return Solutions(steps, on_progress, partial(drawings.in_notebook, puzzle), own_items.labels_of(subject))


def batch(words: Sequence[str]) -> Iterator[tuple[int, Puzzle | InvalidInput]] | None:
    """Return the puzzles of words that name a file of them, each with the number of its line; None for words that do not."""
    return catalogue.batch(*words)


def puzzle_about(subject: Subject) -> Puzzle:
    """Return the puzzle that a question is about; raises InvalidInput, and TypeError for what is no Subject."""
    if isinstance(subject, Cover):
        return Puzzle(COVER, in_order(subject))
    if not isinstance(subject, Puzzle | str):
        raise TypeError(f"the puzzle is {subject!r:.60}; expected a puzzle, a cover, or a text that names a puzzle")
    return subject if isinstance(subject, Puzzle) else puzzle(subject)


def puzzle_or_fault(subject: Subject) -> Puzzle | InvalidInput:
    """Return the puzzle that a question is about, or what is wrong with it."""
    try:
        return puzzle_about(subject)
    except InvalidInput as fault:
        return fault


def answered(
    subject: Subject, request: Request, on_progress: OnProgress | None = None, cancel: Cancel | None = None
) -> Answer:
    """Return the answer to a request; what `on_progress` raises ends the run."""
    return _solutions(subject, request, on_progress, cancel).to_the_end()


def faults(subject: Subject, solution: Any) -> list[str]:
    """Return what the puzzle's referee finds wrong with a solution; an empty list for a right one."""
    return puzzle_about(subject).faults(own_items.named(solution))


def check_file(subject: Subject, path: Path, search: Search | None = None) -> dict[str, Any]:
    """Judge what a file holds, a solution as arrays (.npz) too; as `check_text`. Raises InvalidInput.

    Another file that an answer refers to is looked for from the working folder, then beside the answer.
    """
    if path.suffix.lower() == ".npz":
        return judging.check_value(puzzle_about(subject), judging.layout_in(puzzle_about(subject), path))
    return check_text(subject, read_answer_file(path), search, path.parent)


def check_text(subject: Subject, text: str, search: Search | None = None, folder: Path | None = None) -> dict[str, Any]:
    """Judge an answer, a certificate, a solution, or several in JSON lines; return the check object of the contract.

    search: what answers a request about the puzzle (see `answered`), for the claims of answers that only another search can
    verify: `exhausted`, `count`, `classes`, and the like.
    """
    judged = puzzle_about(subject)
    return judging.check_text(judged, text, None if search is None else partial(search, judged), folder)


@overload
def draw(
    subject: Subject,
    solution: Any = None,
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
    subject: Subject, solution: Any = None, *, format: Literal["svg"], view: str = "layers", pieces: bool | None = None
) -> Svg:
    """Return the drawing as an SVG document."""


@overload
def draw(
    subject: Subject, solution: Any = None, *, format: Literal["png"], view: str = "layers", pieces: bool | None = None
) -> Png:
    """Return the drawing as the bytes of a PNG file."""


@overload
def draw(
    subject: Subject, solution: Any = None, *, format: Literal["pdf"], view: str = "layers", pieces: bool | None = None
) -> Pdf:
    """Return the drawing as the bytes of a PDF file."""


def draw(
    subject: Subject,
    solution: Any = None,
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


def moves(subject: Puzzle | str) -> list[list[Any]]:
    """Return the legal moves of the start, as a plan writes them; raises InvalidInput for a puzzle without moves."""
    return puzzle_about(subject).moves()


def export(subject: Subject, to: str, text: str | None = None) -> dict[str, bytes]:
    """Return a puzzle, or a certificate (JSON text), as files that others read, by ending; raises InvalidInput.

    to: `dlx`, `dimacs`, `opb`, `lp`, `mps`, `txt` or `json`, one file without an ending of its own, in which variable i is
    option i; of packings `xmpuzzle`; of a certificate `lrat` (.cnf, .lrat) or `veripb` (.opb, .pbp).
    """
    return {ending: b"".join(chunks) for ending, chunks in exported(subject, to, text).items()}


def exported(subject: Subject, to: str, text: str | None = None) -> dict[str, Iterator[bytes]]:
    """Return what `export` returns, each file in pieces, which are made as they are taken."""
    return judging.exported(puzzle_about(subject), to, text)


def info(subject: Puzzle | str) -> dict[str, Any]:
    """Return what can be said of a puzzle without searching: see the schema `info`."""
    return about.info(puzzle_about(subject))


def split_words(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """Split command-line words into a puzzle's specification and the rest."""
    return catalogue.split_words(words)
