"""The judge of completeness takes every cut that the planner makes, and refuses each that is spoiled."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from exactcover.backends.search.cover import plans, roots
from exactcover.backends.search.cover.kernel_names import AUTO, FEWEST_OPTIONS, STATIC_ORDER, Kernel
from exactcover.backends.search.cover.plans import PlannedTask
from exactcover.backends.search.cover.roots import plan, runner_of_plan
from exactcover.cluster.cubes import Cube, cubes_of, deeper
from exactcover.cluster.partition import Claim, Leaf, Root, faults
from exactcover.model.cover import Cover
from tests.backends.search.models import brute, classes_of, random_symmetric_cover
from tests.backends.search.test_classes import random_ranges
from tests.classic_covers import queens
from tests.cluster.serial import SHORT_SECONDS, packing, results_of
from tests.random_models import random_coloured_cover


def claim_of(
    cover: Cover, task: PlannedTask = "count", kernel: Kernel = AUTO, *, deep: int = 0, up_to_symmetry: bool = False
) -> Claim:
    """What a run comes to whose every cube is cut `deep` times more than it was."""
    search = plan(cover, task, kernel=kernel, classes=task == "count", up_to_symmetry=up_to_symmetry)
    runner = runner_of_plan(cover, search)
    cubes = cubes_of(runner, 2, SHORT_SECONDS)
    for _ in range(deep):
        cubes = [smaller for cube in cubes for smaller in deeper(runner, cube) or [cube]]
    branches = list(_branches(cubes, [result.branches for result in results_of(cover, search, cubes)]))
    totals = plans.merged(search, [(leaf.root, leaf.solutions, 0) for leaf in branches])
    planned = tuple(Root(root.term, root.chosen, root.weight, root.kept_by) for root in search.roots)
    terms = tuple((term.symmetry, term.members) for term in search.terms)
    return Claim(terms, planned, tuple(branches), task == "list", search.group_order, totals.count, totals.classes)


def _branches(cubes: list[Cube], results: list[tuple[tuple[int, int], ...]]) -> Iterator[Leaf]:
    for cube, each in zip(cubes, results, strict=True):
        for branch, (solutions, _) in zip(cube.branches, each, strict=True):
            yield Leaf(branch.root, branch.chosen, solutions)


pytestmark = pytest.mark.usefixtures("many_roots")


@pytest.mark.parametrize("kernel", [STATIC_ORDER, FEWEST_OPTIONS], ids=lambda kernel: kernel.name)
@pytest.mark.parametrize("seed", range(12))
def test_cuts_of_symmetric_covers_are_accepted(seed: int, kernel: Kernel) -> None:
    """Whatever is cut, and however deep, the judge accepts it, and it comes to what brute force does."""
    cover = random_symmetric_cover(seed)
    selections = brute(cover)
    for deep in (0, 2):
        claim = claim_of(cover, kernel=kernel, deep=deep)
        assert faults(cover, claim) == []
        assert (claim.count, claim.classes) == (len(selections), len(classes_of(cover, selections)))


@pytest.mark.parametrize("seed", range(8))
def test_cuts_of_covers_with_ranges_and_colours_are_accepted(seed: int) -> None:
    """Items covered several times, or perhaps, and colours: the judge knows what goes together."""
    for cover in (random_ranges(seed), random_coloured_cover(seed)):
        claim = claim_of(cover, deep=2)
        assert faults(cover, claim) == []
        assert claim.count == len(brute(cover))


@pytest.mark.parametrize("words", ["board=4x5 pieces=dominoes copies=any", "board=3x20 pieces=pentominoes"])
def test_cuts_of_boards_are_accepted(words: str) -> None:
    """Counts with their classes, and lists with images or without, of boards with symmetries."""
    cover = packing(words)
    for claim in (
        claim_of(cover, deep=1),
        claim_of(cover, "list", deep=1),
        claim_of(cover, "list", up_to_symmetry=True),
    ):
        assert faults(cover, claim) == []


@pytest.fixture(name="dominoes", scope="module")
def _dominoes() -> tuple[Cover, Claim]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(roots, "SHORT_NODES", 0)
        cover = packing("board=4x4 pieces=dominoes copies=any")
        return cover, claim_of(cover, deep=2)


def test_a_lost_cube_is_seen(dominoes: tuple[Cover, Claim]) -> None:
    """Each cube that has solutions is missed when it is left out, though the claim is made to add up without it."""
    cover, claim = dominoes
    assert faults(cover, claim) == []
    for lost, leaf in enumerate(claim.leaves):
        rest = (*claim.leaves[:lost], *claim.leaves[lost + 1 :])
        less = leaf.solutions * claim.roots[leaf.root].weight
        term = claim.roots[leaf.root].term
        spoiled = replace(claim, leaves=rest, count=claim.count - (less if term == 0 else 0))
        if leaf.solutions:
            assert any("are not all of it" in fault for fault in faults(cover, spoiled))


def test_a_cube_that_is_there_twice_is_seen(dominoes: tuple[Cover, Claim]) -> None:
    """A cube that comes twice is refused, even where the sum is made to fit."""
    cover, claim = dominoes
    twice = next(leaf for leaf in claim.leaves if leaf.solutions and claim.roots[leaf.root].term == 0)
    more = twice.solutions * claim.roots[twice.root].weight
    spoiled = replace(claim, leaves=(*claim.leaves, twice), count=claim.count + more)
    assert any("are not all of it" in fault for fault in faults(cover, spoiled))


def test_sums_that_do_not_add_up_are_seen(dominoes: tuple[Cover, Claim]) -> None:
    """A count or a number of classes that is not what the cubes come to is refused."""
    cover, claim = dominoes
    assert claim.classes is not None
    assert any("add up to" in fault for fault in faults(cover, replace(claim, count=claim.count + 1)))
    assert any("classes were claimed" in fault for fault in faults(cover, replace(claim, classes=claim.classes + 1)))


def test_a_wrong_weight_is_seen(dominoes: tuple[Cover, Claim]) -> None:
    """A root that stands for more solutions than its orbit has is refused."""
    cover, claim = dominoes
    for number, root in enumerate(claim.roots):
        spoiled = (*claim.roots[:number], root._replace(weight=root.weight + 1), *claim.roots[number + 1 :])
        assert any("are not all of the cover" in fault for fault in faults(cover, replace(claim, roots=spoiled)))


def test_a_lost_root_is_seen(dominoes: tuple[Cover, Claim]) -> None:
    """A root that the plan leaves out, with its cubes, is missed."""
    cover, claim = dominoes
    with_solutions = {leaf.root for leaf in claim.leaves if leaf.solutions}
    for lost in sorted(with_solutions):
        kept = [number for number in range(len(claim.roots)) if number != lost]
        planned = tuple(claim.roots[number] for number in kept)
        leaves = tuple(leaf._replace(root=kept.index(leaf.root)) for leaf in claim.leaves if leaf.root != lost)
        assert any("of the cover" in fault for fault in faults(cover, replace(claim, roots=planned, leaves=leaves)))


def test_wrong_terms_are_seen(dominoes: tuple[Cover, Claim]) -> None:
    """A term that is missing, one with too many members, and two of one class are refused, each for its own reason."""
    cover, claim = dominoes
    symmetry, members = claim.terms[1]
    more = (claim.terms[0], (symmetry, members + 1), *claim.terms[2:])
    assert any("conjugates" in fault for fault in faults(cover, replace(claim, terms=more)))
    other = next(each for each in range(1, claim.group_order) if each not in dict(claim.terms))
    spoiled = replace(claim, terms=(*claim.terms[:1], (other, members), *claim.terms[2:]))
    assert faults(cover, spoiled) != []
    assert any("symmetries; 4 were claimed" in fault for fault in faults(cover, replace(claim, group_order=4)))


def test_a_cube_with_other_literals_is_seen() -> None:
    """A cube that lost one of its root's literals searches more than its part, and is refused."""
    cover = queens(6)
    claim = claim_of(cover, deep=1)
    assert faults(cover, claim) == []
    number = next(place for place, leaf in enumerate(claim.leaves) if len(leaf.chosen) > 1)
    shorter = claim.leaves[number]._replace(chosen=claim.leaves[number].chosen[1:])
    spoiled = (*claim.leaves[:number], shorter, *claim.leaves[number + 1 :])
    assert faults(cover, replace(claim, leaves=spoiled)) != []
