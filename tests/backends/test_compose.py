"""The engine compose: boards of every kind of counts, in the plane and in space, each judged; what it leaves alone."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from exactcover import api, judges
from exactcover.backends import compose
from exactcover.backends.search.boards import composing
from exactcover.model.answer import EngineOptions, Limits
from exactcover.model.errors import Unsuitable
from exactcover.model.events import Attempt, End, Event, Found, Progress
from exactcover.model.tiling import Tiling
from tests.packings import tiling as board
from tests.random_models import end_of


def composed(tiling: Tiling, seed: int = 0, limits: Limits = Limits()) -> list[Event]:
    """What the engine says of a tiling."""
    return list(compose.run("solve", tiling, EngineOptions(seed=seed), limits))


def faults(tiling: Tiling, events: list[Event]) -> list[str]:
    """What is wrong with the one selection of a run."""
    (selection,) = [event.selection for event in events if isinstance(event, Found)]
    return judges.faults(tiling, selection)


@pytest.mark.parametrize(
    "specification",
    [
        "board=4x10 pieces=tetrominoes copies=2",
        "board=28x70 pieces=tetrominoes copies=98",
        "board=200x200 pieces=tetrominoes copies=2000",
        "board=28x70 pieces=tetrominoes copies=97..99",
        "board=28x70 pieces=tetrominoes copies=I4:100,O4:100,T4:98,L4:96,S4:96",
        "board=30x30 pieces=pentominoes copies=15",
        "board=60x83 pieces=pentominoes copies=83",
        "board=90x100 pieces=pentominoes-one-sided copies=100",
        "board=40x40 pieces=tetrominoes-fixed copies=any",
        "board=33x60 pieces=dominoes copies=any",
        "board=20x40 pieces=Y5 copies=any",
        "board=40x40 pieces=T4 copies=any",
        "board=9x10 pieces=V3 copies=any",
        "board=30x30 pieces=dominoes,trominoes,tetrominoes copies=1..1000",
        "board=20x20x20 pieces=tetracubes copies=250",
        "board=6x6x6 pieces=slothouber-graatsma copies=O4:48,I1:24",
        "board=3x60 pieces=pentominoes,I2 copies=I2:0,rest:3",
        "board=5x8 pieces=I5,I2 copies=any fixed=I5:0,0/1,0/2,0/3,0/4,0",
        "board=10x12x15 pieces=pentominoes copies=30",
    ],
)
def test_boards_are_composed(specification: str) -> None:
    """Equal, skewed, ranged and free counts come out right, in the plane and in space."""
    tiling = board(specification)
    events = composed(tiling)
    assert faults(tiling, events) == []
    assert end_of(events).stop_reason == "solutions"


def test_every_small_board_of_tetromino_sets_is_composed() -> None:
    """All boards of 2, 4, 6, ... sets with sides of 3 or more and an area of at most 400 are composed and judged."""
    boards = [(h, w) for h, w in product(range(3, 21), range(3, 135)) if h <= w and h * w <= 400 and h * w % 40 == 0]
    assert len(boards) == 54
    for height, length in boards:
        tiling = board(f"board={height}x{length} pieces=tetrominoes copies={height * length // 20}")
        assert faults(tiling, composed(tiling)) == []


def test_the_same_seed_composes_the_same_board() -> None:
    """The same seed gives the same placements, another one others."""
    tiling = board("board=28x70 pieces=tetrominoes copies=98")
    first, again, other = (
        next(event.selection for event in composed(tiling, seed) if isinstance(event, Found)) for seed in (1, 1, 2)
    )
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


def test_boards_that_are_no_boxes_are_refused() -> None:
    """A board with a hole is refused in one sentence."""
    with pytest.raises(Unsuitable, match="expected a rectangle or a box"):
        composed(board("board=4x5 holes=0,0/1,1 pieces=dominoes copies=any"))


@pytest.mark.deep("composes every part of a board that cannot be, in seconds")
def test_nothing_is_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    """An odd number of sets is left open, with the largest part that was composed, and never called impossible."""
    monkeypatch.setattr(composing, "MOST_VOLUME", 40)
    tiling = board("board=7x20 pieces=tetrominoes copies=7")
    events = composed(tiling)
    end = end_of(events)
    assert (end.exhausted, end.stop_reason) == (False, None)
    assert not any(isinstance(event, Found) for event in events)
    answer = api.solve("packing board=5x4 pieces=tetrominoes copies=1", backend="compose")
    assert answer.status == "UNKNOWN"
    assert "no packed blocks" in answer.engine.why


def test_a_run_that_is_cut_hands_out_what_it_has() -> None:
    """With a limit of nodes the run ends by itself, says which limit it was, and hands out a part of the board."""
    tiling = board("board=30x70 pieces=hexominoes copies=10")
    events = composed(tiling, limits=Limits(nodes=2_500))
    assert end_of(events).stop_reason == "nodes"
    (attempt,) = [event for event in events if isinstance(event, Attempt)]
    assert attempt.selection.shape[1] == 4
    assert sum(isinstance(event, Progress) for event in events) >= 1


def test_the_part_handed_out_overlaps_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is composed of a board that cannot be is a smaller board without faults."""
    monkeypatch.setattr(composing, "MOST_VOLUME", 3)
    tiling = board("board=5x5 pieces=dominoes copies=any")
    composer = composing.Composer(tiling, 0)
    list(composer.placements())
    composer.packings[(1, 2)] = np.array([[0, 0, 0, 0]])
    part = composer.part()
    sentences = judges.faults(tiling, part)
    assert len(part) == 10
    assert all("covered 0 times" in sentence for sentence in sentences)
    assert len(sentences) == 5


@pytest.mark.parametrize(
    ("specification", "solutions"),
    [
        ("board=1x2 pieces=I2 fixed=I2:0,0/0,1", 1),
        ("board=1x2 pieces=I2 copies=2 fixed=I2:0,0/0,1", 0),
        ("board=2x2 pieces=I2 copies=0", 0),
    ],
)
def test_nothing_to_place_needs_no_search(specification: str, solutions: int) -> None:
    """A full board is covered by nothing, unless a piece is still owed; without pieces nothing is covered."""
    events = composed(board(specification))
    assert sum(isinstance(event, Found) for event in events) == solutions
    assert not end_of(events).exhausted


def test_an_end_is_the_last_event() -> None:
    """A run says End once, last."""
    events = composed(board("board=3x4 pieces=dominoes copies=any"))
    assert [isinstance(event, End) for event in events].count(True) == 1
    assert isinstance(events[-1], End)
