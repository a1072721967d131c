"""Covers whose items are Python values: any hashable values, matrices and data frames, lists of sets.

A model names its items by texts: an item that is not a text is named by its repr. Not here: the cover itself (cover.py).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Set
from numbers import Integral
from typing import Any, NamedTuple

import numpy as np

from exactcover.model import matrices
from exactcover.model.amounts import in_whole_numbers
from exactcover.model.cover import Cover
from exactcover.model.cover import cover as cover_of
from exactcover.model.errors import InvalidModel
from exactcover.model.option_names import OptionNames, in_order_of

LARGEST = 2**62


def name_of(item: Hashable) -> str:
    """Return the name of an item: a text itself, anything else by its repr, sets in order."""
    if isinstance(item, str):
        return str(item)
    if isinstance(item, frozenset):
        return f"{{{', '.join(sorted(map(name_of, item)))}}}"
    if isinstance(item, Integral) and not isinstance(item, bool):
        return str(int(item))  # numpy's integers too
    return repr(item)


class Labels(NamedTuple):
    """The items and the names of the options of a cover as a Python user has them, by their texts; empty if they are texts."""

    items: Mapping[str, Hashable] = {}
    names: Mapping[str, Hashable] = {}


def labels_of(cover: Any) -> Labels:
    """Return the labels of a cover; those of any other value are empty."""
    if not isinstance(cover, Cover):
        return Labels()
    items = dict(zip(cover.items, cover.labels, strict=True)) if cover.labels else {}
    named = cover.named
    return Labels(
        items, dict(zip(named.names, named.labels, strict=True)) if named is not None and named.labels else {}
    )


def labelled(solution: Any, labels: Labels) -> Any:
    """Return a solution with the items and the names themselves, if these are not texts."""
    if solution is None:
        return None
    own: dict[str, list[Any]] = {}
    if labels.items:
        own["options"] = [[labels.items[name] for name in option] for option in solution["options"]]
    if labels.names and "names" in solution:
        own["names"] = [labels.names[name] for name in solution["names"]]
    return {**solution, **own} if own else solution


def named(solution: Any) -> Any:
    """Return a solution with the texts of its items and of the names of its options; other values unchanged."""
    if not isinstance(solution, dict) or not isinstance(solution.get("options"), list):
        return solution
    options, names = solution["options"], solution.get("names")
    texts = {"options": [list(map(name_of, each)) if isinstance(each, list) else each for each in options]}
    return {**solution, **texts, **({"names": list(map(name_of, names))} if isinstance(names, list) else {})}


def cover(
    items: Any,
    options: Iterable[Iterable[Hashable]] | None = None,
    *,
    secondary: Iterable[Hashable] = (),
    costs: Iterable[Any] | None = None,
    maximise: bool = False,
    names: Iterable[Hashable] | None = None,
) -> Cover:
    """Return the cover that Python values describe; raises InvalidModel.

    items: hashable values of one type, or lists [item, least, most], or a mapping from items to how often: a number, or
    (least, most). Without options: a matrix, each column an item and each row an option, or the options as sets of items.
    names: of the options, all different; by default the index of a data frame.
    """
    secondary = _listed(secondary, "secondary")
    if options is None:
        if matrices.is_frame(items):
            matrices.refuse_other_index(items, costs)
            names = matrices.index_of(items) if names is None else names
        items, options = _without_options(items, secondary)
    bounds = _bounds(items)
    for item in secondary:
        _add(bounds, item, (0, 1))
    texts = _names(list(bounds))
    own = any(not isinstance(item, str) for item in bounds)
    rows = [_named(place, option, texts, own=own) for place, option in enumerate(_listed(options, "options"))]
    if costs is None:
        if maximise:
            raise InvalidModel("maximise was given, but the options have no costs; expected costs")
        whole, unit = None, in_whole_numbers([], maximise=False)[1]
    else:
        whole, unit = in_whole_numbers(_listed(costs, "costs"), maximise=maximise)
    ranges = {texts[item]: each for item, each in bounds.items()}
    return cover_of(
        ranges,
        rows,
        costs=whole,
        repeated=True,
        unit=unit,
        labels=list(bounds) if own else (),
        named=_names_of_options(len(rows), names),
    )


def _names_of_options(count: int, names: Iterable[Hashable] | None) -> OptionNames:
    """Return the names of options, which are any hashable values; without names their indices alone."""
    if names is None:
        return in_order_of(count)
    if isinstance(names, str):
        raise InvalidModel(f"names is the text {names!r:.60}; expected a list of names, one for each option")
    labels = _listed(names, "names")
    if len(labels) != count:
        raise InvalidModel(f"{count} options have {len(labels)} names; expected one an option")
    own = any(not isinstance(label, str) for label in labels)
    for label in labels if own else ():
        try:
            hash(label)
        except TypeError as error:
            raise InvalidModel(
                f"the name {label!r:.60} cannot be hashed ({error}); expected a value that can"
            ) from error
    return in_order_of(count, map(name_of, labels), labels if own else ())


def _named(place: int, option: Any, names: Mapping[Hashable, str], *, own: bool) -> list[str]:
    """Return the names of the items of an option; own: items are not texts. Otherwise a text may be an item with a colour."""
    row: list[str] = []
    for item in _listed(option, f"option {place}"):
        try:
            name = names.get(item)
        except TypeError as error:
            raise InvalidModel(f"option {place} has {item!r:.60}, which cannot be hashed; expected items") from error
        if name is None and (own or not isinstance(item, str)):
            tupled = any(isinstance(each, tuple) and each[:1] == (item,) for each in names)
            hint = "; a tuple is an item, bounds are written as a list [item, least, most]" if tupled else ""
            raise InvalidModel(f"option {place} has unknown item {item!r:.60}; expected one of the items{hint}")
        row.append(str(item) if name is None else name)
    return row


def _without_options(values: Any, secondary: list[Any]) -> tuple[list[Hashable], list[list[Hashable]]]:
    """Return the primary items and the options of a matrix, a data frame, or a list of sets."""
    items: list[Hashable]
    if matrices.is_frame(values):
        items, rows = matrices.of_frame(values)
    elif hasattr(values, "tocoo") or isinstance(values, np.ndarray):
        columns, numbers = matrices.of_matrix(values)
        items, rows = list(range(columns)), [list(row) for row in numbers]
    elif isinstance(values, list | tuple) and values and all(isinstance(each, Set) for each in values):
        rows = [list(each) for each in values]
        items = list(dict.fromkeys(item for row in rows for item in row))
    else:
        raise InvalidModel(
            f"the cover is {values!r:.60} without options; expected items and options, a matrix of 0 and 1, or a list of sets"
        )
    loose = set(secondary)
    return [item for item in items if item not in loose], rows


def _listed(values: Any, name: str) -> list[Any]:
    try:
        return list(values)
    except TypeError as error:
        raise InvalidModel(f"{name} is {values!r:.60}; expected a list, or another iterable") from error


def _bounds(items: Any) -> dict[Hashable, tuple[int, int]]:
    """Return how often each item must and may be covered."""
    bounds: dict[Hashable, tuple[int, int]] = {}
    if isinstance(items, Mapping):
        for item, times in items.items():
            few, many = times if isinstance(times, tuple | list) and len(times) == 2 else (times, times)
            _add(bounds, item, (few, many))
        return bounds
    for item in _listed(items, "items"):
        if not isinstance(item, list):
            _add(bounds, item, (1, 1))
        elif len(item) == 3:
            _add(bounds, item[0], (item[1], item[2]))
        else:
            raise InvalidModel(f"the items have {item!r:.60}; expected items, or lists [item, least, most]")
    return bounds


def _add(bounds: dict[Hashable, tuple[int, int]], item: Hashable, times: tuple[Any, Any]) -> None:
    for number in times:
        if isinstance(number, bool) or not isinstance(number, Integral) or abs(int(number)) >= LARGEST:
            raise InvalidModel(f"item {item!r:.60} is to be covered {number!r:.40} times; expected whole numbers")
    try:
        known = item in bounds
    except TypeError as error:
        raise InvalidModel(f"the item {item!r:.60} cannot be hashed ({error}); expected a value that can") from error
    if known:
        raise InvalidModel(f"item {item!r:.60} is named twice; expected different items")
    bounds[item] = (int(times[0]), int(times[1]))


def _names(items: list[Hashable]) -> dict[Hashable, str]:
    """Return the names of items, which are all texts, all integers, or all of one other type."""
    kinds = {"a text" if isinstance(item, str) else _kind(item): item for item in items}
    if len(kinds) > 1:
        first, second = list(kinds.values())[:2]
        raise InvalidModel(
            f"the items {first!r:.60} and {second!r:.60} are of two types; expected items of one type (a tuple is an item;"
            " bounds are written as a list [item, least, most])"
        )
    names: dict[Hashable, str] = {}
    taken: dict[str, Hashable] = {}
    for item in items:
        name = name_of(item)
        if name in taken:
            raise InvalidModel(
                f"the items {taken[name]!r:.60} and {item!r:.60} are both written {name!r:.60}; expected one of them"
            )
        names[item], taken[name] = name, item
    return names


def _kind(item: Hashable) -> str:
    return "a number" if isinstance(item, Integral) and not isinstance(item, bool) else type(item).__name__
