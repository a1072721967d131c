"""Engines: published counts, limits kept to the node, refusals, the same output twice."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from exactcover import backends
from exactcover.backends import exact
from exactcover.backends.search.cover import first, kernel_tables
from exactcover.backends.search.cover.kernel_names import Kernel
from exactcover.kernel.instance import Instance
from exactcover.model.answer import EngineOptions, Limits, Task
from exactcover.model.connectivity import Connectivity
from exactcover.model.cover import Cover, cover
from exactcover.model.encoding import MODELS
from exactcover.model.errors import InvalidInput
from exactcover.model.events import Event, Found, Progress
from exactcover.model.linear import Linear
from exactcover.transform.reductions import chain
from tests.packings import tiling as board
from tests.random_models import counted, end_of, listed, run

ALL = ("exact", "cpsat", "sat", "brute")


def shown(events: list[Event]) -> list[Any]:
    """What events say, without the seconds in their statistics."""
    found: list[Any] = [event.selection.tolist() for event in events if isinstance(event, Found)]
    end = end_of(events)
    return [*found, end.exhausted, end.stop_reason, end.count, end.statistics.nodes]


@pytest.mark.parametrize(
    ("specification", "engines", "published"),
    [
        ("board=4x4 pieces=dominoes copies=any", ALL, 36),  # M. E. Fisher, Phys. Rev. 124 (1961); OEIS A004003
        ("board=6x6 pieces=dominoes copies=any", ("exact",), 6728),  # the same
        ("board=2x10 pieces=dominoes copies=any", ALL, 89),  # Fibonacci
        ("board=8x8 holes=0,0/7,7 pieces=dominoes copies=3", ALL, 0),
        ("board=3x20 pieces=pentominoes", ("exact",), 8),  # Haselgrove & Haselgrove 1960: 2 up to symmetry
        ("board=5x5 pieces=L5,N5,U5,W5,Y5", ALL, 8),
        ("board=3x3x3 pieces=slothouber-graatsma", ALL, 8),
        (
            "board=4x5 pieces=tetrominoes copies=1",
            ("exact", "cpsat", "sat"),
            0,
        ),  # Golomb 1954: the T upsets the colours
    ],
)
def test_published_counts(specification: str, engines: tuple[str, ...], published: int) -> None:
    """Each engine that is fast enough for the board counts what the literature says."""
    for engine in engines:
        assert counted(engine, board(specification)) == published


def planted(seed: int) -> tuple[Cover, list[int]]:
    """A cover of forty items around a hidden selection, and that selection."""
    rng = random.Random(seed)
    items = [f"i{n}" for n in range(40)]
    rng.shuffle(items)
    hidden = [sorted(items[n : n + 4]) for n in range(0, 40, 4)]
    noise = {tuple(sorted(rng.sample(items, rng.randint(2, 4)))) for _ in range(70)}
    rows = sorted(noise | set(map(tuple, hidden)))
    return cover(items, rows), [rows.index(tuple(row)) for row in hidden]


@pytest.mark.parametrize("engine", ["exact", "cpsat", "sat"])
def test_planted_selections_are_found(engine: str) -> None:
    """The hidden selection is among those listed, for covers too large for the oracle."""
    for seed in range(2):
        model, hidden = planted(seed)
        assert sorted(hidden) in listed(engine, model)


@pytest.mark.parametrize("engine", ["exact", "cpsat", "sat"])
def test_parity_counted_out_covers_have_no_solution(engine: str) -> None:
    """Pairs cannot cover an odd number of items exactly."""
    names = [f"i{n}" for n in range(9)]
    pairs = [[a, b] for n, a in enumerate(names) for b in names[n + 1 :]]
    assert counted(engine, cover(names, pairs)) == 0


@pytest.mark.parametrize("engine", ALL)
@pytest.mark.parametrize("task", ["list", "count"])
def test_solution_limits_are_kept(engine: str, task: Task) -> None:
    """A list or count of 36 stops at 5 and says so, and at 37 it is exhausted."""
    model = board("board=4x4 pieces=dominoes copies=any")
    events = run(engine, task, model, Limits(solutions=5))
    end = end_of(events)
    assert (end.exhausted, end.stop_reason) == (False, "solutions")
    assert (end.count if task == "count" else sum(isinstance(event, Found) for event in events)) == 5
    assert end_of(run(engine, task, model, Limits(solutions=37))).exhausted


@pytest.mark.parametrize("engine", ALL)
def test_solve_stops_at_its_first_solution(engine: str) -> None:
    """A solve without costs finds one solution and is not exhausted by that."""
    events = run(engine, "solve", board("board=4x4 pieces=dominoes copies=any"))
    assert sum(isinstance(event, Found) for event in events) == 1
    assert (end_of(events).exhausted, end_of(events).stop_reason) == (False, "solutions")


@pytest.mark.parametrize("engine", ["exact", "brute"])
@pytest.mark.parametrize("nodes", [0, 1, 7, 500])
def test_node_limits_are_kept(engine: str, nodes: int) -> None:
    """A long list stops before it takes more nodes than it may, within the nodes that kernel static-order makes at once."""
    end = end_of(run(engine, "list", board("board=8x8 pieces=dominoes copies=any"), Limits(nodes=nodes)))
    assert (end.exhausted, end.stop_reason) == (False, "nodes")
    assert nodes - (63 if engine == "exact" else 0) <= end.statistics.nodes <= nodes


@pytest.mark.parametrize("engine", ["cpsat", "sat"])
def test_conflict_limits_end_a_run(engine: str) -> None:
    """A count that needs many conflicts ends at one, unfinished."""
    end = end_of(run(engine, "count", board("board=6x10 pieces=pentominoes"), Limits(nodes=1)))
    assert (end.exhausted, end.stop_reason) == (False, "nodes")


@pytest.mark.parametrize("engine", ALL)
def test_time_limits_end_a_run(engine: str) -> None:
    """With no time at all a long list ends by its time limit, and is not exhausted."""
    end = end_of(run(engine, "list", board("board=8x8 pieces=dominoes copies=any"), Limits(time=0.0)))
    assert (end.exhausted, end.stop_reason) == (False, "time")


@pytest.mark.parametrize("engine", ALL)
@pytest.mark.parametrize("task", ["solve", "list", "count"])
def test_the_same_run_twice_gives_the_same(engine: str, task: Task) -> None:
    """The same model and seed give the same selections in the same order, after the same number of nodes."""
    model = board("board=5x5 pieces=L5,N5,U5,W5,Y5")
    assert shown(run(engine, task, model)) == shown(run(engine, task, model))


@pytest.mark.parametrize(("engine", "size", "number"), [("exact", "6x7", 31529), ("sat", "5x6", 1183)])
def test_counting_tells_progress(engine: str, size: str, number: int) -> None:
    """A count says on the way how many solutions it has: never fewer than before, never more than there are."""
    events = run(engine, "count", board(f"board={size} pieces=dominoes copies=any"))
    counts = [event.count for event in events if isinstance(event, Progress) and event.count is not None]
    assert counts
    assert counts == sorted(counts)
    assert counts[-1] <= number
    assert end_of(events).count == number


def test_unknown_engines_are_refused() -> None:
    """The nearest engine is named, and each known one is a module that has what it promises."""
    with pytest.raises(InvalidInput, match=r"unknown engine 'exakt'; expected auto, exact, .*did you mean 'exact'\?"):
        backends.engine("exakt")
    for name in backends.NAMES:
        engine = backends.engine(name)
        assert set(engine.accepts) <= set(MODELS)
        assert "solve" in engine.can
        assert engine.node


def test_cpsat_refuses_to_enumerate_with_several_workers() -> None:
    """With more than one worker CP-SAT would lose solutions, so it is not asked."""
    model = Linear(("x",), (), ())
    for task in ("list", "count"):
        with pytest.raises(InvalidInput, match="cpsat was given 2 workers; expected 1"):
            list(backends.engine("cpsat").run(task, model, EngineOptions(workers=2), Limits()))


def test_sat_refuses_unknown_solvers() -> None:
    """The solvers there are, and the nearest one, are named."""
    with pytest.raises(InvalidInput, match=r"sat has no solver 'cadical'; expected one of .*did you mean 'cadical"):
        run("sat", "solve", Linear(("x",), (), ()), own={"solver": "cadical"})


def test_exact_refuses_to_minimise_what_must_be_connected() -> None:
    """What an engine would do without connectivity, it refuses to do."""
    joined = Connectivity(np.array([0, 1]), np.array([[0, 1]]), np.array([0]))
    model = replace(cover(["a", "b"], [["a"], ["b"]], costs=[1, 1]), connectivity=joined)
    with pytest.raises(InvalidInput, match="exact only lists, counts, and solves without costs; expected cpsat"):
        run("exact", "solve", model)


def test_searches_are_begun_when_their_turn_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the first kernel packs in its first turn has tables for no other; where that turn is short there are others."""
    made: list[str] = []
    tables_of = kernel_tables.tables_of

    def noting(instance: Instance, kernel: Kernel, reach: int | None = None) -> kernel_tables.KernelTables:
        made.append(kernel.name)
        return tables_of(instance, kernel, reach)

    monkeypatch.setattr(first, "tables_of", noting)

    def unknown() -> Cover:
        """The cover, of which nothing is remembered."""
        model = chain.reduce(board("board=5x5 pieces=L5,N5,U5,W5,Y5"), ("cover",)).model
        assert isinstance(model, Cover)
        return model

    one = 1 - unknown().options  # what makes a first turn of live-lists, which makes no such tables, a single node
    first_turns: tuple[tuple[int, int, list[str]], ...] = (
        (2_000, 2_000, []),
        (one, 2_000, ["fewest-options"]),
        (one, 1, ["fewest-options", "static-order"]),
    )
    for alone, nodes, kernels in first_turns:
        made.clear()
        monkeypatch.setattr(first, "ONLY_SOLVING", alone)
        monkeypatch.setitem(first.NODES, "fewest-options", nodes)
        assert any(isinstance(event, Found) for event in exact.run("solve", unknown(), EngineOptions(), Limits()))
        assert made == kernels
