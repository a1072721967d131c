"""The questions that engines answer: solve, count, prove, iterate, sample. Not here: how a request is run (answering.py)."""

from __future__ import annotations

from dataclasses import replace

from exactcover.api.answering import answered, solutions_of
from exactcover.api.solutions import Cancel, OnProgress, Solutions
from exactcover.api.subjects import Subject
from exactcover.model import defaults
from exactcover.model.answer import Answer, Limits, request


def solve(
    subject: Subject,
    *,
    backend: str = defaults.ENGINE,
    limits: Limits = Limits(),
    seed: int = defaults.SEED,
    workers: int = defaults.WORKERS,
    break_symmetry: bool = True,
    gap: float | None = None,
    certificate: bool = False,
    on_progress: OnProgress | None = None,
    cancel: Cancel | None = None,
) -> Answer:
    """Return the answer to `is there a solution`: the best one found, if solutions have a cost.

    backend: `NAME[:VALUE | :KEY=VALUE,...]`, see `engines`; seed: the same seed gives the same answer; workers: 0 is the task's
    default; break_symmetry: search one placement of each orbit; gap: end when the best cost is that near to the bound, relative
    to the cost (0.01: 1 %), stop reason `gap`; certificate: after the search has an optimum, or has found that there is no
    solution, provers go on until there is a certificate of that; if the limits end them, the answer stands without; on_progress:
    called with a Progress now and then; cancel: a `threading.Event`: once it is set, the run ends with what it has, stop reason
    `interrupted`. Raises InvalidInput.
    """
    made = request(
        "solve",
        backend,
        limits=limits,
        seed=seed,
        workers=workers,
        break_symmetry=break_symmetry,
        gap=gap,
        certificate=certificate,
    )
    return answered(subject, made, on_progress, cancel)


def count(
    subject: Subject,
    *,
    backend: str = defaults.ENGINE,
    limits: Limits = Limits(),
    seed: int = defaults.SEED,
    workers: int = defaults.WORKERS,
    up_to_symmetry: bool = False,
    rotations_only: bool = False,
    executor: str = "",
    ledger: str = "",
    on_progress: OnProgress | None = None,
    cancel: Cancel | None = None,
) -> Answer:
    """Return the answer to `how many solutions`, counting symmetric ones separately, and how many classes of them there are.

    up_to_symmetry: count the classes even if that takes long, and find the symmetries of a cover that has none; rotations_only:
    reflections do not count as symmetries; executor: `local`, `ray` or `ray://HOST:PORT`, to search by cubes; ledger: a file or
    URL from which such a search resumes; for the other arguments see `solve`. Raises InvalidInput.
    """
    made = request(
        "count",
        backend,
        limits=limits,
        seed=seed,
        workers=workers,
        up_to_symmetry=up_to_symmetry,
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
    certificate: bool = False,
    executor: str = "",
    ledger: str = "",
    on_progress: OnProgress | None = None,
    cancel: Cancel | None = None,
) -> Solutions:
    """Return an iterator over solutions, all different and each accepted by both judges.

    `with exactcover.iterate(...) as solutions:` ends the search when the block exits. Solutions may share their placements, or
    options: copy one before you change it (`copy.deepcopy`). up_to_symmetry: one solution of each class of symmetric ones;
    rotations_only: reflections then do not count as symmetries; optimal: only solutions of least cost; certificate: after the
    last solution a prover goes on until the answer has a certificate that there are no others; executor, ledger: see `count`; for
    the other arguments see `solve`. Raises InvalidInput.
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
        certificate=certificate,
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
