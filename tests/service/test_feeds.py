"""Events of a job for many followers: all of them, in order, none twice, however often the connection breaks."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from exactcover.service import feeds
from exactcover.service.feeds import Feeds
from exactcover.service.http.problems import Problem
from exactcover.service.job import JobState
from exactcover.service.settings import Bounds
from exactcover.service.store.jobs import Store
from tests.service.servers import claimed, here

FOLLOWERS, EVENTS = 50, 300


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A store in a file."""
    store = Store(str(tmp_path / "jobs.sqlite"))
    yield store
    store.close()


async def followed(feeds: Feeds, job_id: str, breaks: random.Random | None) -> list[tuple[int, str]]:
    """All events as a follower has them, which breaks off at random and goes on from the last one that it had."""
    events: list[tuple[int, str]] = []
    over = False
    while not over:
        over = True
        async for batch in feeds.follow(job_id, events[-1][0] if events else 0):
            kept = batch if breaks is None else batch[: breaks.randint(1, 20)]
            events += kept
            if breaks is not None and (len(kept) < len(batch) or breaks.random() < 0.3):
                over = False
                break
    return events


def test_all_followers_see_the_same_events(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fifty followers, half of which break off again and again, see every event once and in order; few are held in memory."""
    monkeypatch.setattr(feeds, "MOST_HELD", 40)
    claim = claimed(store)

    def run() -> None:
        for number in range(EVENTS // 5):
            store.append(claim, [{"event": "progress", "nodes": number * 5 + each} for each in range(5)])
        store.finish(claim, JobState.SUCCEEDED, {"status": "UNKNOWN"})

    async def all_follow() -> list[list[tuple[int, str]]]:
        own = Feeds(store)
        own.start()
        tasks = [followed(own, claim.job.id, random.Random(n) if n % 2 else None) for n in range(FOLLOWERS)]
        seen = asyncio.gather(*tasks)
        await asyncio.to_thread(run)
        try:
            return await seen
        finally:
            own.stop()
            assert own.feeds == {}

    kept = [number for number, _ in store.events(claim.job.id, 0, 10_000)]
    for events in asyncio.run(all_follow()):
        numbers = [number for number, _ in events]
        assert numbers == list(range(1, len(numbers) + 1))
        assert len(numbers) >= EVENTS + len(kept)
        assert '"finished"' in events[-1][1]


def test_streams_go_on_where_they_broke_off(store: Store) -> None:
    """`Last-Event-ID` and `after` leave out what was had; who has all is told that there is no more; polling gives the same."""
    claim = claimed(store)
    store.append(claim, [{"event": "progress", "nodes": number} for number in range(5)])
    store.finish(claim, JobState.SUCCEEDED, {"status": "UNKNOWN"})
    path = f"/v1/jobs/{claim.job.id}/events"
    with here(store) as client:
        polled = client.get(path).json()
        assert polled["ended"]
        last = polled["after"]
        stream = client.get(path, headers={"Accept": "text/event-stream"})
        assert stream.headers["content-type"].startswith("text/event-stream")
        ids = [int(line[4:]) for line in stream.text.splitlines() if line.startswith("id: ")]
        assert ids == [each["id"] for each in polled["events"]] == list(range(1, last + 1))
        rest = client.get(path, headers={"Accept": "text/event-stream", "Last-Event-ID": "3"}).text
        assert next(line for line in rest.splitlines() if line.startswith("id: ")) == "id: 4"
        assert client.get(path, headers={"Accept": "text/event-stream", "Last-Event-ID": str(last)}).status_code == 204
        assert client.get(f"{path}?after=3&limit=1").json() == {
            "events": [polled["events"][3]],
            "after": 4,
            "ended": False,
        }
        assert client.get(path, headers={"Last-Event-ID": "x"}).status_code == 422


def test_too_many_streams_are_told_to_come_again(store: Store) -> None:
    """A server has so many streams and no more."""
    claim = claimed(store)
    with here(store, bounds=Bounds(followers=0)) as client:
        response = client.get(f"/v1/jobs/{claim.job.id}/events", headers={"Accept": "text/event-stream"})
        assert response.status_code == 429


def test_an_owner_has_so_many_streams(store: Store) -> None:
    """One more is refused, those of another owner are not, and one that ends makes room."""
    feeds = Feeds(store, Bounds(owner_followers=2, followers=3))
    with feeds.stream("ann"):
        with feeds.stream("ann"):
            with pytest.raises(Problem, match="of your streams"), feeds.stream("ann"):
                """It is not opened."""
            with feeds.stream("ben"), pytest.raises(Problem, match="too many streams"), feeds.stream("cid"):
                """Nor is that of anybody, if there are too many in all."""
        with feeds.stream("ann"):
            assert feeds.followers == 2
    assert feeds.followers == 0
