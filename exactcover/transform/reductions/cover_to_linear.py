"""Reduces a cover to clauses and linear rows: one variable per option, one row per item, an objective for the costs.

If items must be connected, a variable for each states whether it is covered; it is determined by the chosen options, so no
solution is counted twice. The same holds for each colour that several options give an item; of an item's colours, and of the
options that give it none, at most one is true. Each engine states the connectivity of these variables in its own way; implied
clauses are added for all of them.
"""

from __future__ import annotations

import numpy as np

from exactcover.model.arrays import Integers
from exactcover.model.connectivity import Connectivity
from exactcover.model.cover import Cover
from exactcover.model.encoding import Reduction
from exactcover.model.linear import Linear, Row, count_row
from exactcover.transform.reductions import connectivity_clauses


def reduce(cover: Cover) -> Reduction:
    """Write a cover as a 0/1 problem whose shown variables are the options."""
    order = np.argsort(cover.members, kind="stable")
    bounds = np.searchsorted(cover.members[order], np.arange(len(cover.items) + 1))
    owners = cover.owners[order]
    rows: list[Row] = []
    variables = [f"o{number}" for number in range(cover.options)]
    clauses: list[tuple[int, ...]] = []
    coloured = set() if cover.colours is None else set(cover.members[cover.colours > 0].tolist())
    for item in range(len(cover.items)):
        if item in coloured:
            entries = order[bounds[item] : bounds[item + 1]]
            holders = _hues(cover, item, entries, variables, clauses)
            if len(holders) > 1:
                rows.append(count_row(holders, 0, 1))
            continue
        options = tuple(owners[bounds[item] : bounds[item + 1]].tolist())
        least, most = int(cover.least[item]), int(cover.most[item])
        if least > 0 or most < len(options):
            rows.append(count_row(options, least, most))
    connectivity = None
    if cover.connectivity is not None:
        clauses, connectivity = _joined(cover, cover.connectivity, variables)
    objective = None
    if cover.costs is not None:
        objective = tuple((cost, option) for option, cost in enumerate(cover.costs.tolist()) if cost)
    model = Linear(tuple(variables), tuple(clauses), tuple(rows), objective, cover.options, connectivity)
    return Reduction(model, lambda selection: selection[selection < cover.options])


def _hues(
    cover: Cover, item: int, entries: Integers, variables: list[str], clauses: list[tuple[int, ...]]
) -> tuple[int, ...]:
    """Return the variables at most one of which may be true: options without a colour, colours, single options of a colour.

    A variable is added for each colour of several options, with the clauses that state that it is true when one of them is.
    """
    assert cover.colours is not None
    holders: list[int] = []
    options, colours = cover.owners[entries], cover.colours[entries]
    for colour in np.unique(colours).tolist():
        of_colour = options[colours == colour].tolist()
        if colour == 0 or len(of_colour) == 1:
            holders.extend(of_colour)
            continue
        number = len(variables)
        variables.append(f"c{item}.{colour}")
        holders.append(number)
        clauses.append((-(number + 1), *(option + 1 for option in of_colour)))
        clauses.extend((number + 1, -(option + 1)) for option in of_colour)
    return tuple(holders)


def _joined(
    cover: Cover, connectivity: Connectivity, variables: list[str]
) -> tuple[list[tuple[int, ...]], Connectivity]:
    """Add a variable for each item to be connected, true when it is covered; return the defining clauses, and the edges."""
    owners: dict[int, list[int]] = {item: [] for item in connectivity.items.tolist()}
    for option, item in zip(cover.owners.tolist(), cover.members.tolist(), strict=True):
        if item in owners:
            owners[item].append(option + 1)
    clauses: list[tuple[int, ...]] = []
    numbers = np.zeros(len(cover.items), dtype=np.int64)
    for item, literals in owners.items():
        numbers[item] = len(variables)
        variables.append(f"i{item}")
        clauses.append((-len(variables), *literals))
        clauses.extend((len(variables), -literal) for literal in literals)
    for option, around in connectivity_clauses.touching(cover):
        clauses.append((-(option + 1), *(int(numbers[item]) + 1 for item in around)))
    for items in connectivity_clauses.between(cover):
        clauses.append(tuple(int(numbers[item]) + 1 for item in items))
    return clauses, Connectivity(numbers[connectivity.items], numbers[connectivity.edges], numbers[connectivity.roots])
