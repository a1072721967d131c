"""The prover of trees: right on small models by brute force, and within its limits on large ones."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from encoders.puzzle import puzzle_of
from exactcover import judges
from exactcover.judges.demands import demands
from exactcover.judges.tree import MOST_NODES, work_of
from exactcover.model.answer import Limits
from exactcover.model.connectivity import Connectivity
from exactcover.model.cover import cover
from exactcover.model.events import Event, Found, Progress
from exactcover.model.tiling import Tiling
from exactcover.process.deadline import Deadline
from exactcover.proofs.provers import tree
from exactcover.proofs.provers.tree_of_combinations import Bounds, Search
from tests.packings import tiling
from tests.proofs.provers.arguments import end, proved
from tests.proofs.provers.impossible import IMPOSSIBLE
from tests.random_models import listed, random_cover, random_packing


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_impossible_models_get_a_tree(name: str) -> None:
    """Each of the known models without a solution is refuted by a judged tree of less than a million nodes."""
    found = proved("tree", IMPOSSIBLE[name]())
    assert 0 < len(found.body["items"]) < 1_000_000


def test_trees_agree_with_brute_force() -> None:
    """On random covers there is a tree where brute force finds no solution, and a solution, judged, where it finds one."""
    proofs = 0
    for seed in range(400):
        model = random_cover(seed)
        events = list(tree.run(model, Limits()))
        selections = [event.selection for event in events if isinstance(event, Found)]
        feasible = bool(listed("brute", model))
        assert len(selections) == feasible
        assert all(not judges.faults(model, selection) for selection in selections)
        if not feasible:
            assert proved("tree", model)
        proofs += not feasible
    assert proofs > 100


def test_trees_agree_with_brute_force_on_packings() -> None:
    """On random small boards a packing is found, judged as placements, or there is a tree and brute force finds none."""
    proofs = 0
    for seed in range(120):
        model = puzzle_of("packing", random_packing(seed)).encode().model
        assert isinstance(model, Tiling)
        found = [event for event in tree.run(model, Limits()) if isinstance(event, Found)]
        if found:
            assert not judges.faults(model, found[0].selection)
        else:
            proofs += bool(proved("tree", model))
            assert not listed("brute", model)
    assert 10 < proofs < 110


def test_a_model_with_nothing_to_cover_has_a_solution() -> None:
    """Where no item demands anything, the empty selection is found at the root."""
    (progress, found, last) = list[Event](tree.run(cover({"a": (0, 1)}, [["a"]]), Limits()))
    assert isinstance(progress, Progress)
    assert isinstance(found, Found)
    assert found.selection.tolist() == []
    assert end("tree", cover({"a": (0, 1)}, [["a"]])).refutation is None
    assert last == end("tree", cover({"a": (0, 1)}, [["a"]]))


def test_connectivity_alone_is_no_refutation() -> None:
    """A cover whose only solution is not connected gets neither a tree nor that solution, but the reason."""
    apart = Connectivity(np.array([0, 1]), np.array([[0, 1]]), np.array([], dtype=np.int64))
    model = replace(cover(["a", "b"], [["a"], ["a", "b"], ["b"]]), connectivity=apart)
    events = list(tree.run(model, Limits()))
    assert not [event for event in events if isinstance(event, Found)]
    assert end("tree", model).remark == "there is a solution but for connectivity, so no tree"


@pytest.mark.parametrize(
    ("limits", "stop", "remark"),
    [
        (Limits(nodes=50_000), "nodes", "some branches are open after 50000 nodes; at most 50000 are written"),
        (Limits(time=0.01), "time", "some branches are open after"),
    ],
)
def test_limits_end_the_search(limits: Limits, stop: str, remark: str) -> None:
    """A board that no small tree refutes is given up at the limit on nodes or time, with Progress on the way."""
    events = list(tree.run(tiling("board=10x10 pieces=L4 copies=any"), limits))
    last = end("tree", tiling("board=10x10 pieces=L4 copies=any"), limits)
    assert last.refutation is None
    assert last.stop_reason == stop
    assert last.remark.startswith(remark)
    assert last.statistics.nodes <= MOST_NODES
    assert limits.nodes is None or len(events) == 3


def test_boards_that_are_too_large_are_given_up_at_once() -> None:
    """A board with more options than the judge would look at is not searched at all."""
    assert (
        "up to 5000000 options; expected at most"
        in end("tree", tiling("board=1000x1000 pieces=I4,O4,I5 copies=any")).remark
    )


def test_a_tree_that_its_judge_would_not_read_is_not_written() -> None:
    """If the judge's bounds on work and on paths are reached the prover stops and says so; at them it is accepted."""
    model = IMPOSSIBLE[next(iter(IMPOSSIBLE))]()
    asked, nodes = demands(model), len(proved("tree", model).body["items"])
    for most, closed in ((work_of(asked, nodes), True), (work_of(asked, nodes) - 1, False)):
        last = end("tree", model, bounds=Bounds(work=most), of_combinations=Bounds(work=0))
        assert (last.refutation is not None) == closed
        assert closed or last.stop_reason == "nodes"
        assert closed or "written" in last.remark
    marks: dict[str, int | tuple[int, int]] = {f"x{number}": (0, 1) for number in range(8)}
    rows = [["b", "a" if number < 4 else "c", mark] for number, mark in enumerate(marks)]
    chain = cover({"a": (3, 9), "b": (2, 3), "c": (3, 9), **marks}, rows)
    proved("tree", chain)
    last = end("tree", chain, bounds=Bounds(products=8), of_combinations=Bounds(work=0))
    assert last.refutation is None
    assert last.stop_reason == "nodes"
    assert "of them, and at most 1 on a path are written" in last.remark


def test_the_other_tree_stays_within_the_bounds_too() -> None:
    """A search over pieces is full, and not closed, if its work or a path would be too much for the judge."""
    asked = demands(tiling("board=9x9 pieces=I2,X5,T4 copies=X5:1,T4:1,I2:any holes=0,1/4,3"))
    for bounds in (Bounds(work=10**7), Bounds(products=2 * asked.options), Bounds(nodes=3_000)):
        search = Search(asked, Deadline(), bounds)
        assert all(isinstance(event, Progress) for event in search.run())
        assert search.full
        assert not search.closed
