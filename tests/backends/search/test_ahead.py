"""Things made ahead in a thread: the last of them, faults passed on, an end when it is asked for."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial

import pytest

from encoders.catalogue import puzzle
from exactcover.backends.search.ahead import Ahead
from exactcover.backends.search.cover import classes, counting
from exactcover.backends.search.cover.kernel_names import AUTO
from exactcover.backends.search.cover.orbits import Orbits
from tests.backends.search.by_hand import cover_of
from tests.classic_covers import queens

BOARDS = ("packing board=6x6 pieces=dominoes copies=any", "packing board=4x4 pieces=I2,V3,T4 copies=any")


def test_the_last_comes_last() -> None:
    """Whoever asks gets the last of the things in the end."""
    assert list(Ahead(iter(range(1000))).rest())[-1] == 999


def test_nothing_comes_of_nothing() -> None:
    """Where there is nothing to make, nothing comes."""
    assert list(Ahead(iter(())).rest()) == []


def test_the_latest_comes_while_more_are_made() -> None:
    """Whoever asks before the last is made gets the latest meanwhile."""
    more = threading.Event()

    def things() -> Iterator[int]:
        yield 1
        assert more.wait(60)
        yield 2

    rest = Ahead(things()).rest()
    assert next(rest) == 1
    more.set()
    assert list(rest)[-1] == 2


def test_faults_are_raised_for_whoever_asks() -> None:
    """What making a thing raises is raised where the things are asked for."""

    def things() -> Iterator[int]:
        yield 1
        raise MemoryError("no room")

    with pytest.raises(MemoryError, match="no room"):
        list(Ahead(things()).rest())


def test_no_more_are_made_after_the_end_is_asked_for() -> None:
    """Stopped, the thread makes at most one thing more, and ends."""
    made, stopped = list[int](), threading.Event()

    def things() -> Iterator[int]:
        for number in range(100):
            if number == 1:
                assert stopped.wait(60)
            made.append(number)
            yield number

    ahead = Ahead(things())
    ahead.stop()
    stopped.set()
    assert len(list(ahead.rest())) <= 2
    assert len(made) <= 2


@pytest.mark.parametrize("at_once", [False, True])
@pytest.mark.parametrize("workers", [1, 2, 3])
@pytest.mark.parametrize("words", BOARDS)
def test_classes_counted_meanwhile_are_those_counted_after(words: str, workers: int, at_once: bool) -> None:
    """However many workers share the count and its classes, both are what one worker counts, one after the other."""
    for model in (cover_of(puzzle(words).value), queens(6)):
        orbits = Orbits(model)
        settings = counting.Settings(workers, 0, AUTO, None, None)
        with classes.kept_meanwhile(model, orbits, settings) as (shared, kept):
            if at_once and shared.begin is not None:
                shared.begin()
            total = list(counting.total(model, orbits, shared._replace(begin=None) if at_once else shared))[-1]
            number = list(classes.classes(kept, orbits, total.solutions))[-1]
        alone = settings._replace(workers=1)
        expected = list(counting.total(model, orbits, alone))[-1]
        after = list(classes.classes(classes.kept_by_others(model, orbits, alone), orbits, expected.solutions))[-1]
        assert (total.solutions, number.solutions) == (expected.solutions, after.solutions)


def test_only_a_long_count_begins_another_beside_it() -> None:
    """What takes less than a tenth of a second is left alone by the count of what symmetries keep."""
    begun = list[str]()
    for name, model in (
        ("short", queens(6)),
        ("long", cover_of(puzzle("packing board=10x10 pieces=dominoes copies=any").value)),
    ):
        settings = counting.Settings(2, 0, AUTO, None, None, begin=partial(begun.append, name))
        assert list(counting.total(model, Orbits(model), settings))[-1].finished
    assert begun == ["long"]
