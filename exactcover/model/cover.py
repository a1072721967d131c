"""Exact covers: items with multiplicities, options with costs, connectivity, symmetries.

A selection of options is a solution when every item is in at least `least` and at most `most` of the chosen options (and, if
required, the covered ones among some items are connected). An item with least = 0 and most = 1 is what Knuth calls secondary;
an option whose items are all secondary is optional. An option may give a secondary item a colour: any number of chosen options
may have the item then, if all of them give it that one colour. Source: D. E. Knuth, The Art of Computer Programming, volume
4B, section 7.2.2.1 (exercise 7.2.2.1-M for multiplicities, "Color-controlled covering" for colours).
Not here: searching.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import cached_property
from typing import NoReturn

import numpy as np

from exactcover.model.arrays import Integers, Mask, frozen
from exactcover.model.connectivity import Connectivity
from exactcover.model.errors import InvalidModel, nearest
from exactcover.model.option_names import OptionNames


@dataclass(frozen=True, eq=False)
class Cover:
    """An exact cover problem; raises InvalidModel if malformed.

    items: names, all different; least, most: multiplicity of each item; option o is the increasing item numbers
    `members[starts[o]:starts[o+1]]`; costs: one integer per option, to be minimised, or None; symmetries: (g, items) item
    permutations, a whole group with the identity first, each mapping the set of options onto itself with their colours and
    costs, the k-th of equal options onto the k-th, or None if nothing is known; colours: of each entry of `members`, 0 for none
    and k for `palette[k - 1]`, or None if nothing is coloured; palette: the names of the colours, increasing, each of them used;
    repeated: whether options may be equal, and are then different choices; unit: the value of a cost of 1 in the user's numbers;
    labels: the items as a Python user has them, if these are not texts; rotations: those of the symmetries
    that preserve the orientation of the puzzle, a group too, or None if this has no meaning or is not known, and without
    symmetries; layout: the position of each item in pictures, () for none, or nothing; named: the options in the user's words,
    of a puzzle only: models have None.
    """

    items: tuple[str, ...]
    least: Integers
    most: Integers
    starts: Integers
    members: Integers
    costs: Integers | None = None
    connectivity: Connectivity | None = None
    symmetries: Integers | None = None
    colours: Integers | None = None
    palette: tuple[str, ...] = ()
    repeated: bool = False
    unit: Fraction = Fraction(1)
    labels: tuple[Hashable, ...] = ()
    rotations: Integers | None = None
    layout: tuple[tuple[int, ...], ...] = ()
    named: OptionNames | None = None

    def __post_init__(self) -> None:
        for name in ("least", "most", "starts", "members"):
            object.__setattr__(self, name, frozen(getattr(self, name), dimensions=1))
        if self.costs is not None:
            object.__setattr__(self, "costs", frozen(self.costs, dimensions=1))
        for name in ("symmetries", "rotations"):
            if getattr(self, name) is not None:
                object.__setattr__(self, name, frozen(getattr(self, name), dimensions=2))
        if self.symmetries is None:
            object.__setattr__(self, "rotations", None)
        if self.colours is not None:
            object.__setattr__(self, "colours", frozen(self.colours, dimensions=1))
        self._refuse_bad_items()
        self._refuse_bad_members()
        self._refuse_bad_colours()
        self._refuse_bad_options()
        self._refuse_bad_extras()

    @property
    def options(self) -> int:
        """The number of options."""
        return len(self.starts) - 1

    def option(self, number: int) -> tuple[str, ...]:
        """Return the names of the items of one option, in item order; `item:colour` if it has a colour."""
        entries = slice(int(self.starts[number]), int(self.starts[number + 1]))
        names = tuple(self.items[i] for i in self.members[entries].tolist())
        if self.colours is None:
            return names
        return tuple(map(self._written, names, self.colours[entries].tolist()))

    def options_of(self, numbers: Integers) -> list[tuple[str, ...]]:
        """Return the names of the items of some options, in the format of `option`."""
        if self.colours is not None:
            return [self.option(number) for number in numbers.tolist()]
        begins, ends = self.starts[numbers].tolist(), self.starts[numbers + 1].tolist()
        name_of = self.items.__getitem__
        return [tuple(map(name_of, self.members[begin:end].tolist())) for begin, end in zip(begins, ends, strict=True)]

    def every_option(self) -> Iterator[tuple[str, ...]]:
        """Return an iterator over the names of the items of each option, in the format of `option`."""
        names, starts = tuple(map(self.items.__getitem__, self.members.tolist())), self.starts.tolist()
        if self.colours is not None:
            names = tuple(map(self._written, names, self.colours.tolist()))
        return map(names.__getitem__, map(slice, starts[:-1], starts[1:]))

    def _written(self, name: str, colour: int) -> str:
        return f"{name}:{self.palette[colour - 1]}" if colour else name

    def with_options(self, order: Integers) -> Cover:
        """Return the cover of some of its options, all different, in that order; without its symmetries.

        What was validated when this cover was made is not validated again. Not for covers with connectivity or colours.
        """
        assert self.connectivity is None, "connectivity names options by their numbers"
        assert self.colours is None, "a palette has the colours that are used"
        lengths = np.diff(self.starts)[order]
        starts = np.concatenate([[0], np.cumsum(lengths)])
        members = self.members[np.repeat(self.starts[order] - starts[:-1], lengths) + np.arange(starts[-1])]
        for array in (starts, members):
            array.setflags(write=False)
        costs = None if self.costs is None else frozen(self.costs[order], dimensions=1)
        return self._changed(starts=starts, members=members, costs=costs, symmetries=None, rotations=None)

    def with_multiplicities(self, least: Integers, most: Integers) -> Cover:
        """Return the cover with other multiplicities, all valid, which its symmetries preserve."""
        return self._changed(least=frozen(least, dimensions=1), most=frozen(most, dimensions=1))

    def without_names(self) -> Cover:
        """Return the cover without the user's words for its options."""
        return self if self.named is None else self._changed(named=None)

    def _changed(self, **values: object) -> Cover:
        """Return the cover with other values, without repeating the validation."""
        made = object.__new__(Cover)
        for field in fields(self):
            object.__setattr__(made, field.name, values.get(field.name, getattr(self, field.name)))
        return made

    @cached_property
    def owners(self) -> Integers:
        """The option number of each entry of `members`."""
        return np.repeat(np.arange(self.options), np.diff(self.starts))

    @cached_property
    def codes(self) -> Integers:
        """A number for the item and the colour of each entry of `members`, increasing with both."""
        if self.colours is None:
            return self.members
        return self.members * (len(self.palette) + 1) + self.colours

    def _refuse_bad_items(self) -> None:
        count = len(self.items)
        if len(set(self.items)) != count:
            seen: set[str] = set()
            twice = next(name for name in self.items if name in seen or seen.add(name))  # type: ignore[func-returns-value]
            raise InvalidModel(f"item {twice!r} is named twice; expected different names")
        if "" in self.items:
            raise InvalidModel(f"item {self.items.index('')} has an empty name; expected at least one character")
        if len(self.least) != count or len(self.most) != count:
            raise InvalidModel(
                f"{count} items have {len(self.least)} least and {len(self.most)} most; expected one of each an item"
            )
        if (self.least < 0).any():
            item = int(np.argmax(self.least < 0))
            raise InvalidModel(f"item {self.items[item]!r} has least {self.least[item]}; expected 0 or more")
        if (self.least > self.most).any():
            item = int(np.argmax(self.least > self.most))
            raise InvalidModel(
                f"item {self.items[item]!r} has least {self.least[item]} > most {self.most[item]}; expected least <= most"
            )

    def _refuse_bad_members(self) -> None:
        starts, members, count = self.starts, self.members, len(self.items)
        lengths = np.diff(starts)
        if len(starts) == 0 or starts[0] != 0 or starts[-1] != len(members) or (lengths < 0).any():
            raise InvalidModel("option starts do not rise from 0 to the number of members; expected a row of offsets")
        if not lengths.all():
            raise InvalidModel(f"option {int(np.argmin(lengths))} is empty; expected at least one item")
        if len(members) and (members.min() < 0 or members.max() >= count):
            place = int(np.argmax((members < 0) | (members >= count)))
            raise InvalidModel(
                f"option {self.owners[place]} has unknown item number {members[place]}; expected 0 to {count - 1}"
            )
        self._refuse_disorder(members[1:] > members[:-1], "twice or out of order; expected increasing item numbers")

    def _refuse_disorder(self, rises: Mask, fault: str) -> None:
        """Raise InvalidModel if an item of an option does not exceed the one before; rises: whether each entry does."""
        rises[self.starts[1:-1] - 1] = True  # from one option to the next
        if not rises.all():
            place = int(np.argmin(rises))
            raise InvalidModel(
                f"option {self.owners[place]} lists item {self.items[self.members[place + 1]]!r} {fault}"
            )

    def _refuse_bad_options(self) -> None:
        # If a model is made from another, a repeated option would be the same choice twice: a count would be wrong unnoticed.
        equal = self._equal_options()
        if equal is not None and not self.repeated:
            first, second = equal
            raise InvalidModel(
                f"option {second} repeats option {first} ({' '.join(self.option(first))}); expected different options"
            )
        object.__setattr__(self, "repeated", equal is not None)

    def _equal_options(self) -> tuple[int, int] | None:
        """Return the numbers of two equal options, None if all are different."""
        starts, members, count = self.starts, self.codes, len(self.items) * (len(self.palette) + 1)
        # Options with different sums of random weights differ; if sums are equal, the options are compared.
        weights = np.random.default_rng(0).integers(0, 2**63, count, dtype=np.uint64)
        keys = np.sort(np.add.reduceat(weights[members], starts[:-1])) if len(members) else members
        if not (keys[1:] == keys[:-1]).any():
            return None
        lengths = np.diff(starts)
        for length in np.unique(lengths):
            numbers = np.flatnonzero(lengths == length)
            rows = members[starts[numbers][:, None] + np.arange(length)]
            order = _lexicographic(rows, count)
            same = (rows[order][1:] == rows[order][:-1]).all(axis=1)
            if same.any():
                place = int(np.argmax(same))
                first, second = sorted((int(numbers[order[place]]), int(numbers[order[place + 1]])))
                return first, second
        return None

    def _refuse_bad_colours(self) -> None:
        colours, palette = self.colours, self.palette
        if colours is None:
            if palette:
                raise InvalidModel(f"the palette has {len(palette)} colours and nothing is coloured; expected none")
            return
        if len(colours) != len(self.members):
            raise InvalidModel(f"{len(self.members)} members have {len(colours)} colours; expected one a member, or 0")
        if list(palette) != sorted(set(palette)) or "" in palette:
            raise InvalidModel("the palette is not in order; expected different names, increasing, none of them empty")
        if not palette or not np.array_equal(np.union1d(colours, [0]), np.arange(len(palette) + 1)):
            raise InvalidModel(f"the colours used are not all of 1 to {len(palette)}; expected those of the palette")
        split = next((name for name in (*self.items, *palette) if ":" in name), None)
        if split is not None:
            raise InvalidModel(f"the name {split!r} has a colon; expected none where items have colours")
        coloured = self.members[colours > 0]
        wrong = (self.least[coloured] != 0) | (self.most[coloured] != 1)
        if wrong.any():
            name = self.items[coloured[int(np.argmax(wrong))]]
            raise InvalidModel(f"item {name!r} has a colour and is not secondary; expected least 0 and most 1")
        if self.connectivity is not None:
            raise InvalidModel("a cover has colours and connectivity; expected one of them")

    def _refuse_bad_extras(self) -> None:
        if self.costs is not None and len(self.costs) != self.options:
            raise InvalidModel(f"{self.options} options have {len(self.costs)} costs; expected one an option")
        if self.named is not None and len(self.named.indices) != self.options:
            raise InvalidModel(f"{self.options} options have {len(self.named.indices)} indices; expected one an option")
        if self.labels and len(self.labels) != len(self.items):
            raise InvalidModel(f"{len(self.items)} items have {len(self.labels)} labels; expected one an item")
        if self.connectivity is not None:
            numbers = self.connectivity.items
            if ((numbers < 0) | (numbers >= len(self.items))).any():
                raise InvalidModel(f"the connectivity names an item outside 0 to {len(self.items) - 1}")
        for group in (self.symmetries, self.rotations):
            if group is not None:
                self._refuse_bad_symmetries(group)

    def _refuse_bad_symmetries(self, symmetries: Integers) -> None:
        identity = np.arange(len(self.items))
        if not len(symmetries) or not np.array_equal(symmetries[0], identity):
            raise InvalidModel("the first symmetry is not the identity; expected a group with the identity first")
        if not (np.sort(symmetries, axis=1) == identity).all():
            raise InvalidModel("a symmetry is not a permutation of the items")
        other = (self.least[symmetries] != self.least) | (self.most[symmetries] != self.most)
        if other.any():
            number = int(np.argmax(other.any(axis=1)))
            raise InvalidModel(f"symmetry {number} maps an item to one of another multiplicity")


class Multicover(Cover):
    """A cover whose options may have an item several times, if the item may be covered that often.

    It is a puzzle's model, not an engine's: it is encoded as rows with coefficients (see model/linear.py).
    """

    def _refuse_disorder(self, rises: Mask, fault: str) -> None:
        again = self.members[1:] == self.members[:-1]
        super()._refuse_disorder(rises | again, "out of order; expected item numbers that do not fall")
        again[self.starts[1:-1] - 1] = False
        again &= self.most[self.members[1:]] <= 1
        if again.any():
            place = int(np.argmax(again))
            name = self.items[self.members[place + 1]]
            raise InvalidModel(
                f"option {self.owners[place]} has item {name!r} twice, which is covered once at most; expected it once in the"
                f" option, or bounds like [{name!r}, 0, 2] for the item"
            )
        if self.colours is not None:
            raise InvalidModel("an option has an item twice, and items have colours; expected one of them")


@dataclass(frozen=True, eq=False)
class CheaperCover:
    """The question of whether a cover with costs has a solution below a cost."""

    cover: Cover
    cost: int

    def __post_init__(self) -> None:
        if self.cover.costs is None:
            raise InvalidModel(f"a solution of cost below {self.cost} was requested, but there are no costs")


def _lexicographic(rows: Integers, below: int) -> Integers:
    """Return the lexicographic order of rows of numbers from 0 to below - 1."""
    length = rows.shape[1]
    if below**length >= 2**63:
        return np.lexsort(rows.T[::-1])
    return np.argsort(rows @ below ** np.arange(length)[::-1], kind="stable")


def cover(
    items: Sequence[str] | Mapping[str, int | tuple[int, int]],
    options: Iterable[Iterable[str]],
    *,
    secondary: Sequence[str] = (),
    costs: Sequence[int] | None = None,
    repeated: bool = False,
    unit: Fraction = Fraction(1),
    labels: Sequence[Hashable] = (),
    named: OptionNames | None = None,
) -> Cover:
    """Build a cover from names: a Multicover if an option has an item twice.

    items: names of primary items, or a mapping from names to a multiplicity n or (least, most); secondary: names of items that
    may be covered at most once; options: names each, in any order, `item:colour` if the option gives the item a colour;
    repeated: whether options may be equal; unit: of the costs; labels, named: see Cover. Raises InvalidModel.
    """
    ranges: list[tuple[str, int, int]] = []
    for name in items:
        multiplicity = items[name] if isinstance(items, Mapping) else 1
        ranges.append((name, *((multiplicity, multiplicity) if isinstance(multiplicity, int) else multiplicity)))
    ranges.extend((name, 0, 1) for name in secondary)
    numbers = {name: number for number, (name, _, _) in enumerate(ranges)}
    starts, members, tints, once = [0], list[int](), dict[int, str](), True
    for place, option in enumerate(options):
        names = list(option)
        try:
            row = sorted(map(numbers.__getitem__, names))
        except KeyError:
            row = _coloured_row(place, names, numbers, tints, len(members))
        once = once and len(set(row)) == len(row)
        members.extend(row)
        starts.append(len(members))
    palette = tuple(sorted(set(tints.values())))
    colours = None
    if tints:
        colours = np.zeros(len(members), dtype=np.int64)
        ranks = {name: number for number, name in enumerate(palette, 1)}
        colours[list(tints)] = [ranks[name] for name in tints.values()]
    return (Cover if once else Multicover)(
        tuple(name for name, _, _ in ranges),
        frozen([least for _, least, _ in ranges], dimensions=1),
        frozen([most for _, _, most in ranges], dimensions=1),
        frozen(starts, dimensions=1),
        frozen(members, dimensions=1),
        None if costs is None else frozen(costs, dimensions=1),
        colours=colours,
        palette=palette,
        repeated=repeated,
        unit=unit,
        labels=tuple(labels),
        named=named,
    )


def _coloured_row(
    place: int, names: list[str], numbers: Mapping[str, int], tints: dict[int, str], first: int
) -> list[int]:
    """Return the items of an option some of which have a colour, and record the colours; first: the index of its first member."""
    pairs: list[tuple[int, str]] = []
    plain: list[str] = []
    for name in names:
        item, colon, colour = name.rpartition(":")
        if name not in numbers and colon and item in numbers:
            if not colour:
                raise InvalidModel(f"option {place} gives item {item!r} an empty colour; expected item:colour")
            pairs.append((numbers[item], colour))
            plain.append(item)
        else:
            pairs.append((numbers.get(name, -1), ""))
            plain.append(name)
    if any(number < 0 for number, _ in pairs):
        _refuse_unknown_name(place, plain, numbers)
    pairs.sort()
    tints.update((first + offset, colour) for offset, (_, colour) in enumerate(pairs) if colour)
    return [number for number, _ in pairs]


def _refuse_unknown_name(place: int, names: list[str], numbers: Mapping[str, int]) -> NoReturn:
    name = next(name for name in names if name not in numbers)
    raise InvalidModel(
        f"option {place} has unknown item {name!r}{nearest(name, numbers) or '; expected a declared item'}"
    )
