"""States by number and numbers by state: an open-addressing table over rows of 64-bit words. Not here: what a state means.

A state is `words` words; number n is row n of `states`, in order of insertion. A slot holds 32 bits of the hash and the number
plus 1 (0 if it is empty); states are compared in full, never by their hash alone. Compiled loops never grow a table: they
return when it is full, and `Table.grow` enlarges it, or raises OutOfMemory at the limit.
"""

from __future__ import annotations

import numpy as np

from exactcover.kernel.arrays import Array, Number, Word, Words
from exactcover.kernel.bits import prefetch
from exactcover.kernel.jit import njit
from exactcover.model.arrays import Integers

LOAD = 0.6
"""The maximum load factor."""
MOST_STATES = (1 << 32) - 2
FIRST_STATES = 1 << 12
GROWTH = (4.0, 2.0, 1.5, 1.2)
"""Growth factors: the first that the memory limit allows is used; the old arrays and the new ones exist at the same time."""
EMPTY, ONE = np.uint64(0), np.uint64(1)
LOWER = np.uint64(0xFFFFFFFF)
MULTIPLIERS = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xD6E8FEB86659FD93)
SHIFT = np.uint64(32)


class OutOfMemory(RuntimeError):
    """A table would exceed its memory limit."""


class Table:
    """The states of a search and parallel arrays with facts about each of them, grown together.

    states: (capacity, words); slots: the hash table; beside: named arrays (capacity, ...). allowed: the limit in bytes.
    """

    def __init__(self, words: int, allowed: int, beside: dict[str, type] | None = None) -> None:
        self.allowed = allowed
        self.states: Words = np.zeros((FIRST_STATES, words), dtype=np.uint64)
        self.slots: Words = np.zeros(slots_for(FIRST_STATES), dtype=np.uint64)
        self.beside: dict[str, Array] = {
            name: np.zeros(FIRST_STATES, dtype=kind) for name, kind in (beside or {}).items()
        }

    @property
    def capacity(self) -> int:
        """The number of states that fit."""
        return len(self.states)

    def bytes_for(self, capacity: int) -> int:
        """Return the bytes that the arrays take for that many states."""
        a_state: int = self.states.itemsize * self.states.shape[1] + sum(
            array.itemsize for array in self.beside.values()
        )
        return capacity * a_state + 8 * slots_for(capacity)

    def grow(self, count: int, wanted: int, besides: int = 0) -> None:
        """Make room for at least `wanted` states, `count` of which exist; besides: other bytes that count towards the limit.

        Raises OutOfMemory if the old and the new arrays together would exceed the limit.
        """
        now = self.bytes_for(self.capacity) + besides
        for factor in GROWTH:
            capacity = min(max(int(self.capacity * factor), wanted), MOST_STATES)
            if capacity >= wanted and now + self.bytes_for(capacity) <= self.allowed:
                self._become(count, capacity)
                return
        raise OutOfMemory(f"{count} states fill the {self.allowed} bytes that the search may take")

    def _become(self, count: int, capacity: int) -> None:
        states = np.zeros((capacity, self.states.shape[1]), dtype=np.uint64)
        states[:count] = self.states[:count]
        self.states = states
        for name, array in self.beside.items():
            self.beside[name] = np.zeros(capacity, dtype=array.dtype)
            self.beside[name][:count] = array[:count]
        if slots_for(capacity) != len(self.slots):
            self.slots = np.zeros(slots_for(capacity), dtype=np.uint64)
            refill(self.slots, self.states, count)


def slots_for(capacity: int) -> int:
    """Return the number of slots for that many states, a power of two."""
    return 1 << max(4, int(capacity / LOAD).bit_length())


@njit(cache=True, nogil=True)
def hashed(states: Array, row: int) -> Word:
    """Return the hash of a row."""
    mixed = np.uint64(0)
    for word in range(states.shape[1]):
        mixed = (mixed ^ states[row, word]) * MULTIPLIERS[0]
        mixed ^= mixed >> SHIFT
    mixed *= MULTIPLIERS[1]
    return mixed ^ (mixed >> np.uint64(29))


@njit(cache=True, nogil=True)
def fetch(slots: Array, mixed: Word) -> None:
    """Prefetch the slot of a hash into the cache."""
    prefetch(slots, mixed & np.uint64(len(slots) - 1))


@njit(cache=True, nogil=True)
def find(slots: Array, states: Array, rows: Array, row: int, mixed: Word) -> Number:
    """Return the number of the state that is a row of `rows`, or ~slot where it is to be inserted; mixed: its hash."""
    mask = np.uint64(len(slots) - 1)
    place = mixed & mask
    tag = mixed >> SHIFT
    words = states.shape[1]
    while True:
        entry = slots[place]
        if entry == EMPTY:
            return ~np.int64(place)
        if entry >> SHIFT == tag:
            number = np.int64((entry & LOWER) - ONE)
            same = True
            for word in range(words):
                if states[number, word] != rows[row, word]:
                    same = False
                    break
            if same:
                return number
        place = (place + ONE) & mask


@njit(cache=True, nogil=True)
def enter(slots: Array, states: Array, number: int, rows: Array, row: int, mixed: Word, slot: int) -> None:
    """Insert a row as the state of that number, in the slot that `find` returned."""
    for word in range(states.shape[1]):
        states[number, word] = rows[row, word]
    slots[slot] = ((mixed >> SHIFT) << SHIFT) | np.uint64(number + 1)


@njit(cache=True, nogil=True)
def supersede(slots: Array, mixed: Word, old: int, new: int) -> None:
    """Replace a state's number in the table by a new one."""
    mask = np.uint64(len(slots) - 1)
    place = mixed & mask
    while slots[place] & LOWER != np.uint64(old + 1):
        place = (place + ONE) & mask
    slots[place] = ((mixed >> SHIFT) << SHIFT) | np.uint64(new + 1)


@njit(cache=True, nogil=True)
def refill(slots: Array, states: Array, count: int) -> None:
    """Insert the first `count` states into empty slots, in order; of equal ones the last is found."""
    for number in range(count):
        mixed = hashed(states, number)
        place = find(slots, states, states, number, mixed)
        if place < 0:
            enter(slots, states, number, states, number, mixed, ~place)
        else:
            supersede(slots, mixed, place, number)


@njit(cache=True, nogil=True)
def enter_all(slots: Array, states: Array, count: int, rows: Array) -> Number:
    """Insert rows that are not yet among the first `count` states (they must fit); return the new number of states."""
    for row in range(len(rows)):
        mixed = hashed(rows, row)
        slot = find(slots, states, rows, row, mixed)
        if slot < 0:
            enter(slots, states, count, rows, row, mixed, ~slot)
            count += 1
    return count


@njit(cache=True, nogil=True)
def numbers_of(slots: Array, states: Array, rows: Array, numbers: Array) -> None:
    """Fill `numbers` with the number of each row, -1 if it is not in the table."""
    for row in range(len(rows)):
        numbers[row] = max(-1, find(slots, states, rows, row, hashed(rows, row)))


def lookup(table: Table, rows: Words) -> Integers:
    """Return the numbers of rows of words in a table, -1 for those it does not have."""
    numbers = np.empty(len(rows), dtype=np.int64)
    numbers_of(table.slots, table.states, rows, numbers)
    return numbers
