"""Which engine is chosen where none is asked for, and what no engine can do."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from encoders.catalogue import puzzle
from exactcover import api, judges
from exactcover.cli import main
from exactcover.model.answer import Limits, Request, Task
from exactcover.model.cover import Cover, cover
from exactcover.model.errors import InvalidInput
from exactcover.model.events import End, Found, Progress
from exactcover.solving import dispatch, execute, portfolio
from exactcover.solving.plan import Prove


@pytest.mark.parametrize("task", ["list", "count", "sample"])
@pytest.mark.parametrize("name", ["8-puzzle", "15-puzzle", "two-ls"])
def test_plans_are_solved_and_nothing_else(name: str, task: Task) -> None:
    """One shortest plan is not all plans: to list, count or sample them is refused, not answered with one."""
    with pytest.raises(InvalidInput, match=f"does not support {task}; expected solve, or prove"):
        portfolio.choose("auto", task, puzzle(name).encode().model)


def test_the_command_line_refuses_to_count_plans(capsys: pytest.CaptureFixture[str]) -> None:
    """`count 8-puzzle` is one sentence and status 2."""
    assert main(["count", "8-puzzle"]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "expected solve" in told


@pytest.mark.parametrize("line", ["board=20x40 pieces=Y5 copies=any", "board=30x40x50 pieces=pentominoes copies=1000"])
def test_compose_goes_ahead_where_others_take_long(line: str) -> None:
    """A board whose blocks are packed soon is composed in turns before `fill` and `exact` have begun to search."""
    job, _ = dispatch.job_of(Request("solve", workers=1), puzzle(f"packing {line}").encode().model)
    seen = list(execute.events(job))
    end = seen[-1]
    assert isinstance(end, End)
    assert end.engine == "compose"
    assert any(isinstance(event, Found) for event in seen)
    sentences = [event.sentence for event in seen if isinstance(event, Progress)]
    assert not [sentence for sentence in sentences if sentence.startswith(("fill: filling", "exact:"))]


def test_fill_goes_ahead_where_compose_takes_longer() -> None:
    """A board of a few thousand cells is filled sooner than its blocks are packed: `compose` has no turn before."""
    job, _ = dispatch.job_of(
        Request("solve", workers=1), puzzle("packing board=28x70 pieces=tetrominoes copies=98").encode().model
    )
    seen = list(execute.events(job))
    end = seen[-1]
    assert isinstance(end, End)
    assert end.engine == "fill"
    sentences = [event.sentence for event in seen if isinstance(event, Progress)]
    assert not [sentence for sentence in sentences if sentence.startswith(("compose:", "exact:"))]


def test_boards_with_cells_that_may_stay_empty_are_packed_by_beams() -> None:
    """Pentominoes on nine tenths of a board, all cells of which may stay empty: `fill` goes first, before `exact`."""
    line = f"board={'/'.join(['+' * 20] * 20)} pieces=pentominoes copies=6"
    job, why = dispatch.job_of(Request("solve", workers=1), puzzle(f"packing {line}").encode().model)
    assert "fill, exact and provers side by side" in why
    seen = list(execute.events(job))
    end = seen[-1]
    assert isinstance(end, End)
    assert end.engine == "fill"
    assert not [event for event in seen if isinstance(event, Progress) and event.sentence.startswith("exact:")]


def test_bodies_with_cells_that_may_stay_empty_are_searched_by_exact() -> None:
    """A board of cubes has no rows of one word: one engine is chosen, as for small boards."""
    model = puzzle("packing board=5x5x6 optional=0,0,0 pieces=I2 copies=any").encode().model
    assert portfolio.race(model, False) is None


def langford_with_costs(pairs: int) -> Cover:
    """A cover whose linear program says little and whose search is short."""
    model = puzzle("langford", f"n={pairs}").encode().model
    assert isinstance(model, Cover)
    return replace(model, costs=np.random.default_rng(0).integers(1, 10, model.options), symmetries=None)


@pytest.mark.parametrize("workers", [1, 3])
def test_small_covers_with_costs_are_searched_side_by_side(workers: int) -> None:
    """Exact search has a small cover done before prices; the cost is the same as theirs, and the bound meets it."""
    model = langford_with_costs(7)
    told = {}
    for engine in ("prices", "auto"):
        job, _ = dispatch.job_of(Request("solve", engine=engine, workers=workers if engine == "auto" else 1), model)
        seen = list(execute.events(job))
        end = seen[-1]
        assert isinstance(end, End)
        told[engine] = (
            [judges.cost(model, event.selection) for event in seen if isinstance(event, Found)][-1],
            end.bound,
        )
    assert told["auto"] == told["prices"]
    assert told["auto"][0] == told["auto"][1]


def test_of_equal_requests_the_same_comes_twice() -> None:
    """In turns nothing depends on seconds: the selections and who had them are the same."""
    model = langford_with_costs(8)
    runs = []
    for _ in range(2):
        job, _ = dispatch.job_of(Request("solve", workers=1), model)
        seen = list(execute.events(job))
        end = seen[-1]
        assert isinstance(end, End)
        runs.append(([event.selection.tolist() for event in seen if isinstance(event, Found)], end.engine))
    assert runs[0] == runs[1]
    assert runs[0][1] == "exact"


def test_covers_with_costs_that_nothing_covers_have_a_certificate() -> None:
    """Whoever is done first: that there is no cover at all is said with an argument."""
    model = cover("abc", [["a", "b"], ["b", "c"], ["a", "c"]], costs=[1, 2, 3])
    job, _ = dispatch.job_of(Request("solve", workers=1), model)
    end = list(execute.events(job))[-1]
    assert isinstance(end, End)
    assert end.refutation is not None


def test_large_covers_with_costs_are_left_to_prices() -> None:
    """Where a node of exact search takes long, or the options are many, nothing runs beside prices."""
    options = [[f"i{first}", f"j{second}"] for first in range(80) for second in range(80)]
    names = [f"{side}{number}" for side in "ij" for number in range(80)]
    assert portfolio.cheapest(cover(names, options, costs=[1] * len(options)), break_symmetry=True) is None


@pytest.mark.parametrize(
    "board", ["300x300 pieces=dominoes", "40x40 pieces=T4", "200x200 pieces=tetrominoes", "60x60 pieces=pentominoes"]
)
def test_provers_begin_soon_however_long_a_board_should_take(board: str) -> None:
    """No filler knows that a board is impossible, so provers have a turn within the first second of a race."""
    model = puzzle(f"packing board={board} copies=any holes=0,0/1,1").encode().model
    chosen = portfolio.race(model, break_symmetry=True)
    assert chosen is not None
    (provers,) = (entrant for entrant in chosen.plan.entrants if isinstance(entrant.plan, Prove))
    assert provers.start < 1


@pytest.mark.parametrize(
    ("board", "argument"),
    [
        ("300x300 pieces=dominoes copies=any holes=0,0/299,299", "colouring"),
        ("30x30x30 pieces=dominoes copies=any holes=0,0,0/29,29,28", "colouring"),
        ("102x102 pieces=T4 copies=any", "colouring"),
        ("1001x999 pieces=dominoes copies=any", "arithmetic"),
    ],
)
def test_large_boards_that_are_impossible_are_refuted_by_one_worker(board: str, argument: str) -> None:
    """Fillers that never end have a prover beside them, which says why."""
    job, _ = dispatch.job_of(Request("solve", workers=1), puzzle(f"packing board={board}").encode().model)
    end = list(execute.events(job))[-1]
    assert isinstance(end, End)
    assert end.refutation is not None
    assert end.refutation.argument == argument


@pytest.mark.parametrize("task", ["count", "list", "sample"])
@pytest.mark.parametrize(
    ("board", "argument"),
    [
        ("200x200 pieces=dominoes copies=any holes=0,0/199,199", "colouring"),
        ("1001x999 pieces=dominoes copies=any", "arithmetic"),
    ],
)
def test_impossible_boards_are_refuted_before_they_are_written_out(board: str, argument: str, task: Task) -> None:
    """Where a board has very many placements, provers have their turn before the cover of them is made."""
    job, _ = dispatch.job_of(Request(task), puzzle(f"packing board={board}").encode().model)
    seen = list(execute.events(job))
    end = seen[-1]
    assert isinstance(end, End)
    assert end.refutation is not None
    assert end.refutation.argument == argument
    said = [event.sentence for event in seen if isinstance(event, Progress)]
    assert [sentence for sentence in said if not sentence.startswith(("arithmetic", "colouring", "dead"))] == []


def test_impossible_samples_are_refuted_between_layers() -> None:
    """Five sets of tetrominoes cover an odd number of dark cells, however long the layers of 10x10 would take."""
    model = puzzle("packing board=10x10 pieces=tetrominoes copies=5").encode().model
    job, _ = dispatch.job_of(Request("sample"), model)
    end = list(execute.events(job))[-1]
    assert isinstance(end, End)
    assert end.refutation is not None
    assert end.refutation.argument == "colouring"


@pytest.mark.deep("lists packings of boards of thousands of cells")
@pytest.mark.parametrize(
    ("words", "engine", "listed", "exhausted"),
    [
        ("packing board=28x70 pieces=tetrominoes copies=98", "fill", 3, False),
        ("packing board=100x100 pieces=pentominoes copies=any", "fill", 3, False),
        ("packing board=12x12 pieces=dominoes copies=any", "exact", 3, False),
        ("packing board=2x60 pieces=I3 copies=any", "exact", 1, True),
    ],
)
def test_who_has_the_first_packing_lists_the_others(words: str, engine: str, listed: int, exhausted: bool) -> None:
    """Some packings of a large board are those of `exact` where it has one soon, with the word that there are no others."""
    lists = []
    for _ in range(2):
        with api.iterate(words, limits=Limits(solutions=3)) as told:
            lists.append([json.dumps(each, sort_keys=True) for each in told])
    assert told.answer is not None
    assert (told.answer.engine.name, told.answer.exhausted) == (engine, exhausted)
    assert len(set(lists[0])) == len(lists[0]) == listed
    assert lists[0] == lists[1]


@pytest.mark.deep("counts packings of boards of thousands of cells")
@pytest.mark.parametrize(
    ("words", "engine", "counted", "exhausted"),
    [
        ("packing board=28x70 pieces=tetrominoes copies=98", "fill", 3, False),
        ("packing board=12x12 pieces=dominoes copies=any", "exact", 3, False),
        ("packing board=2x60 pieces=I3 copies=any", "exact", 1, True),
    ],
)
def test_a_limited_count_ends_as_soon_as_a_list_does(words: str, engine: str, counted: int, exhausted: bool) -> None:
    """Whether there are three packings, `fill` says if it has them first; that there is only one, `exact`."""
    answer = api.count(words, limits=Limits(solutions=3))
    assert (answer.engine.name, answer.count, answer.exhausted) == (engine, counted, exhausted)


def test_a_limited_count_of_an_impossible_board_is_refuted() -> None:
    """Provers have their turns beside a count with a limit, as beside a list."""
    answer = api.count("packing board=10x14 pieces=tetrominoes copies=7", limits=Limits(solutions=2))
    assert (answer.count, answer.evidence) == (0, "colouring")


def test_a_list_of_an_impossible_board_is_refuted() -> None:
    """Provers have their turns while neither `exact` nor `fill` has a packing to list."""
    with api.iterate("packing board=10x14 pieces=tetrominoes copies=7", limits=Limits(solutions=2)) as told:
        assert list(told) == []
        assert told.answer is not None
        assert told.answer.evidence == "colouring"


def test_blocks_with_too_many_states_have_a_plan_and_a_bound() -> None:
    """Where not all states can be visited beams have a plan, and the layers visited a bound, under a limit on nodes too."""
    board = "AABBCC/DDEEFF/GGHHII/JJKKLL/MMNN../OOPP.."
    puzzle = api.puzzle("blocks", board=board, goal="A@5,4", identical="no")
    answer = api.solve(puzzle, limits=api.Limits(nodes=150_000))
    assert answer.status == "FEASIBLE"
    assert answer.cost is not None
    assert answer.bound is not None
    assert 10 < answer.bound < answer.cost
    assert answer.statistics.nodes <= 150_000


def test_blocks_with_few_states_are_visited_by_one_engine() -> None:
    """A beam that waits does nothing where all states are visited before."""
    answer = api.solve("huarong-dao-moves")
    assert (answer.status, answer.cost, answer.engine.name) == ("OPTIMAL", 81, "bfs")
