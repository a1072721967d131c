"""The options of a cover in the words of its user: their indices in the list that the user gave, and their names.

They change no answer: covers are equal, and have one digest, whatever their options are called. Not here: items (own_items.py).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from exactcover.model.arrays import Integers, frozen
from exactcover.model.errors import InvalidModel


@dataclass(frozen=True, eq=False)
class OptionNames:
    """The indices and the names of a cover's options, in the order of its options; raises InvalidModel if malformed.

    indices: of each option its index, from 0, in the list that the user gave; names: texts, all different, or () if the options
    have none; labels: the names as a Python user has them, if these are not texts.
    """

    indices: Integers
    names: tuple[str, ...] = ()
    labels: tuple[Hashable, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "indices", frozen(self.indices, dimensions=1))
        count = len(self.indices)
        if not np.array_equal(np.sort(self.indices), np.arange(count)):
            raise InvalidModel(f"the indices of {count} options are not 0 to {count - 1}, each once")
        for each, noun in ((self.names, "names"), (self.labels, "labels")):
            if each and len(each) != count:
                raise InvalidModel(f"{count} options have {len(each)} {noun}; expected one an option")
        if len(self.numbers) != len(self.names):
            twice = next(name for number, name in enumerate(self.names) if self.numbers[name] != number)
            raise InvalidModel(f"two options are named {twice!r:.60}; expected different names")
        if "" in self.numbers:
            raise InvalidModel(f"option {self.numbers['']} has an empty name; expected at least one character")

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """The number of the option of each name."""
        return {name: number for number, name in enumerate(self.names)}

    @cached_property
    def places(self) -> Integers:
        """The number of the option at each index."""
        return np.argsort(self.indices)

    def of(self, options: Integers) -> OptionNames:
        """Return the same in another order; options: all option numbers, in that order."""
        numbers = options.tolist() if self.names else []
        return OptionNames(self.indices[options], tuple(map(self.names.__getitem__, numbers)))

    def in_solution(self, options: Integers) -> dict[str, list[Any]]:
        """Return the keys that a solution has of its options: `indices`, and `names` if they have names."""
        keys: dict[str, list[Any]] = {"indices": self.indices[options].tolist()}
        return keys | {"names": list(map(self.names.__getitem__, options.tolist()))} if self.names else keys


def in_order_of(count: int, names: Iterable[str] = (), labels: Iterable[Hashable] = ()) -> OptionNames:
    """Return the names of options that are in the order in which the user gave them; raises InvalidModel."""
    return OptionNames(np.arange(count), tuple(names), tuple(labels))
