"""The referee of exact covers: judges solutions by names alone, and compares the model an encoder wrote with the puzzle.

It judges solutions from strangers' files, so nothing in them is trusted.
"""

from __future__ import annotations

import json
import marshal
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from typing import Any

import numpy as np

from exactcover.model.cover import Cover
from exactcover.model.encoding import Model
from exactcover.model.many import SolutionTable

NUMBERS_AT_ONCE = 1 << 20
SHORT = 200  # options of a solution: so often an item is covered at most, which a byte holds


def faults(cover: Cover, solution: Any) -> Iterator[str]:
    """Yield what is wrong with a solution `{"options": [[item, ...], ...]}`, one sentence per fault; none for a right one."""
    chosen = solution.get("options") if isinstance(solution, dict) else None
    if (
        not isinstance(chosen, list)
        or not all(isinstance(option, list) for option in chosen)
        or not all(issubclass(sort, str) for sort in set(map(type, chain.from_iterable(chosen))))
    ):
        yield 'the solution has no list of options; expected {"options": [[item, ...], ...]}'
        return
    options = set(cover.every_option())
    numbers = {name: number for number, name in enumerate(cover.items)}
    if cover.colours is not None:
        numbers |= {name: numbers[name.partition(":")[0]] for option in options for name in option}
    taken: set[frozenset[str]] = set()
    for option in chosen:
        names = frozenset(option)
        in_order = tuple(option) in options or (
            names <= numbers.keys() and tuple(sorted(option, key=numbers.__getitem__)) in options
        )
        if not in_order:
            yield f"option {json.dumps(option)[:60]} does not exist"
        elif names in taken:
            yield f"option {json.dumps(option)[:60]} is chosen twice"
        taken.add(names)
    if cover.colours is None:
        times = Counter(chain.from_iterable(taken))
    else:
        # An item that is given one colour many times is covered once; with a second colour, or none, once more.
        mentions = Counter(chain.from_iterable(taken))
        times = Counter()
        for mention, number in mentions.items():
            item, coloured, _ = mention.partition(":")
            times[item] += 1 if coloured else number
    for name, least, most in zip(cover.items, cover.least.tolist(), cover.most.tolist(), strict=True):
        if not least <= times[name] <= most:
            expected = str(least) if least == most else f"{least} to {most}"
            yield f"item {name!r} is covered {times[name]} times; expected {expected}"


def all_right(cover: Cover, solutions: SolutionTable) -> bool:
    """Return whether nothing is wrong with any of many solutions: their options exist, are different, and cover as asked."""
    lines, parts = solutions.lines, [marshal.loads(part) for part in solutions.parts]
    known = set(cover.every_option())
    if solutions.key != "options" or not all(isinstance(part, list) and tuple(part) in known for part in parts):
        return False
    if len(set(map(tuple, parts))) != len(parts) or not ((lines >= -1) & (lines < len(parts))).all():
        return False
    numbers = {name: number for number, name in enumerate(cover.items)}
    # Behind the items, a column for each item with a colour; the option of number -1 is the last line: it has none of them.
    pairs = sorted({name for part in parts for name in part} - numbers.keys())
    items, of_pairs = len(numbers), [numbers[name.partition(":")[0]] for name in pairs]
    numbers |= {name: items + number for number, name in enumerate(pairs)}
    has = np.zeros((len(parts) + 1, len(numbers)), dtype=np.uint8 if lines.shape[1] < SHORT else np.int64)
    for number, part in enumerate(parts):
        has[number, [numbers[name] for name in part]] = 1
    at_once = max(1, NUMBERS_AT_ONCE // (len(numbers) + 1))
    for first in range(0, len(lines), at_once):
        some = lines[first : first + at_once]
        each = np.zeros((len(some), len(numbers)), dtype=has.dtype)
        for column in some.T:
            each += has[column]
        times = each[:, :items]
        for column, item in enumerate(of_pairs, items):
            times[:, item] += each[:, column] > 0
        in_order = np.sort(some, axis=1)
        twice = (in_order[:, 1:] == in_order[:, :-1]) & (in_order[:, 1:] >= 0)
        if twice.any() or (times < cover.least).any() or (times > cover.most).any():
            return False
    return True


def cover_faults(cover: Cover, model: Model) -> list[str]:
    """Return where a model asks something else than the cover: items, multiplicities, options, colours, costs."""
    if not isinstance(model, Cover):
        return ["the model is no cover"]
    if model.palette != cover.palette or (model.colours is None) != (cover.colours is None):
        return ["the model's colours are not the cover's"]
    arrays = [
        (model.least, cover.least),
        (model.most, cover.most),
        (model.starts, cover.starts),
        (model.members, cover.members),
    ]
    if model.colours is not None and cover.colours is not None:
        arrays.append((model.colours, cover.colours))
    if model.costs is not None and cover.costs is not None:
        arrays.append((model.costs, cover.costs))
    same = model.items == cover.items and (model.costs is None) == (cover.costs is None)
    if same and all(np.array_equal(its, ours) for its, ours in arrays):
        return []
    return ["the model's items or options are not the cover's"]
