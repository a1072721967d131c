"""One solution by kernels that take turns: large boards, freshly cut boards, limits, and what is out of reach."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from encoders.catalogue import puzzle
from encoders.puzzle import puzzle_of
from exactcover import judges
from exactcover.backends import exact
from exactcover.backends.search.cover import first
from exactcover.backends.search.cover.kernel_names import AUTO, FEWEST_OPTIONS, STATIC_ORDER
from exactcover.backends.search.cover.strategy import bare
from exactcover.kernel import slices
from exactcover.kernel.cover import degree_buckets, fewest_options, live_lists, option_sets, sparse_sets
from exactcover.kernel.instance import OutOfReach, Step
from exactcover.model.answer import EngineOptions, Limits
from exactcover.model.arrays import Integers
from exactcover.model.cover import Cover, cover
from exactcover.model.encoding import Model
from exactcover.model.events import End, Found
from exactcover.model.non_binding_items import non_binding_items
from exactcover.transform.reductions import chain
from tests.backends.search.models import brute
from tests.kernel.instances import built, langford
from tests.parts import Few
from tests.random_models import end_of, random_packing, run

HEXOMINOES = "packing board=15x15 pieces=hexominoes holes=" + "/".join(
    f"{row},{column}" for row in (6, 7, 8) for column in range(5, 10)
)


def solved(model: Model, seed: int = 0, nodes: int | None = None) -> tuple[End, list[Integers]]:
    """How a solve ends, and the selections that it hands out."""
    events = run("exact", "solve", model, Limits(nodes=nodes), break_symmetry=True, seed=seed)
    return end_of(events), [event.selection for event in events if isinstance(event, Found)]


@pytest.mark.parametrize("seed", [0, 1])
@pytest.mark.parametrize(
    "words",
    [
        "packing board=60x60 pieces=pentominoes copies=any",
        "packing board=80x80 pieces=pentominoes copies=any",
        "packing board=120x120 pieces=dominoes copies=any",
        "packing board=10x12 pieces=pentominoes copies=2",
        HEXOMINOES,
    ],
)
def test_first_packings_that_were_hard(words: str, seed: int) -> None:
    """Boards that took seconds, or were not packed in minutes, are packed within a few nodes, and the judge accepts."""
    model = puzzle(words).encode().model
    end, selections = solved(model, seed, 400_000)
    assert (end.stop_reason, len(selections)) == ("solutions", 1)
    assert judges.faults(model, selections[0]) == []
    if "copies=any" in words:
        assert end.statistics.nodes < 1.2 * len(selections[0])


@pytest.mark.parametrize("seed", range(6))
def test_large_boards_with_random_holes_are_packed(seed: int) -> None:
    """Free pentominoes on 40x41 less 30 cells drawn by seed, where the area allows it: few nodes more than pieces."""
    cells = list(itertools.product(range(40), range(41)))
    holes = np.random.default_rng(seed).choice(len(cells), 30, replace=False)
    keys = {"board": "40x41", "pieces": "pentominoes", "copies": "any", "holes": [list(cells[k]) for k in holes]}
    model = puzzle_of("packing", keys).encode().model
    _, selections = solved(model, seed, 100_000)
    assert len(selections) == 1
    assert judges.faults(model, selections[0]) == []


def test_a_large_board_without_a_packing_is_exhausted() -> None:
    """Dominoes on a board of 1,118 cells, three of which are shut off from the others: none, by exhaustion."""
    holes = "0,3/1,0/1,1/1,2"
    end, selections = solved(puzzle(f"packing board=33x34 pieces=dominoes copies=any holes={holes}").encode().model)
    assert (end.exhausted, selections) == (True, [])


def test_small_packings_agree_with_the_oracle(few: Few) -> None:
    """Of 60 random packings those have a solution that have one by the oracle, whatever the seed; the others are exhausted."""
    for seed in range(few(60)):
        model = puzzle_of("packing", random_packing(seed, planted=seed < 15)).encode().model
        right = [event for event in run("brute", "list", model) if isinstance(event, Found)]
        end, selections = solved(model, seed)
        assert bool(selections) == bool(right), seed
        assert end.exhausted == (not right), seed


def test_a_node_limit_ends_the_turns() -> None:
    """No more nodes are spent than allowed, whichever kernel's turn it is."""
    model = puzzle("packing board=15x15 pieces=Y5 copies=any").encode().model
    for nodes in (1, 2_000, 2_001, 30_000):
        end, selections = solved(model, nodes=nodes)
        assert (end.exhausted, end.stop_reason, selections) == (False, "nodes", [])
        assert end.statistics.nodes <= nodes


def test_turns_by_the_size_of_a_cover() -> None:
    """Small covers with pieces, those without, and large ones have other kernels first; a kernel that is named has all turns."""
    quick = first.Prepared(langford(5))
    for _ in range(2):  # what was made ready is not worn out by a search
        search, nodes = next(first.rounds(first.turns(quick, AUTO, 0)))
        assert isinstance(search, sparse_sets.Search)
        assert seen(search.run(nodes)) == seen(sparse_sets.Search(langford(5)).run(nodes))
    without = next(first.rounds(first.turns(first.Prepared(langford(20)), AUTO, 0)))[0]
    assert isinstance(without, fewest_options.Search)
    board = chain.reduce(puzzle("pentominoes-5x5-lnuwy").encode().model, ("cover",)).model
    assert isinstance(board, Cover)
    instance = bare(board)
    assert len(first.turns(first.Prepared(instance), STATIC_ORDER, 0)) == 1
    small = [search for search, _ in itertools.islice(first.rounds(first.turns(first.Prepared(instance), AUTO, 0)), 6)]
    assert isinstance(small[0], live_lists.Search)
    assert small[:3] == small[3:]
    large = bare(_lines(1_200))
    searches = [search for search, _ in itertools.islice(first.rounds(first.turns(first.Prepared(large), AUTO, 0)), 2)]
    assert isinstance(searches[0], degree_buckets.Search)


@pytest.mark.parametrize("bounds", list(itertools.product([0, 1], repeat=4)))
def test_no_size_is_out_of_reach_of_all_kernels(monkeypatch: pytest.MonkeyPatch, bounds: tuple[int, ...]) -> None:
    """A cover just within the bounds of each kernel, or just beyond them, has its first solution."""
    model = chain.reduce(puzzle(f"packing {HELD} pieces=P5 copies=6..9").encode().model, ("cover",)).model
    assert isinstance(model, Cover)
    assert model.options > first.FEW_OPTIONS
    listed, tabulated, sorted_, large = (1 - beyond for beyond in bounds)
    levels = int(model.least.sum()) + 2
    monkeypatch.setattr(live_lists, "ROOM", levels * model.options * listed)
    monkeypatch.setattr(option_sets, "LARGEST", model.options - 1 + tabulated)
    monkeypatch.setattr(slices, "LARGEST", slices.LARGEST * sorted_)
    monkeypatch.setattr(live_lists, "MOST_ITEMS", len(model.items) - 1 + large)
    events = list(exact.run("solve", model, EngineOptions(), Limits(nodes=200_000)))
    (found,) = (event for event in events if isinstance(event, Found))
    assert judges.faults(model, found.selection) == []


HELD = "board=" + "/".join(["+" * 13] * 13)


def test_a_cover_that_all_other_kernels_refuse_goes_to_sparse_sets() -> None:
    """Six shapes, 15 copies each, on 30x30 of which cells may stay empty: too much for lists, buckets and tables."""
    drawn = ("###/##./##.", "###/##./.##", ".##/###/##.", "##./###/##.", "###/#../###", "###/.#./###")
    pieces = {f"A{number}": shape.replace("/", "\n") for number, shape in enumerate(drawn)}
    keys = {"board": "\n".join(["+" * 30] * 30), "pieces": pieces, "copies": 15}
    model = chain.reduce(puzzle_of("packing", keys).encode().model, ("cover",), with_symmetries=False).model
    assert isinstance(model, Cover)
    searches = first.rounds(first.turns(first.prepared(model), AUTO, 0))
    assert isinstance(next(searches)[0], sparse_sets.Search)


def seen(step: Step) -> tuple[int, int, bool]:
    """What a search that counts comes to."""
    return step.solutions, step.nodes, step.finished


def _lines(items: int) -> Cover:
    names = [f"i{k}" for k in range(items)]
    return cover(names, [names[k : k + 2] for k in range(items - 1)])


def test_turns_grow_and_what_is_out_of_reach_is_left_out() -> None:
    """Each round has longer turns; only where no kernel can have the cover is that said."""
    several = built(
        [2] * 1_100, [2] * 1_100, [[item, (item + step) % 1_100] for item in range(1_100) for step in (1, 2)]
    )
    order = first.turns(first.Prepared(several), AUTO, 0)
    turns = list(itertools.islice(first.rounds(order), 3))
    assert len({id(search) for search, _ in turns}) == 1
    assert [nodes // turns[0][1] for _, nodes in turns] == [1, 2, 4]
    refusing = first.Turn(lambda: live_lists.Search(several, 0), 1)
    with pytest.raises(OutOfReach, match="too many to list"):
        next(first.rounds([refusing, refusing]))
    assert first.turns(first.Prepared(several), FEWEST_OPTIONS, 0)[0].nodes == first.NODES["fewest-options"]


def test_covers_of_secondary_items_alone_have_a_bare_instance() -> None:
    """Items that ask for nothing go; an option that would be left empty keeps one of them."""
    model = cover({"a": (0, 3), "b": 1}, [["a"], ["b"], ["a", "b"]])
    assert non_binding_items(model).tolist() == [True, False]
    assert len(brute(model)) == 4
    assert (bare(model).items, bare(model).options) == (2, 3)
    assert bare(cover({"a": (0, 3)}, [])).items == 0
    assert bare(cover({"a": 3}, [["a"]])).most.tolist() == [3]  # never less than the least, however few options it has
