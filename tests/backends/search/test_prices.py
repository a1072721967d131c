"""Cheapest covers by prices: against brute force, and what the certificates prove."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from itertools import product
from typing import TypeVar

import numpy as np
import pytest

from exactcover import judges
from exactcover.backends import prices
from exactcover.backends.search.prices import answering, cheapest, program
from exactcover.backends.search.prices.cheapest import Rounds
from exactcover.backends.search.prices.contained import without_contained
from exactcover.backends.search.prices.odd_sets import odd_cuts
from exactcover.backends.search.prices.program import Program
from exactcover.backends.search.prices.rooms import Inside, cheapest_inside
from exactcover.backends.search.prices.table import (
    Columns,
    Cut,
    Prices,
    proved,
    proved_alone,
    rounded,
    shares,
    table_of,
    whole,
)
from exactcover.backends.search.prices.work import Work
from exactcover.model.answer import EngineOptions, Limits
from exactcover.model.certificate import Refutation
from exactcover.model.cover import CheaperCover, Cover, cover
from exactcover.model.errors import Unsuitable
from exactcover.model.events import Bound, End, Event, Found, Progress
from tests.proofs.provers.arguments import end, refutation
from tests.random_models import random_cover

Value = TypeVar("Value")


def with_costs(seed: int) -> Cover:
    """A random cover, every option with a cost; with larger ones where the seed is odd."""
    plain = random_cover(seed)
    rng = np.random.default_rng(seed)
    costs = rng.integers(-3, 12, plain.options) * (7 if seed % 2 else 1)
    return replace(plain, costs=costs)


def graph_cover(seed: int) -> Cover:
    """Edges of a random graph that cover every vertex once, or in some graphs up to twice: odd cycles leave fractions."""
    rng = np.random.default_rng(seed)
    vertices = 6
    pairs = [(a, b) for a in range(vertices) for b in range(a) if rng.random() < 0.75]
    edges = [[f"v{a}", f"v{b}"] for a, b in pairs] + [["v0"]]
    dear = [0] * len(edges)
    if (
        not seed % 2
    ):  # two triangles, and dear edges between them: a fraction of every edge of the triangles is cheapest
        dear = [0 if len(edge) == 2 and (edge[0] < "v3") == (edge[1] < "v3") else 12 for edge in edges]
    items = {
        f"v{vertex}": (1, 2) if seed % 2 and vertex % 2 else (2, 2) if seed % 2 else (1, 1)
        for vertex in range(vertices)
    }
    return cover(items, edges, costs=(rng.integers(4, 9, len(edges)) + dear).tolist())


def by_force(model: Cover) -> int | None:
    """The least cost of all sets of options that are solutions, None where there is none."""
    assert model.costs is not None
    table, best = table_of(model), None
    for taken in product((False, True), repeat=model.options):
        selection = np.flatnonzero(taken)
        if table.covers(selection) and (best is None or model.costs[selection].sum() < best):
            best = int(model.costs[selection].sum())
    return best


def run(model: Cover, limits: Limits = Limits(), seed: int = 0, rounds: Rounds | None = None) -> list[Event]:
    """The events of the engine, or with rounds those of a search that has so many rounds of cuts."""
    if rounds is not None:
        return list(answering.cheapest(model, limits, seed, rounds))
    return list(prices.run("solve", model, EngineOptions(seed=seed), limits))


def drained(steps: Generator[Progress, None, Value]) -> tuple[Value, list[Progress]]:
    """What a generator returns, and what it yields before that."""
    seen: list[Progress] = []
    while True:
        try:
            seen.append(next(steps))
        except StopIteration as over:
            return over.value, seen


def end_of(events: list[Event]) -> End:
    """The End, which is the last event and the only one."""
    assert [isinstance(event, End) for event in events].index(True) == len(events) - 1
    last = events[-1]
    assert isinstance(last, End)
    return last


@pytest.mark.parametrize("seeds", [range(first, first + 50) for first in range(0, 300, 50)], ids=str)
def test_optima_agree_with_brute_force(seeds: range) -> None:
    """On random covers (secondary items, multiplicities, costs below 0) the optimum is right and its certificate accepted."""
    for seed in seeds:
        model = with_costs(seed)
        best = by_force(model)
        events = run(model)
        last = end_of(events)
        found = [event.selection for event in events if isinstance(event, Found)]
        assert not any(judges.faults(model, each) for each in found)
        assert last.refutation is not None
        assert judges.refutation_faults(model, last.refutation) == [], seed
        assert last.refutation.bound == last.bound == best, seed
        assert (judges.cost(model, found[-1]) if found else None) == best
        assert all(event.value <= best for event in events if isinstance(event, Bound) and best is not None)
        if best is not None:
            forged = replace(last.refutation, bound=best + table_of(model).step)
            assert judges.refutation_faults(model, forged), seed


@pytest.mark.parametrize("rounds", [0, 3])
def test_branching_agrees_with_brute_force(rounds: int) -> None:
    """Without cuts at the root the search branches, on pairs and on options; optima stay right and certificates accepted."""
    seen: set[str] = set()
    for seed in range(15, 31):
        model = graph_cover(seed)
        proof = end_of(run(model, rounds=Rounds(0, rounds))).refutation
        assert proof is not None
        assert judges.refutation_faults(model, proof) == [], seed
        seen.update(key for node in proof.body["nodes"] for key in node)
        if model.options <= 13:
            assert proof.bound == by_force(model), seed
    assert {"pair", "option"} <= seen or (rounds and "pair" in seen)


def test_a_program_that_gets_its_options_in_parts_has_the_same_optimum(monkeypatch: pytest.MonkeyPatch) -> None:
    """Begun with one option of each item, and with one more at a time, it ends with the value and the prices of all of them."""
    parts = 0
    for seed in range(60):
        table = table_of(with_costs(seed))
        (all_at_once, _), steps = drained(program.sifted(table, Work()))
        assert steps == []
        with monkeypatch.context() as patch:
            for name, value in (("FEW", 0), ("FIRST_OF_AN_ITEM", 1), ("ADDED_AT_ONCE", 1)):
                patch.setattr(program, name, value)
            (in_parts, _), steps = drained(program.sifted(table, Work()))
        parts += len(steps) > 1
        assert in_parts.value == pytest.approx(all_at_once.value, abs=1e-6), seed
        reduced = table.costs - table.sums_of_fractions(in_parts.prices)
        assert in_parts.lacks > 0 or (reduced[in_parts.fractions < 1e-9] > -1e-5).all(), seed
    assert parts > 10


def test_the_same_seed_gives_the_same_certificate() -> None:
    """Two runs with one seed end with the same proof."""
    for seed in range(0, 40, 7):
        model = with_costs(seed)
        assert end_of(run(model, seed=3)).refutation == end_of(run(model, seed=3)).refutation


def test_limits_leave_a_bound() -> None:
    """A run that is cut says which limit it was, and keeps the bound it has proved."""
    at_once = end_of(run(graph_cover(0), Limits(time=0.0), rounds=Rounds(0, 0)))
    assert at_once.stop_reason == "time"
    assert at_once.bound is not None
    for seed in range(0, 40, 2):
        model = graph_cover(seed)
        last = end_of(run(model, Limits(nodes=0), rounds=Rounds(0, 0)))
        if last.stop_reason == "nodes":
            best = by_force(model) if model.options <= 13 else None
            assert last.bound is not None
            assert best is None or last.bound <= best
            return
    pytest.fail("no run was cut")


def test_shares_of_costs_are_a_bound() -> None:
    """The least costs for each item, without a linear program, never prove more than the optimum."""
    proved_something = 0
    for seed in range(60):
        model = with_costs(seed)
        best, table = by_force(model), table_of(model)
        said = proved_alone(table, shares(table))
        if best is not None:
            assert said.total <= best * said.scale, seed
            proved_something += said.total > 0
    assert proved_something > 10


def test_no_option_is_cheaper_than_its_prices() -> None:
    """Where items are covered once, prices leave no option a negative reduced cost, which hides what others cost."""
    for seed in range(0, 60, 2):
        table = table_of(graph_cover(seed))
        duals = Program(Columns(table, []), 100.0).optimum(Work()).prices
        assert (table.costs - table.sums_of_fractions(duals)).min() > -1e-6, seed


def test_a_smaller_program_has_the_optimum_of_a_new_one() -> None:
    """The program of some options, begun where the larger one was solved, has the value of one that is made anew."""
    with_cuts = 0
    for seed in range(0, 80, 2):
        table = table_of(graph_cover(seed))
        program = Program(Columns(table, []), 100.0)
        program.add_cuts(odd_cuts(table, program.optimum(Work()).fractions, np.random.default_rng(seed)))
        program.optimum(Work())
        stays = np.random.default_rng(seed).random(table.options) < 0.7
        if not stays.any():
            continue
        fewer, _ = without_contained(table.kept(stays))
        part = replace(table.kept(stays), distinct=fewer.distinct)
        anew = Program(program.columns.of(part), 100.0)
        anew.take_cuts(program.cuts)
        assert program.inside(part).optimum(Work()).value == pytest.approx(anew.optimum(Work()).value), seed
        with_cuts += bool(program.cuts)
    assert with_cuts > 5


def test_odd_sets_are_those_that_fractions_break() -> None:
    """Each cut is broken by the fractions it came of, and no two are the same."""
    found = 0
    for seed in range(0, 80, 2):
        table = table_of(graph_cover(seed))
        fractions = Program(Columns(table, []), 100.0).optimum(Work()).fractions
        cuts = odd_cuts(table, fractions, np.random.default_rng(seed))
        assert len({tuple(cut.items.tolist()) for cut in cuts}) == len(cuts)
        assert all(cut.coefficients(table) @ fractions < cut.side(table.least) for cut in cuts), seed
        found += len(cuts)
    assert found > 10


def test_contained_items_leave_out_what_no_solution_has() -> None:
    """Options struck for contained items are in no solution, the judge strikes them too, and distinct items demand enough."""
    struck, alike = 0, 0
    for seed in range(120):
        model = with_costs(seed)
        table = table_of(model)
        smaller, proofs = without_contained(table)
        solutions = [
            selection
            for taken in product((False, True), repeat=table.options)
            if table.covers(selection := np.flatnonzero(taken))
        ]
        assert all(np.isin(selection, smaller.numbers).all() for selection in solutions), seed
        part, limit = whole(table), int(np.abs(table.costs).sum())
        for proof in proofs:
            part = part.without(proved(Columns(table, []), proof, part).drops(limit, part))
        assert not solutions or np.array_equal(np.flatnonzero(part.available), smaller.numbers), seed
        rows = np.flatnonzero(smaller.distinct)
        for taken in product((False, True), repeat=smaller.options):
            times = smaller.times(np.flatnonzero(taken))
            enough = (times >= smaller.least) & (times <= smaller.most)
            assert bool(enough[rows].all()) == bool(enough.all()), seed
        struck += table.options - smaller.options
        alike += table.items - len(rows)
    assert min(struck, alike) > 20


def test_a_long_look_is_told_before_it_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before HiGHS looks for a better selection the engine says what that takes, so that others have their turns first."""
    monkeypatch.setattr(cheapest, "cheapest_inside", lambda *_: Inside(None, False))
    for name, setting in (("MOST_SURE", 0), ("TRIED_SECONDS", 1.0), ("MOST_AHEAD", 1.0)):
        monkeypatch.setattr(cheapest, name, setting)
    events = [event for seed in range(20) for event in run(graph_cover(seed), rounds=Rounds(0, 0))]
    told = [event for event in events if isinstance(event, Progress)]
    looks = [event.seconds for event in told if event.sentence.startswith("looking for a selection below")]
    assert looks
    assert min(looks) >= 1.0
    assert max(event.seconds for event in told if event.seconds not in looks) < 1.0


def test_what_is_struck_lets_more_be_struck() -> None:
    """Every option of a has b, so b with e goes; then every option of e has f, so f alone goes: a proof for each round."""
    options = [["a", "b"], ["a", "b", "e", "f"], ["b", "e"], ["e", "f"], ["f"]]
    smaller, proofs = without_contained(table_of(cover(["a", "b", "e", "f"], options, costs=[3, 1, 9, 1, 1])))
    assert smaller.numbers.tolist() == [0, 1, 3]
    assert smaller.distinct.tolist() == [True, False, True, False]
    assert len(proofs) == 2


@pytest.mark.deep("the oracle tries all selections")
def test_selections_in_small_gaps_are_cheap_ones() -> None:
    """What the search of gaps brings is a solution below what was asked; where items are covered once, a cheapest one if sure."""
    sure = 0
    for seed in range(14):
        model = graph_cover(2 * seed)
        best, table = by_force(model), table_of(model)
        if best is None:
            continue
        duals = Program(Columns(table, []), 100.0).optimum(Work()).prices
        said = proved_alone(table, rounded(duals, np.zeros(0), 1000))
        inside = cheapest_inside(table, said, None, Work())
        if inside.selection is not None:
            assert not judges.faults(model, inside.selection)
            assert not inside.sure or judges.cost(model, inside.selection) == best, seed
            sure += inside.sure
        assert cheapest_inside(table, said, best, Work()).selection is None
    assert sure > 1


def test_what_prices_say_nothing_of_is_refused() -> None:
    """Covers without costs, and costs beyond what fits, do not suit the engine."""
    with pytest.raises(Unsuitable, match="cost nothing"):
        run(cover(["a"], [["a"]]))
    with pytest.raises(Unsuitable, match="costs more than"):
        run(cover(["a"], [["a"]], costs=[10**10]))


def test_prices_prove_what_they_say() -> None:
    """The sum of the items' prices is a bound, an option beyond the gap is dropped, and a cut adds its half."""
    table = table_of(cover(["a", "b", "c"], [["a", "b"], ["a", "c"], ["b", "c"], ["a", "b", "c"]], costs=[2, 2, 2, 9]))
    none = np.zeros(0, dtype=np.int64)
    said = proved_alone(table, Prices(1, np.array([1, 1, 1]), none))
    assert (said.total, said.reduced.tolist()) == (3, [0, 0, 0, 6])
    assert said.drops(8, whole(table)).tolist() == [False, False, False, True]
    cut = Cut(np.array([0, 1, 2]))
    columns = Columns(table, [cut])
    assert columns[0].tolist() == [1, 1, 1, 2]
    said = proved(columns, Prices(1, np.array([0, 0, 0]), np.array([2])), whole(table))
    assert (said.total, said.closes(3)) == (4, True)


def test_the_prover_speaks_of_bounds() -> None:
    """A cover below its optimum is refuted, one above is not; a cover without costs is refuted where it has no solution."""
    model = cover(["a", "b", "c"], [["a", "b"], ["c"], ["b", "c"], ["a"]], costs=[4, 3, 2, 6])
    below = end("prices", CheaperCover(model, 7))
    assert below.refutation is not None
    assert judges.refutation_faults(model, replace(below.refutation, bound=7)) == []
    assert end("prices", CheaperCover(model, 8)).refutation is None
    assert refutation("prices", cover(["a", "b", "c"], [["a", "b"], ["a", "c"], ["b", "c"]])) is not None
    assert refutation("prices", cover(["a"], [["a"]])) is None


def test_bounds_of_other_models_are_refused() -> None:
    """A bound on a cover without costs is refused."""
    assert judges.refutation_faults(cover(["a"], [["a"]]), Refutation("prices", {"nodes": []}, 3))
