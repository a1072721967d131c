"""The judge of counts: it counts the solutions again, item by item, and merges states that have the same future.

A certificate of a count is an order of the items. Each option belongs to the first of its items in that order. The judge takes
the items one by one, and chooses among the options of each: for an item that may be covered once, one of them or none; for any
other, any of them. Between two items it is in a *state*: how often each item has been covered that has options on both sides.
What has been chosen matters no more, so the number of ways into a state is the sum of those of the states before it. An item is
compared with its least when its last option has passed. The number of ways into the last state is the number of solutions.

A state is one whole number. An item has a field of it, one bit wider than its most, which starts so far below that one option too
many sets the field's highest bit; so an option is one addition, and a bitwise "and" tells whether it fits. An item that may be
covered any number of times is counted only up to its least.

Nothing depends on the order but the number of states, and so the time: about two seconds for a million states.
Source: the transfer-matrix method (Stanley, Enumerative Combinatorics 1, section 4.7), for an order of items instead of columns.
Not here: how a good order is searched for (proofs/item_orders.py).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from exactcover.judges.demands import Demands, demands
from exactcover.judges.extent import refuse_large
from exactcover.model.certificate import InvalidCertificate
from exactcover.model.cover import Cover
from exactcover.model.encoding import Model
from exactcover.model.tiling import Tiling

MOST_OPTIONS = 200_000
MOST_ITEMS_TIMES_OPTIONS = 2 * 10**8  # bits of all options
MOST_STATES = 50_000_000  # in all: about two minutes
MOST_MERGED = 4_000_000  # between two items
MOST_HELD, OF_STATE = 10**9, 200  # bytes of these, and of one of them without its bits
MOST_TRIED = 2 * 10**9  # options tried in states, in all: several minutes
MOST_BITS, BITS_AT_ONCE = 50_000, 5_000  # of a state; it takes an option longer by once its time for so many more bits
MOST_BITS_OF_OPTIONS = 2 * 10**9
CAPPED_AT_ONCE = 8  # and for so many more fields that stop at a value

States = dict[int, int]
"""The number of ways into each state."""


class TooManyStates(InvalidCertificate):
    """A count that nothing is wrong with, but that takes the judge too much time or memory."""


@dataclass
class Effort:
    """What counting may still take: states, and options tried in states. Counts of the same certificate share one."""

    states: int = MOST_STATES
    tried: int = MOST_TRIED

    def spend(self, states: int, tried: int) -> None:
        """Take from it; raises TooManyStates if there is less left."""
        self.states, self.tried = self.states - states, self.tried - tried
        if self.states < 0:
            raise TooManyStates(f"the count sees more than {MOST_STATES} states before its end; expected fewer")
        if self.tried < 0:
            raise TooManyStates(f"the count tries options in states more than {MOST_TRIED} times; expected fewer")


class Recount(NamedTuple):
    """The number of solutions, and how many states the count has seen."""

    solutions: int
    states: int


def judge(needs: Demands, count: int, order: Sequence[int], effort: Effort | None = None) -> Recount:
    """Return the recount of the selections that satisfy the demands; raises InvalidCertificate unless there are `count`."""
    recounted = recount(needs, order, effort)
    if recounted.solutions != count:
        raise InvalidCertificate(
            f"the certificate says {count} solutions; counted along its order there are {recounted.solutions}"
        )
    return recounted


def demands_of(model: Model) -> Demands:
    """Return the demands of a model whose solutions can be counted so; raises InvalidCertificate for any other."""
    if not isinstance(model, Tiling | Cover):
        raise InvalidCertificate("only solutions of tilings and covers are counted by states of items; this is neither")
    if isinstance(model, Cover) and model.connectivity is not None:
        raise InvalidCertificate("states of items do not know what is connected, and this cover demands it")
    refuse_large(model, MOST_OPTIONS, MOST_ITEMS_TIMES_OPTIONS)
    return demands(model)


def recount(needs: Demands, order: Sequence[int], effort: Effort | None = None) -> Recount:
    """Return how many selections of options satisfy the demands.

    Raises InvalidCertificate if the order is not one of the items, and TooManyStates if it takes more than the effort.
    """
    if sorted(order) != list(range(needs.items)):
        raise InvalidCertificate(f"the order is not one of the items; expected 0 to {needs.items - 1}, each once")
    left = Effort() if effort is None else effort
    start, steps = _steps(needs, order)
    if start < 0:
        return Recount(0, 0)  # some item has too few options
    states: States = {start: 1}
    seen = 1
    for step in steps:
        states = step.after(states, left)
        seen += len(states)
    return Recount(sum(states.values()), seen)


@dataclass(frozen=True)
class _Step:
    """An item, and the options whose first item it is.

    options: what each adds to a state; once: whether the item may be covered at most once; due: whether it must be covered;
    unit: what an option adds to its field, 0 if it has none; guards: the bits of an item that is covered too often; capped:
    fields, as a mask and the value at which they stop; short, enough: of the items whose last option is here, what to add to a
    state, and the bits that are then set if each is covered often enough; kept: a mask of the others; bits: of all fields.
    """

    options: list[int]
    once: bool
    due: bool
    unit: int
    guards: int
    capped: list[tuple[int, int]]
    short: int
    enough: int
    kept: int
    bits: int

    def after(self, states: States, effort: Effort) -> States:
        """Return the states after this item; raises TooManyStates if it takes more than the effort."""
        following: States = {}
        get, short, enough, kept = following.get, self.short, self.enough, self.kept
        most = min(MOST_MERGED, MOST_HELD // (OF_STATE + self.bits // 8))
        slow = (1 + self.bits // BITS_AT_ONCE) * (1 + len(self.capped) // CAPPED_AT_ONCE)
        effort.spend(0, slow * len(states) * len(self.options))
        for state, ways in states.items():
            choices = self._reached(state, most)
            if not self.once:
                effort.spend(0, slow * len(choices))
            if len(following) > most:
                raise _too_many(most)
            for reached in choices:
                if (reached + short) & enough == enough:
                    merged = reached & kept
                    following[merged] = get(merged, 0) + ways
        effort.spend(len(following), 0)
        return following

    def _reached(self, state: int, most: int) -> list[int]:
        """Return the states by each choice of options, those included that leave an item uncovered; most: so many at once."""
        guards = self.guards
        if self.once:
            if state & self.unit:
                return [state]
            reached = [after for option in self.options if not (after := state + option) & guards]
            if not self.due:
                reached.append(state)
        else:
            reached = [state]
            for option in self.options:
                if len(reached) > most:
                    raise _too_many(most)
                reached += [self._cut(after) for before in reached if not (after := before + option) & guards]
        return [self._cut(each) for each in reached] if self.capped else reached

    def _cut(self, state: int) -> int:
        """Return a state in which fields that are only counted up to a value stop there."""
        for mask, most in self.capped:
            if state & mask > most:
                state = state & ~mask | most
        return state


def _too_many(most: int) -> TooManyStates:
    return TooManyStates(f"between two items of the order are too many states; expected at most {most}")


class _Field(NamedTuple):
    """The bits of a state that tell how often an item has been covered: `shift` is the lowest, `shift + width` the highest.

    starts: the value before the first option; least: the value of an item that is covered often enough; stops: whether the
    field is only counted up to that, and otherwise its highest bit says that the item is covered too often.
    """

    shift: int
    width: int
    starts: int
    least: int
    stops: bool

    @property
    def mask(self) -> int:
        return ((2 << self.width) - 1) << self.shift


def _field(least: int, most: int, times: int, at_once: int, shift: int) -> _Field | None:
    """Return the field of an item that all options have so many times; None if nothing about it has to be remembered.

    at_once: how often one option has it, at most.
    """
    if times <= most:
        return _Field(shift, (least + at_once).bit_length(), 0, least, True) if least > 0 else None
    width = most.bit_length()
    starts = (1 << width) - 1 - most
    return _Field(shift, width, starts, starts + least, False)


def _steps(needs: Demands, order: Sequence[int]) -> tuple[int, list[_Step]]:
    """Return the state before the first item, and the items whose options are chosen, in their order; -1 if an item has too few.

    An option may have an item several times: see classes.py.
    """
    place = {item: number for number, item in enumerate(order)}
    rows: list[list[list[int]]] = [[] for _ in order]
    most, times, at_once, last = needs.most.tolist(), [0] * needs.items, [0] * needs.items, [-1] * needs.items
    for begin, end in pairwise(needs.starts.tolist()):
        row = needs.members[begin:end].tolist()
        often = Counter(row)
        if any(number > most[item] for item, number in often.items()):
            continue  # an orbit of options that cannot all be chosen
        first = min(map(place.__getitem__, row))
        rows[first].append(row)
        for item, number in often.items():
            times[item] += number
            at_once[item] = max(at_once[item], number)
            last[item] = max(last[item], first)
    if any(number < least for number, least in zip(times, needs.least.tolist(), strict=True)):
        return -1, []
    fields: dict[int, _Field] = {}
    shift = 0
    for item in order:
        made = _field(int(needs.least[item]), int(needs.most[item]), times[item], at_once[item], shift)
        if made is not None:
            fields[item], shift = made, shift + made.width + 1
    if shift > MOST_BITS or shift * needs.options > MOST_BITS_OF_OPTIONS:
        raise TooManyStates(
            f"the items take {shift} bits of a state; expected at most {MOST_BITS}, fewer with many options"
        )
    guards = sum(1 << each.shift + each.width for each in fields.values() if not each.stops)
    capped = [(each.mask, each.least << each.shift) for each in fields.values() if each.stops]
    ends: dict[int, list[_Field]] = defaultdict(list)
    for each, field in fields.items():
        ends[last[each]].append(field)
    steps = []
    for number, item in enumerate(order):
        ending = ends[number]
        if rows[number]:
            steps.append(
                _Step(
                    [sum(1 << fields[each].shift for each in row if each in fields) for row in rows[number]],
                    once=int(needs.most[item]) == 1 and item in fields,
                    due=int(needs.least[item]) > 0,
                    unit=1 << fields[item].shift if item in fields else 0,
                    guards=guards,
                    capped=capped,
                    short=sum((1 << each.width) - each.least << each.shift for each in ending),
                    enough=sum(1 << each.shift + each.width for each in ending),
                    kept=~sum(each.mask for each in ending),
                    bits=shift,
                )
            )
    return sum(each.starts << each.shift for each in fields.values()), steps
