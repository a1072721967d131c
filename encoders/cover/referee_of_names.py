"""The referee of what a solution of a cover calls its options: their indices in the user's list, and their names.

If the cover has neither, like the canonical puzzle in an answer, only the form of indices and names is judged.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from exactcover.model.arrays import Integers
from exactcover.model.cover import Cover

KEYS = ("indices", "names")


def faults(cover: Cover, options: list[list[str]], solution: Mapping[str, Any]) -> Iterator[str]:
    """Yield the faults of the indices and the names of a solution's options, one sentence each."""
    malformed = list(_malformed(cover, len(options), solution))
    yield from malformed
    named = cover.named
    if malformed or named is None:
        return
    by_index, by_name = solution.get("indices"), solution.get("names") if named.names else None
    for place, option in enumerate(options):
        numbers: list[int] = []
        if by_index is not None:
            number = int(named.places[by_index[place]])
            numbers.append(number)
            yield from _other_items(cover, number, option, f"the option of index {by_index[place]}")
        if by_name is not None:
            name = by_name[place]
            if name not in named.numbers:
                yield f"no option is named {name!r:.60}; expected the name of one"
                continue
            number = named.numbers[name]
            numbers.append(number)
            yield from _other_items(cover, number, option, f"the option {name!r:.60}")
        if cover.repeated and "numbers" in solution:
            numbers.append(solution["numbers"][place] - 1)
        if len(set(numbers)) > 1:
            yield f"the index, the name and the number of option {json.dumps(option)[:60]} are not of one option"


def _malformed(cover: Cover, count: int, solution: Mapping[str, Any]) -> Iterator[str]:
    """Yield what is wrong with the lists: each has a value of its type for each option, all different."""
    for key, kind, noun in (("indices", int, "whole numbers"), ("names", str, "texts")):
        values = solution.get(key, [])
        if not isinstance(values, list) or any(type(value) is not kind for value in values):
            yield f"the solution has {key} that are not a list of {noun}; expected one for each option"
        elif key in solution and not len(values) == len(set(values)) == count:
            yield f"the solution has {len(set(values))} different {key}; expected one for each of its {count} options"
        elif key == "indices" and any(not 0 <= value < cover.options for value in values):
            wrong = next(value for value in values if not 0 <= value < cover.options)
            yield f"the solution has the index {wrong}; expected 0 to {cover.options - 1}"


def _other_items(cover: Cover, number: int, option: list[str], called: str) -> Iterator[str]:
    own = cover.option(number)
    if sorted(option) != sorted(own):
        yield f"{called} is {json.dumps(own)[:60]}; the solution has other items for it"


def right_in_table(cover: Cover, options: Integers, further: Mapping[str, Sequence[Any]]) -> bool:
    """Return whether what a table of solutions has of its options is the cover's own; options: their numbers."""
    if not further:
        return True
    named = cover.named
    if named is None or not further.keys() <= set(KEYS) or len({len(options), *map(len, further.values())}) > 1:
        return False
    indices, names = further.get("indices"), further.get("names")
    right = indices is None or (
        all(type(index) is int for index in indices) and np.array_equal(indices, named.indices[options])
    )
    if names is None or not right:
        return right
    return bool(named.names) and all(named.names[number] == name for number, name in zip(options, names, strict=True))
