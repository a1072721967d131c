"""Counts the covers by pairs whose items and pairs are a planar bipartite graph: its perfect matchings, by a determinant.

Dominoes on squares and lozenges on triangles are such pairs. With signs on the edges such that the signs around a face of
2k edges multiply to -1 if k is even and to 1 if it is odd, all matchings have the same sign in the determinant of the
matrix from one side of the graph to the other. Only that the faces are those of a drawing in the plane matters, and Euler's
formula verifies it for any cyclic orders of the edges at each item; those are taken from the names of the items if they are
coordinates. So regions may have holes and any border.

Source: P. W. Kasteleyn, Graph theory and crystal physics (1967); L. Lovász and M. D. Plummer, Matching Theory (1986), section
8.3. Not here: the determinant (determinants.py).
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from math import ceil, lgamma, log2
from math import log as natural_log

import numpy as np

from exactcover.backends.search.cover import determinants
from exactcover.model.arrays import Integers, Mask
from exactcover.model.cover import Cover
from exactcover.model.non_binding_items import non_binding_items

LEAST_ITEMS, MOST_ITEMS = 300, 20_000
"""Smaller covers are counted layer by layer as soon; larger ones take hours."""


@dataclass(frozen=True, eq=False)
class Pairs:
    """A cover by pairs: the two ends of each option, as numbers of points, and the points' coordinates in the plane."""

    ends: Integers
    points: Integers


def pairs_of(cover: Cover, least_items: int = LEAST_ITEMS) -> Pairs | None:
    """Return a cover as pairs of points in the plane; None if it is none, or if it has fewer items that are covered once."""
    single = (cover.least == 1) & (cover.most == 1)
    number = int(single.sum())
    if cover.colours is not None or cover.connectivity is not None or not least_items <= number <= MOST_ITEMS:
        return None
    of_single = single[cover.members]
    lengths = np.bincount(cover.owners[of_single], minlength=cover.options)
    if not cover.options or (lengths != 2).any() or not _others_hold(cover, single):
        return None
    points = _coordinates([cover.items[item] for item in np.flatnonzero(single).tolist()])
    if points is None:
        return None
    ends = (np.cumsum(single) - 1)[cover.members[of_single]].reshape(-1, 2)
    return Pairs(ends, points)


def _others_hold(cover: Cover, single: Mask) -> bool:
    """Return whether the other items are covered correctly by any selection of pairs that covers these exactly once."""
    uses = np.bincount(cover.members, minlength=len(cover.items))
    chosen = int(single.sum()) // 2
    always = (uses == cover.options) & (cover.least <= chosen) & (cover.most >= chosen)
    return bool((single | always | non_binding_items(cover)).all())


def _coordinates(names: list[str]) -> Integers | None:
    """Return the points that items are named after, `row,column`; None if they are named otherwise."""
    try:
        points = np.array([[int(part) for part in name.split(",")] for name in names], dtype=np.int64)
    except (ValueError, OverflowError):
        return None
    return points if points.ndim == 2 and points.shape[1] == 2 else None


def count(pairs: Pairs) -> Generator[float, None, int | None]:
    """Yield the finished fraction; return the number of perfect matchings, or None if the graph is not planar bipartite."""
    number = len(pairs.points)
    edges, weights = np.unique(np.sort(pairs.ends, axis=1), axis=0, return_counts=True)
    sides, components = _sides(edges, number)
    if sides is None:
        return None
    if 2 * int(sides.sum()) != number:
        return 0
    signs = _signs(edges, pairs.points, components)
    if signs is None:
        return None
    right = np.where(sides[edges[:, 0]], edges[:, 0], edges[:, 1])
    left = edges.sum(axis=1) - right
    rows, columns = (_swept(pairs.points, sides == side) for side in (False, True))
    bits = _bits(left, weights, number)
    try:
        return (
            yield from determinants.absolute_determinant(number // 2, rows[left], columns[right], signs * weights, bits)
        )
    except determinants.TooFewPrimes:
        return None


def _bits(left: Integers, weights: Integers, number: int) -> int:
    """Return a bound on the bits of the number of matchings: H. Minc's and L. M. Bregman's, or of the sums of rows."""
    sums = np.bincount(left, weights=weights, minlength=number)
    sums = sums[sums > 0]
    bits = (
        lgamma(degree + 1) / degree / natural_log(2) if weights.max() == 1 else log2(degree) for degree in sums.tolist()
    )
    return ceil(sum(bits)) + 1


def _swept(points: Integers, mine: Mask) -> Integers:
    """Return the numbers of some points, line by line across the narrower axis."""
    axis = int(np.argmin([len(points) // len(np.unique(points[:, axis])) for axis in range(2)]))
    order = np.lexsort((points[mine, 1 - axis], points[mine, axis]))
    numbers = np.full(len(points), -1)
    numbers[np.flatnonzero(mine)[order]] = np.arange(len(order))
    return numbers


def _sides(edges: Integers, number: int) -> tuple[Mask | None, int]:
    """Return the side of each point, None if the graph is not bipartite, and the number of components."""
    around: list[list[int]] = [[] for _ in range(number)]
    for one, other in edges.tolist():
        around[one].append(other)
        around[other].append(one)
    side = [-1] * number
    components = 0
    for start in range(number):
        if side[start] >= 0:
            continue
        components += 1
        side[start] = 0
        waiting = [start]
        while waiting:
            point = waiting.pop()
            for other in around[point]:
                if side[other] < 0:
                    side[other] = 1 - side[point]
                    waiting.append(other)
                elif side[other] == side[point]:
                    return None, components
    return np.array(side, dtype=np.bool_), components


def _signs(edges: Integers, points: Integers, components: int) -> Integers | None:
    """Return signs under which all matchings count alike; None if the edges, drawn as straight lines, are not planar."""
    faces = _faces(edges, points)
    if len(points) - len(edges) + int(faces.max()) + 1 != 2 * components:
        return None
    lengths = np.bincount(faces)
    wanted = np.where(lengths // 2 % 2 == 0, -1, 1)  # the product of the signs around each face
    in_tree = _spanning_tree(edges, len(points))
    beside = faces.reshape(-1, 2)
    signs = np.ones(len(edges), dtype=np.int64)
    left: list[set[int]] = [set() for _ in lengths]
    for edge in np.flatnonzero(~in_tree).tolist():
        for face in beside[edge].tolist():
            left[face].add(edge)
    waiting = [face for face, some in enumerate(left) if len(some) == 1]
    while waiting:  # edges outside the tree are a tree of faces: leaf by leaf, a face's last edge gets its sign
        face = waiting.pop()
        if len(left[face]) != 1:
            continue
        (edge,) = left[face]
        one, other = beside[edge].tolist()
        signs[edge] = wanted[face]
        for each in (one, other):
            left[each].remove(edge)
            wanted[each] *= signs[edge]
            if len(left[each]) == 1:
                waiting.append(each)
    return signs


def _faces(edges: Integers, points: Integers) -> Integers:
    """Return the face to the left of each half-edge: 2e leads from the first end of edge e to the second, 2e + 1 back."""
    starts = edges.reshape(-1)
    steps = (points[edges[:, 1]] - points[edges[:, 0]]).repeat(2, axis=0)
    steps[1::2] *= -1
    angles = np.arctan2(steps[:, 0], steps[:, 1])
    order = np.lexsort((angles, starts))
    first = np.searchsorted(starts[order], starts)
    degrees = np.bincount(starts)[starts]
    position = np.empty(len(starts), dtype=np.int64)
    position[order] = np.arange(len(starts))
    turned = order[first + (position - first + 1) % degrees]  # the next half-edge around the same point
    following = turned[np.arange(len(starts)) ^ 1].tolist()
    face = [-1] * len(starts)
    faces = 0
    for start in range(len(starts)):
        half = start
        while face[half] < 0:
            face[half] = faces
            half = following[half]
        faces += face[start] == faces
    return np.array(face, dtype=np.int64)


def _spanning_tree(edges: Integers, number: int) -> Mask:
    """Return which edges are in a spanning tree of each component."""
    root = list(range(number))

    def root_of(point: int) -> int:
        while root[point] != point:
            root[point] = root[root[point]]
            point = root[point]
        return point

    chosen = np.zeros(len(edges), dtype=np.bool_)
    for edge, (one, other) in enumerate(edges.tolist()):
        first, second = root_of(one), root_of(other)
        chosen[edge] = first != second
        root[first] = second
    return chosen
