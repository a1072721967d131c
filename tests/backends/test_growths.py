"""Engines on growths: published optima and expansions, agreement with the oracle, and nothing claimed that is not proved."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from exactcover import backends, judges
from exactcover.backends import cpsat
from exactcover.model.answer import EngineOptions, Limits, Task
from exactcover.model.errors import InvalidInput
from exactcover.model.events import Bound, End, Found, Progress
from exactcover.model.growth import Growth
from exactcover.solving import portfolio
from exactcover.transform.reductions import chain
from tests.growth_models import PUBLISHED, growth, published, random_position

# States cheaper than the optimum, and no dearer than it: between these a uniform-cost search expands.
EXPANSIONS = {
    ("corners-6x6", "legacy"): (17, 18_790, 21_804),
    ("corners-6x6", "whole"): (17, 21_870, 25_136),
    ("corners-5x5", "legacy"): (13, 21_973, 25_767),
    ("corners-5x5", "whole"): (13, 38_681, 47_293),
    ("cover-6x6", "legacy"): (8, 8_363, 22_193),
    ("cover-6x6", "whole"): (7, 3_461, 11_176),
}
EXACT = (("ucs", ""), ("astar", ""), ("astar", "joints"), ("astar", "steiner"), ("astar", "king"))
OTHERS = (("bfs", ""), ("dfs", ""), ("greedy", ""), ("wastar", ""), ("astar", "cover"))


def run(model: Growth, engine: str, limits: Limits = Limits(), **own: str) -> tuple[int | None, End, bool]:
    """What an engine's last solution costs, how the run ended, and whether there was a solution; all are judged."""
    *events, end = backends.engine(engine).run("solve", model, EngineOptions(own=own), limits)
    assert isinstance(end, End)
    selections = [event.selection for event in events if isinstance(event, Found)]
    assert not any(judges.faults(model, selection) for selection in selections)
    costs = [judges.cost(model, selection) for selection in selections]
    if model.price != "nothing":
        assert costs == sorted(costs, key=lambda cost: -(cost or 0))
    bounds = [event.value for event in events if isinstance(event, Bound)]
    assert bounds == sorted(bounds)
    if costs and costs[-1] is not None:
        assert max([*bounds, end.bound or 0]) <= costs[-1]
    return costs[-1] if costs else None, end, bool(costs)


def oracle(model: Growth) -> tuple[int | None, bool]:
    """The least cost of a growth, and whether it has a solution, by trying everything."""
    reduced = chain.reduce(model, ("cover",))
    events = list(backends.engine("brute").run("solve", reduced.model, EngineOptions(), Limits()))
    selections = [reduced.lift(event.selection) for event in events if isinstance(event, Found)]
    return (judges.cost(model, selections[-1]) if selections else None), bool(selections)


@pytest.mark.parametrize("name", PUBLISHED)
def test_published_optima_are_proved(name: str) -> None:
    """The engine that is chosen proves each published optimum."""
    model = published(name)
    engine, _ = portfolio.choose("auto", "solve", model)
    cost, end, _ = run(model, engine)
    assert cost == end.bound == PUBLISHED[name][1]
    assert end.exhausted


def test_only_engines_that_can_are_chosen() -> None:
    """Whatever is asked of a growth, the engine that is chosen can do it."""
    tasks: tuple[Task, ...] = ("solve", "list", "count")
    for task in tasks:
        engine, _ = portfolio.choose("auto", task, published("cover-6x6"))
        assert task in backends.engine(engine).can


@pytest.mark.parametrize(("name", "anchor"), EXPANSIONS)
def test_uniform_cost_search_expands_what_is_cheaper(name: str, anchor: str) -> None:
    """Uniform-cost search expands all states cheaper than the optimum, and none that is dearer, by both rules of anchors."""
    optimum, least, most = EXPANSIONS[name, anchor]
    cost, end, _ = run(published(name, anchor), "ucs")
    assert cost == end.bound == optimum
    assert least <= end.statistics.expanded <= most
    assert end.statistics.popped == end.statistics.expanded + 1


@pytest.mark.parametrize("seed", range(120))
def test_engines_agree_with_the_oracle(seed: int) -> None:
    """On small random positions every engine that proves optima finds the oracle's, and the others a solution where one is."""
    model = random_position(seed)
    least, solvable = oracle(model)
    by_cells = model.price == "cells"
    for engine, heuristic in (*EXACT, *OTHERS):
        if heuristic and not by_cells:
            continue
        cost, end, solved = run(model, engine, Limits(), **({"heuristic": heuristic} if heuristic else {}))
        assert solved == solvable, (engine, heuristic)
        if (engine, heuristic) in EXACT or model.price == "left over":
            assert cost == least, (engine, heuristic)
            assert end.exhausted or model.price == "nothing"
            assert end.bound == (least if model.price != "nothing" else None)
        elif solved:
            assert cost is None or (least is not None and cost >= least)


@pytest.mark.parametrize("rule", ["cover", "corners"])
def test_the_published_estimates_are_not_admissible(rule: str) -> None:
    """With an estimate that sums over targets A* pays more than the least on this board, and claims no optimum."""
    keys = {"board": "6x6", "pieces": "blokus-small", "goal": "cover", "targets": "4,2/5,5/0,3"}
    least, end, _ = run(growth(**keys), "astar")
    assert least == end.bound == 10
    cost, end, _ = run(growth(**keys), "astar", heuristic="cover")
    assert cost == 11
    assert (end.exhausted, end.bound, end.stop_reason) == (False, None, "solutions")
    cost, end, _ = run(published("corners-5x5"), "astar", heuristic=rule)
    assert cost is not None
    assert (end.exhausted, end.bound) == (False, None)


def test_leaving_out_images_is_unsound() -> None:
    """Of two placements of which one is the other's image only one is followed, and one of two targets is missed."""
    costs = []
    for target in ("4,0", "0,4"):
        model = growth(board="5x5", pieces="I5", goal="cover", targets=target)
        assert run(model, "ucs")[0] == 5
        for engine in ("ucs", "bfs", "greedy", "astar"):
            cost, end, _ = run(model, engine, symmetric="prune")
            assert (end.exhausted, end.bound) == (False, None)
            costs.append(cost)
    assert costs.count(None) >= 2


@pytest.mark.parametrize("name", ["closest-1", "closest-2"])
@pytest.mark.parametrize("anchor", ["whole", "legacy"])
def test_one_target_after_the_other_pays_more(name: str, anchor: str) -> None:
    """The published procedure pays 9 on both of its boards, where 8 and 6 are enough, and claims nothing."""
    cost, end, _ = run(published(name, anchor), "astar", heuristic="closest-target")
    assert cost == 9
    assert (end.exhausted, end.bound, end.stop_reason) == (False, None, "solutions")
    assert end.statistics.expanded < 50


@pytest.mark.parametrize("engine", ["astar", "dfs"])
def test_all_pieces_on_a_large_board(engine: str) -> None:
    """All 21 pieces go on 14x14; both engines place them without trying all states."""
    _, end, solved = run(growth(board="14x14", goal="fill"), engine)
    assert solved
    assert end.stop_reason == "solutions"


def test_a_wanted_cell_that_is_closed_is_hopeless() -> None:
    """A target beside an own square has no solution, and no engine searches for one."""
    model = growth(board="6x6", goal="cover", targets="0,1", own="0,0")
    for engine in ("astar", "ucs", "bfs", "dfs", "greedy"):
        cost, end, solved = run(model, engine)
        assert (cost, end.exhausted, solved) == (None, True, False)
    assert run(model, "astar", heuristic="closest-target")[1].exhausted is False


def test_limits_are_kept_and_bounds_remain() -> None:
    """A limit of nodes, of time or of memory ends the search with what it has, bound included."""
    model = growth(board="14x14", goal="corners")
    cost, end, _ = run(model, "astar", Limits(nodes=800))
    assert (end.stop_reason, end.statistics.nodes) == ("nodes", 800)
    assert cost is not None
    assert end.bound is not None
    assert 36 <= end.bound <= cost <= 42
    assert run(model, "astar", Limits(time=0.0))[1].stop_reason == "time"
    assert run(model, "ucs", Limits(memory=1.0))[1].stop_reason == "memory"
    assert run(model, "astar", Limits(nodes=0), heuristic="closest-target")[1].stop_reason == "nodes"


def test_progress_comes_often() -> None:
    """Between two words of progress there are few states where each takes long, so that an interruption is heard."""
    model = growth(board="15x15", goal="cover", targets="0,1/0,9/5,5/8,8/4,9/9,2")
    events = backends.engine("astar").run("solve", model, EngineOptions(), Limits(nodes=64))
    nodes = [event.nodes for event in events if isinstance(event, Progress)]
    assert len(nodes) >= 2
    assert nodes[0] <= 16


@pytest.mark.parametrize(
    ("engine", "own", "sentence"),
    [
        ("astar", {"heuristic": "kign"}, "no heuristic 'kign'"),
        ("astar", {"heuristic": "fitting"}, "no heuristic 'fitting'"),
        ("astar", {"closed": "final"}, "closed was given for pieces that grow"),
        ("ucs", {"symmetric": "drop"}, "symmetric is 'drop'"),
        ("astar", {"anytime": "often"}, "anytime is 'often'"),
        ("astar", {"heuristic": "closest-target", "symmetric": "prune"}, "closest-target was given another option"),
    ],
)
def test_bad_options_are_refused(engine: str, own: dict[str, str], sentence: str) -> None:
    """An option that says nothing of a growth is refused in a sentence that names it."""
    with pytest.raises(InvalidInput, match=sentence):
        run(published("cover-6x6"), engine, Limits(), **own)


def test_closest_target_is_refused_without_targets() -> None:
    """Where all pieces are to be placed there is no target to aim at."""
    with pytest.raises(InvalidInput, match="a puzzle without targets"):
        run(growth(board="4x7", goal="fill", pieces="blokus-tiny"), "astar", heuristic="closest-target")


def test_pieces_that_must_be_placed_are_placed_at_least_cost() -> None:
    """A growth may both ask for pieces and count cells: the optimum is the oracle's."""
    for seed in range(0, 120, 4):
        model = random_position(seed)
        if model.price == "cells":
            first, *rest = model.pieces
            model = replace(model, pieces=(replace(first, least=1), *rest))
            assert [run(model, engine)[0] for engine in ("astar", "ucs")] == [oracle(model)[0]] * 2


def test_more_targets_than_trees_are_found_for() -> None:
    """Of many targets the trees join eight; the optimum is that of uniform-cost search."""
    model = growth(board="5x5", goal="cover", pieces="I1,I2,I3,V3,L4", targets="0,2/0,4/1,1/1,3/2,2/2,4/3,3/4,4/4,2")
    assert int(np.count_nonzero(model.wanted)) > 8
    cost, end, solved = run(model, "astar")
    assert (cost, solved) == (run(model, "ucs")[0], end.bound is not None)


@pytest.mark.parametrize("seed", range(0, 60, 4))
def test_cpsat_in_turns_agrees_with_the_oracle(seed: int) -> None:
    """Solved a slice at a time, random positions come to the oracle's least cost, or to nothing where it has nothing."""
    model = random_position(seed)
    least, solvable = oracle(model)
    cost, end, solved = run(model, "cpsat", turns="yes")
    assert (cost, solved) == (least, solvable)
    assert end.exhausted or (solved and model.price == "nothing")


def test_turns_keep_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Between slices CP-SAT tells its work, goes on from its solution, and ends when time or nodes are spent."""
    monkeypatch.setattr(cpsat, "FIRST_SLICE", 1e-4)
    model = published("corners-5x5")
    events = list(cpsat.run("solve", model, EngineOptions(own={"turns": "yes"}), Limits(nodes=40)))
    assert sum(isinstance(event, Progress) and event.sentence == "searching" for event in events) > 1
    assert isinstance(events[-1], End)
    assert (events[-1].exhausted, events[-1].stop_reason) == (False, "nodes")
    *_, end = cpsat.run("solve", model, EngineOptions(own={"turns": "yes"}), Limits(time=0))
    assert isinstance(end, End)
    assert end.stop_reason == "time"
    with pytest.raises(InvalidInput, match="turns is 'maybe'; expected yes or no"):
        list(cpsat.run("solve", model, EngineOptions(own={"turns": "maybe"}), Limits()))
