"""The judge of complete lists: each listed selection is a solution, all differ, and a clausal proof refutes any other.

Body: {"solutions": [[option, ...], ...], "steps": [...]}; options are numbered as in judges.demands, and increase within a
solution; steps as in judges.lrat. The proof is about the model's clauses (see clauses), followed by one clause for each listed
solution S, in order, which excludes S and no other solution. Its literals are

    not o, for each option o of S, and then j, for each option j outside S that could be added to S,

that is, with which no item is covered more often than `most` allows. Why no other solution T is excluded: either T lacks an
option of S, or T has an option j outside S, and then S with j, a part of T, covers no item more often than T does.

With a bound (the model is a CheaperCover), each listed solution costs exactly the bound, and the clauses have a further item,
the last one: it is covered by an option as many times as the option costs, and at most as often as the bound says, both divided
by the greatest common divisor of the costs. So the proof refutes all other solutions that cost the bound or less.
Not here: whether a file with solutions has the listed ones (files/judging).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import gcd
from typing import Any

import numpy as np

from exactcover.judges.bodies import entry, refuse_unknown, whole_numbers
from exactcover.judges.clausal import (
    LARGEST_NUMBER,
    MOST_COUNTED,
    MOST_ITEMS_TIMES_OPTIONS,
    MOST_NUMBERS,
    MOST_OPTIONS,
)
from exactcover.judges.clauses import Clause, Clauses, clauses
from exactcover.judges.demands import Demands, demands
from exactcover.judges.extent import refuse_large
from exactcover.judges.lrat import check_steps
from exactcover.model.arrays import Integers
from exactcover.model.certificate import MOST_LISTED, InvalidCertificate
from exactcover.model.cover import CheaperCover, Cover
from exactcover.model.encoding import Model, name_of
from exactcover.model.tiling import Tiling

MOST_LITERALS = 10_000_000
"""In all clauses that exclude solutions."""
NUMBERS_AT_ONCE = 1 << 22

Selection = tuple[int, ...]


def judge(model: Model, body: Mapping[str, Any]) -> None:
    """Raise InvalidCertificate unless the body lists all solutions (with a bound, all of that cost, and none costs less)."""
    refuse_unknown(body, ("solutions", "steps"))
    numbers = entry(body, "steps", "literals, 0, hints, 0 of each step")
    if isinstance(numbers, list) and len(numbers) > MOST_NUMBERS:
        raise InvalidCertificate(f"the steps have {len(numbers)} numbers; expected at most {MOST_NUMBERS}")
    steps = whole_numbers(numbers, "steps", least=-LARGEST_NUMBER, most=LARGEST_NUMBER)
    check_steps(question_clauses(model, entry(body, "solutions", "lists of options")).clauses, steps)


def question_clauses(model: Model, listed: Any) -> Clauses:
    """Return the clauses of a model, and those that exclude the listed solutions; raises InvalidCertificate for a wrong list."""
    needs, selections = question(model, listed)
    encoded = clauses(needs)
    encoded.most_literals = encoded.literals + MOST_LITERALS
    for clause in _excluding(needs, selections):
        encoded.add(clause)
    return encoded


def question(model: Model, listed: Any) -> tuple[Demands, list[Selection]]:
    """Return what a model demands, with the item of the cost, and the listed solutions; raises InvalidCertificate likewise."""
    needs, costs = _needs(model)
    selections = _selections(needs, listed)
    for number, times in _coverage(needs, selections):
        wrong = (times < needs.least) | (times > needs.most)
        if wrong.any():
            row, item = np.argwhere(wrong)[0].tolist()
            raise InvalidCertificate(
                f"solution {number + row} covers item {item} {times[row, item]} times;"
                f" expected {needs.least[item]} to {needs.most[item]}"
            )
    if isinstance(model, CheaperCover):
        assert costs is not None
        for number, selection in enumerate(selections):
            cost = int(costs[list(selection)].sum())
            if cost != model.cost:
                raise InvalidCertificate(f"solution {number} costs {cost}; expected the bound, {model.cost}")
        needs = _with_cost(needs, costs, model.cost)
    return needs, selections


def is_closed(needs: Demands) -> bool:
    """Return whether no option can be added to any solution: each has an item that every solution covers equally often."""
    exact = (needs.least == needs.most)[needs.members]
    return bool(needs.options and np.logical_or.reduceat(exact, needs.starts[:-1]).all())


def _needs(model: Model) -> tuple[Demands, Integers | None]:
    """Return the demands of a model, and its costs if solutions have a least cost; raises InvalidCertificate for other models."""
    own = model.cover if isinstance(model, CheaperCover) else model
    if not isinstance(own, Tiling | Cover):
        raise InvalidCertificate(f"a list of solutions was given for a {name_of(own)}; expected a tiling or a cover")
    if isinstance(own, Cover) and own.connectivity is not None:
        raise InvalidCertificate("items must be connected, which the clauses do not state; expected a cover without")
    refuse_large(own, MOST_OPTIONS, MOST_ITEMS_TIMES_OPTIONS)
    return demands(own), own.costs if isinstance(own, Cover) else None


def _selections(needs: Demands, listed: Any) -> list[Selection]:
    """Return the listed selections, all different, each of increasing options; raises InvalidCertificate."""
    if not isinstance(listed, list) or not 1 <= len(listed) <= MOST_LISTED:
        size = f"a list of {len(listed)}" if isinstance(listed, list) else "not a list"
        raise InvalidCertificate(f"solutions is {size}; expected 1 to {MOST_LISTED} lists of options")
    selections: dict[Selection, int] = {}
    for number, each in enumerate(listed):
        selection = tuple(whole_numbers(each, f"solution {number}", least=0, most=needs.options - 1))
        if any(later <= earlier for earlier, later in pairwise(selection)):
            raise InvalidCertificate(f"the options of solution {number} do not increase; expected each once, in order")
        if selection in selections:
            raise InvalidCertificate(f"solution {number} is solution {selections[selection]} again; expected it once")
        selections[selection] = number
    return list(selections)


def _coverage(needs: Demands, selections: Sequence[Selection]) -> Iterator[tuple[int, Integers]]:
    """Yield the number of the first of some selections, and how often each of them covers each item: a row per selection."""
    at_once = max(1, NUMBERS_AT_ONCE // (needs.items + 1))
    for first in range(0, len(selections), at_once):
        some = selections[first : first + at_once]
        rows = np.repeat(np.arange(len(some)), [len(selection) for selection in some])
        options = np.array([option for selection in some for option in selection], dtype=np.int64)
        lengths = np.diff(needs.starts)[options]
        ends = np.cumsum(lengths)
        # Where each option's members are, one after the other.
        at = np.arange(int(lengths.sum())) + np.repeat(needs.starts[options] - ends + lengths, lengths)
        taken = np.repeat(rows, lengths) * needs.items + needs.members[at]
        yield first, np.bincount(taken, minlength=len(some) * needs.items).reshape(len(some), needs.items)


def _with_cost(needs: Demands, costs: Integers, bound: int) -> Demands:
    """Return demands with a further item, which limits the cost to the bound; raises InvalidCertificate if it cannot."""
    if (costs < 0).any():
        raise InvalidCertificate("an option costs less than 0; expected costs of 0 or more for a list of the cheapest")
    unit = gcd(*costs.tolist()) or 1
    times = costs // unit
    if int(times.max(initial=0)) > MOST_COUNTED or int(times.sum()) > MOST_COUNTED:
        raise InvalidCertificate(f"the costs add up to more than {MOST_COUNTED} times their greatest common divisor")
    members = np.insert(needs.members, np.repeat(needs.starts[1:], times), needs.items)
    starts = needs.starts + np.concatenate(([0], np.cumsum(times)))
    least, most = np.append(needs.least, 0), np.append(needs.most, bound // unit)
    return Demands(least, most, starts, members, needs.cells, (*needs.names, "cost"))


def _excluding(needs: Demands, selections: Sequence[Selection]) -> Iterator[Clause]:
    """Yield for each selection the clause that excludes it, and no other solution.

    An option has each item at most once, but for that of the cost, which every selection covers as often as it may.
    """
    if is_closed(needs):
        for selection in selections:
            yield tuple(-option - 1 for option in selection)
        return
    for first, times in _coverage(needs, selections):
        for row, full in enumerate(times >= needs.most):
            addable = ~np.logical_or.reduceat(full[needs.members], needs.starts[:-1])
            selection = selections[first + row]
            addable[list(selection)] = False
            yield (*(-option - 1 for option in selection), *(np.flatnonzero(addable) + 1).tolist())
