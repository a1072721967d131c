"""The one LRU cache of this process's memory: bounded in entries and, through the size of its largest entry, in bytes.

For functions whose arguments are the key, `functools.lru_cache` does the same; what lives only as long as the model it belongs
to is in a `WeakKeyDictionary`. The wall of trust keeps this module from the judges, which have no cache.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class LRUCache(Generic[Key, Value]):
    """Values by their keys; the least recently used one is evicted when there are too many.

    most: entries at the most; largest: bytes of an entry at the most, larger ones are not stored; so the cache has at most
    most * largest bytes. It is for one thread.
    """

    def __init__(self, most: int, largest: int | None = None) -> None:
        self.most, self.largest = most, largest
        self._values: dict[Key, Value] = {}  # least recently used first

    def __contains__(self, key: Key) -> bool:
        return key in self._values

    def __len__(self) -> int:
        return len(self._values)

    def get(self, key: Key) -> Value | None:
        """Return the value of a key, now the most recently used one; None if there is none."""
        if key not in self._values:
            return None
        value = self._values[key] = self._values.pop(key)
        return value

    def put(self, key: Key, value: Value, size: int = 0) -> None:
        """Store a value of `size` bytes as the most recently used one, unless it is too large."""
        if not self.accepts(size):
            return
        self._values.pop(key, None)
        self._values[key] = value
        if len(self._values) > self.most:
            self._values.pop(next(iter(self._values)))

    def get_or_make(self, key: Key, make: Callable[[], Value], size: int = 0) -> Value:
        """Return the value of a key, made and stored if there is none."""
        if key not in self._values:
            value = make()
            self.put(key, value, size)
            return value
        value = self._values[key] = self._values.pop(key)
        return value

    def accepts(self, size: int) -> bool:
        """Tell whether an entry of so many bytes is stored."""
        return self.largest is None or size <= self.largest

    def clear(self) -> None:
        """Remove all entries."""
        self._values.clear()
