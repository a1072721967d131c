"""All solutions of least cost: against brute force, what dominates nothing left out, and listers that lie."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import exactcover
from encoders.catalogue import puzzle
from exactcover import api
from exactcover.backends import exact
from exactcover.cli import main
from exactcover.model.answer import Answer, EngineOptions, Limits, Request, request
from exactcover.model.cover import Cover, cover
from exactcover.model.encoding import Model
from exactcover.model.errors import InvalidInput
from exactcover.model.events import End, Event, Found
from exactcover.solving import dispatch, execute
from exactcover.solving.listing import optima
from tests.backends.search.models import brute
from tests.random_models import end_of, random_coloured_cover, random_cover
from tests.schemas import validate

TIED: dict[str, Any] = {
    "items": ["a", "b", "c"],
    "options": [["a"], ["b"], ["a", "b"], ["c"], ["b", "c"]],
    "costs": [1, 1, 2, 1, 2],
}
"""Three covers cost 3: one of three options, and one for each pair of neighbours, which the single ones dominate."""


def optimal(subject: Any, **settings: Any) -> tuple[list[Any], Answer]:
    """The solutions of least cost, and the answer."""
    solutions = api.iterate(subject, optimal=True, **settings)
    listed = list(solutions)
    assert solutions.answer is not None
    return listed, solutions.answer


def cheap(model: Cover, cost: int) -> list[tuple[int, ...]]:
    """What exact lists of a cover as costing no more than that, in increasing order."""
    events = list(exact.run("list", model, EngineOptions(most_cost=cost), Limits()))
    assert end_of(events).exhausted
    return sorted(tuple(event.selection.tolist()) for event in events if isinstance(event, Found))


@pytest.mark.parametrize("make", [random_cover, random_coloured_cover])
def test_what_costs_no_more_is_listed_as_by_brute_force(make: Callable[[int], Cover]) -> None:
    """Covers with multiplicities, secondary items, costs below 0, colours: all selections up to a cost, for several costs."""
    compared = 0
    for seed in range(0, 180, 3):
        model = make(seed)
        assert model.costs is not None
        costs = {selection: sum(model.costs[option] for option in selection) for selection in brute(model)}
        for most in sorted(set(costs.values()))[:3]:
            assert cheap(model, int(most)) == sorted(each for each, cost in costs.items() if cost <= most), seed
            compared += 1
    assert compared > 50


def test_options_that_no_solution_may_have_take_no_weight_from_others() -> None:
    """An option of an item that may not be covered stands between two others: both solutions are listed."""
    rows = [["c"], ["a", "c"], ["a", "b", "c", "d"], ["a", "b"]]
    model = cover({"a": (0, 2), "b": (1, 2), "c": (1, 1), "d": (0, 0)}, rows, costs=[-1, 4, 1, 1])
    assert cheap(model, 5) == [(0, 3), (1, 3)]


def test_dominated_options_come_back() -> None:
    """Solutions with options that others dominate are listed as well, and the answer has the proof of the cost."""
    listed, answer = optimal(exactcover.cover(**TIED))
    assert len(listed) == 3
    assert (answer.cost, answer.bound, answer.count, answer.exhausted) == (3, 3, 3, True)
    assert (answer.status, answer.evidence) == ("OPTIMAL", "prices")
    validate("answer", answer.to_json())


def test_optima_of_random_covers_are_those_of_brute_force() -> None:
    """The whole way, referee and judge included: the number of cheapest covers, none where there is no cover."""
    for seed in range(0, 60, 3):
        model = random_cover(seed)
        assert model.costs is not None
        costs = [int(sum(model.costs[option] for option in selection)) for selection in brute(model)]
        job_, _ = dispatch.job_of(request("list", optimal=True), model)
        events = list(execute.events(job_))
        assert sum(isinstance(event, Found) for event in events) == costs.count(min(costs, default=0)), seed
        assert (end_of(events).bound if costs else None) == min(costs, default=None)


@pytest.mark.parametrize(
    "words",
    [
        "blokus board=4x4 pieces=I1,I2,I3,V3,L4 goal=cover targets=3,3",
        "blokus board=4x4 pieces=I2,I3,V3,L4,O4 goal=most",
    ],
)
def test_optima_of_pieces_that_grow_are_the_cheapest_of_all(words: str) -> None:
    """All ways to a corner of 4x4, or to place pieces there, and those of them that cost the least."""
    subject = api.puzzle(words)
    costs = [subject.cost(solution) or 0 for solution in api.iterate(words)]
    listed, answer = optimal(words)
    assert answer.cost == min(costs)
    assert len(listed) == answer.count == costs.count(min(costs))
    assert answer.exhausted


def test_a_limit_of_solutions_ends_the_list() -> None:
    """One of three: the cost is proved, the list is not exhausted."""
    listed, answer = optimal(exactcover.cover(**TIED), limits=Limits(solutions=1))
    assert (len(listed), answer.status, answer.stop_reason, answer.exhausted) == (1, "OPTIMAL", "solutions", False)


@pytest.mark.parametrize("engine", ["highs", "cpsat", "exact"])
def test_other_engines_find_the_least_cost(engine: str) -> None:
    """Whoever finds it, the list is the same."""
    assert len(optimal(exactcover.cover(**TIED), backend=engine)[0]) == 3


@pytest.mark.parametrize(
    ("task", "settings", "words", "fault"),
    [
        ("solve", {}, "a solve", "a list of all"),
        ("list", {"up_to_symmetry": True}, "up to symmetry", "a list of all"),
        ("list", {}, "without costs", "whose solutions cost"),
    ],
)
def test_what_has_no_optima_is_refused(task: Any, settings: dict[str, Any], words: str, fault: str) -> None:
    """Optima of a solve, of pieces that grow up to symmetry, or of what costs nothing, are refused in a sentence."""
    growing = puzzle("blokus board=3x3 pieces=monomino goal=fill").encode().model
    models: dict[str, Model] = {"without costs": cover(["a"], [["a"]]), "up to symmetry": growing}
    model = models.get(words, cover(**TIED))
    with pytest.raises(InvalidInput, match=words) as refusal:
        dispatch.job_of(Request(task, optimal=True, **settings), model)
    assert fault in str(refusal.value)


def lying(listed: list[list[int]], exhausted: bool = True) -> list[Event]:
    """What comes of a list of TIED by an engine that lists these selections."""
    model = cover(**TIED)

    def listing(*_: int) -> Iterator[Event]:
        yield from (Found(np.array(selection)) for selection in listed)
        yield End(exhausted)

    best: list[Event] = [Found(np.array([0, 1, 3])), End(False, bound=3)]
    return list(optima(model, "exact", iter(best), listing))


def test_a_list_that_misses_the_known_optimum_is_a_fault() -> None:
    """A lister that says it has all, without the solution that is known, or one that costs more, is a fault of ours."""
    assert end_of(lying([[0, 1, 3], [2, 3]])).exhausted
    assert not end_of(lying([[2, 3]], exhausted=False)).exhausted
    with pytest.raises(RuntimeError, match="all of cost 3 but one"):
        lying([[2, 3]])
    with pytest.raises(RuntimeError, match="does not cost 3"):
        lying([[0, 1, 3], [2, 4]])


def test_nothing_is_listed_before_the_cost_is_proved() -> None:
    """A search that was cut tells its bound and lists nothing."""
    model = cover(**TIED)
    best: list[Event] = [Found(np.array([0, 1, 3])), End(False, "time", bound=2)]
    (end,) = optima(model, "exact", iter(best), lambda *_: iter(()))
    assert isinstance(end, End)
    assert (end.stop_reason, end.bound) == ("time", 2)


@pytest.mark.deep("searches again for what a file claims")
def test_check_judges_a_list_of_optima(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """At the command line: the list is accepted, that it is complete only by a recount; other costs and counts are refused."""
    puzzle, file = tmp_path / "tied.json", tmp_path / "optima.jsonl"
    puzzle.write_text(json.dumps({"kind": "cover", **TIED}))
    assert main(["list", str(puzzle), "--optimal", "--json"]) == 0
    *solutions, text = capsys.readouterr().out.splitlines()
    answer = json.loads(text)

    def checked(lines: list[str], *words: str, **changes: Any) -> dict[str, Any]:
        file.write_text("\n".join([*lines, json.dumps(answer | changes)]))
        main(["check", str(puzzle), str(file), "--json", *words])
        told: dict[str, Any] = json.loads(capsys.readouterr().out)
        return told

    plain, again = checked(solutions), checked(solutions, "--recount")
    assert plain["accepted"]
    assert plain["unverified"] == ["exhausted", "count"]
    assert again["unverified"] == []
    fewer = checked(solutions[1:], "--recount", count="2")
    assert fewer["faults"] == ["line 3: the answer says 2 solutions; searched again, there are 3"]
    assert "its solution costs 3" in checked(solutions, cost=4, bound=4)["faults"][-1]
    assert not checked(solutions[:2])["accepted"]
    assert checked([], "--recount", count="0", cost=None, status="UNKNOWN", evidence=None)["faults"]
