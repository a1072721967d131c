"""Which argument an impossible board gets after its search has ended: a small tree, or a colouring that is soon there."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace

import pytest

from exactcover import api
from exactcover.api import Limits
from exactcover.model.answer import EngineOptions, Request
from exactcover.model.events import End, Event, Progress
from exactcover.process.deadline import Deadline
from exactcover.solving import after_search, dispatch, execute
from exactcover.solving.after_search import BRIEFLY, EASILY, EXHAUSTED, SOON, beside
from exactcover.solving.plan import Beside, Prove, Run, described
from exactcover.solving.portfolio import QUICK

RING = "packing lattice=triangle pieces=hexiamonds board=parallelogram:3x12"
SQUARES = "packing board=4x5 pieces=tetrominoes"
SEARCH = Run("exact", "count")


@pytest.mark.parametrize(("words", "evidence"), [(RING, "tree"), (SQUARES, "colouring")])
def test_a_brief_search_is_explained_briefly(monkeypatch: pytest.MonkeyPatch, words: str, evidence: str) -> None:
    """Pieces of many orientations get the tree, as short as the search; a colouring for few orientations is found at once."""
    # More time than a busy machine needs, and no turn before the search has ended.
    for name in ("BRIEFLY", "EASILY"):
        stages = getattr(after_search, name)
        patient = tuple(tuple(replace(share, seconds=60.0, part=1.0) for share in stage) for stage in stages)
        monkeypatch.setattr(after_search, name, patient)
    monkeypatch.setattr(after_search, "SOON", 1e9)
    monkeypatch.setattr(after_search, "LATER", 1e9)
    end = end_of_count(words)
    assert end.refutation is not None
    assert (end.count, end.refutation.argument) == (0, evidence)


def test_a_proof_still_begins_with_the_shortest_argument() -> None:
    """`prove` is not about speed: its order does not depend on a search."""
    assert api.prove("packing lattice=triangle pieces=tetriamonds board=triangle:4").evidence != "tree"


def test_only_placements_have_a_tree() -> None:
    """A search beside provers gets the arguments for its end; pieces that grow have no tree, and no provers no turns."""
    model, growth = (api.puzzle(words).encode().model for words in (SQUARES, "blokus-closest-1"))
    assert beside(SEARCH, model, EXHAUSTED) == Beside(SEARCH, Prove(EXHAUSTED), EXHAUSTED, (*EASILY, *BRIEFLY), SOON)
    assert beside(SEARCH, growth, EXHAUSTED) == Beside(SEARCH, Prove(EXHAUSTED))
    assert beside(SEARCH, model, ()) == SEARCH


def test_the_tree_after_a_search_has_a_limit_on_nodes() -> None:
    """The share of a prover may limit its nodes, and a plan for people says so."""
    model = api.puzzle(RING).encode().model
    job, _ = dispatch.job_of(Request("count", limits=Limits()), model)
    assert isinstance(job.plan, Beside)
    assert [share.nodes for stage in job.plan.briefly for share in stage] == [20_000]
    assert described(job.plan)[0] == "exact: count"


def turn(quick: execute._Quick, seconds: float | None) -> tuple[list[str], End]:
    """Return the sentences of a turn of quick provers, and the End that it returns."""
    ends = list[End]()

    def events() -> Generator[Event, None, None]:
        ends.append((yield from quick.turn(seconds)))

    sentences = [event.sentence for event in events() if isinstance(event, Progress)]
    return sentences, ends[0]


def test_quick_provers_continue_where_their_turn_ended() -> None:
    """Turns of no time take one step each; all together they take as many as one turn without a limit."""
    model = api.puzzle("packing board=6x10 pieces=pentominoes").encode().model
    context = execute.Context(model, EngineOptions(), Limits(), Deadline())
    whole, once = execute._Quick(QUICK, context), execute._Quick(QUICK, context)
    every, _ = turn(once, None)
    steps = list[str]()
    while not whole.ended:
        some, _ = turn(whole, 0.0)
        steps += some
        assert len(some) <= 1
    assert steps == every
    assert {sentence.split(":")[0] for sentence in steps} == {"arithmetic", "colouring"}
    assert whole.in_vain == once.in_vain == {"arithmetic", "colouring"}


def test_an_argument_ends_the_turns_of_quick_provers() -> None:
    """It is returned by the turn that finds it, and its prover was not in vain."""
    model = api.puzzle(SQUARES).encode().model
    quick = execute._Quick(QUICK, execute.Context(model, EngineOptions(), Limits(), Deadline()))
    _, end = turn(quick, None)
    assert end.refutation is not None
    assert end.refutation.argument == "colouring"
    assert quick.ended
    assert quick.in_vain == {"arithmetic"}


def end_of_count(words: str) -> End:
    """Return the End of a count in this process."""
    job, _ = dispatch.job_of(Request("count", workers=1, limits=Limits()), api.puzzle(words).encode().model)
    *_, end = execute.events(job)
    assert isinstance(end, End)
    return end


@pytest.mark.parametrize("seconds", [0.0, 1e9])
def test_turns_of_quick_provers_change_no_verdict(seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Boards are refuted and solved alike, whether the provers get turns from the first node on or only after the search."""
    monkeypatch.setattr("exactcover.solving.after_search.LATER", seconds)
    ends = [end_of_count(words) for words in (RING, "packing board=3x20 pieces=pentominoes")]
    assert [(end.exhausted or end.refutation is not None, end.count) for end in ends] == [(True, 0), (True, 8)]


@pytest.mark.parametrize(("words", "runs"), [("packing board=6x10 pieces=pentominoes", False), (SQUARES, True)])
def test_provers_leave_a_count_alone_that_has_a_solution(
    monkeypatch: pytest.MonkeyPatch, words: str, runs: bool
) -> None:
    """A count that takes long gets provers if a brief search sees no solution."""
    asked: list[Prove] = []
    argued = execute._argued

    def noted(prover: Prove, context: execute.Context) -> Generator[Event, None, End]:
        asked.append(prover)
        return (yield from argued(prover, context))

    monkeypatch.setattr(execute, "_argued", noted)
    monkeypatch.setattr(execute, "PATIENCE_SECONDS", 0.0)
    monkeypatch.setattr(execute, "LOOK_SECONDS", 60.0)
    job, _ = dispatch.job_of(Request("count"), api.puzzle(words).encode().model)
    assert list(execute.events(job))
    assert bool(asked) == runs


@pytest.mark.parametrize(("nodes", "seen"), [(None, True), (10**9, False)])
def test_no_solution_is_looked_for_at_the_cost_of_limited_nodes(
    monkeypatch: pytest.MonkeyPatch, nodes: int | None, seen: bool
) -> None:
    """A brief search sees a solution of what is counted, but is not run where nodes are limited."""
    monkeypatch.setattr(execute, "LOOK_SECONDS", 60.0)
    model = api.puzzle("packing board=6x10 pieces=pentominoes").encode().model
    context = execute.Context(model, EngineOptions(), Limits(nodes=nodes), Deadline(None))
    assert execute._has_solution(SEARCH, context) == seen


def test_provers_wait_as_long_as_it_takes_to_write_colours_as_items() -> None:
    """MacMahon's squares have 682,000 clashes of colours: a search of milliseconds does not wait for an item for each."""
    model = api.puzzle("edge-matching board=4x6 tiles=macmahon-3 border=same").encode().model
    plan = beside(Run("exact", "solve"), model, EXHAUSTED)
    assert isinstance(plan, Beside)
    assert 1 < plan.glance < 10
