"""The life of a request with engines that tell the truth and engines, reductions and encoders that lie."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pytest

from encoders.catalogue import puzzle
from encoders.puzzle import Puzzle
from exactcover import backends
from exactcover.judges import placements
from exactcover.model.answer import Answer, Limits, Request
from exactcover.model.encoding import Encoding, Solution
from exactcover.model.errors import InvalidInput, JudgeRefused
from exactcover.model.events import Accepted, Bound, End, Event, Found, Progress, Standing
from exactcover.model.puzzle_protocol import digest_of
from exactcover.model.tiling import Tiling
from exactcover.solving import caches, pipeline
from exactcover.solving.pipeline import JobRunner, Step
from exactcover.solving.plan import Job
from exactcover.transform.reductions import chain, tiling_to_cover
from tests.clocks import FakeClock
from tests.jobs import run_of
from tests.lost_placements import losing

FIVE = puzzle("packing board=5x5 pieces=L5,N5,U5,W5,Y5")
NONE = puzzle("packing board=4x5 pieces=tetrominoes")
OPTIONS = {"options": [["a"], ["a", "b"], ["a", "c"]], "costs": [7, 5, 3]}
PRICED = puzzle("cover", items=["a", ["b", 0, 1], ["c", 0, 1]], **OPTIONS)
"""A cover: choose one of three options, at cost 7, 5 or 3."""
Lie = Callable[[Job, Event], list[Event]]


def honest(job: Job, interrupted: Callable[[], bool] = lambda: False) -> Iterator[Event]:
    """What an engine's process does, in this one."""
    run = run_of(job)
    assert not isinstance(job.model, tuple)
    engine = backends.engine(run.engine)
    breaking = run.break_symmetry and run.task == "solve"
    reduced = chain.reduce(job.model, engine.accepts, break_symmetry=breaking)
    for event in engine.run(run.task, reduced.model, replace(job.options, own=run.own), job.limits):
        if isinstance(event, Found):
            yield Found(reduced.lift(event.selection))
        elif isinstance(event, Standing):
            yield Standing(named(event.end, reduced))
        elif isinstance(event, End):
            yield named(event, reduced)
        else:
            yield event


def named(end: End, reduced: chain.Chain) -> End:
    """An end that says which placements it has exhausted."""
    if not end.exhausted or reduced.written is None:
        return end
    return replace(end, placements_digest=placements.digest(reduced.written))


def lying(lie: Lie) -> JobRunner:
    """An engine whose events are changed on the way."""

    def run(job: Job, interrupted: Callable[[], bool] = lambda: False) -> Iterator[Event]:
        for event in honest(job):
            yield from lie(job, event)

    return run


def scripted(*events: Event) -> JobRunner:
    """An engine that yields exactly these events."""
    return lambda job, interrupted: iter(events)


def steps(what: Puzzle, request: Request, engine: JobRunner = honest) -> list[Step]:
    """All steps of a request, its engine an honest one in this process unless another is given."""
    return list(pipeline.run(what, request, run_job=engine))


def answer(what: Puzzle, request: Request, engine: JobRunner = honest) -> Answer:
    """The answer, which must come last and alone."""
    found = steps(what, request, engine)
    assert [isinstance(step, Answer) for step in found].index(True) == len(found) - 1
    assert isinstance(found[-1], Answer)
    return found[-1]


def chosen(*options: int) -> Found:
    """A selection that an engine found."""
    return Found(np.array(options, dtype=np.int64))


@pytest.mark.parametrize("engine", ["auto", "exact", "cpsat", "sat", "brute"])
def test_true_answers_pass_both_judges(engine: str) -> None:
    """Solve, list and count with every engine: the solution is right, the eight are different, the count is 8."""
    solved = answer(FIVE, Request("solve", engine))
    assert (solved.status, solved.stop_reason, solved.evidence) == ("FEASIBLE", None, None)
    assert FIVE.faults(solved.solution) == []
    listed = steps(FIVE, Request("list", engine))
    different = {repr(step.solution) for step in listed if isinstance(step, Accepted)}
    assert len(different) == sum(isinstance(step, Accepted) for step in listed) == 8
    counted = answer(FIVE, Request("count", engine))
    assert (counted.status, counted.count, counted.exhausted, counted.evidence) == ("FEASIBLE", 8, True, None)


@pytest.mark.parametrize("task", ["solve", "list", "count"])
@pytest.mark.parametrize("break_symmetry", [False, True])
def test_exhausted_nothing_is_infeasible(task: Any, break_symmetry: bool) -> None:
    """A board that has no packing is INFEASIBLE on the engine's word, its searched space confirmed."""
    found = answer(NONE, Request(task, "exact", break_symmetry=break_symmetry))
    assert (found.status, found.evidence, found.exhausted) == ("INFEASIBLE", "exhausted", True)
    assert found.count == (None if task == "solve" else 0)


def spoil_shift(selection: Any) -> Any:
    """Every placement one column further."""
    return selection + np.array([0, 0, 0, 1])


def spoil_swap(selection: Any) -> Any:
    """The offsets of two placements exchanged."""
    found = selection.copy()
    found[[0, 1], 2:] = selection[[1, 0], 2:]
    return found


@pytest.mark.parametrize(
    "spoil",
    [
        spoil_shift,
        spoil_swap,
        lambda selection: selection[1:],
        lambda selection: selection[[0, *range(len(selection))]],
        lambda selection: selection[:, :3],
        lambda selection: selection[:0],
        lambda selection: selection.astype(float),
        lambda selection: selection + np.array([1, 0, 0, 0]),
        lambda selection: np.arange(5),
    ],
)
@pytest.mark.parametrize("task", ["solve", "list"])
def test_wrong_selections_are_refused(spoil: Callable[[Any], Any], task: Any) -> None:
    """Shifted, swapped, missing, doubled placements and other arrays: nothing of it is ever an answer."""
    liar = lying(lambda job, event: [Found(spoil(event.selection)) if isinstance(event, Found) else event])
    with pytest.raises(JudgeRefused, match="the judge refused a selection of exact: "):
        steps(FIVE, Request(task, "exact"), liar)


@pytest.mark.parametrize("space", [None, "", "0" * 64])
def test_wrong_spaces_are_refused(space: str | None) -> None:
    """An engine that says it is exhausted must have searched the tiling's own placements."""
    liar = lying(lambda job, event: [replace(event, placements_digest=space) if isinstance(event, End) else event])
    for what, task in ((NONE, "solve"), (FIVE, "count"), (FIVE, "list")):
        with pytest.raises(JudgeRefused, match="the placements that exact searched are not those of the puzzle"):
            steps(what, Request(task, "exact"), liar)  # type: ignore[arg-type]


@pytest.mark.parametrize("engine", ["exact", "cpsat", "sat"])
def test_lost_placements_are_refused(monkeypatch: pytest.MonkeyPatch, engine: str) -> None:
    """A reduction that loses a placement makes wrong counts: the digest, or a symmetry that is none then, tells."""
    monkeypatch.setattr(tiling_to_cover, "reduce", losing(0))
    with pytest.raises((JudgeRefused, ValueError), match=r"are not those of the puzzle|a symmetry "):
        steps(FIVE, Request("count", engine))


def test_search_of_another_tiling_is_refused() -> None:
    """An engine that was given less than the puzzle's tiling, a kind or a cell of it, has not searched the tiling."""

    def run(job: Job, interrupted: Callable[[], bool] = lambda: False) -> Iterator[Event]:
        assert isinstance(job.model, Tiling)
        fewer = replace(job.model.pieces[0], orientations=job.model.pieces[0].orientations[1:])
        yield from honest(replace(job, model=replace(job.model, pieces=(fewer, *job.model.pieces[1:]))))

    with pytest.raises(JudgeRefused, match="are not those of the puzzle"):
        steps(NONE, Request("solve", "exact"), run)


def encoded_as(what: Puzzle, change: Callable[[Encoding], Encoding]) -> Puzzle:
    """The puzzle with another encoder."""
    rules = replace(what.rules, encode=lambda value: change(what.rules.encode(value)))
    return replace(what, rules=rules)


def test_wrong_encodings_are_refused_before_anything_runs() -> None:
    """An encoder that lost an orientation is refused by the referee, and no engine is asked."""

    def lose(encoding: Encoding) -> Encoding:
        assert isinstance(encoding.model, Tiling)
        first, *rest = encoding.model.pieces
        return replace(
            encoding, model=replace(encoding.model, pieces=(replace(first, orientations=first.orientations[1:]), *rest))
        )

    with pytest.raises(
        JudgeRefused, match="the puzzle's referee refused the encoding: the tiling has 7 orientations of L5"
    ):
        steps(encoded_as(FIVE, lose), Request("solve"), scripted())


def decoded_by(spoil: Callable[[Solution], Solution], encoding: Encoding) -> Encoding:
    """The encoding with its way back spoiled."""
    return replace(encoding, decode=lambda selection: spoil(encoding.decode(selection)))


def test_wrong_ways_back_are_refused() -> None:
    """A decoder that swaps two pieces' names, or loses a cell, makes solutions that the referee refuses."""

    def swap(solution: Solution) -> Solution:
        one, two, *rest = solution["placements"]
        return {"placements": [one | {"piece": two["piece"]}, two | {"piece": one["piece"]}, *rest]}

    def lose(solution: Solution) -> Solution:
        one, *rest = solution["placements"]
        return {"placements": [one | {"cells": one["cells"][1:]}, *rest]}

    for spoil in (swap, lose):
        wrong = encoded_as(FIVE, partial(decoded_by, spoil))
        with pytest.raises(JudgeRefused, match="the puzzle's referee refused a solution of exact: "):
            steps(wrong, Request("solve", "exact"))


def test_bounds_above_a_solution_are_refused() -> None:
    """A proved lower bound of 6 and a solution of cost 5 cannot both be true."""
    scripts: list[list[Event]] = [
        [chosen(1), Bound(6), End(False, "time")],
        [Bound(6), chosen(1), End(False, "time")],
        [chosen(1), End(False, bound=6)],
    ]
    for events in scripts:
        with pytest.raises(JudgeRefused, match="exact claims the bound 6 and has a solution of cost 5"):
            steps(PRICED, Request("solve", "exact"), scripted(*events))


@pytest.mark.parametrize(
    ("events", "status", "cost", "bound", "evidence"),
    [
        ([chosen(0), chosen(2), End(True, bound=3)], "OPTIMAL", 3, 3, "exhausted"),
        ([chosen(0), chosen(2), End(True)], "OPTIMAL", 3, 3, "exhausted"),
        ([chosen(1), Bound(2), Bound(3), End(False, "time")], "FEASIBLE", 5, 3, None),
        ([chosen(2), Bound(3), End(False, "time")], "OPTIMAL", 3, 3, None),
        ([chosen(1), End(False, "nodes")], "FEASIBLE", 5, None, None),
        ([Bound(3), End(False, "memory")], "UNKNOWN", None, 3, None),
        ([End(True)], "INFEASIBLE", None, None, "exhausted"),
    ],
)
def test_costs_bounds_and_evidence(
    events: list[Event], status: str, cost: int | None, bound: int | None, evidence: str | None
) -> None:
    """The cost is the judge's own, and only an exhausted search or a matching bound makes it the optimum."""
    found = answer(PRICED, Request("solve", "exact"), scripted(*events))
    assert (found.status, found.cost, found.bound, found.evidence) == (status, cost, bound, evidence)


def test_real_engines_find_the_optimum() -> None:
    """Every engine that covers lead to answers OPTIMAL 3 on the priced cover."""
    engines = [name for name in backends.NAMES if {"cover", "linear"} & set(backends.engine(name).accepts)]
    assert {"exact", "cpsat", "sat", "brute"} <= set(engines)
    for engine in engines:
        found = answer(PRICED, Request("solve", engine))
        assert (found.status, found.cost, found.solution) == ("OPTIMAL", 3, {"options": [["a", "c"]]})


@pytest.mark.parametrize(
    ("task", "events", "status", "stop", "count"),
    [
        ("solve", [End(False, "time")], "UNKNOWN", "time", None),
        ("solve", [chosen(0), End(False, "solutions")], "FEASIBLE", None, None),
        ("solve", [chosen(0), End(False, "interrupted")], "FEASIBLE", "interrupted", None),
        ("list", [chosen(0), chosen(1), End(False, "solutions")], "FEASIBLE", "solutions", 2),
        ("list", [chosen(0), End(False, "time")], "FEASIBLE", "time", 1),
        ("list", [End(False, "time")], "UNKNOWN", "time", 0),
        ("list", [End(True)], "INFEASIBLE", None, 0),
        ("count", [Progress(count=2), End(False, "time", 2)], "UNKNOWN", "time", 2),
        ("count", [End(False, "solutions", 2)], "FEASIBLE", "solutions", 2),
        ("count", [End(True, count=3)], "FEASIBLE", None, 3),
        ("count", [End(True, count=0)], "INFEASIBLE", None, 0),
        ("count", [End(True, count=None)], "UNKNOWN", None, None),
        ("count", [End(False, "memory", None)], "UNKNOWN", "memory", None),
    ],
)
def test_endings_do_not_share_a_word(
    task: Any, events: list[Event], status: str, stop: str | None, count: int | None
) -> None:
    """Proved none, found none, ran out and reached the limit are four different answers."""
    found = answer(PRICED, Request(task, "exact"), scripted(*events))
    assert (found.status, found.stop_reason, found.count) == (status, stop, count)


def test_answers_say_what_was_asked_of_whom() -> None:
    """The answer has the canonical puzzle, its digest, the engine with its options, and why it was chosen."""
    found = answer(FIVE, Request("solve", "sat", {"": "glucose4"}, seed=7))
    assert found.puzzle == FIVE.canonical()
    assert found.puzzle_sha256 == digest_of(FIVE.canonical())
    options = {"seed": 7, "workers": 1, "solver": "glucose4", "break_symmetry": True}
    assert options.items() <= found.engine.options.items()
    assert (found.engine.name, found.engine.why) == ("sat", "asked for")
    assert "break_symmetry" not in answer(FIVE, Request("count", "exact")).engine.options
    assert answer(FIVE, Request("solve")).engine.why.startswith("a tiling: ")


def test_limits_and_interruption_reach_the_worker(clock: FakeClock) -> None:
    """The engine gets the limits of the request, less the time that encoding took, and hears of an interruption."""
    told: list[Any] = []

    def run(job: Job, interrupted: Callable[[], bool]) -> Iterator[Event]:
        told.extend([job.limits, run_of(job).task, run_of(job).break_symmetry, interrupted()])
        yield End(False, "interrupted")

    def slowly(encoding: Encoding) -> Encoding:
        clock.work(0.5)
        return encoding

    limits = Limits(time=3, memory=500, nodes=10, solutions=2)
    request = Request("list", "exact", limits=limits, break_symmetry=False)
    list(pipeline.run(encoded_as(FIVE, slowly), request, lambda: True, run))
    assert told == [replace(limits, time=2.5), "list", False, True]


@pytest.mark.parametrize(
    ("request_", "sentence"),
    [
        (Request("solve", "exakt"), "unknown engine 'exakt'"),
        (
            Request("solve", "sat", {"solvers": "x"}),
            "the engine sat has no option 'solvers'; expected solver; did you mean",
        ),
        (Request("solve", "brute", {"": "fast"}), "the engine brute has no option 'fast'; expected none"),
        (Request("solve", "sat", {"solver": "x"}), "sat has no solver 'x'"),
    ],
)
def test_requests_at_fault_are_malformed(request_: Request, sentence: str) -> None:
    """An unknown engine, option or setting is the request's fault, not ours."""
    with pytest.raises(InvalidInput, match=sentence):
        steps(FIVE, request_)


def test_encodings_are_cached_and_judged_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """A puzzle that is asked about again is not encoded again; its referee compares it with the encoding every time."""
    encoded, judged = list[str](), list[str]()
    encode, encoding_faults = Puzzle.encode, Puzzle.encoding_faults

    def noting(puzzle: Puzzle) -> Any:
        encoded.append(puzzle.title)
        return encode(puzzle)

    def judging(puzzle: Puzzle, model: Any) -> list[str]:
        judged.append(puzzle.title)
        return encoding_faults(puzzle, model)

    monkeypatch.setattr(Puzzle, "encode", noting)
    monkeypatch.setattr(Puzzle, "encoding_faults", judging)
    caches.puzzles.clear()
    one, other = (puzzle(f"packing board=4x{width} pieces=I2 copies=any") for width in (4, 5))
    for each in (one, pickle.loads(pickle.dumps(one)), other, one):
        steps = list(pipeline.in_child(caches.serialize(each), Request("solve", "exact")))
        assert isinstance(steps[-1], Answer)
        assert steps[-1].status == "FEASIBLE"
    assert (len(encoded), len(judged)) == (2, 4)
    for width in range(2, caches.MOST + 4):
        caches.puzzle_of(caches.serialize(puzzle(f"packing board=2x{width} pieces=I2 copies=any")))
    assert len(caches.puzzles) == caches.MOST
    large = caches.serialize(puzzle("packing board=300x300 pieces=I2 copies=any"))
    assert caches.puzzle_of(large) is not caches.puzzle_of(large)
