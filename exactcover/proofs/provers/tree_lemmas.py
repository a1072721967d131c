"""A tree as clauses: what each of its nodes proves, so that each clause follows from those before it by unit propagation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from exactcover.judges.demands import Demands
from exactcover.judges.tree import branches_of, combinations_of, order_of

Clause = tuple[int, ...]


def of_tree(needs: Demands, body: Mapping[str, Any]) -> Iterator[Clause]:
    """Yield the clauses of a tree's nodes, children before parents, the empty clause of the root last.

    body: of an accepted tree; where it has combinations, the clauses follow only together with these. A node's clause says that
    not all options on the way to it are chosen, without those that were their node's only branch: propagation finds these,
    and such nodes need no clause of their own.
    """
    path: list[tuple[int, bool]] = []
    for option, only in branches_of(needs, order_of(needs, body), combinations_of(needs, body)):
        if option >= 0:
            path.append((option, only))
            continue
        if not path or not path[-1][1]:
            yield tuple(-(each + 1) for each, alone in path if not alone)
        if path:
            path.pop()
