"""Plan, run, merge: roots run in fresh processes that share nothing but files, and what is refused."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from encoders.catalogue import puzzle
from exactcover.backends.search.cover import counting, roots
from exactcover.backends.search.cover.kernel_names import (
    AUTO,
    FEWEST_OPTIONS,
    SPARSE,
    STATIC_ORDER,
    STATIC_ORDER_FRONT,
    Kernel,
)
from exactcover.backends.search.cover.orbits import Orbits
from exactcover.backends.search.cover.plans import PlannedRoot, RootResult, SearchPlan, Term, Totals, mean_kept, merge
from exactcover.backends.search.cover.roots import plan, runner_of_plan
from exactcover.kernel.instance import OutOfReach
from exactcover.model.answer import Checkpoint
from exactcover.model.cover import Cover, cover
from exactcover.model.errors import InvalidInput
from tests.backends.search.by_hand import cover_of
from tests.backends.search.models import brute, classes_of, random_symmetric_cover
from tests.backends.search.test_classes import many_ways, random_ranges
from tests.classic_covers import queens

WORKER = """
import json, pickle, sys
from pathlib import Path
from exactcover.backends.search.cover.plans import SearchPlan
from exactcover.backends.search.cover.roots import runner_of_plan

part = int(sys.argv[2])
for folder in sorted(Path(sys.argv[1]).iterdir()):
    cover = pickle.loads((folder / "model.pickle").read_bytes())
    plan = SearchPlan.from_json(json.loads((folder / "plan.json").read_text()))
    runner, numbers = runner_of_plan(cover, plan), range(part, len(plan.roots), 2)
    (folder / f"results-{part}.pickle").write_bytes(pickle.dumps([runner.whole(number) for number in numbers]))
"""


def dominoes(board: str) -> Cover:
    """A board to be tiled by dominoes, with its symmetries."""
    return cover_of(puzzle(f"packing board={board} pieces=dominoes copies=any").value)


def by_json(search: SearchPlan) -> SearchPlan:
    """A plan written as text and read again."""
    return SearchPlan.from_json(json.loads(json.dumps(search.to_json())))


def all_of(model: Cover, search: SearchPlan) -> list[RootResult]:
    """The results of all roots of a plan."""
    runner = runner_of_plan(model, search)
    return [runner.whole(number) for number in range(len(search.roots))]


@pytest.mark.process
@pytest.mark.usefixtures("many_roots")
def test_roots_run_in_two_processes_that_share_only_files(tmp_path: Path) -> None:
    """Three counts and two lists, run by two fresh processes from JSON files alone, come to what is published or counted out."""
    square, ranges, plain = dominoes("6x6"), many_ways(5), replace(queens(8), symmetries=None)
    small = dominoes("4x4")
    searches = {
        "dominoes": (square, plan(square, "count", classes=True)),
        "ranges": (ranges, plan(ranges, "count", classes=True)),
        "queens": (plain, plan(plain, "count", kernel=FEWEST_OPTIONS)),
        "list": (small, plan(small, "list")),
        "list-of-classes": (small, plan(small, "list", up_to_symmetry=True)),
    }
    for name, (model, search) in searches.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "model.pickle").write_bytes(pickle.dumps(model))
        (tmp_path / name / "plan.json").write_text(json.dumps(search.to_json()))
    workers = [subprocess.Popen([sys.executable, "-c", WORKER, str(tmp_path), str(part)]) for part in (0, 1)]
    assert [worker.wait() for worker in workers] == [0, 0]

    def merged(name: str) -> Totals:
        results = [
            result
            for part in (1, 0)
            for result in pickle.loads((tmp_path / name / f"results-{part}.pickle").read_bytes())
        ]
        return merge(SearchPlan.from_json(json.loads((tmp_path / name / "plan.json").read_text())), results)

    # 6728: Kasteleyn 1961; the classes are those of layers, see test_classes.py.
    assert (merged("dominoes").count, merged("dominoes").classes) == (6728, by_layers(square))
    assert (merged("ranges").count, merged("ranges").classes) == (5**5, (5**5 + 3**5) // 2)
    assert (merged("queens").count, merged("queens").classes) == (92, None)
    assert len(searches["queens"][1].roots) >= roots.MANY_ROOTS
    assert len(searches["dominoes"][1].terms) > 3
    right = brute(small)
    assert sorted(merged("list").selections) == right
    assert merged("list").count == len(right) == 36
    one_each = list(merged("list-of-classes").selections)
    assert len(one_each) == merged("list-of-classes").count == 9
    assert classes_of(small, one_each) == classes_of(small, right)


def by_layers(model: Cover) -> int:
    """The classes of solutions counted layer by layer."""
    from exactcover.backends.search.cover.classes import classes, kept_by_others
    from exactcover.backends.search.cover.kernel_names import LAYERS

    settings, orbits = counting.Settings(1, 0, LAYERS, None, None), Orbits(model)
    total = list(counting.total(model, orbits, settings))[-1].solutions
    return list(classes(kept_by_others(model, orbits, settings), orbits, total))[-1].solutions


def test_merged_roots_are_what_brute_force_finds() -> None:
    """On 60 random covers and boards with symmetries the merged counts, classes and lists are those of the oracle."""
    for seed in range(60):
        model = random_symmetric_cover(seed) if seed % 2 else random_ranges(seed)
        kernel = (AUTO, STATIC_ORDER, FEWEST_OPTIONS, SPARSE)[seed // 2 % 4]
        right = brute(model)
        count = by_json(plan(model, "count", kernel=kernel, classes=True, seed=seed))
        totals = merge(count, all_of(model, count))
        number = len(classes_of(model, right))
        assert (totals.count, totals.classes, totals.finished) == (len(right), number, True), seed
        listing = by_json(plan(model, "list", kernel=kernel, seed=seed))
        assert sorted(merge(listing, all_of(model, listing)).selections) == right, seed
        one_each = by_json(plan(model, "list", up_to_symmetry=True))
        assert merge(one_each, all_of(model, one_each)).count == number, seed


def test_merged_nodes_and_order_are_those_of_the_engine() -> None:
    """A plan's roots take the nodes that a count of the same kernel takes, and list in the order of one thread."""
    model = cover_of(puzzle("pentominoes-3x20").value)
    for kernel in (STATIC_ORDER, STATIC_ORDER_FRONT, FEWEST_OPTIONS):
        search = plan(model, "count", kernel=kernel)
        totals = merge(search, all_of(model, search))
        last = list(counting.total(model, Orbits(model), counting.Settings(1, 0, kernel, None, None)))[-1]
        assert (totals.count, totals.nodes) == (last.solutions, last.nodes) == (8, last.nodes)
    listing = plan(model, "list", kernel=STATIC_ORDER)
    runner = runner_of_plan(model, listing)
    slices = [each for each in runner.run(range(len(listing.roots))) if each is not None]
    in_order = [tuple(line[line >= 0].tolist()) for each in slices for line in each.selections]
    assert merge(listing, all_of(model, listing)[::-1]).selections == tuple(in_order)


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.usefixtures("many_roots")
def test_threads_and_checkpoints_have_the_results_of_the_roots(workers: int) -> None:
    """The roots that a count on threads says are done are those of the plan, and a checkpoint leaves them out."""
    model = queens(7)
    search = plan(model, "count", kernel=STATIC_ORDER)
    settings = counting.Settings(workers, 0, STATIC_ORDER, None, None)
    done = {step.root for step in counting.total(model, Orbits(model), settings, Checkpoint()) if step.root is not None}
    assert done == set(all_of(model, search))
    half = Checkpoint(
        search.roots_digest, {root.number: (root.solutions, root.nodes) for root in done if root.number % 2}
    )
    steps = list(counting.total(model, Orbits(model), settings, half))
    assert {step.root.number for step in steps if step.root is not None} == set(range(0, len(search.roots), 2))
    assert (steps[-1].solutions, steps[-1].nodes) == (40, sum(root.nodes for root in done))


def test_part_of_the_results_is_no_finished_count() -> None:
    """Without one root the totals are what the others have, unfinished, and no classes are told."""
    model = dominoes("4x4")
    search = plan(model, "count", classes=True)
    results = all_of(model, search)
    whole, part = merge(search, results), merge(search, results[1:])
    assert (whole.count, whole.classes, whole.finished) == (36, 9, True)
    assert (part.classes, part.finished) == (None, False)
    assert part.count == 36 - results[0].solutions * results[0].weight


def test_results_twice_or_of_another_plan_are_refused() -> None:
    """A root's result counts once; one of another plan, of no root, or of another weight is refused."""
    model = dominoes("4x4")
    search, other = plan(model, "count", classes=True), plan(model, "count", kernel=SPARSE)
    results = all_of(model, search)
    spoiled: list[tuple[RootResult, str]] = [
        (results[0], "has two results"),
        (all_of(model, other)[0], "is of another plan"),
        (replace(results[0], number=len(results)), "is of another plan"),
        (replace(results[1], weight=results[1].weight + 1), "another weight or term"),
        (replace(results[1], term=results[1].term + 1), "another weight or term"),
    ]
    for result, sentence in spoiled:
        with pytest.raises(InvalidInput, match=sentence):
            merge(search, [results[0], result])


def test_a_mean_that_is_not_whole_is_a_fault() -> None:
    """Burnside's mean is a whole number, or something was counted wrong."""
    assert mean_kept(72, 8) == 9
    with pytest.raises(ArithmeticError, match="not whole"):
        mean_kept(73, 8)


def test_a_plan_of_another_cover_is_refused() -> None:
    """A plan is run with the cover that it was made for, symmetries included, and with roots that it has."""
    model = dominoes("4x4")
    search = plan(model, "count")
    for other in (dominoes("4x5"), replace(model, symmetries=None)):
        with pytest.raises(InvalidInput, match="the plan is of another cover"):
            runner_of_plan(other, search).whole(0)
    for number in (-1, len(search.roots)):
        with pytest.raises(InvalidInput, match="has no root"):
            runner_of_plan(model, search).whole(number)
    far = replace(search, terms=(*search.terms, Term(99, 1, SPARSE)))
    lost = replace(search, roots=(*search.roots, PlannedRoot(0, (), 1, (99,))))
    for changed in (far, lost):
        with pytest.raises(InvalidInput, match="symmetry that the cover lacks"):
            runner_of_plan(model, changed).whole(0)


def spoiled_plans() -> list[tuple[Callable[[dict[str, Any]], Any], str]]:
    """Ways to spoil the JSON of a plan, and what is said of each."""
    return [
        (lambda told: told | {"task": "solve"}, "expected count or list"),
        (lambda told: told | {"schema": 2}, "has the schema 2"),
        (lambda told: told | {"more": 1}, "missing or unknown keys"),
        (lambda told: {key: told[key] for key in told if key != "roots"}, "missing or unknown keys"),
        (lambda told: told | {"roots": told["roots"][1:]}, "not those of its digest"),
        (lambda told: told | {"terms": []}, "root of no term"),
        (lambda told: told | {"roots": {}}, "expected a list"),
        (lambda told: told | {"group_order": -1}, "group_order is -1"),
        (lambda told: told | {"roots": [told["roots"][0] | {"weight": 0}]}, "weight is 0"),
        (lambda told: told | {"roots": [told["roots"][0] | {"chosen": [True]}]}, "chosen is True"),
        (lambda told: told | {"roots": [told["roots"][0] | {"term": 9}]}, "root of no term"),
        (lambda told: told | {"terms": [told["terms"][0] | {"kernel": {"name": "slow", "order": ""}}]}, "no kernel 'slow'"),
        (lambda told: told | {"terms": [told["terms"][0] | {"kernel": {"name": "auto", "order": ""}}]}, "searched by auto"),
        (lambda told: told | {"terms": [told["terms"][0] | {"nodes": "many"}]}, "'many' nodes"),
        (lambda told: [told], "missing or unknown keys"),
    ]  # fmt: skip


@pytest.mark.parametrize(("spoil", "sentence"), spoiled_plans())
def test_what_is_no_plan_is_refused(spoil: Callable[[dict[str, Any]], Any], sentence: str) -> None:
    """A plan read from JSON has the keys, numbers and roots that were written, or is refused in a sentence."""
    told = plan(dominoes("4x4"), "count", classes=True).to_json()
    assert SearchPlan.from_json(told).to_json() == told
    with pytest.raises(InvalidInput, match=sentence):
        SearchPlan.from_json(spoil(told))


def test_a_plan_says_the_kernel_that_was_named() -> None:
    """Every kernel that searches can be named; one that cannot take the cover is refused when the plan is made."""
    model = dominoes("4x4")
    kernels: tuple[Kernel, ...] = (STATIC_ORDER, STATIC_ORDER_FRONT, FEWEST_OPTIONS, SPARSE)
    assert [plan(model, "count", kernel=kernel).terms[0].kernel for kernel in kernels] == list(kernels)
    wide = cover([f"i{k}" for k in range(600)], [[f"i{k}"] for k in range(600)])
    with pytest.raises(OutOfReach):
        plan(wide, "count", kernel=STATIC_ORDER)


def test_the_digest_of_roots_is_of_all_that_a_number_means() -> None:
    """Another order of the items, another cover, another cut and another task have other digests; the same plan the same."""
    model = dominoes("4x4")
    searches = [
        plan(model, "count", kernel=STATIC_ORDER),
        plan(model, "count", kernel=STATIC_ORDER_FRONT),
        plan(model, "count", kernel=STATIC_ORDER, classes=True),
        plan(replace(model, most=np.maximum(model.most, 2)), "count", kernel=STATIC_ORDER),
        plan(model, "list", kernel=STATIC_ORDER),
        plan(model, "list", kernel=STATIC_ORDER, up_to_symmetry=True),
    ]
    assert len({search.roots_digest for search in searches}) == len(searches)
    assert plan(model, "count", kernel=STATIC_ORDER).roots_digest == searches[0].roots_digest


def test_merging_loads_no_kernel() -> None:
    """Plans and results are merged by a process that imports no compiler and no kernel."""
    program = "import exactcover.backends.search.cover.plans, sys; print(*sys.modules)"
    printed = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert "exactcover.backends.search.cover.plans" in printed.split()
    assert not [name for name in printed.split() if name.startswith(("numba", "exactcover.kernel"))]
