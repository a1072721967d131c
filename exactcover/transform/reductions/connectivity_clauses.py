"""Clauses implied by connectivity: they exclude no connected solution, and save engines much of the search.

An option without a root is chosen only together with an adjacent item: one whose covering no other item of the option
prevents. And between an item that must be covered and the roots, some item is covered at every distance from either.
"""

from __future__ import annotations

from collections.abc import Iterator

from exactcover.model.cover import Cover


def touching(cover: Cover) -> Iterator[tuple[int, list[int]]]:
    """Yield the options without a root, and for each the items to be connected one of which must be covered with it."""
    near, roots = _near(cover)
    shared = _shared(cover, list(near))
    starts, members = cover.starts.tolist(), cover.members.tolist()
    for option in range(cover.options):
        own = set(members[starts[option] : starts[option + 1]])
        joined = own & near.keys()
        if joined and not joined & roots:
            around = {other for item in joined for other in near[item]} - own
            yield option, sorted(item for item in around if not own & shared[item])


def between(cover: Cover) -> Iterator[list[int]]:
    """Yield sets of items one of which is covered: those at each distance between an item that must be covered and the roots."""
    near, roots = _near(cover)
    from_roots = _levels(near, roots)
    for item in sorted(near):
        if cover.least[item] < 1 or item in roots:
            continue
        around = _levels(near, {item})
        distance = next((number for number, level in enumerate(around) if level & roots), len(around))
        yield from (sorted(level) for level in around[1 : distance + 1])
        reached = next((number for number, level in enumerate(from_roots) if item in level), len(from_roots))
        yield from (sorted(level) for level in from_roots[:reached])


def _near(cover: Cover) -> tuple[dict[int, set[int]], set[int]]:
    """Return the neighbours of each item to be connected, and the roots."""
    connectivity = cover.connectivity
    assert connectivity is not None
    near: dict[int, set[int]] = {item: set() for item in connectivity.items.tolist()}
    for a, b in connectivity.edges.tolist():
        near[a].add(b)
        near[b].add(a)
    return near, set(connectivity.roots.tolist())


def _shared(cover: Cover, items: list[int]) -> dict[int, set[int]]:
    """Return for each item the items covered at most once that all of its options have; an option with one of them excludes
    it."""
    once = cover.most == 1
    starts, members = cover.starts.tolist(), cover.members.tolist()
    shared: dict[int, set[int]] = {}
    for option in range(cover.options):
        own = members[starts[option] : starts[option + 1]]
        single = {item for item in own if once[item]}
        for item in own:
            if item in shared:
                shared[item] &= single
            else:
                shared[item] = set(single)
    return {item: shared.get(item, set()) for item in items}


def _levels(near: dict[int, set[int]], start: set[int]) -> list[set[int]]:
    """Return the items at distance 0, 1, ... from the first ones."""
    levels, seen = [set(start)], set(start)
    while levels[-1]:
        following = set().union(*(near[item] for item in levels[-1])) - seen
        seen |= following
        levels.append(following)
    return levels[:-1]
