"""Where a count by layers from both ends of the order meets, and the cover that is counted from the far end.

Every option belongs to the half of its first item. The front half is the count as it is, up to the meeting: its states say
which items beyond are covered by options that reach over. The back half has the items beyond in the opposite order, and the
options that do not reach over. In it an item that options of the front half may cover has an option of its own, which covers it
and a *mark*: the states at the meeting are then the marks, which say what the front half must cover. Both halves use global
items, so these must have least = most: what one half leaves of them the other takes.

Halves are for options that reach over by one item at most, as dominoes do. Of the sets of items at the meeting that the back
half can leave, larger options cover few, and it would count the ways to all.

*Historical note.* Free tetrominoes on 10x10: the front half has 23 million states, the back half over 100 million. A state of the
front half takes longer: dominoes on 20x20 five times 71 to 89 ns, in the back half 58 to 85; on 18x18 76 and 66.
Not here: the counting (layers.py), both halves at once and how their states are joined (halves.py).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from exactcover.kernel.arrays import Array, Words
from exactcover.kernel.fields import binding, placed
from exactcover.kernel.instance import Instance
from exactcover.kernel.layers.steps import Tables, prepare
from exactcover.model.arrays import Integers

FRONT = 1.15  # times the seconds of a state of the back half that one of the front half takes


class Meeting(NamedTuple):
    """Where halves meet: after `steps` of the order, and after `back_steps` of the other half.

    back, order, tail: the other half, to be prepared for layers; places: of each mark, lowest bit of a key first, the bit of
    its item in the front half's key; whole: of each global word, what the keys of both halves must have in it together.
    """

    steps: int
    back_steps: int
    back: Instance
    order: Integers
    tail: int
    places: Integers
    whole: Words

    def tables(self) -> Tables:
        """Prepare the other half; raises OutOfReach where its keys are too long."""
        return prepare(self.back, self.order, self.tail)


def meeting(instance: Instance, order: Integers, tail: int) -> Meeting | None:
    """Return where two halves of about the same work meet, None where the cover has none.

    order, tail: as of steps.prepare. None: a global item has least < most, an option has global items only, or reaches over by
    two items, an item has most = 0, or one at the meeting binds nothing in the back half.
    """
    front = len(order) - tail
    far = order[front:]
    if not instance.options or (instance.most < 1).any() or (instance.least[far] != instance.most[far]).any():
        return None
    capped = np.zeros(instance.items, np.int64)
    binds = binding(*instance.plain, capped)
    near = order[:front][binds[order[:front]]]
    place = np.full(instance.items, -1)
    place[near] = np.arange(len(near))
    owners = np.repeat(np.arange(instance.options), np.diff(instance.starts))
    places = place[instance.members]
    first, last = np.full(instance.options, len(near)), np.full(instance.options, -1)
    np.minimum.at(first, owners[places >= 0], places[places >= 0])
    np.maximum.at(last, owners, places)
    if (last < 0).any():
        return None
    reached, left = np.arange(len(near)), np.arange(len(near))
    np.minimum.at(reached, places[places >= 0], first[owners[places >= 0]])
    np.maximum.at(left, places[places >= 0], last[owners[places >= 0]])
    steps = middle(reached, left)
    if np.bincount(owners[(places >= steps) & (first[owners] < steps)]).max(initial=0) > 1:
        return None
    marked = np.flatnonzero(reached[steps:] < steps)[::-1]  # items at the meeting, the last of them first
    items, at = np.concatenate((near[steps:][::-1], far)), len(near) - steps - 1 - marked
    back, numbers = _back(instance, items, first >= steps, at, tail)
    bound = binding(*back.plain, np.zeros(back.items, np.int64))
    if not bound[at].all():
        return None
    both = _whole(far, binds, capped)
    return Meeting(steps, int(bound[: len(near) - steps].sum()), back, numbers, tail, marked, both)


def _whole(far: Integers, binds: Words, capped: Integers) -> Words:
    """Return the global words of a key in which every global item is covered, with those of the start added."""
    low, high = np.full(len(binds), -1), np.full(len(binds), -1)
    words = (int(placed(far, 0, binds, capped, low, high)) + 63) // 64
    both = [0] * words
    for item in far:
        spare = (1 << int(high[item] - low[item])) - int(capped[item])
        if capped[item] > 1:
            both[low[item] >> 6] += spare << int(low[item] & 63)
        both[high[item] >> 6] += 1 << int(high[item] & 63)
    return np.array(both, dtype=np.uint64)


def middle(reached: Integers, left: Integers) -> int:
    """Return after how many steps two halves meet that take about as long; states double with each item at a frontier.

    reached, left: of each item, in order, the first and the last step of an option that has it.
    """
    items = np.arange(len(reached))

    def made(first: Integers, last: Integers) -> Words:
        """Return about how many states the layer before each step has, if the items from step `first` to `last` are waiting."""
        change = np.bincount(first, minlength=len(items) + 2) - np.bincount(last + 1, minlength=len(items) + 2)
        states: Words = np.exp2(np.cumsum(change)[: len(items) + 1])
        return states

    front = FRONT * np.cumsum(made(reached + 1, items))
    back = np.cumsum(made(items + 1, left)[::-1])[::-1]
    return int(np.argmax(front >= back))


def _back(instance: Instance, items: Integers, inside: Array, open_: Integers, tail: int) -> tuple[Instance, Integers]:
    """Return the back half and the order of its items.

    items: those of it, in order, the last `tail` global; inside: whether an option is of it; open_: places in `items` of those
    that get a mark, in the order of the marks. The marks are numbered after all items; each has an option of its own besides,
    which no step takes, so that it binds.
    """
    marks = len(items) + np.arange(len(open_))
    number = np.full(instance.items, -1)
    number[items] = np.arange(len(items))
    lengths = np.diff(instance.starts)
    members = number[instance.members[np.repeat(inside, lengths)]]
    owners = np.repeat(np.arange(int(inside.sum())), lengths[inside])
    owners, members = owners[members >= 0], members[members >= 0]
    added = np.concatenate((np.stack((open_, marks), axis=1).ravel(), marks))
    sizes = np.concatenate(
        (np.bincount(owners, minlength=int(inside.sum())), np.full(len(marks), 2), np.ones(len(marks), int))
    )
    members = np.concatenate((members[np.lexsort((members, owners))], added))
    none, one = np.zeros(len(marks), np.int64), np.ones(len(marks), np.int64)
    back = Instance(
        np.concatenate((instance.least[items], none)), np.concatenate((instance.most[items], one)),
        np.concatenate(([0], np.cumsum(sizes))).astype(np.int64), members.astype(np.int64),
    )  # fmt: skip
    local = len(items) - tail
    return back, np.concatenate((np.arange(local), marks, np.arange(local, len(items))))
