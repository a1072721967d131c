"""Engines on sliding puzzles: published optima, proofs only where there are some, limits kept, bad options refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from exactcover import backends
from exactcover.judges import faults, refutation_faults
from exactcover.model.answer import EngineOptions, Limits
from exactcover.model.errors import InvalidInput
from exactcover.model.events import Bound, End, Found
from exactcover.model.space import Sliding
from exactcover.solving import portfolio
from tests.sliding_models import EIGHT_GOAL, blocks, huarong_dao, numbers, tiles, two_ls

WORST = tiles(numbers("806547231"))
FIFTEEN = tiles([14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3], range(16), 4)  # Korf's first: 57 moves
STUCK = blocks(("AA.BC", "#.#.."), [{"B": (0, 0)}])
ENGINES = ("bfs", "dfs", "ucs", "greedy", "astar", "wastar", "idastar", "beam", "batch")


def run(engine: str, puzzle: Sliding, limits: Limits = Limits(), **own: str) -> tuple[int | None, End]:
    """The length of the plan that an engine finds, which the judge accepts, and how the run ended."""
    *events, end = backends.engine(engine).run("solve", puzzle, EngineOptions(own=own), limits)
    assert isinstance(end, End)
    plans = [event.selection for event in events if isinstance(event, Found)]
    assert not any(faults(puzzle, plan) for plan in plans)
    bounds = [event.value for event in events if isinstance(event, Bound)]
    assert bounds == sorted(bounds)
    return (len(plans[-1]) - 1 if plans else None), end


@pytest.mark.parametrize(
    ("engine", "puzzle", "own", "length"),
    [
        ("bfs", WORST, {}, 31),
        ("bfs", WORST, {"ends": "one"}, 31),
        ("bfs", two_ls(), {}, 30),
        ("bfs", two_ls(metric="moves"), {}, 19),
        ("bfs", huarong_dao(), {}, 116),
        ("bfs", huarong_dao("moves"), {}, 81),
        ("ucs", huarong_dao("moves"), {}, 81),
        ("astar", two_ls(), {"heuristic": "h1"}, 30),
        ("astar", WORST, {}, 31),
        ("astar", WORST, {"heuristic": "pdb", "ties": "free"}, 31),
        ("astar", WORST, {"pdb": "3-3-2", "closed": "final"}, 31),
        ("idastar", WORST, {"heuristic": "manhattan"}, 31),
        ("idastar", WORST, {}, 31),
        ("idastar", FIFTEEN, {"pdb": "5-5-5"}, 57),
        ("bfs", tiles(EIGHT_GOAL), {}, 0),
        ("idastar", tiles(EIGHT_GOAL), {}, 0),
        ("astar", tiles(EIGHT_GOAL), {}, 0),
        ("beam", tiles(EIGHT_GOAL), {}, 0),
        ("batch", tiles(EIGHT_GOAL), {}, 0),
        ("dfs", tiles(EIGHT_GOAL), {}, 0),
        ("idastar", blocks(("#A.",), [{"A": (0, 2)}], "moves"), {}, 1),
        ("idastar", blocks(("#AB", "#.C"), [{"A": (1, 1), "B": (0, 1), "C": (1, 2)}]), {}, 2),
    ],
)
def test_published_optima(engine: str, puzzle: Sliding, own: dict[str, str], length: int) -> None:
    """Exact engines find the known optimum; those that prove it say that nothing shorter is left."""
    found, end = run(engine, puzzle, Limits(), **own)
    assert found == length
    assert end.exhausted == (engine not in ("beam", "batch", "dfs"))
    assert end.bound == (length if end.exhausted else None)


@pytest.mark.parametrize("engine", ["greedy", "beam", "batch", "wastar", "astar"])
def test_no_optimum_is_claimed_without_proof(engine: str) -> None:
    """With an estimate that overestimates no engine claims more than a plan."""
    found, end = run(engine, WORST, heuristic="sum")
    assert found is not None
    assert found >= 31
    assert (end.exhausted, end.bound, end.stop_reason) == (False, None, "solutions")


def test_weighted_plans_have_a_bound() -> None:
    """With an admissible estimate the bound is at most the optimum, and the plan at most so many times too long."""
    found, end = run("wastar", WORST, heuristic="h2", weight="1.5")
    assert found is not None
    assert end.bound is not None
    assert end.bound <= 31 <= found <= 1.5 * 31


@pytest.mark.parametrize("engine", ENGINES)
def test_parity_is_refuted_before_any_search(engine: str) -> None:
    """No engine searches a board that parity rules out, and the judge accepts why."""
    puzzle = tiles((2, 1, *range(3, 25), 0), (*range(1, 25), 0), 5)
    found, end = run(engine, puzzle)
    assert found is None
    assert end.refutation is not None
    assert end.refutation.body["argument"] == "parity"
    assert not refutation_faults(puzzle, end.refutation)
    assert end.statistics.nodes == 0


@pytest.mark.parametrize("heuristic", ["h1", "h2", "misplaced", "manhattan"])
def test_optimum_is_proved_on_two_columns(heuristic: str) -> None:
    """On 2x2 the estimates are proved as they are on wider boards: the end of one row is not beside the begin of the next."""
    for board in ((2, 0, 1, 3), (3, 1, 2, 0), (1, 3, 0, 2)):
        length, end = run("bfs", tiles(board, (0, 1, 2, 3), 2))
        found, ended = run("astar", tiles(board, (0, 1, 2, 3), 2), heuristic=heuristic)
        assert (found, ended.exhausted, ended.refutation is None) == (length, end.exhausted, end.refutation is None)


def test_databases_that_know_no_way_home_exhaust_the_search() -> None:
    """Tiles behind a wall from the blank, in a permutation of even parity, have no plan, and idastar says so."""
    assert run("idastar", blocks(("ABC#.",), [{"A": (0, 1), "B": (0, 2), "C": (0, 0)}]))[1].exhausted


@pytest.mark.parametrize("engine", [each for each in ENGINES if each != "beam"])
def test_small_spaces_are_exhausted(engine: str) -> None:
    """An engine with nowhere left to go has proved that there is no plan; a breadth-first search also writes it down."""
    found, end = run(engine, STUCK)
    assert (found, end.exhausted, end.stop_reason) == (None, True, None)
    assert (end.refutation is not None) == (engine == "bfs")


def test_beams_that_were_cut_prove_nothing() -> None:
    """A beam of one state that runs dry is unknown, one that was never cut has seen all."""
    assert not run("beam", two_ls(), width="1")[1].exhausted
    assert run("beam", STUCK, width="1000")[1].exhausted


@pytest.mark.parametrize("engine", ENGINES)
def test_node_limits_are_exact(engine: str) -> None:
    """An engine stops at exactly its limit of nodes, 0 included, and its bound is below the optimum."""
    for nodes in (0, 150):
        own = {"heuristic": "manhattan"} if engine == "idastar" else {}
        found, end = run(engine, FIFTEEN, Limits(nodes=nodes), **own)
        assert (found, end.stop_reason, end.statistics.nodes) == (None, "nodes", nodes)
        assert end.bound is None or end.bound <= 57


def test_published_node_limit() -> None:
    """With at most 18,400 entries popped A* with misplaced tiles fails on the table's last board, as published."""
    found, end = run("astar", tiles(numbers("546308172")), Limits(nodes=18_400), heuristic="h1")
    assert (found, end.stop_reason) == (None, "nodes")
    assert end.bound is not None
    assert 20 <= end.bound <= 26


@pytest.mark.parametrize(
    ("engine", "own"), [("bfs", {}), ("bfs", {"ends": "one"}), ("astar", {"heuristic": "h1"}), ("ucs", {})]
)
def test_memory_limits_end_in_a_bound(engine: str, own: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A state space that outgrows the memory ends as unknown, with the lengths ruled out so far as the bound."""
    from exactcover.backends.search.graphs import state_graphs

    monkeypatch.setattr(state_graphs, "memory_allowed", lambda _: 8_000_000)
    found, end = run(engine, FIFTEEN, Limits(memory=100), **own)
    assert (found, end.exhausted, end.stop_reason) == (None, False, "memory")
    assert end.bound is not None
    assert 10 <= end.bound <= 57


def test_time_limits_end_between_slices() -> None:
    """A run whose time is up says so, with its bound."""
    found, end = run("idastar", FIFTEEN, Limits(time=0.2), heuristic="misplaced")
    assert (found, end.stop_reason) == (None, "time")
    assert end.bound is not None
    assert end.bound > 10


@pytest.mark.parametrize(
    ("engine", "puzzle", "own", "sentence"),
    [
        ("astar", WORST, {"heuristic": "manhatan"}, "no heuristic 'manhatan'.*did you mean 'manhattan'"),
        ("astar", two_ls(), {"heuristic": "pdb"}, "pdb applies only to n-puzzles"),
        ("astar", WORST, {"closed": "never"}, "closed is 'never'; expected reopen or final"),
        ("astar", WORST, {"ties": "x"}, "ties is 'x'; expected state or free"),
        ("idastar", FIFTEEN, {"pdb": "8-7"}, "expected sizes of databases like 5-5-5"),
        ("wastar", WORST, {"weight": "0.5"}, "weight is '0.5'; expected a number from 1"),
        ("wastar", WORST, {"weight": "1/0"}, "weight is '1/0'"),
        ("beam", WORST, {"width": "0"}, "width is '0'; expected a whole number from 1"),
        ("batch", WORST, {"width": "many"}, "width is 'many'"),
        ("dfs", WORST, {"depth": "-1"}, "depth is '-1'; expected a whole number from 0"),
        ("bfs", WORST, {"ends": "middle"}, "ends is 'middle'; expected auto or both or one"),
        ("bfs", two_ls(), {"ends": "both"}, "leaves a block's place open; expected bfs:one"),
    ],
)
def test_bad_options_are_refused(engine: str, puzzle: Sliding, own: dict[str, str], sentence: str) -> None:
    """Each gets one sentence: what, and what was expected."""
    with pytest.raises(InvalidInput, match=sentence):
        run(engine, puzzle, Limits(), **own)


def test_depth_limits_prove_a_bound() -> None:
    """A depth-first search that ends below its depth has ruled such plans out."""
    board = tiles(numbers("041378256"))
    found, end = run("dfs", board, depth="15")
    assert (found, end.exhausted, end.bound) == (None, False, 16)
    assert run("dfs", board, depth="22")[0] == 22


def test_databases_are_kept_where_asked(tmp_path: Path) -> None:
    """Only large databases are written, and only where the option says."""
    assert run("idastar", WORST, cache=str(tmp_path))[0] == 31
    assert not list(tmp_path.iterdir())


def test_auto_chooses_by_size() -> None:
    """Boards whose states can all be visited are visited, larger tile boards are searched with pattern databases."""
    for puzzle, name in ((WORST, "bfs"), (two_ls(), "bfs"), (huarong_dao("moves"), "bfs"), (FIFTEEN, "idastar")):
        assert portfolio.choose("auto", "solve", puzzle)[0] == name
