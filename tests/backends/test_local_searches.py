"""The engines local-beam and anneal: packings are judged, failures hand out an attempt, options are read."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

from exactcover import api, backends, judges
from exactcover.model.answer import EngineOptions, Limits
from exactcover.model.encoding import Model
from exactcover.model.errors import InvalidInput
from exactcover.model.events import Attempt, Event, Found, Progress
from tests.packings import tiling as board
from tests.random_models import end_of

NONE: Mapping[str, str] = {}
BOTH = ("local-beam", "anneal")


def searched(
    engine: str, model: Model, limits: Limits = Limits(time=600), seed: int = 0, own: Mapping[str, str] = NONE
) -> list[Event]:
    """What an engine says of a board."""
    return list(backends.engine(engine).run("solve", model, EngineOptions(seed=seed, own=own), limits))


@pytest.mark.parametrize("engine", BOTH)
@pytest.mark.parametrize(
    "specification",
    [
        "board=4x4 pieces=L4 copies=any",
        "board=3x4 pieces=dominoes copies=6",
        "board=3x4 pieces=I2,V3 copies=I2:3,V3:2",
        "board=2x4 pieces=dominoes-fixed copies=any",
        "board=4x5 pieces=I5 copies=any fixed=I5:0,0/0,1/0,2/0,3/0,4",
    ],
)
def test_packings_are_packings(engine: str, specification: str) -> None:
    """Small boards are packed, by pieces of one size and of several, and the judge accepts."""
    model = board(specification)
    events = searched(engine, model)
    (selected,) = (event.selection for event in events if isinstance(event, Found))
    assert judges.faults(model, selected) == []
    assert (end_of(events).exhausted, end_of(events).stop_reason) == (False, "solutions")


@pytest.mark.parametrize("engine", BOTH)
def test_failures_hand_out_their_best_state(engine: str) -> None:
    """An odd number of sets is never packed and never called impossible; the attempt has every piece, and its faults."""
    model = board("board=4x5 pieces=tetrominoes copies=1")
    events = searched(engine, model, Limits(nodes=30 if engine == "local-beam" else 30_000))
    end = end_of(events)
    assert (end.exhausted, end.stop_reason) == (False, "nodes")
    assert not any(isinstance(event, Found) for event in events)
    attempt = [event.selection for event in events if isinstance(event, Attempt)][-1]
    assert sorted(attempt[:, 0].tolist()) == [0, 1, 2, 3, 4]
    assert judges.faults(model, attempt) != []
    assert any(isinstance(event, Progress) for event in events)


@pytest.mark.parametrize("engine", BOTH)
def test_the_same_seed_gives_the_same_run(engine: str) -> None:
    """Two runs of one seed end with the same state after as many nodes; another seed ends elsewhere."""
    model = board("board=6x10 pieces=tetrominoes copies=3")
    limits = Limits(nodes=20 if engine == "local-beam" else 40_000)
    first, again, other = (
        [event.selection for event in searched(engine, model, limits, seed) if isinstance(event, Attempt)][-1]
        for seed in (1, 1, 2)
    )
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


@pytest.mark.parametrize("engine", BOTH)
def test_unsolved_boards_are_unknown_with_an_attempt(engine: str) -> None:
    """Through the public API a failure is UNKNOWN, and its best attempt has all pieces."""
    answer = api.solve(
        "packing board=4x5 pieces=tetrominoes copies=1", backend=engine, limits=Limits(nodes=20, time=60)
    )
    assert (answer.status, answer.stop_reason) == ("UNKNOWN", "nodes")
    assert answer.best_attempt is not None
    assert len(answer.best_attempt.solution["placements"]) == 5


@pytest.mark.parametrize(
    ("engine", "key", "text"),
    [
        ("local-beam", "beams", "0"),
        ("local-beam", "beams", "many"),
        ("local-beam", "share", "1.5"),
        ("local-beam", "uncovered", "0"),
        ("local-beam", "high", "-1"),
        ("anneal", "cooling", "1"),
        ("anneal", "cooling", "1.01"),
        ("anneal", "coldest", "0"),
        ("anneal", "temperature", "hot"),
        ("anneal", "sweep", "0"),
    ],
)
def test_wrong_options_are_refused(engine: str, key: str, text: str) -> None:
    """An option that is none is refused in one sentence that names it."""
    with pytest.raises(InvalidInput, match=f"the option {key} is"):
        searched(engine, board("board=4x4 pieces=L4 copies=any"), own={key: text})


def test_options_change_the_search() -> None:
    """Fewer beams make fewer successors, and other weights another score; all of them are read."""
    model, limits = board("board=4x5 pieces=tetrominoes copies=1"), Limits(nodes=10)
    usual = end_of(searched("local-beam", model, limits)).statistics.generated
    fewer = end_of(searched("local-beam", model, limits, own={"beams": "10"})).statistics.generated
    assert (usual, fewer) == (10 * 50 * 25, 10 * 10 * 25)
    every = {
        "gutter": "5", "repeats": "3", "steps": "1", "high": "0.5", "uncovered": "1.25", "outside": "2", "full": "0.1",
        "share": "0.5", "fall": "0.25", "least": "0",
    }  # fmt: skip
    assert end_of(searched("local-beam", model, limits, own=every)).stop_reason == "nodes"
    every = {"temperature": "1", "cooling": "0.5", "coldest": "0.5", "sweep": "10", "pressure": "3", "steps": "2"}
    assert end_of(searched("anneal", model, Limits(nodes=1_000), own=every)).stop_reason == "nodes"
