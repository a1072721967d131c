"""The LRU cache: what it evicts, what it does not store, and that a value is made once."""

from __future__ import annotations

import random
from collections import OrderedDict

from exactcover.process.lru_cache import LRUCache


def test_the_least_recently_used_entry_is_evicted() -> None:
    """A cache of two entries evicts the one that was read and written longest ago."""
    cache = LRUCache[str, int](2)
    cache.put("a", 1)
    cache.put("b", 2)
    assert cache.get("a") == 1
    cache.put("c", 3)
    assert ("a" in cache, "b" in cache, "c" in cache) == (True, False, True)
    assert cache.get("b") is None
    assert len(cache) == 2


def test_large_entries_are_not_stored() -> None:
    """An entry larger than the bound is made for each caller; one of just that size is stored."""
    cache = LRUCache[str, list[int]](2, largest=10)
    assert cache.get_or_make("a", list, 11) is not cache.get_or_make("a", list, 11)
    assert cache.get_or_make("b", list, 10) is cache.get_or_make("b", list, 10)
    assert len(cache) == 1


def test_a_value_that_is_false_is_made_once() -> None:
    """None, 0 and an empty list are values as all others."""
    for value in (None, 0, ()):
        cache, values = LRUCache[str, object](1), iter([value])
        assert [cache.get_or_make("a", lambda values=values: next(values)) for _ in range(2)] == [value] * 2  # type: ignore[misc]


def test_it_agrees_with_a_plain_model_of_itself() -> None:
    """After any reads and writes its keys are the last so many that were used."""
    draw = random.Random(0)
    cache, used = LRUCache[int, int](5), OrderedDict[int, int]()
    for step in range(2000):
        key = draw.randrange(9)
        if draw.random() < 0.5:
            cache.put(key, step)
            used[key] = step
            used.move_to_end(key)
            while len(used) > 5:
                used.popitem(last=False)
        else:
            assert cache.get(key) == used.get(key)
            if key in used:
                used.move_to_end(key)
        assert {key for key in range(9) if key in cache} == set(used)
    cache.clear()
    assert len(cache) == 0
