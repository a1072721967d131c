"""The judge of trees: replays a branching tree whose leaves are items with too few options left, or combinations.

Body: `items`, the item that each node branches on, nodes in preorder; nothing else is needed. A long tree has instead
`packed`, the same numbers in the format of judges/packed.py, and `nodes`, their number. Items and options are those of
judges.demands, by number. At a node some options are chosen and some are still available; its item must demand `need` > 0 more
options. Of the `count` available options that have the item, in increasing order, the first count - need + 1 are the node's
branches: a branch chooses its option, and excludes those before it and every option with an item that is then covered as often
as it may be. If count < need there is no branch: a leaf.

A number -k stands for a leaf by combination k (from 1) of `combinations`, a list of `{"items": [...], "multipliers": [...]}`
that may be omitted. Under it no available option may sum to less than 0, and all items together must: each counts as often as
it may still be covered if its multiplier is positive, as often as it still must if that is negative (compare
judges/farkas.py).

Why that proves something: a solution that has the chosen options and otherwise only available ones has at least `need` of the
node's `count` options, so the first of them that it has is the option of a branch, and the solution is among those of that
branch. At a leaf there is none, by an item's count or by a combination's sum; so there is none at the root, which allows
everything. A branch that leads to a solution can never be closed: no item demands anything there, and the sum of a combination
over what is still to be covered is that of no options, 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np

from exactcover.judges.bodies import entry, refuse_unknown, whole_number, whole_numbers
from exactcover.judges.demands import Demands, demands
from exactcover.judges.extent import refuse_large
from exactcover.judges.packed import Packed
from exactcover.model.certificate import InvalidCertificate
from exactcover.model.encoding import Model

MOST_NODES = 2_000_000
MOST_COMBINATIONS = 1_000
MOST_MULTIPLIER = 10**6
MOST_OPTIONS = 10**6
MOST_ITEMS_TIMES_OPTIONS = 10**9
"""Limits on items times options, and on nodes of a path times options, two bits each: 250 megabytes each."""
MOST_WORK = 2 * 10**12  # of `work_of`: about 10 seconds
MOST_PACKED_NODES, MOST_PACKED_WORK = 300_000_000, 300 * 10**12
"""For a packed tree: about 20 minutes, 40 at most. A million nodes take 2.5 to 4.2 seconds, and 0.4 to 1.4 megabytes of text,
of which little is decompressed at a time."""
MOST_SUMS = 5 * 10**8  # combinations times items, options and members: about 6 seconds

Order: TypeAlias = list[int] | Packed
"""The item of each node, or -k for combination k."""


def judge(
    model: Model,
    body: Mapping[str, Any],
    most_nodes: int = MOST_NODES,
    most_products: int = MOST_ITEMS_TIMES_OPTIONS,
    most_work: int = MOST_WORK,
) -> None:
    """Raise InvalidCertificate if the body is no tree, or leaves a branch open.

    most_nodes, most_work (as `work_of` counts it): of a tree that is not packed; most_products: options times items, and times
    nodes on a path.
    """
    refuse_unknown(body, ("items", "packed", "nodes", "combinations"))
    refuse_large(model, MOST_OPTIONS, most_products)
    needs = demands(model)
    combinations = combinations_of(needs, body)
    if len(combinations) > most_combinations(needs):
        raise InvalidCertificate(
            f"the tree has {len(combinations)} combinations; expected at most {most_combinations(needs)}"
            f" for {needs.options} options of {len(needs.members)} items in all"
        )
    order = order_of(needs, body, most_nodes)
    weighed = sum(len(combinations[-item - 1]) for item in order if item < 0) if combinations else 0
    most_work = most_work if isinstance(order, list) else MOST_PACKED_WORK
    if work_of(needs, len(order), weighed) > most_work:
        raise InvalidCertificate(
            f"{len(order)} nodes of a model of {needs.options} options are {work_of(needs, len(order), weighed)}"
            f" steps of work; expected at most {most_work}"
        )
    for _ in branches_of(needs, order, combinations, most_products):
        pass


def order_of(needs: Demands, body: Mapping[str, Any], most_nodes: int = MOST_NODES) -> Order:
    """Return the item of each node of a body; raises InvalidCertificate, for packed items once they are read."""
    least, most = -len(body.get("combinations", [])), needs.items - 1
    if "packed" not in body:
        value = entry(body, "items", "the item of each node, in preorder")
        if "nodes" in body:
            raise InvalidCertificate("the body has both nodes and items; expected nodes with packed")
        if isinstance(value, list) and len(value) > most_nodes:
            raise InvalidCertificate(
                f"the tree has {len(value)} nodes; expected at most {most_nodes}, or that they are packed"
            )
        return whole_numbers(value, "items", least=least, most=most)
    if "items" in body:
        raise InvalidCertificate("the body has items and packed; expected one of them")
    nodes = whole_number(entry(body, "nodes", "how many numbers are packed"), "nodes", 1)
    if nodes > MOST_PACKED_NODES:
        raise InvalidCertificate(f"the tree has {nodes} nodes; expected at most {MOST_PACKED_NODES}")
    return Packed(body["packed"], "packed", nodes, least, most)


def work_of(needs: Demands, nodes: int, weighed: int = 0) -> int:
    """Return a bound on the work of replaying that many nodes, in steps of about 5 picoseconds.

    A node reads the bits of all options about 20 times, and once for each item of the chosen option; one loop iteration takes
    as long as 20,000 bits. weighed: the items of the combinations at all leaves, one iteration each.
    """
    longest = int(np.diff(needs.starts).max(initial=0))
    return nodes * (longest + 20) * (needs.options + 20_000) + weighed * 20_000


def most_combinations(needs: Demands) -> int:
    """Return the maximum number of combinations of a tree: each is summed over every option."""
    return min(MOST_COMBINATIONS, MOST_SUMS // (needs.items + needs.options + len(needs.members) + 1))


def combinations_of(needs: Demands, body: Mapping[str, Any]) -> list[dict[int, int]]:
    """Return the combinations of a body, a multiplier for each of their items; raises InvalidCertificate."""
    value = body.get("combinations", [])
    if not isinstance(value, list) or len(value) > MOST_COMBINATIONS:
        raise InvalidCertificate(
            f"the combinations are not a list of at most {MOST_COMBINATIONS}; expected items and multipliers of each"
        )
    combinations = []
    for number, each in enumerate(value, 1):
        if not isinstance(each, dict):
            raise InvalidCertificate(f"combination {number} is not an object; expected items and multipliers")
        refuse_unknown(each, ("items", "multipliers"))
        name = f"the items of combination {number}"
        items = whole_numbers(entry(each, "items", "item numbers"), name, None, 0, needs.items - 1)
        name = f"the multipliers of combination {number}"
        given_multipliers = entry(each, "multipliers", "one number per item")
        multipliers = whole_numbers(given_multipliers, name, len(items), -MOST_MULTIPLIER, MOST_MULTIPLIER)
        if not items or len(set(items)) != len(items) or 0 in multipliers:
            raise InvalidCertificate(
                f"combination {number} is empty, or has an item twice or a multiplier 0; expected items that count"
            )
        combinations.append(dict(zip(items, multipliers, strict=True)))
    return combinations


def _against(needs: Demands, combination: dict[int, int]) -> int:
    """Return the options that sum to less than 0, as the bits of one integer."""
    weights = np.zeros(needs.items, dtype=np.int64)
    weights[list(combination)] = list(combination.values())
    negative = needs.sums(weights) < 0  # within 64 bits: multipliers and the number of members are bounded
    return int.from_bytes(np.packbits(negative, bitorder="little").tobytes(), "little")


def _with_items(needs: Demands) -> list[int]:
    """Return the options of each item as the bits of one integer."""
    firsts, options = needs.by_item
    numbers = []
    for item in range(needs.items):
        bits = bytearray(needs.options // 8 + 1)
        for option in options[firsts[item] : firsts[item + 1]].tolist():
            bits[option >> 3] |= 1 << (option & 7)
        numbers.append(int.from_bytes(bits, "little"))
    return numbers


def branches_of(
    needs: Demands,
    order: Order,
    combinations: Sequence[dict[int, int]] = (),
    most_products: int = MOST_ITEMS_TIMES_OPTIONS,
) -> Iterator[tuple[int, bool]]:
    """Replay a tree: yield the option of each branch taken, and -1 if a node is left; raises InvalidCertificate.

    With each option: whether it is its node's only branch. order: the item of each node, or -k for combination k (a multiplier
    for each of its items).
    """
    least, most, starts = needs.least.tolist(), needs.most.tolist(), needs.starts.tolist()
    members = [needs.members[a:b].tolist() for a, b in pairwise(starts)]
    having = _with_items(needs)
    every = (1 << needs.options) - 1
    without = [every ^ options for options in having]
    available = every
    for item in np.flatnonzero(needs.most == 0).tolist():
        available &= without[item]
    against = [_against(needs, combination) for combination in combinations]
    times = [0] * needs.items
    # A frame is a node: the options not yet branched on, the number of branches to come, the options available for them, and
    # the option of the branch being replayed (-1: none yet).
    frames: list[tuple[int, int, int, int]] = []
    for node, item in enumerate(order):
        if node and not frames:
            raise InvalidCertificate(f"all branches are closed after {node} nodes of {len(order)}; expected no more")
        if item < 0:
            weights = combinations[-item - 1].items()
            total = sum(y * ((most[each] if y > 0 else least[each]) - times[each]) for each, y in weights)
            _refuse_open(node, -item, bool(available & against[-item - 1]), total)
            frames.append((0, 0, available, -1))
        else:
            need = least[item] - times[item]
            if need <= 0:
                raise InvalidCertificate(f"node {node} branches on item {item}, which demands nothing more there")
            options = available & having[item]
            frames.append((options, options.bit_count() - need + 1, available, -1))
        _refuse_deep(node, len(frames), needs.options, most_products)
        while frames:
            options, branches, available, option = frames.pop()
            for each in members[option] if option >= 0 else ():
                times[each] -= 1
            if branches <= 0:
                yield -1, False
                continue
            bit = options & -options
            only = option < 0 and branches == 1
            option = bit.bit_length() - 1
            available ^= bit
            frames.append((options ^ bit, branches - 1, available, option))
            for each in members[option]:
                times[each] += 1
                if times[each] == most[each]:
                    available &= without[each]
            yield option, only
            break
    if frames or not order:
        raise InvalidCertificate(f"the tree ends after {len(order)} nodes with {len(frames) or 1} of them open")


def _refuse_deep(node: int, path: int, options: int, most_products: int) -> None:
    """Raise InvalidCertificate if the nodes on a path keep too many bits."""
    if path * options > most_products:
        raise InvalidCertificate(
            f"node {node} is number {path} on its path, of a model of {options} options;"
            f" expected a product of at most {most_products}"
        )


def _refuse_open(node: int, combination: int, negative: bool, total: int) -> None:
    """Raise InvalidCertificate if a combination does not close a leaf: an available option is negative, or all items are not."""
    if negative:
        raise InvalidCertificate(f"an available option sums to less than 0 by combination {combination} at node {node}")
    if total >= 0:
        raise InvalidCertificate(
            f"all items together sum to {total} by combination {combination} at node {node}; expected less than 0"
        )
