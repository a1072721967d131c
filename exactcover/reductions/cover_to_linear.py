"""From a cover to clauses and linear rows: one variable per option, one row per item, an objective for the costs.

Connectivity is written as reachability by depth: `r[o, d]` is true exactly when option o is chosen and a path of at most d
chosen edges joins it to a chosen root. These variables follow from the chosen options, so no solution is counted twice.
"""

from __future__ import annotations

import numpy as np

from exactcover.model.cover import Cover
from exactcover.model.encoding import Reduction
from exactcover.model.linear import Linear, Row, count_row


def reduce(cover: Cover) -> Reduction:
    """Write a cover as a 0/1 problem whose shown variables are the options."""
    order = np.argsort(cover.members, kind="stable")
    bounds = np.searchsorted(cover.members[order], np.arange(len(cover.items) + 1))
    owners = cover.owners[order]
    rows: list[Row] = []
    for item in range(len(cover.items)):
        options = tuple(owners[bounds[item] : bounds[item + 1]].tolist())
        least, most = int(cover.least[item]), int(cover.most[item])
        if least > 0 or most < len(options):
            rows.append(count_row(options, least, most))
    variables = [f"o{number}" for number in range(cover.options)]
    clauses = _connected(cover, variables) if cover.connectivity is not None else []
    objective = None
    if cover.costs is not None:
        objective = tuple((cost, option) for option, cost in enumerate(cover.costs.tolist()) if cost)
    model = Linear(tuple(variables), tuple(clauses), tuple(rows), objective, shown=cover.options)
    return Reduction(model, lambda selection: selection[selection < cover.options])


def _connected(cover: Cover, variables: list[str]) -> list[tuple[int, ...]]:
    """Add the reachability variables, and return the clauses that define them and ask for connectivity."""
    assert cover.connectivity is not None
    near: list[list[int]] = [[] for _ in range(cover.options)]
    for a, b in cover.connectivity.edges.tolist():
        near[a].append(b)
        near[b].append(a)
    roots = set(cover.connectivity.roots.tolist())
    # No more options than this can be chosen, so no path of chosen options is longer.
    shortest = int(np.diff(cover.starts).min(initial=1))
    uses = int(cover.most.clip(max=cover.options).sum())
    depth = max(0, min(cover.options, uses // shortest) - 1)
    clauses: list[tuple[int, ...]] = []
    reached = [option + 1 if option in roots else 0 for option in range(cover.options)]  # a literal, or 0: never
    for level in range(1, depth + 1):
        following = []
        for option in range(cover.options):
            if option in roots:
                following.append(option + 1)
                continue
            sources = sorted({reached[other] for other in near[option]} - {0})
            if not sources:
                following.append(0)
                continue
            variables.append(f"r{option},{level}")
            here = len(variables)
            clauses.append((-here, option + 1))
            clauses.append((-here, *sources))
            clauses.extend((here, -(option + 1), -source) for source in sources)
            following.append(here)
        reached = following
    clauses.extend(
        (-(option + 1), reached[option]) if reached[option] else (-(option + 1),) for option in range(cover.options)
    )
    return [clause for clause in clauses if not (len(clause) == 2 and clause[0] == -clause[1])]
