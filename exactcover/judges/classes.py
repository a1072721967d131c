"""The judge of counts up to symmetry: Burnside's lemma, with a recount of the solutions that each symmetry preserves.

Two solutions are in one class if a symmetry maps one to the other. The number of classes is the average, over the symmetries, of
the number of solutions that the symmetry maps to themselves. Such a solution has all options of an orbit under the symmetry and
its powers or none of them, so it is a solution of another problem, whose options are these orbits.

Symmetries are permutations of the items. The judge verifies that each preserves how often items must and may be covered, that it
maps options to options (the k-th of equal ones to the k-th), and that they are a group. That a puzzle has no further symmetries
is not judged. Source: W. Burnside, Theory of Groups of Finite Order (1897), section 118 and following.
Not here: counting again (states.py).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from exactcover.judges import states
from exactcover.judges.demands import Demands
from exactcover.model.certificate import InvalidCertificate

MOST_PRODUCTS = 10**8
"""Items of all options times the number of symmetries: about a minute."""


def judge(needs: Demands, classes: int, symmetries: Sequence[Sequence[int]], order: Sequence[int]) -> None:
    """Raise InvalidCertificate unless the solutions are in that many classes under the symmetries."""
    counted = number_of_classes(needs, symmetries, order)
    if counted != classes:
        raise InvalidCertificate(
            f"the certificate says {classes} classes; under its {len(symmetries)} symmetries there are {counted}"
        )


def number_of_classes(needs: Demands, symmetries: Sequence[Sequence[int]], order: Sequence[int]) -> int:
    """Return the number of classes of solutions under symmetries of the items; raises InvalidCertificate.

    Raises TooManyStates if all recounts together take more than one effort, but for twice the states.
    """
    _refuse_other_than_groups(needs, symmetries)
    effort = states.Effort(2 * states.MOST_STATES)
    fixed = sum(
        states.recount(preserved(needs, symmetry, number), order, effort).solutions
        for number, symmetry in enumerate(symmetries)
    )
    assert fixed % len(symmetries) == 0, "the symmetries are a group"
    return fixed // len(symmetries)


def preserved(needs: Demands, symmetry: Sequence[int], number: int = 0) -> Demands:
    """Return the problem whose options are the orbits of options under a symmetry, with an item as often as they have it.

    Raises InvalidCertificate, which names the symmetry by its number, if it is no symmetry of the demands.
    """
    images = np.asarray(symmetry)
    if (needs.least[images] != needs.least).any() or (needs.most[images] != needs.most).any():
        raise InvalidCertificate(f"symmetry {number} maps an item to one that is covered another number of times")
    rows = [needs.members[begin:end].tolist() for begin, end in pairwise(needs.starts.tolist())]
    equal: dict[tuple[int, ...], list[int]] = defaultdict(list)
    for option, row in enumerate(rows):
        equal[tuple(row)].append(option)
    image_of = [-1] * len(rows)
    for row_of_all, options in equal.items():
        mapped = equal.get(tuple(sorted(images[list(row_of_all)].tolist())), [])
        if len(mapped) != len(options):
            raise InvalidCertificate(f"symmetry {number} does not map option {options[0]} to an option")
        for option, image in zip(options, mapped, strict=True):
            image_of[option] = image
    orbits: list[list[int]] = []
    seen = [False] * len(rows)
    for first in range(len(rows)):
        option, orbit = first, list[int]()
        while not seen[option]:
            seen[option] = True
            orbit += rows[option]
            option = image_of[option]
        if orbit:
            orbits.append(sorted(orbit))
    starts = np.cumsum([0, *map(len, orbits)])
    return replace(needs, starts=starts, members=np.array([item for orbit in orbits for item in orbit], dtype=np.int64))


def _refuse_other_than_groups(needs: Demands, symmetries: Sequence[Sequence[int]]) -> None:
    """Raise InvalidCertificate unless the symmetries are different permutations of the items, and a group."""
    count = len(symmetries)
    if count * (needs.items + len(needs.members)) > MOST_PRODUCTS:
        raise InvalidCertificate(f"{count} symmetries of {needs.items} items are too many to be judged")
    identity = list(range(needs.items))
    if any(sorted(symmetry) != identity for symmetry in symmetries):
        raise InvalidCertificate(
            f"a symmetry is no permutation of the items; expected 0 to {needs.items - 1}, each once"
        )
    known = {tuple(symmetry) for symmetry in symmetries}
    if len(known) != count or tuple(identity) not in known:
        raise InvalidCertificate("a symmetry is listed twice, or the identity is not; expected each once")
    group, generators = {tuple(identity)}, list[tuple[int, ...]]()
    for symmetry in sorted(known):
        if symmetry not in group:
            generators.append(symmetry)
            group = _generated(generators, known)


def _generated(generators: list[tuple[int, ...]], known: set[tuple[int, ...]]) -> set[tuple[int, ...]]:
    """Return the group that permutations generate; raises InvalidCertificate if not all of it is known."""
    identity = tuple(range(len(generators[0])))
    group, new = {identity}, [identity]
    while new:
        products = {tuple(map(one.__getitem__, other)) for one in generators for other in new} - group
        if not products <= known:
            raise InvalidCertificate("the symmetries are no group: two of them in turn are none of them")
        group |= products
        new = list(products)
    return group
