"""The judge of prices: integers on the items of a cover which prove that no solution costs less than a bound.

Let y be prices of the items and z >= 0 weights of cuts, all divided by a scale. The reduced cost of an option is its cost,
less the prices of its items, less the weights of the cuts times its coefficients in them. The cost of a solution is the sum of
its items' prices, the weights of the cuts and the reduced costs of its options. So it is at least the total

    sum of y * (least where y > 0, most elsewhere) + sum of z * side + sum of the negative reduced costs of available options,

and with an option of positive reduced cost at least that much more. A *cut* is a set R of items: since a solution covers its
items at least as often as least says, the sum of ceil(|option & R| / 2) over its options is at least half of that, rounded up:
the side.

A body has `nodes`, which are processed in order, each for the part of the search that is open at that point:
- `{"scale", "prices": one per item, "cuts": [[cut, weight], ...]}`: if the total exceeds what a solution below the bound can
  cost (a multiple of the greatest common divisor of all costs), the part is closed, and the next open one follows; otherwise
  the options whose reduced costs are too high are struck from the part, and the next node continues with it;
- `{"pair": [r, s]}` of items that may be covered once: first the part where one chosen option has both (options with one of
  them are struck, and both are demanded), then the part where none has both (options with both are struck);
- `{"option": j}`: first the part where j is chosen, then the part where it is not.
The body ends when no part is open. Its other entries: `cuts`, a list of items each; `dominated`, `[j, a, b]` each: option j is
struck from the first, for its items are those of a and b together, which cost no more. (Of the cheapest solutions take one
with the most options: it has no j, because a and b could replace it. An item of each of a and b must be one that is covered at
most once, so that neither is chosen already.)

Without a bound the costs are taken to be 0, and the body proves that no solution costs 0, that is, that there is none.

Source: L. Wolsey, Integer Programming (1998), chapters 1 and 7; the pairs: D. M. Ryan, B. A. Foster (1981).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import gcd
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.judges.bodies import entry, refuse_unknown, whole_number, whole_numbers
from exactcover.judges.demands import Demands, demands
from exactcover.model.arrays import Integers, Mask
from exactcover.model.certificate import InvalidCertificate
from exactcover.model.cover import CheaperCover, Cover
from exactcover.model.encoding import Model

MOST_NODES = 100_000
MOST_CUTS = 100_000
MOST_WORK = 4 * 10**9
"""Limit on nodes and cuts times members: about 20 seconds."""
LARGEST = 2**62
"""No sum may exceed it, so that all sums fit into 64 bits."""


class Part(NamedTuple):
    """An open part of the search: its options, those of them that are chosen, and what the items demand there."""

    available: Mask
    chosen: Mask
    least: Integers


class Problem(NamedTuple):
    """The claim: no solution of the demands costs `limit` or less; cuts: coefficients of each option, and the side."""

    needs: Demands
    costs: Integers
    limit: int
    cuts: list[tuple[Integers, int]]


def judge(model: Model, body: Mapping[str, Any]) -> None:
    """Raise InvalidCertificate if the body leaves a part of the search open."""
    for _ in replayed(model, body):
        pass


def replayed(model: Model, body: Mapping[str, Any]) -> Iterator[tuple[Mapping[str, Any], Part, list[Part]]]:
    """Yield each node with its part and the parts that it leaves open; raises InvalidCertificate."""
    refuse_unknown(body, ("nodes", "cuts", "dominated"))
    if not isinstance(model, Cover | CheaperCover):
        raise InvalidCertificate("prices were given for a puzzle that is not a cover; expected a cover")
    nodes = _list(entry(body, "nodes", "prices and branches"), "nodes", MOST_NODES)
    problem, available = _problem(model, body, len(nodes))
    chosen = np.zeros(problem.needs.options, dtype=np.bool_)
    open_parts = [Part(available, chosen, problem.needs.least)]
    for number, node in enumerate(nodes):
        if not open_parts:
            raise InvalidCertificate(f"every part is closed after {number} nodes of {len(nodes)}; expected no more")
        if not isinstance(node, dict):
            raise InvalidCertificate(f"node {number} is not an object; expected prices, a pair or an option")
        part = open_parts.pop()
        if "prices" in node:
            left = _priced(problem, node, part, number)
            parts = [] if left is None else [left]
        else:
            parts = _branches(problem.needs, node, part, number)
        yield node, part, parts
        open_parts.extend(reversed(parts))
    if open_parts:
        raise InvalidCertificate(f"the body ends after {len(nodes)} nodes with {len(open_parts)} parts open")


def _problem(model: Cover | CheaperCover, body: Mapping[str, Any], nodes: int) -> tuple[Problem, Mask]:
    """Return the claim, and the options that are not dominated."""
    cover = model.cover if isinstance(model, CheaperCover) else model
    needs = demands(cover)
    written = _list(body.get("cuts", []), "cuts", MOST_CUTS)
    work = (nodes + len(written)) * (len(needs.members) + needs.items + 1000)
    if work > MOST_WORK:
        raise InvalidCertificate(
            f"{nodes} nodes and {len(written)} cuts are {work} steps; expected at most {MOST_WORK}"
        )
    costs = cover.costs if isinstance(model, CheaperCover) else np.zeros(needs.options, dtype=np.int64)
    assert costs is not None
    cuts = [_cut(needs, each, number) for number, each in enumerate(written)]
    limit = limit_of(costs.tolist(), model.cost if isinstance(model, CheaperCover) else 1)
    problem = Problem(needs, costs, limit, cuts)
    available = np.ones(needs.options, dtype=np.bool_)
    for number, each in enumerate(_list(body.get("dominated", []), "dominated", needs.options)):
        available[_dominated(problem, each, number)] = False
    return problem, available


def limit_of(costs: list[int], bound: int) -> int:
    """Return the most that a solution below the bound can cost: a multiple of the common divisor of all costs."""
    step = gcd(*costs) or 1
    return (bound - 1) // step * step


def _list(value: Any, name: str, most: int) -> list[Any]:
    if not isinstance(value, list) or len(value) > most:
        raise InvalidCertificate(f"{name} is not a list of at most {most}; expected a list")
    return value


def _cut(needs: Demands, value: Any, number: int) -> tuple[Integers, int]:
    """Return the coefficients of a cut, and its side."""
    items = whole_numbers(value, f"cut {number}", least=0, most=needs.items - 1)
    if len(set(items)) != len(items):
        raise InvalidCertificate(f"cut {number} has an item twice; expected different items")
    inside = np.zeros(needs.items, dtype=np.int64)
    inside[items] = 1
    return -(-needs.sums(inside) // 2), -(-sum(int(needs.least[item]) for item in items) // 2)


def _dominated(problem: Problem, value: Any, number: int) -> int:
    """Return the option that is dominated by two others; raises InvalidCertificate if it is not."""
    needs = problem.needs
    option, one, other = whole_numbers(value, f"dominated option {number}", 3, 0, needs.options - 1)
    sets = [needs.members[needs.starts[each] : needs.starts[each + 1]].tolist() for each in (option, one, other)]
    if sets[0] != sorted(sets[1] + sets[2]):
        raise InvalidCertificate(f"option {option} does not have the items of options {one} and {other} together")
    if int(problem.costs[one]) + int(problem.costs[other]) > int(problem.costs[option]):
        raise InvalidCertificate(f"option {option} costs less than options {one} and {other} together")
    if not all(any(needs.most[item] == 1 for item in items) for items in sets[1:]):
        raise InvalidCertificate(f"option {one} or {other} has no item that is covered at most once")
    return option


def _priced(problem: Problem, node: Mapping[str, Any], part: Part, number: int) -> Part | None:
    """Return the rest of a part after prices, None if they close it."""
    refuse_unknown(node, ("scale", "prices", "cuts"))
    scale = whole_number(entry(node, "scale", "a whole number"), f"the scale of node {number}", 1, LARGEST)
    prices = whole_numbers(node["prices"], f"the prices of node {number}", problem.needs.items, -LARGEST, LARGEST)
    written = _list(node.get("cuts", []), f"the cuts of node {number}", MOST_CUTS)
    weights = [whole_numbers(each, f"a cut of node {number}", 2, 0, LARGEST) for each in written]
    if any(cut >= len(problem.cuts) for cut, _ in weights):
        raise InvalidCertificate(
            f"node {number} names a cut that the body does not have; expected 0 to {len(problem.cuts) - 1}"
        )
    total, reduced = _proved(problem, scale, prices, weights, part, number)
    limit = problem.limit * scale
    if total > limit:
        return None
    struck = (reduced > min(limit - total, LARGEST)) & ~part.chosen
    return Part(part.available & ~struck, part.chosen, part.least)


def _proved(
    problem: Problem, scale: int, prices: list[int], weights: list[list[int]], part: Part, number: int
) -> tuple[int, Integers]:
    """Return the total of a node, and the reduced cost of each option, all times the scale."""
    needs = problem.needs
    largest_price = max((abs(price) for price in prices), default=0)
    largest_cost = max(int(np.abs(problem.costs).max(initial=0)), abs(problem.limit))
    longest = int(np.diff(needs.starts).max(initial=0))
    heaviest = scale * largest_cost + (largest_price + sum(weight for _, weight in weights)) * (longest + 1)
    if heaviest * (needs.options + 1) > LARGEST:
        raise InvalidCertificate(f"the numbers of node {number} are so large that their sums may not fit into 64 bits")
    total = 0
    for price, least, most in zip(prices, part.least.tolist(), needs.most.tolist(), strict=True):
        total += price * (least if price > 0 else min(most, needs.options))
    reduced = scale * problem.costs - needs.sums(np.array(prices, dtype=np.int64))
    for cut, weight in weights:
        coefficients, side = problem.cuts[cut]
        reduced = reduced - weight * coefficients
        total += weight * side
    counted: NDArray[np.int64] = np.where(part.chosen, reduced, np.minimum(reduced, 0))[part.available]
    return total + int(counted.sum()), reduced


def _branches(needs: Demands, node: Mapping[str, Any], part: Part, number: int) -> list[Part]:
    """Return the two parts into which a pair of items or an option splits one."""
    refuse_unknown(node, ("pair", "option"))
    if len(node) != 1:
        raise InvalidCertificate(f"node {number} has {len(node)} entries; expected prices, a pair or an option")
    if "option" in node:
        option = whole_number(node["option"], f"the option of node {number}", 0, needs.options - 1)
        if not part.available[option]:
            raise InvalidCertificate(f"node {number} branches on option {option}, which is not available there")
        alone = np.arange(needs.options) == option
        return [
            Part(part.available, part.chosen | alone, part.least),
            Part(part.available & ~alone, part.chosen & ~alone, part.least),
        ]
    first, second = whole_numbers(node["pair"], f"the pair of node {number}", 2, 0, needs.items - 1)
    if first == second or needs.most[first] != 1 or needs.most[second] != 1:
        raise InvalidCertificate(f"node {number} branches on a pair that is not of two items covered at most once")
    times = np.zeros(needs.items, dtype=np.int64)
    times[[first, second]] = 1
    having = needs.sums(times)
    least = part.least.copy()
    least[[first, second]] = 1
    return [
        Part(part.available & (having != 1), part.chosen, least),
        Part(part.available & (having != 2), part.chosen, part.least),
    ]
