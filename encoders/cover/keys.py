"""Exact covers read from the keys of a specification: items, options, costs, names; one sentence per fault."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Any

from encoders.cover.layout import with_layout
from encoders.cover.naming import listed, names_of
from encoders.cover.order import in_order
from encoders.cover.symmetries import with_given
from encoders.keys import Keys, refuse_unknown, shown, yes_or_no
from exactcover.model.amounts import in_whole_numbers
from exactcover.model.cover import Cover
from exactcover.model.cover import cover as cover_of
from exactcover.model.errors import InvalidInput, InvalidModel
from exactcover.model.option_names import in_order_of

KEYS = ("items", "options", "costs", "maximise", "symmetries", "layout", "names")


def cover(keys: Keys) -> Cover:
    """Return the cover of keys: items as names or `[name, least, most]`, options as lists of names; raises InvalidInput.

    An option may give an item of `[name, 0, 1]` a colour: `name:colour`. It may have an item twice that is covered so often.
    symmetries: permutations of the items, as cycles or tables (see symmetries.py). layout: positions of items (see layout.py).
    Options may have names: in `names`, one for each, or as the keys of a table of options.
    """
    refuse_unknown(keys, "cover", KEYS)
    keys = listed(keys)
    items, options, costs = keys.get("items"), keys.get("options"), keys.get("costs")
    if not isinstance(items, list) or not items:
        raise InvalidInput(f"items is {shown(items)}; expected a list of names, or of [name, least, most]")
    if not isinstance(options, list) or not (_all_are(list, options) and _all_are(str, chain.from_iterable(options))):
        raise InvalidInput(f"options is {shown(options)}; expected lists of names of items")
    if costs is not None and not isinstance(costs, list):
        raise InvalidInput(f"costs is {shown(costs)}; expected a list of numbers, one for each option")
    maximise = yes_or_no(keys.get("maximise", False), "maximise")
    if maximise and costs is None:
        raise InvalidInput("maximise was given, but the options have no costs; expected costs")
    multiplicities: dict[str, int | tuple[int, int]] = {}
    for item in items:
        name, least, most = item if isinstance(item, list) and len(item) == 3 else (item, 1, 1)
        if not isinstance(name, str) or not _is_whole(least) or not _is_whole(most):
            raise InvalidInput(f"items has {shown(item)}; expected a name, or [name, least, most]")
        if name in multiplicities:
            raise InvalidInput(f"item {shown(name)} is named twice; expected different names")
        multiplicities[name] = (least, most)
    try:
        whole, unit = in_whole_numbers(costs or [], maximise=maximise)
        priced = None if costs is None else whole
        named = in_order_of(len(options), names_of(keys["names"], len(options))) if "names" in keys else None
        ordered = in_order(cover_of(multiplicities, options, costs=priced, repeated=True, unit=unit, named=named))
    except InvalidModel as fault:
        raise InvalidInput(str(fault)) from fault
    return with_layout(with_given(ordered, keys.get("symmetries")), keys.get("layout"))


def _all_are(kind: type, values: Iterable[object]) -> bool:
    return all(issubclass(each, kind) for each in set(map(type, values)))


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**62
