"""Packings on the baseline engines: honest to a naive program, so they finish 5x5 and not 6x10."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from encoders.catalogue import puzzle
from exactcover import judges
from exactcover.model.answer import Limits
from exactcover.model.encoding import Model
from exactcover.model.errors import InvalidInput
from exactcover.model.events import Found
from tests.random_models import end_of, run

SEARCHES = ("bfs", "dfs", "ucs", "greedy", "astar", "wastar", "idastar", "beam", "batch")


def small() -> Model:
    """The reference's packing."""
    return puzzle("packing board=5x5 pieces=L5,N5,U5,W5,Y5").encode().model


@pytest.mark.parametrize("engine", SEARCHES)
@pytest.mark.parametrize("cells", ["anywhere", "first"])
def test_every_search_packs_five_by_five(engine: str, cells: str) -> None:
    """One packing that the judge of tilings accepts; it exhausts nothing, and a packing has no length to bound."""
    model = small()
    events = run(engine, "solve", model, own={"cells": cells})
    found = [event.selection for event in events if isinstance(event, Found)]
    assert len(found) == 1
    assert judges.faults(model, found[0]) == []
    end = end_of(events)
    assert (end.exhausted, end.stop_reason, end.bound) == (False, "solutions", None)
    assert end.statistics.generated >= end.statistics.expanded > 0


def test_breadth_first_expands_all_but_the_packings() -> None:
    """Of the 53,445 states of the reference it expands every one before the first of the 8 packings, all in the last layer."""
    end = end_of(run("bfs", "solve", small()))
    assert end.statistics.expanded == 53445 - 8


def popped(engine: str, heuristic: str) -> int:
    """The entries that an engine takes off its queue."""
    return end_of(run(engine, "solve", small(), own={"heuristic": heuristic})).statistics.popped


@pytest.mark.parametrize("engine", ["greedy", "astar"])
def test_pit_as_submitted_is_no_better_than_hamming(engine: str) -> None:
    """The list of visited cells that is never cleared makes the published heuristic the number of pieces left."""
    assert popped(engine, "pit:as-submitted") == popped(engine, "hamming") != popped(engine, "pit")


@pytest.mark.parametrize("engine", ["bfs", "dfs"])
def test_six_by_ten_is_left_unfinished(engine: str) -> None:
    """With the twelve pentominoes both stop at their node limit without an answer."""
    model = puzzle("packing board=6x10 pieces=pentominoes").encode().model
    events = run(engine, "solve", model, Limits(nodes=2_000))
    end = end_of(events)
    assert not any(isinstance(event, Found) for event in events)
    assert (end.exhausted, end.stop_reason, end.bound) == (False, "nodes", None)
    assert end.statistics.nodes == 2_000


def test_memory_limits_end_a_search() -> None:
    """Breadth-first search of 6x10 stops where its states would outgrow the memory limit."""
    model = puzzle("packing board=6x10 pieces=pentominoes").encode().model
    end = end_of(run("bfs", "solve", model, Limits(memory=1)))
    assert (end.exhausted, end.stop_reason) == (False, "memory")


def test_boards_without_a_packing_are_exhausted() -> None:
    """Where no packing exists, a search that has seen every state says so."""
    model = puzzle("packing board=2x4 pieces=T4,T4").encode().model
    for engine in ("bfs", "dfs", "astar"):
        events = run(engine, "solve", model)
        assert end_of(events).exhausted
        assert not any(isinstance(event, Found) for event in events)


def refused(own: Mapping[str, str], engine: str = "greedy") -> str:
    """The sentence with which an engine refuses options."""
    with pytest.raises(InvalidInput) as fault:
        run(engine, "solve", small(), own=own)
    return str(fault.value)


def test_unknown_words_are_refused() -> None:
    """Heuristics and cells that there are not, and pattern databases, which know tiles only."""
    assert "no heuristic 'manhattan' for packings; expected hamming, pit, pit:as-submitted" in refused(
        {"heuristic": "manhattan"}
    )
    assert "no heuristic 'pdb' for packings" in refused({"heuristic": "pdb"}, "idastar")
    assert "the option cells is 'any'; expected anywhere or first" in refused({"cells": "any"})
