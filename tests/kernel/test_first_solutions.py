"""The kernels that find one solution: against the oracle, on freshly cut boards, to the end where there is none, and resumed."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Protocol

import numpy as np
import pytest
from hypothesis import given as examples
from hypothesis import settings
from hypothesis import strategies as st

from encoders.catalogue import puzzle
from exactcover.backends.search.cover.strategy import bare
from exactcover.kernel.cover import degree_buckets, live_lists
from exactcover.kernel.cover.orders import holders
from exactcover.kernel.cover.regions import links, region, sums
from exactcover.kernel.instance import Instance, OutOfReach, Step
from exactcover.model.cover import Cover
from exactcover.transform.reductions import chain
from tests.kernel.instances import (
    PENTOMINOES,
    TETROMINOES,
    brute,
    built,
    langford,
    once,
    packing,
    queens,
    random_instance,
)


class First(Protocol):
    """A search for one solution."""

    finished: bool

    def run(self, nodes: int) -> Step:
        """Search on."""


Begin = Callable[[Instance, int], First]
KERNELS: list[Begin] = [live_lists.Search, degree_buckets.Search]
TAKING: dict[Begin, int] = {
    live_lists.Search: 1 << 40,
    degree_buckets.Search: 1,
}  # the most that an item may be covered


def solved(begin: Begin, instance: Instance, seed: int = 0, nodes: int = 1 << 40) -> tuple[int, ...] | None:
    """The solution that a search ends with, or None, driven in calls of so many nodes."""
    search = begin(instance, seed)
    while not search.finished:
        step = search.run(nodes)
    after = search.run(nodes)
    assert (after.solutions, after.nodes, after.finished) == (0, 0, True)
    assert step.solutions == len(step.selections)
    return tuple(step.selections[0].tolist()) if step.solutions else None


def is_solution(instance: Instance, selection: tuple[int, ...]) -> bool:
    """Whether every item is in as many of the options as it may be, and no option is there twice."""
    used = np.zeros(instance.items, dtype=np.int64)
    for option in selection:
        np.add.at(used, instance.members[instance.starts[option] : instance.starts[option + 1]], 1)
    return len(set(selection)) == len(selection) and bool(((used >= instance.least) & (used <= instance.most)).all())


@pytest.mark.parametrize("begin", KERNELS)
def test_one_solution_is_met_where_the_oracle_has_any(begin: Begin) -> None:
    """700 random instances, with multiplicities where the kernel takes them, in calls of one node or more: a solution or none."""
    ended = {True: 0, False: 0}
    for seed in range(700):
        instance = random_instance(seed)
        if instance.most.max(initial=0) > TAKING[begin]:
            with pytest.raises(OutOfReach):
                begin(instance, 0)
            continue
        selection, right = solved(begin, instance, seed, 1 + seed % 5), brute(instance)
        # A solution may be without options that are merely allowed: what the oracle adds to it is none of its business.
        assert (selection is not None) == bool(right), seed
        assert selection is None or selection in right, seed
        ended[bool(right)] += 1
    assert min(ended.values()) > 100


@pytest.mark.parametrize("begin", KERNELS)
@pytest.mark.parametrize("n", [1, 2, 5, 6, 9, 10])
def test_langford_pairs_that_do_not_exist_are_exhausted(begin: Begin, n: int) -> None:
    """Langford pairs exist for n = 0 or 3 modulo 4 alone: the others end without a solution, after many restarts."""
    assert solved(begin, langford(n)) is None


@pytest.mark.parametrize("begin", KERNELS)
def test_exhaustion_passes_the_restarts(begin: Begin) -> None:
    """A board without a tiling takes more failures than the first runs have, and is still exhausted."""
    mutilated = packing((6, 6), {"D": "XX"}, holes=((0, 0), (5, 5)))
    search = begin(mutilated, 3)
    step = search.run(1 << 40)
    assert (step.solutions, step.finished) == (0, True)
    assert step.nodes > live_lists.FIRST_FAILURES


def test_short_runs_come_first() -> None:
    """Two sets of pentominoes on 10x12, where luck is soon met: a dozen seeds take few nodes in all."""
    model = puzzle("packing board=10x12 pieces=pentominoes copies=2").encode().model
    reduced = chain.reduce(model, ("cover",), break_symmetry=True).model
    assert isinstance(reduced, Cover)
    instance, spent = bare(reduced), 0
    for seed in range(12):
        step = live_lists.Search(instance, seed).run(1 << 40)
        assert is_solution(instance, step.selections[0])
        spent += step.nodes
    assert spent < 15_000


@pytest.mark.parametrize("begin", KERNELS)
def test_solutions_of_known_boards_are_met(begin: Begin) -> None:
    """Pentominoes on 6x10 and on 3x20, queens with their secondary diagonals, tetrominoes in any number."""
    for instance in (
        packing((6, 10), PENTOMINOES, once(PENTOMINOES)),
        packing((3, 20), PENTOMINOES, once(PENTOMINOES)),
        packing((8, 9), TETROMINOES),
        queens(12),
        langford(11),
    ):
        selection = solved(begin, instance, nodes=50)
        assert selection is not None
        assert is_solution(instance, selection)


def cut_board(seed: int, height: int, width: int, largest: int) -> Instance:
    """A board cut at random into connected pieces of up to so many cells, each used as often as it was cut, turned at will."""
    rng = random.Random(seed)
    left = {(r, c) for r in range(height) for c in range(width)}
    pieces: dict[str, int] = {}
    while left:
        piece = [rng.choice(sorted(left))]
        left.remove(piece[0])
        for _ in range(rng.randrange(largest)):
            near = sorted({(r + a, c + b) for r, c in piece for a, b in ((0, 1), (1, 0), (0, -1), (-1, 0))} & left)
            if near:
                piece.append(rng.choice(near))
                left.remove(piece[-1])
        top, side = min(r for r, _ in piece), min(c for _, c in piece)
        rows = [["."] * (1 + max(c for _, c in piece) - side) for _ in range(1 + max(r for r, _ in piece) - top)]
        for r, c in piece:
            rows[r - top][c - side] = "X"
        picture = "/".join(map("".join, rows))
        pieces[picture] = pieces.get(picture, 0) + 1
    return packing((height, width), {name: name for name in pieces}, {name: (n, n) for name, n in pieces.items()})


def test_freshly_cut_boards_are_put_together_again() -> None:
    """Boards cut by seed have a packing, and kernel live-lists meets one whatever its own seed."""
    for seed in range(12):
        board = cut_board(seed, 6, 6 + seed % 3, 7)
        for own in (0, 1):
            selection = solved(live_lists.Search, board, own)
            assert selection is not None, seed
            assert is_solution(board, selection), seed


@pytest.mark.deep("the oracle tries all selections of boards that have none")
def test_spoiled_boards_agree_with_another_kernel() -> None:
    """Where one piece of a cut board is asked for once more and another once less, both kernels say the same as the oracle."""
    some = 0
    for seed in range(8):
        board = cut_board(seed, 3, 4, 4)
        pieces = np.flatnonzero(np.arange(board.items) >= 12)
        if len(pieces) < 2:
            continue
        least, most = board.least.copy(), board.most.copy()
        for bounds in (least, most):
            bounds[pieces[0]] += 1
            bounds[pieces[-1]] -= 1
        spoiled = board._replace(least=least, most=most)
        selection = solved(live_lists.Search, spoiled)
        assert (selection is None) == (not brute(spoiled)), seed
        some += selection is None
    assert some > 1


@pytest.mark.parametrize("begin", KERNELS)
def test_the_same_seed_gives_the_same_solution_however_it_is_cut(begin: Begin) -> None:
    """Nodes and solution depend on the seed and not on the length of the calls; another seed gives another solution."""
    instance = packing((10, 10), PENTOMINOES)
    runs = []
    for seed, nodes in ((1, 1 << 40), (1, 7), (1, 1), (2, 1 << 40)):
        search, spent = begin(instance, seed), 0
        while not search.finished:
            step = search.run(nodes)
            spent += step.nodes
        runs.append((spent, step.selections.tolist()))
    assert runs[0] == runs[1] == runs[2] != runs[3]


@pytest.mark.parametrize("begin", KERNELS)
def test_covers_with_nothing_to_do_are_solved_by_nothing(begin: Begin) -> None:
    """No items, no options, secondary items alone: the empty selection; an item without options: none."""
    for instance in (
        built([], [], []),
        built([0], [1], []),
        built([0, 0], [1, 1], [[0], [0, 1]]),
        built([0], [0], [[0]]),
    ):
        assert solved(begin, instance) == ()
    assert solved(begin, built([1], [1], [])) is None
    assert solved(begin, built([1, 0], [1, 0], [[0, 1]])) is None


def test_covers_too_large_for_lists_are_refused() -> None:
    """Kernel live-lists names what it cannot hold."""
    many = live_lists.MOST_ITEMS + 1
    with pytest.raises(OutOfReach, match=f"of {many} items"):
        live_lists.Search(built([1] * many, [1] * many, [[item] for item in range(many)]), 0)


def test_boards_of_many_words_are_covered() -> None:
    """Dominoes on 70x70: items of 77 words, so that summaries have two; every node is a domino."""
    height, width = 70, 70
    cells = np.arange(height * width).reshape(height, width)
    across, down = np.stack([cells[:, :-1], cells[:, 1:]], -1), np.stack([cells[:-1], cells[1:]], -1)
    pairs = np.concatenate([across.reshape(-1, 2), down.reshape(-1, 2)])
    instance = built([1] * cells.size, [1] * cells.size, pairs.tolist())
    search = degree_buckets.Search(instance, 0)
    step = search.run(1 << 40)
    assert step.nodes == cells.size // 2
    assert is_solution(instance, tuple(step.selections[0].tolist()))


def test_links_are_the_sides_of_cells() -> None:
    """On a board the links are the cells' common sides; dead ends and pieces have none."""
    board = packing((5, 7), PENTOMINOES, once(PENTOMINOES), holes=((2, 3),))
    cells = np.arange(board.items) < 34
    near = links(board, cells, *holders(board.items, board.starts, board.members))
    assert near is not None
    places = [(r, c) for r in range(5) for c in range(7) if (r, c) != (2, 3)]
    for item, (r, c) in enumerate(places):
        sides = [k for k, (a, b) in enumerate(places) if abs(a - r) + abs(b - c) == 1]
        assert near.near[near.starts[item] : near.starts[item + 1]].tolist() == sides


@settings(max_examples=60, deadline=None)
@examples(st.integers(0, 10_000))
def test_options_hang_together_by_links(seed: int) -> None:
    """Whatever the cover, the links alone join the marked items of each option: no region is closed off by mistake."""
    instance = random_instance(seed)
    cells = np.random.default_rng(seed).random(instance.items) < 0.8
    near = links(instance, cells, *holders(instance.items, instance.starts, instance.members))
    assert near is not None
    marks, queue = np.zeros(instance.items, np.int64), np.empty(instance.items + 1, np.int64)
    for option in range(instance.options):
        row = instance.members[instance.starts[option] : instance.starts[option + 1]]
        row = row[cells[row]]
        if len(row):
            inside = np.zeros(instance.items, np.uint8)
            inside[row] = 1
            mark = option + 1
            assert region(row[0], instance.items, inside, near.starts, near.near, marks, mark, mark, queue) == len(row)


@settings(max_examples=100, deadline=None)
@examples(st.lists(st.integers(0, 9), max_size=4), st.integers(0, 40))
def test_sums_are_those_of_a_plain_search(sizes: list[int], most: int) -> None:
    """Numbers reached by adding sizes one at a time are those that `sums` marks."""
    reached = {0}
    for _ in range(most):
        reached |= {number + size for number in reached for size in sizes if number + size <= most}
    assert np.flatnonzero(sums(np.array(sizes, dtype=np.int64), most)).tolist() == sorted(reached)
