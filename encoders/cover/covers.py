"""Exact covers as puzzles: the value, how it is read from keys, its encoding (it is its own model) and its referee.

Items and options are kept in one order, so that covers which ask the same have one digest and certificates of the same
numbers: items by name, options by their items.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import numpy as np

from encoders.keys import Keys, refuse_unknown, shown
from exactcover.errors import InvalidInput, InvalidModel
from exactcover.model.arrays import Integers
from exactcover.model.cover import Cover
from exactcover.model.cover import cover as cover_of
from exactcover.model.encoding import Encoding, Model, Solution

KEYS = ("items", "options", "costs")


def read(keys: Keys) -> Cover:
    """Return the cover of keys: items as names or `[name, least, most]`, options as lists of names; raises InvalidInput."""
    refuse_unknown(keys, "cover", KEYS)
    items, options, costs = keys.get("items"), keys.get("options"), keys.get("costs")
    if not isinstance(items, list) or not items:
        raise InvalidInput(f"items is {shown(items)}; expected a list of names, or of [name, least, most]")
    if not isinstance(options, list) or any(
        not isinstance(option, list) or any(not isinstance(name, str) for name in option) for option in options
    ):
        raise InvalidInput(f"options is {shown(options)}; expected lists of names of items")
    if costs is not None and (not isinstance(costs, list) or any(not _is_whole(cost) for cost in costs)):
        raise InvalidInput(f"costs is {shown(costs)}; expected a whole number an option")
    asked: dict[str, int | tuple[int, int]] = {}
    for item in items:
        name, least, most = item if isinstance(item, list) and len(item) == 3 else (item, 1, 1)
        if not isinstance(name, str) or not _is_whole(least) or not _is_whole(most):
            raise InvalidInput(f"items has {shown(item)}; expected a name, or [name, least, most]")
        if name in asked:
            raise InvalidInput(f"item {shown(name)} is named twice; expected different names")
        asked[name] = (least, most)
    try:
        return in_order(cover_of(asked, options, costs=costs))
    except InvalidModel as fault:
        raise InvalidInput(str(fault)) from fault


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**62


def in_order(given: Cover) -> Cover:
    """Return the same cover with items and options in the order of this module; raises InvalidInput for a connected one."""
    if given.connectivity is not None:
        raise InvalidInput("the cover's options must be connected; expected a cover without connectivity")
    order = sorted(range(len(given.items)), key=lambda item: given.items[item])
    rank = np.empty(len(order), dtype=np.int64)
    rank[order] = np.arange(len(order))
    rows = [
        sorted(rank[given.members[start:end]].tolist())
        for start, end in zip(given.starts[:-1], given.starts[1:], strict=True)
    ]
    options = sorted(range(len(rows)), key=lambda option: rows[option])
    return Cover(
        tuple(given.items[item] for item in order),
        given.least[order],
        given.most[order],
        np.concatenate(([0], np.cumsum([len(rows[option]) for option in options]))).astype(np.int64),
        np.array([item for option in options for item in rows[option]], dtype=np.int64),
        None if given.costs is None else given.costs[options],
        None,
        None if given.symmetries is None else rank[given.symmetries[:, order]],
    )


def canonical(cover: Cover) -> dict[str, Any]:
    """Return the cover ready for json.dumps: equal for covers that ask the same."""
    ranges = zip(cover.items, cover.least.tolist(), cover.most.tolist(), strict=True)
    found = {
        "kind": "cover",
        "items": [[name, least, most] for name, least, most in ranges],
        "options": [list(cover.option(option)) for option in range(cover.options)],
    }
    return found if cover.costs is None else found | {"costs": cover.costs.tolist()}


def encode(cover: Cover) -> Encoding:
    """Return the cover as its own model; `decode` gives the options by their items."""

    def decode(selection: Integers) -> Solution:
        return {"options": [list(cover.option(option)) for option in sorted(selection.tolist())]}

    return Encoding(cover, decode)


def faults(cover: Cover, solution: Any) -> list[str]:
    """Return what is wrong with a solution `{"options": [[item, ...], ...]}`, by names alone; none for a right one."""
    chosen = solution.get("options") if isinstance(solution, dict) else None
    if not isinstance(chosen, list) or any(
        not isinstance(option, list) or any(not isinstance(name, str) for name in option) for option in chosen
    ):
        return ['the solution has no list of options; expected {"options": [[item, ...], ...]}']
    there = {frozenset(cover.option(option)) for option in range(cover.options)}
    found = []
    taken: set[frozenset[str]] = set()
    for option in chosen:
        names = frozenset(option)
        if names not in there or len(names) != len(option):
            found.append(f"option {json.dumps(option)[:60]} does not exist")
        elif names in taken:
            found.append(f"option {json.dumps(option)[:60]} is chosen twice")
        taken.add(names)
    times = Counter(name for names in taken for name in names)
    for name, least, most in zip(cover.items, cover.least.tolist(), cover.most.tolist(), strict=True):
        if not least <= times[name] <= most:
            expected = str(least) if least == most else f"{least} to {most}"
            found.append(f"item {name!r} is covered {times[name]} times; expected {expected}")
    return found


def encoding_faults(cover: Cover, model: Model) -> list[str]:
    """Return where a model asks something else than the cover: items, multiplicities, options."""
    if not isinstance(model, Cover):
        return ["the model is no cover"]
    same = model.items == cover.items and canonical(model) == canonical(cover)
    return [] if same else ["the model's items or options are not the cover's"]
