"""The judge of completeness: it checks that the cubes leave nothing out and count nothing twice, and that the numbers
add up.

It reads the cover and the literals of the cubes, and nothing of the planner's kernels and orders. Literals partition
the rest of a cover if every way to cover some item once, or to take or exclude some option, belongs to those cubes that
have it, and a way that no cube has is shown to have no solution. Modulo symmetry, one option of each orbit represents
the orbit, weighted by its size. Not judged here: what a worker counted below its literals.

For the source of the weights and of the mean over conjugacy classes, see orbits.py and burnside.py of search/cover.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.cluster.restricted import Below, Unsettled, images_of_options, parted
from exactcover.model.arrays import Mask
from exactcover.model.cover import Cover
from exactcover.transform.symmetry.fixed_by_symmetry import cover_fixed_by

MOST_FAULTS = 5


class Root(NamedTuple):
    """A root of a plan: its term, its literals, the weight of each of its solutions, and the symmetries that keep it."""

    term: int
    chosen: tuple[int, ...]
    weight: int
    kept_by: tuple[int, ...]


class Leaf(NamedTuple):
    """A branch of a root that was searched: the number of the root, all literals, and the solutions counted below them."""

    root: int
    chosen: tuple[int, ...]
    solutions: int


@dataclass(frozen=True)
class Claim:
    """A claim about a cover: terms (symmetry, members), roots, leaves, and the totals.

    lists: solutions were listed, images included; group_order: 0 if no classes were counted.
    """

    terms: tuple[tuple[int, int], ...]
    roots: tuple[Root, ...]
    leaves: tuple[Leaf, ...]
    lists: bool
    group_order: int
    count: int
    classes: int | None


def faults(cover: Cover, claim: Claim) -> list[str]:
    """Return the faults of a claim, as sentences; an empty list if it is complete."""
    group = np.arange(len(cover.items))[None] if cover.symmetries is None else np.asarray(cover.symmetries)
    if len(group) > 1:
        group = np.unique(group, axis=0)
    chosen = [root.chosen for root in claim.roots if root.term == 0]
    if any(not -cover.options <= each < cover.options for literals in chosen for each in literals):
        return [f"a root names an option that does not exist; expected 0 to {cover.options - 1}"]
    try:
        images = images_of_options(cover, group)
    except KeyError:
        return ["a symmetry of the cover maps an option to no option"]
    wrong = _wrong_sums(claim)
    wrong += _wrong_leaves(cover, images, group, claim)
    wrong += _wrong_roots(cover, images, group, claim)
    wrong += _wrong_terms(cover, images, group, claim) if claim.group_order else []
    return wrong[:MOST_FAULTS]


def _wrong_sums(claim: Claim) -> list[str]:
    """Return the totals that are wrong."""
    kept = [0] * len(claim.terms)
    for leaf in claim.leaves:
        root = claim.roots[leaf.root]
        kept[root.term] += leaf.solutions * root.weight
    wrong = [] if kept[0] == claim.count else [f"the cubes add up to {kept[0]} solutions; {claim.count} were claimed"]
    if claim.group_order:
        total = sum(members * each for (_, members), each in zip(claim.terms, kept, strict=True))
        if claim.classes is None or total != claim.classes * claim.group_order:
            wrong.append(
                f"{claim.group_order} symmetries keep {total} solutions in all; {claim.classes} classes were claimed"
            )
    return wrong


def _wrong_leaves(cover: Cover, images: list[list[int]], group: NDArray[np.int64], claim: Claim) -> list[str]:
    """Return the roots whose leaves are not a partition."""
    of_root: list[list[tuple[int, ...]]] = [[] for _ in claim.roots]
    for leaf in claim.leaves:
        of_root[leaf.root].append(leaf.chosen)
    covers: dict[int, Cover | None] = {0: cover}
    wrong: list[str] = []
    for number, (root, leaves) in enumerate(zip(claim.roots, of_root, strict=True)):
        if leaves == [root.chosen]:
            continue
        if root.term not in covers:
            covers[root.term] = _kept_by(cover, images, group, claim.terms[root.term][0])
        of_term = covers[root.term]
        fault = "its symmetry keeps nothing" if of_term is None else _partition(of_term, root.chosen, leaves)
        if fault:
            wrong.append(f"the cubes of root {number} are not all of it, each once: {fault}")
        if len(wrong) == MOST_FAULTS:
            break
    return wrong


def _wrong_roots(cover: Cover, images: list[list[int]], group: NDArray[np.int64], claim: Claim) -> list[str]:
    """Return the terms whose roots are not a partition with the right weights."""
    wrong: list[str] = []
    for term, (symmetry, _) in enumerate(claim.terms):
        roots = [root for root in claim.roots if root.term == term]
        if term == 0:
            fault = _Chain(cover, images, group, claim.lists).fault(roots)
        else:
            of_term = _kept_by(cover, images, group, symmetry)
            weighted = any(root.weight != 1 for root in roots)
            fault = "a root has a weight" if weighted else None
            if fault is None and of_term is not None:
                fault = _partition(of_term, (), [root.chosen for root in roots])
        if fault:
            wrong.append(f"the roots of term {term} are not all of the cover, each once: {fault}")
    return wrong


def _wrong_terms(cover: Cover, images: list[list[int]], group: NDArray[np.int64], claim: Claim) -> list[str]:
    """Return the faults of the terms as conjugacy classes of symmetries that keep a solution."""
    if claim.group_order != len(group):
        return [f"the cover has {len(group)} symmetries; {claim.group_order} were claimed"]
    wrong: list[str] = []
    members = dict(claim.terms)
    if len(members) != len(claim.terms):
        wrong.append("a symmetry has two terms")
    for conjugate in _conjugacy_classes(group):
        terms = [symmetry for symmetry in members if symmetry in conjugate]
        if len(terms) > 1:
            wrong.append(f"symmetries {terms} are conjugate, and have a term each")
        elif terms and members[terms[0]] != len(conjugate):
            wrong.append(f"symmetry {terms[0]} has {len(conjugate)} conjugates; {members[terms[0]]} were claimed")
        elif not terms and not _keeps_nothing(cover, images, group, min(conjugate)):
            wrong.append(f"symmetry {min(conjugate)} has no term, and may keep a solution")
    return wrong


def _keeps_nothing(cover: Cover, images: list[list[int]], group: NDArray[np.int64], symmetry: int) -> bool:
    """Return whether a symmetry keeps no solution: if it keeps an item to be covered once, it must keep that option too."""
    kept = group[symmetry] == np.arange(len(cover.items))
    moved = frozenset(option for option, image in enumerate(images[symmetry]) if option != image)
    once = kept & (cover.least == 1) & (cover.most == 1)
    for item in np.flatnonzero(once).tolist():
        if all(int(option) in moved for option in cover.owners[cover.members == item]):
            return True
    return _kept_by(cover, images, group, symmetry) is None


def _kept_by(cover: Cover, images: list[list[int]], group: NDArray[np.int64], symmetry: int) -> Cover | None:
    quotient = cover_fixed_by(cover, group[symmetry], np.array(images[symmetry], dtype=np.int64))
    return None if quotient is None else quotient.cover


def _conjugacy_classes(group: NDArray[np.int64]) -> list[set[int]]:
    """Return the conjugacy classes of the group."""
    number = {tuple(each): place for place, each in enumerate(group.tolist())}
    inverses = [np.argsort(each) for each in group]
    left, classes = set(range(len(group))), []
    while left:
        one = min(left)
        conjugate = {
            number[tuple(by[group[one][inverse]].tolist())] for by, inverse in zip(group, inverses, strict=True)
        }
        classes.append(conjugate)
        left -= conjugate
    return classes


def _partition(cover: Cover, root: Iterable[int], leaves: Sequence[tuple[int, ...]]) -> str | None:
    """Return why leaves do not partition what remains below a root; None if they do."""
    if any(not -cover.options <= each < cover.options for leaf in leaves for each in leaf):
        return "it is of another quotient"
    try:
        return _partition_fault(Below(cover, *parted(root)), [parted(leaf) for leaf in leaves])
    except Unsettled:
        return "whether something is left out could not be decided"


Literals = tuple[frozenset[int], frozenset[int]]


def _partition_fault(below: Below, leaves: Sequence[Literals]) -> str | None:
    """Return why leaves do not partition the remainder; None if they do."""
    if any(not _is_below(below, leaf) for leaf in leaves):
        return "a cube does not have the literals of its root"
    if not leaves:
        return None if below.is_empty() else f"nothing was searched below {_words(below)}"
    if any(chosen <= below.chosen and left_out <= below.left_out | _lost(below) for chosen, left_out in leaves):
        return (
            None if len(leaves) == 1 or below.is_empty() else f"{len(leaves)} cubes have what is below {_words(below)}"
        )
    if below.contradiction:
        return None
    item = _item_in_all(below, leaves)
    if item is not None:
        return _by_item(below, item, leaves)
    return _by_option(below, leaves)


def _is_below(below: Below, leaf: Literals) -> bool:
    """Return whether a leaf chooses and excludes all that is chosen and excluded here, explicitly or by implication."""
    chosen, left_out = leaf
    unsaid = sorted(below.left_out - left_out)
    return below.chosen <= chosen and not (unsaid and not _decided(below.cover, leaf)[unsaid].all())


def _decided(cover: Cover, leaf: Literals) -> Mask:
    """Return the options that a leaf chooses, excludes, or rules out because they conflict with the chosen ones."""
    decided = Below(cover, *leaf).excluded()
    decided[sorted(leaf[0] | leaf[1])] = True
    return decided


def _lost(below: Below) -> frozenset[int]:
    """Return the options that can no longer be chosen: excluding them has no effect."""
    return frozenset(np.flatnonzero(below.excluded()).tolist()) - below.chosen


def _item_in_all(below: Below, leaves: Sequence[Literals]) -> int | None:
    """Return an uncovered item, to be covered once, that every leaf covers: the one with the fewest options."""
    cover = below.cover
    allowed = (cover.least == 1) & (cover.most == 1) & ~below.items()
    for chosen, _ in leaves:
        covered = np.zeros(len(cover.items), dtype=np.bool_)
        for option in chosen:
            covered[cover.members[cover.starts[option] : cover.starts[option + 1]]] = True
        allowed &= covered
    items = np.flatnonzero(allowed)
    return int(items[np.argmin(below.holders(below.open())[items])]) if len(items) else None


def _by_item(below: Below, item: int, leaves: Sequence[Literals]) -> str | None:
    """Return the fault below one of the ways to cover an item; None if there is none."""
    holding = set(below.cover.owners[below.cover.members == item].tolist())
    for option in below.options_of(item, below.open()):
        fault = _partition_fault(below.and_also(option), [leaf for leaf in leaves if option in leaf[0] & holding])
        if fault:
            return fault
    return None


def _by_option(below: Below, leaves: Sequence[Literals]) -> str | None:
    """Return the fault below an option that every leaf chooses or excludes; None if there is none."""
    decided = below.open()
    for leaf in leaves:
        decided &= _decided(below.cover, leaf)
    taken = frozenset().union(*(chosen for chosen, _ in leaves))
    options = np.flatnonzero(decided).tolist()
    for option in [each for each in options if each in taken] or options:
        taking = [leaf for leaf in leaves if option in leaf[0]]
        leaving = [leaf for leaf in leaves if option not in leaf[0]]
        return _partition_fault(below.and_also(option), taking) or _partition_fault(below.and_also(~option), leaving)
    return f"nothing tells {len(leaves)} cubes below {_words(below)} apart"


def _words(below: Below) -> str:
    literals = [str(option) for option in sorted(below.chosen)] + [f"not {option}" for option in sorted(below.left_out)]
    return "options " + ", ".join(literals) if literals else "the whole cover"


class _Chain:
    """The roots of the solutions themselves, modulo symmetry."""

    def __init__(self, cover: Cover, images: list[list[int]], group: NDArray[np.int64], lists: bool) -> None:
        self.cover, self.images, self.group, self.lists = cover, images, group, lists
        self.once = (cover.least == 1) & (cover.most == 1)

    def fault(self, roots: Sequence[Root]) -> str | None:
        """Return why the roots are not a partition of all solutions; None if they are."""
        every = frozenset(range(len(self.group)))
        start = Below(self.cover, frozenset(), frozenset())
        if self._plain(roots, every) or len(every) == 1:
            return self._partition(start, roots, 1)
        try:
            last_fault = "no item begins the chain"
            for item in self._candidates(start, (), roots, every if self.lists else None):
                keepers = every if self.lists else self._keepers(item)
                fault = self._link(start, (), item, keepers, len(keepers), roots)
                if fault is None:
                    return None
                last_fault = fault
            return last_fault
        except Unsettled:
            return "whether something is left out could not be decided"

    def _plain(self, roots: Sequence[Root], kept_by: frozenset[int]) -> bool:
        """Return whether the roots are cut without using the remaining symmetries."""
        return all(frozenset(root.kept_by) == kept_by for root in roots)

    def _keepers(self, item: int) -> frozenset[int]:
        return frozenset(np.flatnonzero(self.group[:, item] == item).tolist())

    def _partition(self, below: Below, roots: Sequence[Root], weight: int) -> str | None:
        wanted = 1 if self.lists else weight
        if any(root.weight != wanted for root in roots):
            return f"the roots below {_words(below)} stand for {wanted} solutions each, and say otherwise"
        return _partition_fault(below, [parted(root.chosen) for root in roots])

    def _candidates(
        self, below: Below, prefix: tuple[int, ...], roots: Sequence[Root], kept_by: frozenset[int] | None
    ) -> list[int]:
        """Return the items that the next link may branch on: the next literal of every root covers them, and all
        symmetries keep them.
        """
        allowed = self.once & ~below.items()
        if kept_by is not None:
            allowed &= (self.group[sorted(kept_by)] == np.arange(len(self.cover.items))).all(axis=0)
        for root in roots:
            if len(root.chosen) <= len(prefix) or root.chosen[len(prefix)] < 0:
                return []
            option = root.chosen[len(prefix)]
            covered = np.zeros(len(self.cover.items), dtype=np.bool_)
            covered[self.cover.members[self.cover.starts[option] : self.cover.starts[option + 1]]] = True
            allowed &= covered
        return [int(item) for item in np.flatnonzero(allowed)]

    def _link(
        self,
        below: Below,
        prefix: tuple[int, ...],
        item: int,
        kept_by: frozenset[int],
        order: int,
        roots: Sequence[Root],
    ) -> str | None:
        """Return the fault of a link, which takes one option of each orbit of the item's options, and of all below it."""
        left = set(below.options_of(item, below.open()))
        while left:
            orbit = {self.images[symmetry][min(left)] for symmetry in kept_by}
            left -= orbit
            standing = sorted({root.chosen[len(prefix)] for root in roots} & orbit)
            if len(standing) > 1:
                return (
                    f"options {standing[0]} and {standing[1]} are images of each other, and both stand for their orbit"
                )
            option = standing[0] if standing else min(orbit)
            mine = [root for root in roots if root.chosen[len(prefix)] == option] if standing else []
            keeping = frozenset(symmetry for symmetry in kept_by if self.images[symmetry][option] == option)
            fault = self._below(below.and_also(option), (*prefix, option), keeping, order, mine)
            if fault:
                return fault
        return None

    def _below(
        self, below: Below, prefix: tuple[int, ...], kept_by: frozenset[int], order: int, roots: Sequence[Root]
    ) -> str | None:
        """Return the fault below the links so far; None if there is none."""
        if self._plain(roots, kept_by):
            return self._partition(below, roots, order // len(kept_by))
        last_fault = f"nothing tells the roots below {_words(below)} apart"
        for item in self._candidates(below, prefix, roots, kept_by):
            fault = self._link(below, prefix, item, kept_by, order, roots)
            if fault is None:
                return None
            last_fault = fault
        return last_fault
