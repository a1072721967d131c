"""Trees cut into cubes: the parts of any cut, joined, are the tree that one search grows."""

from __future__ import annotations

import numpy as np
import pytest

from exactcover.cluster.cubes import REFUTED, SOLVED, Branch, Cube
from exactcover.cluster.trees import Packing, Path, Top, TreeSearcher, TreeWork, branch_of, joined, numbers_of, path_of
from exactcover.judges.demands import demands
from exactcover.kernel.proofs import branching_tree
from exactcover.model.encoding import Model
from tests.packings import tiling
from tests.proofs.provers.arguments import proved
from tests.proofs.provers.impossible import IMPOSSIBLE

SHORT_SECONDS = 1e-3


def work_of(model: Model) -> TreeWork:
    """A model as trees are grown from."""
    needs = demands(model)
    return TreeWork(needs.starts, needs.members, *needs.by_item, needs.least, needs.most)


def grown(work: TreeWork, cubes: list[Cube]) -> list[int]:
    """The tree that cubes come to."""
    searcher = TreeSearcher(work)
    parts = []
    for cube in cubes:
        result = searcher.search(cube)
        assert result.verdict == REFUTED
        (content,) = result.lines
        items, begin = numbers_of(content), 0
        for branch, (_, nodes) in zip(cube.branches, result.branches, strict=True):
            parts.append((branch, items[begin : begin + nodes]))
            begin += nodes
        assert begin == len(items)
    return [item for items in joined(parts) for item in items.tolist()]


@pytest.mark.parametrize("name", [name for name in IMPOSSIBLE if name not in ("sudoku", "mutilated-chessboard")])
def test_the_parts_are_the_tree_of_one_search(name: str) -> None:
    """Cut short, or not at all, or each cube cut deeper, the cubes of a model come to the tree of the prover, node by node."""
    model = IMPOSSIBLE[name]()
    work, expected = work_of(model), proved("tree", model).body["items"]
    top = Top(work)
    cubes = top.cubes(2, SHORT_SECONDS)
    smaller = [each for cube in cubes for each in (top.deeper(cube) or [cube])]
    assert [cube.name for cube in smaller] == sorted(cube.name for cube in smaller)
    for cut in (cubes, top.cubes(1, 1e9), smaller, [Cube("0", 0, (Branch(0, ()),))]):
        assert grown(work, cut) == expected


def test_long_trees_are_cut_into_cubes_of_about_one_length() -> None:
    """A tree is cut into many cubes whose estimates are near the one wished for, and which tell about how large it is."""
    model = IMPOSSIBLE["y-10x13"]()
    top = Top(work_of(model))
    wished = 100 * top.node_seconds
    cubes = top.cubes(2, wished)
    nodes = len(proved("tree", model).body["items"])
    assert len(cubes) > 4
    assert nodes / 4 < sum(cube.nodes for cube in cubes) < 4 * nodes
    assert top.cubes(2, wished) == cubes


def test_a_cube_with_a_solution_tells_it() -> None:
    """A search below an open node ends at the first solution, with the options of the path as well."""
    model = tiling("board=4x4 pieces=dominoes copies=any")
    work, needs = work_of(model), demands(model)
    top = Top(work)
    for path in [each for child in top.children(()) for each in top.children(child)]:
        result = TreeSearcher(work).search(Cube("0", 0, (branch_of(path), branch_of(path))))
        assert result.verdict == SOLVED
        assert result.branches[1] == (0, 0)
        options = numbers_of(result.lines[0])
        assert {option for _, option in path} <= set(options.tolist())
        covered = np.concatenate([needs.members[needs.starts[o] : needs.starts[o + 1]] for o in options])
        assert sorted(covered[covered < needs.cells].tolist()) == list(range(16))


def test_a_tree_that_is_late_comes_to_nothing() -> None:
    """A search whose time is up says so, and nothing of its tree."""
    result = TreeSearcher(work_of(IMPOSSIBLE["y-9x10"]())).search(Cube("0", 0, (Branch(0, ()),)), 0.0)
    assert (result.late, result.branches, result.lines) == (True, (), ())


def test_a_node_without_branches_is_not_cut() -> None:
    """Where nothing is below a node, there is no smaller cube."""
    top = Top(work_of(IMPOSSIBLE["queens-3"]()))
    paths: list[Path] = [()]
    while paths:
        leaf = paths[0]
        paths = top.children(leaf)
    assert top.deeper(Cube("0", 0, (branch_of(leaf),))) == []


def test_a_path_that_is_none_is_refused() -> None:
    """An option that is not left for its item is no branch."""
    state = work_of(IMPOSSIBLE["queens-3"]()).state()
    item, options = branching_tree.branches(state)
    for wrong in ((item, 10**6), (item + 1, int(options[0])), (-1, 0), (item, -1)):
        branching_tree.restart(state)
        with pytest.raises(ValueError, match="which has no such option left"):
            branching_tree.follow(state, [wrong, wrong])
    path = ((3, 4), (0, 7))
    assert path_of(branch_of(path)) == path


def test_estimates_leave_the_state_as_it_was() -> None:
    """After random descents a tree is the one that it was before; their mean is near the size of the tree."""
    state = work_of(IMPOSSIBLE["t-6x12"]()).state()
    before = [each.copy() for each in (state.times, state.size, state.available)]
    estimates = branching_tree.estimate(state, 4_000)
    assert all(
        (now == then).all() for now, then in zip((state.times, state.size, state.available), before, strict=True)
    )
    log = np.empty(10**6, dtype=np.int32)
    assert branching_tree.advance(state, log) == branching_tree.CLOSED
    nodes = int(state.registers[branching_tree.NODES])
    assert 0.5 * nodes < estimates < 2 * nodes


def test_what_is_packed_comes_back() -> None:
    """Numbers that came in pieces come back as one array."""
    packing = Packing()
    for some in ([1, 2], [], [3]):
        packing.add(np.array(some, dtype=np.int32))
    assert packing.count == 3
    assert numbers_of(packing.content()).tolist() == [1, 2, 3]
