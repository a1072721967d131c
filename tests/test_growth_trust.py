"""What is proved of a growth rests on placements that the judge finds again, whichever engine has proved it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from exactcover import api
from exactcover.backends.search.graphs import growths
from exactcover.judges import placements
from exactcover.kernel.graphs import growth as graphs
from exactcover.model import growth_space
from exactcover.model.answer import Answer, Request
from exactcover.model.cover import Cover
from exactcover.model.errors import InvalidModel, JudgeRefused
from exactcover.model.events import Bound, End, Event
from exactcover.model.growth import Growth
from exactcover.solving import execute, pipeline
from exactcover.solving.pipeline import JobRunner
from exactcover.solving.plan import Job
from exactcover.transform.reductions import growth_to_cover
from tests.growth_models import growth, published, random_position

COVERED = api.puzzle("blokus board=4x4 goal=cover pieces=I1,I2,V3,L4 targets=3,3")
NONE = api.puzzle("blokus board=3x3 goal=cover pieces=I1,I3 targets=2,2")
QUEUES = ("astar", "ucs")
ROWS = ("cpsat", "sat")
ENGINES = (*QUEUES, *ROWS, "dfs", "bfs")


def here(job: Job, interrupted: Any = None) -> Iterator[Event]:
    """Run engines in this process, where what they search can be spoiled."""
    yield from execute.events(job)


def answer(puzzle: api.Puzzle, engine: str, task: Any = "solve", run_job: JobRunner = here) -> Answer:
    """The answer of an engine to a task."""
    *_, last = pipeline.run(puzzle, Request(task, engine), run_job=run_job)
    assert isinstance(last, Answer)
    return last


def written(model: Growth) -> Cover:
    """The cover of a growth."""
    cover = growth_to_cover.reduce(model).model
    assert isinstance(cover, Cover)
    return cover


@pytest.mark.parametrize("seed", range(60))
def test_three_ways_to_a_space_agree(seed: int) -> None:
    """The judge, the cover and the tables of the state graph come to one digest, on random positions of every goal."""
    model = random_position(seed)
    right = placements.digest(model)
    assert placements.digest(written(model)) == right
    assert growths.space(model, graphs.prepare(model, graphs.NOTHING)).digest() == right


def test_spaces_are_told_apart() -> None:
    """Another root, wanted cell, anchor, price, piece, or fewer steps make another digest."""
    model = published("cover-6x6")
    region = np.zeros_like(model.region)
    region[0, 0] = True
    others = [
        replace(model, roots=region),
        replace(model, wanted=region),
        replace(model, anchors=model.anchors & ~region),
        replace(model, region=model.region & ~region),
        replace(model, price="nothing"),
        replace(model, price="left over"),
        replace(model, pieces=model.pieces[1:]),
        replace(model, pieces=(replace(model.pieces[0], least=1), *model.pieces[1:])),
        replace(model, pieces=model.pieces[:1], steps=model.steps[[0, -1]]),
        replace(model, pieces=model.pieces[:1]),
        replace(model, corners=model.corners[[0, -1]]),
    ]
    digests = [placements.digest(each) for each in (model, *others)]
    assert len(set(digests)) == len(digests)


def test_covers_that_are_no_growths_are_refused() -> None:
    """An option that has lost a pair of cells, and an item that may be covered twice, stand for no growth."""
    cover = written(growth(board="2x2", pieces="I1,I2", goal="cover", targets="1,1"))
    pair = next(item for item, name in enumerate(cover.items) if "|" in name)
    gone = int(np.flatnonzero(cover.members == pair)[0])
    starts = cover.starts - (cover.starts > gone)
    lost = replace(cover, members=np.delete(cover.members, gone), starts=starts)
    with pytest.raises(InvalidModel, match="does not hold one piece, its cells and all pairs"):
        growth_space.of_cover(lost)
    twice = replace(cover, most=np.where(np.arange(len(cover.items)) == pair, 2, cover.most))
    with pytest.raises(InvalidModel, match="may be covered more than once"):
        growth_space.of_cover(twice)


@pytest.mark.parametrize("engine", ENGINES)
def test_true_spaces_pass(engine: str) -> None:
    """With every engine an honest search passes: an optimum where it proves one, and that nothing solves it."""
    solved = answer(COVERED, engine)
    assert solved.status == ("FEASIBLE" if engine in ("dfs", "bfs") else "OPTIMAL")
    assert answer(NONE, engine).status == "INFEASIBLE"


@pytest.mark.parametrize("engine", [*QUEUES, "dfs", "bfs"])
def test_lost_placements_of_graphs_are_refused(monkeypatch: pytest.MonkeyPatch, engine: str) -> None:
    """Tables that have lost an orientation prove nothing, neither that there is no solution nor a bound."""
    prepare = graphs.prepare

    def without_the_last(*arguments: Any, **named: Any) -> graphs.GrowthGraph:
        graph = prepare(*arguments, **named)
        return graph._replace(starts=graph.starts[:-1], owners=graph.owners[:-1])

    monkeypatch.setattr(graphs, "prepare", without_the_last)
    for puzzle in (NONE, COVERED) if engine in QUEUES else (NONE,):
        with pytest.raises(JudgeRefused, match=f"the placements that {engine} searched are not those of the puzzle"):
            answer(puzzle, engine)


@pytest.mark.parametrize(("engine", "task"), [*((each, "solve") for each in ROWS), ("exact", "count"), ("sat", "list")])
def test_lost_placements_of_covers_are_refused(monkeypatch: pytest.MonkeyPatch, engine: str, task: Any) -> None:
    """A cover that has lost the first placement proves nothing: no optimum, no count, no end of a list."""
    every = growth_to_cover.placements
    monkeypatch.setattr(growth_to_cover, "placements", lambda model: every(model)[1:])
    for puzzle in (NONE, COVERED):
        with pytest.raises(JudgeRefused, match=f"the placements that {engine} searched are not those of the puzzle"):
            answer(puzzle, engine, task)


@pytest.mark.parametrize("lie", [Bound(3), Bound(3, "0" * 64), End(False, "time", bound=3), End(True)])
def test_bounds_of_no_space_are_refused(lie: Event) -> None:
    """A bound, or an end, that names no space or another one is refused when it comes."""

    def run(job: Job, interrupted: Any = None) -> Iterator[Event]:
        yield lie
        yield End(False)

    with pytest.raises(JudgeRefused, match="are not those of the puzzle"):
        answer(COVERED, "astar", run_job=run)


def test_an_honest_optimum_is_verified_by_a_search() -> None:
    """An optimum on an engine's word is not accepted as such; searched again it is, and one that is too large is refused."""
    honest = api.solve(COVERED, backend="ucs").to_json()
    assert not api.check_text(COVERED, json.dumps(honest))["accepted"]
    again = api.check_text(COVERED, json.dumps(honest), api.answered)
    assert {"status", "bound", "evidence", "exhausted"} <= set(again["verified"])
    refused = api.check_text(
        COVERED, json.dumps(honest | {"bound": honest["bound"] + 1, "status": "FEASIBLE"}), api.answered
    )
    assert not refused["accepted"]
