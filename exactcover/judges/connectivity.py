"""Connectivity of the chosen items: a traversal from the chosen roots."""

from __future__ import annotations

from exactcover.model.connectivity import Connectivity


def unreached(connectivity: Connectivity, chosen: set[int]) -> list[int]:
    """Return the chosen items among those to be connected that no chosen root reaches, in increasing order."""
    items = chosen.intersection(connectivity.items.tolist())
    near: dict[int, list[int]] = {item: [] for item in items}
    for a, b in connectivity.edges.tolist():
        if a in items and b in items:
            near[a].append(b)
            near[b].append(a)
    reached = items.intersection(connectivity.roots.tolist())
    pending = list(reached)
    while pending:
        for other in near[pending.pop()]:
            if other not in reached:
                reached.add(other)
                pending.append(other)
    return sorted(items - reached)
