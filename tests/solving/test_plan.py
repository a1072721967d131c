"""Plans as values: who takes part, in which order, and how a plan reads."""

from __future__ import annotations

from typing import Any

import pytest

from exactcover import api
from exactcover.model.answer import Request, Task, request
from exactcover.solving import dispatch
from exactcover.solving.plan import (
    Beside,
    BestAndBound,
    Each,
    Entrant,
    Plan,
    Prove,
    ProveByCubes,
    Race,
    Run,
    Share,
    Then,
    ThenBound,
    ThenList,
    counts,
    described,
    engines,
    performer,
    searchers,
)

COSTS = {"items": ["a", "b"], "options": [["a"], ["b"], ["a", "b"]], "costs": [1, 1, 3]}


def planned(task: Task, words: str, **settings: Any) -> Plan:
    """The plan of a request."""
    job, _ = dispatch.job_of(request(task, **settings), api.puzzle(words).encode().model)
    return job.plan


@pytest.mark.parametrize(
    ("task", "words", "shape"),
    [
        ("solve", "soma", Beside),
        ("count", "soma", Beside),
        ("solve", "8-puzzle", BestAndBound),
        ("prove", "8-puzzle", ThenBound),
        ("solve", "15-puzzle", BestAndBound),
        ("solve", "blokus-corners-5x5", BestAndBound),
        ("solve", "packing board=28x70 pieces=tetrominoes copies=98", Race),
        ("count", "packing board=100x100 pieces=pentominoes copies=any", Then),
        ("prove", "soma", Prove),
    ],
)
def test_the_plan_of_auto(task: Task, words: str, shape: type[Plan]) -> None:
    """For each verb and kind of puzzle `auto` is the plan that its page tells."""
    assert isinstance(planned(task, words), shape)


def test_an_engine_that_is_named_is_the_whole_plan() -> None:
    """Nothing stands beside an engine that was asked for, and its own options go with it."""
    assert planned("solve", "soma", backend="exact:kernel=layers", break_symmetry=False) == Run(
        "exact", "solve", {"kernel": "layers"}
    )


def test_a_proof_by_cubes_begins_with_short_arguments() -> None:
    """An executor gets the tree when the quick arguments have left the matter open."""
    plan = planned("prove", "mutilated-chessboard", executor="local")
    assert isinstance(plan, Then)
    assert (type(plan.first), plan.then, plan.both) == (Prove, ProveByCubes(), "tree")


def test_who_takes_part() -> None:
    """The engines of a plan come in its order, its lister last; provers are no engines; the lister is no first searcher."""
    race = Race((Entrant(Run("fill", "solve")), Entrant(Run("exact", "solve")), Entrant(Prove(((Share("dead"),),)))))
    assert engines(race) == ("fill", "exact")
    assert performer(race) == "fill, exact"
    plan = ThenList(Run("prices", "solve"), Run("exact", "list"))
    assert engines(plan) == ("prices", "exact")
    assert [run.engine for run in searchers(plan)] == ["prices"]
    assert performer(Prove(((Share("dead"),),))) == "provers"
    assert (counts(Beside(Run("exact", "count"), Prove())), counts(plan)) == (True, False)
    assert engines(Each("exact", "count")) == ("exact",)


def test_an_entrant_is_called_by_its_engine_or_its_prover() -> None:
    """Several provers of one entrant are called provers."""
    one, several = ((Share("steiner"),),), ((Share("steiner"), Share("barriers")),)
    assert [Entrant(plan).name for plan in (Run("astar", "solve"), Prove(one), Prove(several))] == [
        "astar",
        "steiner",
        "provers",
    ]


def test_a_plan_reads_as_lines() -> None:
    """Each part of a plan has a line, indented below what it is a part of, with its limits and its beginning."""
    quick = Prove(((Share("arithmetic", 0.5),), (Share("colouring", part=0.4), Share("dead"))))
    first = Entrant(Run("fill", "solve"))
    plan = Then(quick, Beside(Run("exact", "solve", {"kernel": "layers"}), quick))
    assert described(plan) == [
        "provers: arithmetic (0.5 s), then colouring (40% of the time) alongside dead",
        "then, unless that settles it:",
        "  exact: solve kernel=layers",
        "  alongside:",
        "    provers: arithmetic (0.5 s), then colouring (40% of the time) alongside dead",
    ]
    assert described(Race((first, Entrant(Run("exact", "solve"), weight=0.5, start=0.25)))) == [
        "side by side, until the first solution:",
        "  fill: solve",
        "  exact: solve (from 0.25 s on, weight 0.5)",
    ]
    assert described(ThenList(BestAndBound((first,), quick), Run("exact", "list")))[0].startswith(
        "side by side, until the best"
    )
    assert described(ThenBound(Run("bfs", "solve"), quick))[1] == "then a bound on the cost:"
    assert described(Then(Prove(), ProveByCubes())) == ["then, unless that settles it:", "  tree, by cubes"]
    assert described(Each("exact", "count")) == ["exact: count each"]


def test_optima_are_listed_when_the_cost_is_proved() -> None:
    """A list of optima is a search for one, then a list by the engine that lists."""
    job, why = dispatch.job_of(Request("list", optimal=True), api.puzzle("cover", **COSTS).encode().model)
    assert isinstance(job.plan, ThenList)
    assert (engines(job.plan), job.plan.lister.task) == (("prices", "exact"), "list")
    assert why.endswith("then exact lists all that cost as much")
