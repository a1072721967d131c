"""The keys of a cover with the names of its options: as a file has them, and as they are sent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from encoders.keys import Keys, refuse_unknown, shown
from exactcover.model.cover import Cover
from exactcover.model.errors import InvalidInput
from exactcover.model.option_names import OptionNames

OF_AN_OPTION = ("items", "cost")


def listed(keys: Keys) -> Keys:
    """Return keys whose `options` are a list: those of a table by name as `options`, `costs` and `names`; raises InvalidInput.

    An entry of the table is a list of items, or a table that has `items`, and `cost` if options cost something.
    """
    table = keys.get("options")
    if not isinstance(table, Mapping):
        return keys
    if "names" in keys:
        raise InvalidInput("names was given, but the options are a table by name; expected one of the two")
    options, costs = [], {}
    for name, value in table.items():
        entry = value if isinstance(value, Mapping) else {"items": value}
        refuse_unknown(entry, f"table of the option {shown(name)}", OF_AN_OPTION)
        options.append(entry.get("items"))
        if not isinstance(options[-1], list) or any(not isinstance(item, str) for item in options[-1]):
            raise InvalidInput(
                f"the option {shown(name)} is {shown(value)}; expected a list of names of items, as items"
            )
        if "cost" in entry:
            costs[name] = entry["cost"]
    if costs and "costs" in keys:
        raise InvalidInput("costs was given, but options have a cost each; expected one of the two")
    if costs and len(costs) < len(table):
        without = next(name for name in table if name not in costs)
        raise InvalidInput(
            f"the option {shown(without)} has no cost, but others have one; expected all of them, or none"
        )
    own = {**keys, "options": options, "names": list(table)}
    return own | {"costs": list(costs.values())} if costs else own


def names_of(value: Any, count: int) -> tuple[str, ...]:
    """Return the names in the key `names`, a list or a text with commas; raises InvalidInput unless each option has one."""
    if isinstance(value, str):
        value = [name.strip() for name in value.split(",")]
    if not isinstance(value, list) or any(not isinstance(name, str) for name in value):
        raise InvalidInput(f"names is {shown(value)}; expected a list of texts, one for each option")
    if len(value) != count:
        raise InvalidInput(f"names has {len(value)} names; expected one for each of the {count} options")
    return tuple(value)


def own_names(cover: Cover) -> OptionNames | None:
    """Return what `with_names` writes."""
    return cover.named


def with_names(keys: Keys, named: Any) -> Keys:
    """Return canonical keys with the options in the order in which the user gave them, and their names.

    Of a solution, which has names for some of the options, nothing is taken.
    """
    if not isinstance(named, OptionNames):
        return keys
    order = named.places.tolist()
    lists: dict[str, Any] = {key: keys[key] for key in ("options", "costs") if key in keys}
    if named.names:
        lists["names"] = named.names
    return {**keys, **{key: [values[number] for number in order] for key, values in lists.items()}}
