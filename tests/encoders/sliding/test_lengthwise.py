"""Blocks that go straight: in model, kernels, clauses, judges and referee; positions of Rush Hour with known optima."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

from benchmarks import state_space
from encoders.catalogue import puzzle
from encoders.puzzle import Puzzle
from exactcover import backends, judges
from exactcover.judges.plan_clauses import ground_of
from exactcover.model.answer import EngineOptions, Limits
from exactcover.model.arrays import Integers
from exactcover.model.errors import InvalidInput, InvalidModel
from exactcover.model.events import End, Found
from exactcover.model.space import Sliding
from exactcover.transform.reductions import chain
from tests.encoders.sliding.oracle import Oracle
from tests.sliding_models import random_sliding

POSITIONS = [line.split() for line in (Path(__file__).parents[2] / "rush_hour.txt").read_text().splitlines()[2:]]
LINE = POSITIONS[0][1]
SIDEWAYS = puzzle("blocks board=AA./B../B.. goal=A@0,1/B@0,0 motion=lengthwise")


def sliding(subject: Puzzle) -> Sliding:
    """The state graph that the encoder writes."""
    model = subject.encode().model
    assert isinstance(model, Sliding)
    return model


def plan(model: Sliding, name: str) -> Integers | None:
    """The plan that an engine brings, accepted by the judge; None where it says that there is none."""
    engine = backends.engine(name)
    reduced = chain.reduce(model, engine.accepts)
    states = None
    for event in engine.run("solve", reduced.model, EngineOptions(), Limits()):
        if isinstance(event, Found):
            states = reduced.lift(event.selection)
        elif isinstance(event, End):
            assert event.exhausted or event.refutation is not None
    if states is not None:
        assert judges.faults(model, states) == []
    return states


def test_there_are_124_positions() -> None:
    """The file of positions has the number of lines that its source says."""
    assert len(POSITIONS) == 124


@pytest.mark.parametrize(("moves", "line", "states"), POSITIONS)
def test_positions_of_rush_hour_have_their_published_optimum_and_states(moves: str, line: str, states: str) -> None:
    """Breadth-first search finds the published number of moves, and reaches the published number of states."""
    subject = puzzle(f"blocks rush-hour={line}")
    model = sliding(subject)
    shortest = plan(model, "bfs")
    assert shortest is not None
    assert len(shortest) - 1 == int(moves)
    assert subject.faults(subject.encode().decode(shortest)) == []
    assert state_space.survey(model).count == int(states)


BOARDS = [replace(random_sliding(random.Random(seed)), motion="lengthwise") for seed in range(40)]


@pytest.mark.parametrize("name", ["bfs", "astar"])
def test_searches_agree_with_the_oracle_where_blocks_go_straight(name: str) -> None:
    """On small random boards a search brings a plan as long as the oracle's, or none where that has none."""
    for model in BOARDS:
        expected, seen = Oracle(model).plan(), plan(model, name)
        assert (None if seen is None else len(seen)) == (None if expected is None else len(expected))


@pytest.mark.parametrize("name", ["sat", "cpsat"])
def test_clauses_agree_with_the_oracle_where_blocks_go_straight(name: str) -> None:
    """On small random boards that have a plan, engines on clauses bring one as long as the oracle's."""
    compared = 0
    for model in BOARDS:
        expected = Oracle(model).plan()
        if expected is not None and len(expected) > 1 and compared < 8:
            compared += 1
            seen = plan(model, name)
            assert seen is not None
            assert len(seen) == len(expected)
    assert compared == 8


def test_a_line_stands_for_its_keys() -> None:
    """A line and the keys that it stands for are one puzzle; a puzzle of any motion keeps its digest."""
    rows = "/".join(LINE[at : at + 6] for at in range(0, 36, 6)).replace("o", ".").replace("x", "#")
    written = puzzle("blocks", board=rows, goal="A@2,4", motion="lengthwise", metric="moves")
    assert puzzle(f"blocks rush-hour={LINE}").canonical() == written.canonical()
    assert "motion" not in puzzle("blocks board=AB/.. goal=A@1,0").canonical()
    assert "motion" not in puzzle("blocks board=AB/.. goal=A@1,0 motion=lengthwise").canonical()
    assert puzzle("blocks", **{**written.canonical(), "kind": "blocks"}).canonical() == written.canonical()


def test_square_blocks_go_anywhere_and_long_ones_along_their_length() -> None:
    """The legal moves of a board are those of each block along its length; a square block has all four."""
    subject = puzzle("blocks board=..../.AA./.BB./.BB./.... goal=B@0,0 motion=lengthwise")
    assert sorted(map(tuple, subject.moves())) == [
        ("A", "LEFT"), ("A", "RIGHT"), ("B", "DOWN"), ("B", "LEFT"), ("B", "RIGHT"),
    ]  # fmt: skip


def test_a_plan_across_is_refused_by_both_judges() -> None:
    """A plan that any motion allows is refused where blocks go lengthwise, by the checker and by the referee."""
    free = puzzle("blocks board=AA/../.. goal=A@1,0")
    straight = puzzle("blocks board=AA/../.. goal=A@1,0 motion=lengthwise")
    states = plan(sliding(free), "bfs")
    assert states is not None
    assert judges.faults(sliding(straight), states) == ["move 1 goes where the block cannot slide in one move"]
    assert straight.faults(free.encode().decode(states)) == [
        "move 1 slides A DOWN, across; expected it to move along its length"
    ]


def test_a_state_graph_of_another_motion_is_refused() -> None:
    """The referee compares the motion of the state graph with the puzzle's."""
    model = sliding(SIDEWAYS)
    assert SIDEWAYS.encoding_faults(model) == []
    assert SIDEWAYS.encoding_faults(replace(model, motion="any"))[0] == (
        "the state graph's blocks go any; expected lengthwise"
    )


def test_long_blocks_are_never_interchanged() -> None:
    """A goal for one of two equal long blocks in a line asks for that one, which cannot pass the other."""
    subject = puzzle("blocks board=AABB. goal=A@0,3 motion=lengthwise")
    assert plan(sliding(subject), "bfs") is None
    assert plan(sliding(puzzle("blocks board=AABB. goal=A@0,3")), "bfs") is not None


def test_what_cannot_be_left_lengthwise_is_proved_closed() -> None:
    """The set of states that straight moves reach is a certificate; that of the same board in any motion is refused."""
    straight = sliding(puzzle("blocks board=AA./B../B.. goal=A@2,0 motion=lengthwise"))
    free = replace(straight, motion="any")
    (end,) = [e for e in backends.engine("bfs").run("solve", straight, EngineOptions(), Limits()) if isinstance(e, End)]
    assert end.refutation is not None
    assert judges.refutation_faults(straight, end.refutation) == []
    assert judges.refutation_faults(free, end.refutation) == ["the start can reach more states than the body says"]


def test_places_next_to_a_place_lie_along_the_block() -> None:
    """The clauses of plans know as next to a place only those that a straight move leads to."""
    model = sliding(puzzle(f"blocks rush-hour={LINE}"))
    for (shape, cell), places in ground_of(model).near.items():
        upright = np.ptp(model.shapes[shape][:, 0]) > 0
        assert all((abs(other - cell) == model.columns) == upright for _, other in places)


def test_a_motion_that_there_is_not_is_refused() -> None:
    """A model of an unknown motion is refused inside the program."""
    with pytest.raises(InvalidModel, match="the motion is 'sideways'; expected any or lengthwise"):
        replace(sliding(SIDEWAYS), motion=cast(Any, "sideways"))


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("rush-hour=oo", "rush-hour has 2 characters; expected 36 characters, a board of 6x6 row by row"),
        (f"rush-hour={LINE[:-1]}?", "rush-hour has '?' at 5,5; expected o or . (empty), x (a wall) or a capital letter (a car)"),
        (f"rush-hour={LINE} board=AA.", "the blocks puzzle has rush-hour and board; expected one of them, since a line has both"),
        (f"rush-hour={LINE} goal=A@0,0", "the blocks puzzle has rush-hour and goal; expected one of them, since a line has both"),
        (f"rush-hour={LINE} metric=steps", "metric is 'steps', which rush-hour excludes; expected moves, or no metric"),
        (f"rush-hour={LINE} motion=any", "motion is 'any', which rush-hour excludes; expected lengthwise, or no motion"),
        (
            f"rush-hour={'o' * 36}",
            "rush-hour has its car A missing; expected it to lie in a row, whose right end is its goal",
        ),
        (
            f"rush-hour=A{'o' * 5}A{'o' * 29}",
            "rush-hour has its car A upright or of one cell; expected it to lie in a row, whose right end is its goal",
        ),
        (f"rush-hour=AABB{'o' * 4}B{'o' * 27}", "rush-hour has car B in no straight line; expected cars one cell wide"),
        (f"rush-hour=AAB{'o' * 9}B{'o' * 23}", "rush-hour has car B in no straight line; expected cars one cell wide"),
        (f"rush-hour=A{'o' * 2}A{'o' * 32}", "the board has block A cut in two, at 0,0 and 0,3; expected connected cells"),
        ("board=AA. goal=A@0,1 motion=straight", "motion is 'straight'; expected any or lengthwise"),
    ],
)  # fmt: skip
def test_bad_lines_are_refused_in_one_sentence(words: str, sentence: str) -> None:
    """Each fault of a line, or beside it, has a sentence of its own."""
    with pytest.raises(InvalidInput) as fault:
        puzzle(f"blocks {words}")
    assert str(fault.value) == sentence
