"""Published counts and impossibilities, reproduced by the engine exact, and optima by the engines that are chosen; each with its
source in published.json.

A fact there has a `puzzle` (a specification, or keys, or a list of them and of values), or a `cover` built by
tests/classic_covers.py, or is `left_out` for a reason; `kernel` is what reaches it where the planner's choice does not; a
`proof` is what reaches it where no search does (see test_refuted.py).
`{cell}` in a specification stands for each cell of the board.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from encoders import catalogue, listing
from encoders.puzzle import Puzzle, puzzle_of
from exactcover import api, backends, judges
from exactcover.model.answer import EngineOptions, Limits
from exactcover.model.cover import Cover
from exactcover.model.encoding import Solution
from exactcover.model.events import Found
from exactcover.model.tiling import Tiling
from exactcover.transform.reductions import chain
from tests import classic_covers
from tests.random_models import end_of, one_by_one

FACTS: list[dict[str, Any]] = json.loads((Path(__file__).parent / "published.json").read_text())
SLOW_PUZZLES = {
    "bedlam",
    "conway-5",
    "solid-pentominoes-3x4x5",
    "solid-pentominoes-2x5x6",
    "tetrasticks-5x5",
    "tetris-cube",
}
PROVED = {"hexominoes-7x30"}
"""Packings of the catalogue that a search does not decide, but a proof."""
EXACT = backends.engine("exact")


def facts(*kinds: str, only: bool = False) -> list[Any]:
    """The facts of these kinds that the engine is asked for, as parameters, the slow ones marked."""
    return [
        pytest.param(fact, id=fact["id"], marks=[pytest.mark.slow] if fact.get("slow") else [])
        for fact in FACTS
        if fact["kind"] in kinds and "left_out" not in fact and "proof" not in fact and ("only" in fact) == only
    ]


def written(puzzle: Puzzle) -> chain.Chain:
    """A puzzle written out as a cover with its symmetries, and the way back to placements."""
    return chain.reduce(puzzle.encode().model, ("cover",))


def puzzles(asked: Any) -> Iterator[Puzzle]:
    """The puzzles of a fact, in order."""
    for each in asked if isinstance(asked, list) else [asked]:
        if isinstance(each, dict):
            yield puzzle_of("packing", each)
        elif "{cell}" in each:
            whole = catalogue.puzzle(each.replace("holes={cell} ", "")).encode().model
            assert isinstance(whole, Tiling)
            for cell in whole.cells().tolist():
                yield catalogue.puzzle(each.replace("{cell}", ",".join(map(str, cell))))
        else:
            yield catalogue.puzzle(each)


def covers(fact: dict[str, Any]) -> Iterator[Cover]:
    """The covers of a fact, in order."""
    if "cover" in fact:
        name, size = fact["cover"]
        yield getattr(classic_covers, name)(size)
    for puzzle in puzzles(fact.get("puzzle", [])):
        model = written(puzzle).model
        assert isinstance(model, Cover)
        yield model


def counted(model: Cover, kernel: str = "auto") -> tuple[int, int]:
    """The solutions of a cover, and its classes of solutions, as the engine counts them."""
    end = end_of(list(EXACT.run("count", model, EngineOptions(workers=2, own={"kernel": kernel}), Limits())))
    assert end.exhausted
    assert end.count is not None
    return end.count, end.count if end.classes is None else end.classes


@pytest.mark.parametrize("fact", facts("count", "infeasible"))
def test_published_counts(fact: dict[str, Any]) -> None:
    """The engine counts what was published: in all, or up to the symmetries of the puzzle (and then the total too)."""
    values = fact["value"] if isinstance(fact["value"], list) else [fact["value"]]
    for model, value in zip(covers(fact), values, strict=True):
        total, classes = counted(model, fact.get("kernel", "auto"))
        assert (classes if fact["counting"] == "up_to_symmetry" else total) == value
        assert fact.get("total", total) == total


@pytest.mark.parametrize("fact", facts("feasible"))
def test_published_packings_exist(fact: dict[str, Any]) -> None:
    """A solution is found where one is known to be, and the judge accepts it; or there are some, by a count."""
    for model in covers(fact):
        if "kernel" in fact:
            assert counted(model, fact["kernel"])[0] > 0
            continue
        events = list(EXACT.run("solve", model, EngineOptions(), Limits()))
        found = [event.selection for event in events if isinstance(event, Found)]
        assert len(found) == 1
        assert not judges.faults(model, found[0])


@pytest.mark.parametrize("fact", facts("count", only=True))
def test_published_counts_of_some_solutions(fact: dict[str, Any]) -> None:
    """Of the packings listed up to symmetry, as many as published have no point where four pieces meet."""
    assert fact["only"] == "no crossroads"
    puzzle = next(puzzles(fact["puzzle"]))
    way = written(puzzle)
    decode = puzzle.encode().decode
    events = EXACT.run("list", way.model, EngineOptions(up_to_symmetry=True), Limits())
    listed = [decode(way.lift(event.selection)) for event in one_by_one(events) if isinstance(event, Found)]
    assert sum(not has_crossroads(solution) for solution in listed) == fact["value"]


def has_crossroads(solution: Solution) -> bool:
    """Whether four pieces of a plane packing meet in a point."""
    piece_at = {tuple(cell): number for number, place in enumerate(solution["placements"]) for cell in place["cells"]}
    squares = ([(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)] for r, c in piece_at)
    return any(
        len({piece_at[cell] for cell in square}) == 4 for square in squares if all(cell in piece_at for cell in square)
    )


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.slow] if name in SLOW_PUZZLES else [])
        for name in listing.names()
        if catalogue.puzzle(name).kind == "packing" and name not in PROVED
    ],
)
def test_published_counts_of_the_catalogue(name: str) -> None:
    """Every packing of the catalogue has the total and the classes that its file gives."""
    puzzle = catalogue.puzzle(name)
    model = written(puzzle).model
    assert isinstance(model, Cover)
    total, classes = counted(model)
    assert puzzle.published.items() <= {"total": total, "classes": classes}.items()


@pytest.mark.parametrize("name", sorted(PROVED))
def test_published_impossibilities_of_the_catalogue(name: str) -> None:
    """There is a certificate that the puzzle has no solution, as its file says."""
    answer = api.prove(name)
    assert (answer.status, catalogue.puzzle(name).published["total"]) == ("INFEASIBLE", 0)
    assert answer.certificate is not None


def test_every_fact_is_asked_for_or_left_out_with_a_reason() -> None:
    """No fact is forgotten, each has a source, and how many are reproduced of how many is what the README says."""
    for fact in FACTS:
        assert ("puzzle" in fact) + ("cover" in fact) + ("left_out" in fact) == 1, fact["id"]
        assert fact["source"], fact["id"]
    assert len({fact["id"] for fact in FACTS}) == len(FACTS)
    everything = Counter(fact["kind"] for fact in FACTS)
    asked = Counter(fact["kind"] for fact in FACTS if "left_out" not in fact)
    assert {kind: (asked[kind], everything[kind]) for kind in everything} == REPRODUCED


REPRODUCED = {
    "count": (281, 285),
    "infeasible": (81, 84),
    "feasible": (5, 5),
    "order": (0, 8),
    "list": (0, 2),
    "minimum": (0, 1),
    "optimum": (10, 10),
}


@pytest.mark.parametrize("fact", facts("optimum"))
def test_published_optima_are_proved(fact: dict[str, Any]) -> None:
    """The engines and provers that are chosen prove the published least cost."""
    answer = api.solve(catalogue.puzzle(fact["puzzle"]), limits=Limits(time=120))
    assert (answer.status, answer.cost, answer.bound) == ("OPTIMAL", fact["value"], fact["value"])
    assert answer.evidence in ("exhausted", "barriers", "steiner")
