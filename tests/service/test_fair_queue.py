"""The fair queue of look-ups: owners take turns, and none takes the places of another."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from exactcover.service.fair_queue import FairQueue, QueueFull


def order(queue: FairQueue, owners: Sequence[str]) -> list[str]:
    """Return the owners in the order in which their work is let in, if one ends when the next is let in."""
    begun: list[str] = []

    async def work(owner: str) -> None:
        async with queue.turn(owner):
            begun.append(owner)
            await asyncio.sleep(0)

    async def all_of_it() -> None:
        await asyncio.gather(*map(work, owners))

    asyncio.run(all_of_it())
    return begun


def test_owners_take_turns() -> None:
    """An owner who comes after five of another waits for one of them, not for all."""
    assert order(FairQueue(1, 1, 10), ["ann"] * 5 + ["ben", "cid"]) == ["ann", "ben", "cid", "ann", "ann", "ann", "ann"]
    assert order(FairQueue(1, 1, 10), ["ann"] * 3 + ["ben"] * 3) == ["ann", "ben"] * 3


def test_an_owner_leaves_places_to_others() -> None:
    """One owner holds at most so many places, and the others are free at once."""

    async def scenario() -> None:
        queue = FairQueue(4, 2, 10)
        release = asyncio.Event()

        async def hold(owner: str, held: list[str]) -> None:
            async with queue.turn(owner):
                held.append(owner)
                await release.wait()

        held: list[str] = []
        tasks = [asyncio.create_task(hold("ann", held)) for _ in range(10)]
        await asyncio.sleep(0)
        assert held == ["ann", "ann"]
        tasks.append(asyncio.create_task(hold("ben", held)))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert held == ["ann", "ann", "ben"]
        release.set()
        await asyncio.gather(*tasks)
        assert queue.pending == 0

    asyncio.run(scenario())


def test_only_the_owner_of_a_full_line_is_refused() -> None:
    """An owner with too much waiting is refused; another one is not, nor is work that is not bounded."""

    async def scenario() -> None:
        queue = FairQueue(1, 1, 2)
        release = asyncio.Event()

        async def hold(owner: str, *, bounded: bool = True) -> None:
            async with queue.turn(owner, bounded=bounded):
                await release.wait()

        tasks = [asyncio.create_task(hold("ann")) for _ in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(QueueFull):
            await hold("ann")
        tasks += [asyncio.create_task(hold("ben")), asyncio.create_task(hold("ann", bounded=False))]
        await asyncio.sleep(0)
        assert queue.pending == 5
        release.set()
        await asyncio.gather(*tasks)

    asyncio.run(scenario())


def test_work_that_is_cancelled_leaves_its_place() -> None:
    """Waiting work that is cancelled is forgotten, running work lets the next in, and nothing stays counted."""

    async def scenario() -> None:
        queue = FairQueue(1, 1, 10)

        async def hold(owner: str) -> None:
            async with queue.turn(owner):
                await asyncio.Event().wait()

        first, second, third = (asyncio.create_task(hold(owner)) for owner in ("ann", "ann", "ben"))
        await asyncio.sleep(0)
        second.cancel()
        first.cancel()
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert queue.pending == 1
        third.cancel()
        await asyncio.gather(first, second, third, return_exceptions=True)
        assert queue.pending == 0

    asyncio.run(scenario())
