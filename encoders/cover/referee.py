"""The referee of exact covers: judges solutions by names alone, and compares the encoder's model with the puzzle.

Solutions come from untrusted files.
"""

from __future__ import annotations

import json
import marshal
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from encoders.cover import referee_of_names
from encoders.cover.referee_of_symmetries import group_faults
from exactcover.model.cover import Cover, Multicover
from exactcover.model.encoding import Model
from exactcover.model.linear import Linear
from exactcover.model.many import SolutionTable

NUMBERS_AT_ONCE = 1 << 20
SHORT = 200  # options of a solution, hence the most that an item can be covered, which fits a byte
MOST_KEPT = 4096  # options of a cover whose names are kept

_known: WeakKeyDictionary[Cover, tuple[Mapping[tuple[str, ...], int], Mapping[str, int]]] = WeakKeyDictionary()


def faults(cover: Cover, solution: Any) -> Iterator[str]:
    """Yield the faults of a solution `{"options": [[item, ...], ...]}`, one sentence each; none for a correct one."""
    chosen = solution.get("options") if isinstance(solution, dict) else None
    if (
        not isinstance(chosen, list)
        or not all(isinstance(option, list) for option in chosen)
        or not all(issubclass(sort, str) for sort in set(map(type, chain.from_iterable(chosen))))
    ):
        yield 'the solution has no list of options; expected {"options": [[item, ...], ...]}'
        return
    available, numbers = _names(cover)
    taken: Counter[tuple[str, ...]] = Counter()
    for option in chosen:
        names = tuple(option)
        if names not in available and numbers.keys() >= set(names):
            names = tuple(sorted(names, key=numbers.__getitem__))
        most = available.get(names, 0)
        if taken[names] == most:
            times_too_many = "chosen twice" if most == 1 else f"chosen more than {most} times"
            yield f"option {json.dumps(option)[:60]} {f'is {times_too_many}' if most else 'does not exist'}"
        taken[names] += taken[names] < max(most, 1)
    numbered = cover.repeated and "numbers" in solution
    wrong = list(_number_faults(cover, chosen, solution["numbers"])) if numbered else []
    yield from wrong or referee_of_names.faults(cover, chosen, solution)
    if cover.colours is None:
        times = Counter(chain.from_iterable(taken.elements()))
    else:
        # An item given one colour many times is covered once; with a second colour, or without a colour, once more each.
        mentions = Counter(chain.from_iterable(taken.elements()))
        times = Counter()
        for mention, number in mentions.items():
            item, coloured, _ = mention.partition(":")
            times[item] += 1 if coloured else number
    for name, least, most in zip(cover.items, cover.least.tolist(), cover.most.tolist(), strict=True):
        if not least <= times[name] <= most:
            expected = str(least) if least == most else f"{least} to {most}"
            yield f"item {name!r} is covered {times[name]} times; expected {expected}"


def _names(cover: Cover) -> tuple[Mapping[tuple[str, ...], int], Mapping[str, int]]:
    """Return how often a cover has each option, and the number of each name's item; kept for a small cover while it lives."""
    known = _known.get(cover)
    if known is not None:
        return known
    available = Counter(cover.every_option()) if cover.repeated else dict.fromkeys(cover.every_option(), 1)
    numbers = {name: number for number, name in enumerate(cover.items)}
    if cover.colours is not None:
        numbers |= {name: numbers[name.partition(":")[0]] for option in available for name in option}
    if cover.options <= MOST_KEPT:
        _known[cover] = available, numbers
    return available, numbers


def _number_faults(cover: Cover, options: list[list[str]], numbers: Any) -> Iterator[str]:
    """Yield the faults of the numbers of a solution's options, which distinguish equal ones."""
    if not isinstance(numbers, list) or any(type(number) is not int for number in numbers):
        yield 'the solution has numbers that are not a list of whole numbers; expected {"numbers": [1, ...]}'
        return
    if len(numbers) != len(options) or len(set(numbers)) != len(numbers):
        yield f"the solution has {len(set(numbers))} different numbers; expected one for each of its {len(options)} options"
        return
    for number, option in zip(numbers, options, strict=True):
        if not 1 <= number <= cover.options:
            yield f"option {number} does not exist; expected 1 to {cover.options}"
        elif sorted(option) != sorted(cover.option(number - 1)):
            yield f"option {number} is {json.dumps(cover.option(number - 1))[:60]}; the solution has other items for it"


def chosen(cover: Cover, solution: Any) -> list[int]:
    """Return the numbers, from 1, of the options of a correct solution; of equal ones that nothing distinguishes, the first."""
    if cover.repeated and "numbers" in solution:
        return list(solution["numbers"])
    if cover.named is not None and "indices" in solution:
        return [int(cover.named.places[index]) + 1 for index in solution["indices"]]
    if cover.named is not None and cover.named.names and "names" in solution:
        return [cover.named.numbers[name] + 1 for name in solution["names"]]
    place = {name: number for number, name in enumerate(cover.items)}
    coloured = cover.colours is not None
    wanted = Counter(
        tuple(sorted(option, key=lambda name: place[name.partition(":")[0] if coloured else name]))
        for option in solution["options"]
    )
    numbers = []
    for number, names in enumerate(cover.every_option(), 1):
        if wanted[names] > 0:
            wanted[names] -= 1
            numbers.append(number)
    return numbers


def all_right(cover: Cover, solutions: SolutionTable) -> bool:
    """Return whether all of many solutions are correct: their options exist, are different, and cover as required."""
    if cover.repeated:
        return False  # equal options are distinguished by numbers, which a table does not have
    lines, parts = solutions.lines, [marshal.loads(part) for part in solutions.parts]
    known = {option: number for number, option in enumerate(cover.every_option())}
    if solutions.key != "options" or not all(isinstance(part, list) and tuple(part) in known for part in parts):
        return False
    if len(set(map(tuple, parts))) != len(parts) or not ((lines >= -1) & (lines < len(parts))).all():
        return False
    options = np.array([known[tuple(part)] for part in parts], dtype=np.int64)
    if not referee_of_names.right_in_table(cover, options, solutions.further):
        return False
    numbers = {name: number for number, name in enumerate(cover.items)}
    # After the items, a column for each item with a colour; the option of number -1, the last line, has none of them.
    pairs = sorted({name for part in parts for name in part} - numbers.keys())
    items, of_pairs = len(numbers), [numbers[name.partition(":")[0]] for name in pairs]
    numbers |= {name: items + number for number, name in enumerate(pairs)}
    short = lines.shape[1] < SHORT and not isinstance(cover, Multicover)
    has = np.zeros((len(parts) + 1, len(numbers)), dtype=np.uint8 if short else np.int64)
    for number, part in enumerate(parts):
        np.add.at(has[number], [numbers[name] for name in part], 1)
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
    """Return the differences between a model and the cover: items, multiplicities, options, colours, costs,
    symmetries."""
    if isinstance(cover, Multicover):
        return _row_faults(cover, model)
    if not isinstance(model, Cover):
        return ["the model is not a cover"]
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
    if not same or not all(np.array_equal(its, ours) for its, ours in arrays):
        return ["the model's items or options are not the cover's"]
    if cover.symmetries is not None and not np.array_equal(
        cover.symmetries, () if model.symmetries is None else model.symmetries
    ):
        return ["the model's symmetries are not the cover's"]
    return [] if model.symmetries is None else list(group_faults(cover, model.symmetries))


def _row_faults(cover: Multicover, model: Model) -> list[str]:
    """Return the differences between rows and a cover: for each item, how often each option has it."""
    if not isinstance(model, Linear) or model.clauses or model.connectivity is not None:
        return ["the model is not made of rows alone"]
    if len(model.variables) != cover.options or model.first != cover.options or len(model.rows) != len(cover.items):
        return ["the model's variables are not the cover's options, or its rows not the items"]
    times: list[Counter[int]] = [Counter() for _ in cover.items]
    for option, item in zip(cover.owners.tolist(), cover.members.tolist(), strict=True):
        times[item][option] += 1
    for item, (row, least, most) in enumerate(zip(model.rows, cover.least.tolist(), cover.most.tolist(), strict=True)):
        coefficients = dict(zip(row.variables, row.coefficients, strict=True))
        if coefficients != times[item] or (row.least, row.most) != (least, most):
            return [f"the row of item {cover.items[item]!r} is not what the options have of it"]
    costs = Counter[int]()
    for cost, option in model.objective or ():
        costs[option] += cost
    own = [] if cover.costs is None else cover.costs.tolist()
    if (model.objective is None) != (cover.costs is None) or any(costs[o] != cost for o, cost in enumerate(own)):
        return ["the model's objective is not what the options cost"]
    return []
