"""The search for frontiers: what closes, what is counted, what is found instead, and when it is given up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from exactcover import judges
from exactcover.kernel.proofs import sweep as kernel
from exactcover.model.answer import Limits
from exactcover.model.certificate import Refutation
from exactcover.model.events import Event, Found
from exactcover.model.tiling import Piece, Tiling
from exactcover.process.deadline import Deadline
from exactcover.proofs.provers import frontier, frontier_from_both_ends
from exactcover.proofs.provers.frontier import Bounds
from tests.packings import tiling
from tests.parts import Few
from tests.proofs.provers.arguments import end, proved, solvable
from tests.proofs.provers.boards import random_board


def named(model: Tiling, body: Mapping[str, Any]) -> list[object]:
    """What a frontier counts, with the names of the pieces for their numbers."""
    return [[model.pieces[piece].name, least, most] for piece, least, most in body["counted"]]


@pytest.mark.parametrize(
    ("line", "counted", "states"),
    [
        ("board=8x8 pieces=dominoes copies=any holes=0,0/7,7", [], 1_310),
        ("board=3x5 pieces=V3 copies=any", [], 9),
        ("board=3x9 pieces=V3 copies=any", [], 17),
        ("board=6x10 pieces=T4 copies=any", [], 14),
        ("board=6x12 pieces=T4 copies=any", [], 14),
        ("board=10x10 pieces=T4 copies=any", [], 97),
        ("board=12x14 pieces=T4 copies=any", [], 4_238),
        ("board=6x6 pieces=L4 copies=any", [], 716),
        ("board=5x15 pieces=Y5 copies=any", [], 172),
        ("board=9x10 pieces=Y5 copies=any", [], 2_970),
        ("board=10x11 pieces=Y5 copies=any", [], 23_127),
        ("board=10x13 pieces=Y5 copies=any", [], 51_373),
        ("board=2x80 pieces=tetrominoes copies=8", [["T4", 1, None]], 274),
        ("board=3x3x3 pieces=L4 copies=any", [], 6_282),
        ("board=2x10 pieces=L4,O4 copies=O4:6..9,L4:any", None, None),
        ("board=3x20 pieces=tetrominoes copies=3", None, 6_000),
    ],
)
def test_boards_without_packing_are_closed(line: str, counted: list[object] | None, states: int | None) -> None:
    """Each board of the literature that is known to have no packing gets a frontier that the judge accepts."""
    # The numbers of states are ours: they depend on the order of the cells and on what a state is.
    model = tiling(line)
    body = proved("frontier", model).body
    assert counted is None or named(model, body) == counted
    assert states is None or sum(body["states"]) == states


def test_the_sweep_goes_along_the_longest_axis() -> None:
    """A board and its transpose are swept alike, and so is a box whichever axis is long."""
    for lines, axes in [
        (("board=3x9 pieces=V3 copies=any", "board=9x3 pieces=V3 copies=any"), ([1, 0], [0, 1])),
        (("board=2x3x7 pieces=T4 copies=any", "board=7x2x3 pieces=T4 copies=any"), ([2, 0, 1], [0, 1, 2])),
    ]:
        bodies = [proved("frontier", tiling(line)).body for line in lines]
        assert [body["axes"][0] for body in bodies] == [order[0] for order in axes]
        assert len({sum(body["states"]) for body in bodies}) == 1


@pytest.mark.parametrize(
    ("line", "counted"),
    [
        ("board=2x10 pieces=L4,O4 copies=O4:4..9,L4:any", None),
        ("board=2x6 pieces=tetrominoes copies=T4:1..3,rest:any", [["T4", 1, None]]),
        ("board=3x4 pieces=I3,I2 copies=I3:5,I2:any", [["I3", 5, None]]),
        ("board=2x9 pieces=I3,I2 copies=I3:any,I2:10..11", [["I2", 10, None]]),
        ("board=1x7 pieces=I2,I3 copies=I2:any,I3:0", []),
        ("board=1x7 pieces=I2,I1 copies=I2:any,I1:0..0", []),
        ("board=2x2 pieces=I2,I1 copies=I2:0..1,I1:0..1", [["I1", 0, 1], ["I2", 0, 1]]),
        ("board=3x3 pieces=X5,I1,V3 copies=X5:any,I1:0..2,V3:0..1", None),
    ],
)
def test_a_piece_that_no_tiling_has_is_counted_alone(line: str, counted: list[object] | None) -> None:
    """Where copies decide, one piece is counted if that is enough, otherwise all that bind."""
    model = tiling(line)
    found = end("frontier", model).refutation
    assert (found is None) == solvable(model)
    if found is not None:
        assert not judges.refutation_faults(model, found)
        assert counted is None or named(model, found.body) == counted


def test_too_many_of_a_piece_are_seen() -> None:
    """A piece of which every tiling needs more copies than there are is counted alone, from none to all there are."""
    model = tiling("board=3x3 pieces=I1,O4 copies=I1:0..4,O4:any")
    assert named(model, proved("frontier", model).body) == [["I1", 0, 4]]


def test_small_boards_are_decided_like_brute_force(few: Few) -> None:
    """On random small boards the sweep finds a packing or a frontier that the judge accepts, as brute force says."""
    closed = 0
    for seed in range(few(400)):
        model = random_board(seed)
        events: list[Event] = list(frontier.run(model, Limits()))
        packings = [event.selection for event in events if isinstance(event, Found)]
        last = events[-1]
        refutation = getattr(last, "refutation", None)
        if refutation is None and not packings:
            assert "too large for a frontier" in getattr(last, "remark", "")
            assert not solvable(model)
            continue
        assert (refutation is None) == bool(packings) == solvable(model), seed
        closed += refutation is not None
        assert refutation is None or not judges.refutation_faults(model, refutation)
        for packing in packings:
            assert not judges.faults(model, packing)
    assert few(250) < closed < few(350)


def test_wide_states_and_counts_take_several_words() -> None:
    """A placement that reaches over more than 64 cells, and twelve counted pieces, are swept like others."""
    bars = tuple(np.array([[0, x] if along else [x, 0] for x in range(12)]) for along in (True, False))
    model = Tiling(np.ones((12, 13), dtype=np.bool_), (Piece("bar", bars[1:], 0, 13),))
    assert len([event for event in frontier.run(model, Limits()) if isinstance(event, Found)]) == 1
    one = Tiling(
        np.ones((11, 12), dtype=np.bool_), (Piece("bar", bars, 0, 20), Piece("one", (np.array([[0, 0]]),), 1, 4))
    )
    body = proved("frontier", one).body
    assert named(one, body) == [["one", 1, None]] or len(body["counted"]) <= 2
    pentominoes = tiling("board=3x20 pieces=pentominoes copies=1")
    packings = [event.selection for event in frontier.run(pentominoes, Limits()) if isinstance(event, Found)]
    assert len(packings) == 1
    assert not judges.faults(pentominoes, packings[0])


@pytest.mark.parametrize("line", ["board=9x10 pieces=Y5 copies=any", "board=5x6 pieces=tetrominoes copies=any"])
def test_layers_that_grow_keep_their_states(line: str) -> None:
    """The same states are found when the compiled sweep is stopped and grows its tables all the time."""
    whole = proved("frontier", tiling(line)).body
    assert proved("frontier", tiling(line), bounds=Bounds(tried_a_look=30, seconds_a_look=0.0)).body == whole


@pytest.mark.parametrize(
    ("line", "limits", "remark"),
    [
        ("board=12x14 pieces=T4 copies=any", Limits(time=0), "its time was up at cell 0 of 168"),
        ("board=102x102 pieces=Y5 copies=any", Limits(), "too wide for a frontier: a placement reaches over 307 cells"),
        ("board=200x200 pieces=T4,Y5 copies=any", Limits(), "a board of 40000 cells with up to 480000 placements"),
        ("board=1x1 pieces=I2 copies=0", Limits(), "a board of 1 cells with up to 0 placements"),
    ],
)
def test_what_is_no_business_of_a_frontier_is_given_up(line: str, limits: Limits, remark: str) -> None:
    """Boards that are too large or too wide, and those without time, end with a remark and no refutation."""
    last = end("frontier", tiling(line), limits)
    assert last.refutation is None
    assert remark in last.remark


def test_a_sweep_stays_within_its_limits() -> None:
    """Too much work, too many states and too many counts end a sweep, and so does too little memory."""
    model = tiling("board=10x13 pieces=Y5 copies=any")
    stopped = frontier_from_both_ends.Bounds(work=1)
    for bounds in (Bounds(work=1_000), Bounds(work=10**9, states=100)):
        last = end("frontier", model, bounds=bounds, both_ends=stopped)
        assert "states and placements were tried before cell" in last.remark
        assert last.refutation is None
    wide, large = tiling("board=11x12 pieces=L4 copies=any"), Bounds(work=10**9, states=10**9)
    last = end("frontier", wide, Limits(memory=1), bounds=large, both_ends=stopped)
    assert "more than its share of memory before cell" in last.remark
    pieces = tuple(Piece(f"k{n}", (np.array([[0, x] for x in range(n)]),), 0, 1_000 // n - 1) for n in range(1, 13))
    many = Tiling(np.ones((1, 1_000), dtype=np.bool_), pieces)
    assert "and at most 64 fit" in end("frontier", many).remark


def test_without_memory_a_packing_is_told_of_but_not_kept() -> None:
    """If the layers do not fit into memory the remark says that there is a packing."""
    events = list(frontier.run(tiling("board=5x10 pieces=Y5 copies=any"), Limits(), Bounds(kept=0.0)))
    assert not any(isinstance(event, Found) for event in events)
    assert "so there is a packing" in getattr(events[-1], "remark", "")


def test_a_state_that_nothing_leads_to_has_none_before_it() -> None:
    """The way back from a state that was never made is no way."""
    states = np.zeros((1, 2), dtype=np.uint64)
    masks, pieces = np.array([[3]], dtype=np.uint64), np.array([-1])
    counts = np.zeros((0, 5), dtype=np.int64)
    target = np.array([1, 0], dtype=np.uint64)
    assert kernel.before(states, masks, pieces, counts, 2, target) == (0, 0)
    assert kernel.before(states, masks, pieces, counts, 2, target + np.uint64(1)) == (-1, -1)


def test_both_ends_are_tried_where_one_is_too_much() -> None:
    """A sweep that is given up is tried from both ends, which meet in a frontier that the judge accepts, or in a packing."""
    body = proved("frontier", tiling("board=9x10 pieces=Y5 copies=any"), bounds=Bounds(work=2_000)).body
    assert 30 < body["meet"] < 90
    assert body["counted"] == []
    packed = end("frontier", tiling("board=10x10 pieces=Y5 copies=any"), bounds=Bounds(work=2_000))
    assert packed.refutation is None
    assert "from both ends a packing is met at cell" in packed.remark


def test_both_ends_agree_with_brute_force() -> None:
    """On random small boards what both ends come to is accepted by the judge, and only where there is no packing."""
    closed = 0
    for seed in range(200):
        model = random_board(seed)
        steps = frontier_from_both_ends.search(model, tuple(range(model.dimension)), Deadline(None), 1e9)
        while True:
            try:
                next(steps)
            except StopIteration as last:
                outcome = last.value
                break
        if isinstance(outcome, Refutation):
            closed += 1
            assert not judges.refutation_faults(model, outcome)
            assert not solvable(model)
    assert closed > 80


@pytest.mark.parametrize(
    ("both_ends", "reason"),
    [
        (frontier_from_both_ends.Bounds(copies=10**12), "from both ends the states took more than the memory at"),
        (frontier_from_both_ends.Bounds(work=5), "placements were tried before cells"),
        (frontier_from_both_ends.Bounds(states=5), "placements were tried before cells"),
    ],
)
def test_both_ends_keep_the_limits_of_the_judge(both_ends: frontier_from_both_ends.Bounds, reason: str) -> None:
    """If the judge would refuse for its limits, or if time or memory are short, the remark gives the reason."""
    model = tiling("board=9x10 pieces=Y5 copies=any")
    assert reason in end("frontier", model, bounds=Bounds(work=2_000), both_ends=both_ends).remark
    late = end("frontier", model, Limits(time=0), bounds=Bounds(work=2_000), both_ends=both_ends)
    assert "the time was up" in late.remark


def test_a_step_longer_than_the_time_left_is_not_begun() -> None:
    """From both ends a step is made in one go, so one that would outlast the time is left, and so is a long listing."""
    model = tiling("board=9x10 pieces=Y5 copies=any")
    slow = frontier_from_both_ends.Bounds(short=10, clock=iter(range(0, 10**9, 1000)).__next__)
    last = end("frontier", model, Limits(time=100), bounds=Bounds(work=2_000), both_ends=slow)
    assert "the remaining time was too short for the next step" in last.remark
    last = end("frontier", model, Limits(time=100), bounds=Bounds(work=2_000, listed_a_second=1))
    assert "before it was tried from both ends" in last.remark
