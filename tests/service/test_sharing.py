"""How owners share the workers: whose job is claimed, which job gives way, and what one owner may hold."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from exactcover import api
from exactcover.service import tokens
from exactcover.service.job import Job, JobState, Submission
from exactcover.service.runner import Sharing
from exactcover.service.store.jobs import Store
from exactcover.service.store.turns import Shares
from tests.commands import until
from tests.service.conftest import Clock
from tests.service.runners import current, ended, running
from tests.service.servers import served
from tests.service.submitted import ANSWER, claimed, submission

KEYS = {"kind": "packing", "board": "8x9", "pieces": "dominoes", "copies": "any"}
TILINGS = 108_435_745
"""Kasteleyn 1961, Temperley & Fisher 1961; OEIS A099390."""
SLOWLY = {"workers": 1, "time_limit": 3000.0, "backend": "exact:static-order"}
ENDLESS = {"time_limit": 3000.0, "backend": "brute"}


def asked(owner: str, task: str, board: str, **options: Any) -> Submission:
    """Return the submission of an owner's puzzle of dominoes."""
    keys = KEYS | {"board": board}
    canonical = api.puzzle("packing", board=board, pieces="dominoes", copies="any").canonical()
    return Submission(task, canonical, api.digest_of(canonical), options, owner, source=keys)


def of(owner: str, number: int, **options: Any) -> Submission:
    """Return a submission of an owner that no test runs."""
    return submission(number, "solve", owner, **options)


def owner_of_claim(store: Store, shares: Shares) -> str | None:
    """Claim a job and return its owner."""
    claim = store.claim("runner", 1000.0, "", shares)
    return None if claim is None else claim.job.owner


def test_an_owner_holds_so_many_workers(store: Store) -> None:
    """The next job of an owner that holds its share waits, and the jobs of others do not."""
    for number in range(3):
        store.submit(of("anna", number))
    store.submit(of("ben", 9))
    shares = Shares(jobs=1)
    assert sorted(str(owner_of_claim(store, shares)) for _ in range(2)) == ["anna", "ben"]
    assert owner_of_claim(store, shares) is None
    assert owner_of_claim(store, Shares(jobs=2)) == "anna"


def test_a_spare_worker_serves_newcomers_only(store: Store) -> None:
    """It takes no second job of an owner, whoever else waits."""
    for number in range(3):
        store.submit(of("anna", number))
    assert owner_of_claim(store, Shares()) == "anna"
    assert owner_of_claim(store, Shares(newcomers=True)) is None
    store.submit(of("ben", 9))
    assert owner_of_claim(store, Shares(newcomers=True)) == "ben"
    assert owner_of_claim(store, Shares(newcomers=True)) is None


def test_the_cpu_seconds_of_an_owner_are_bounded(store: Store, clock: Clock) -> None:
    """Jobs run together only if their time limits times their threads stay within the quota; one alone always runs."""
    for number, seconds in enumerate((900.0, 50.0, 60.0)):
        clock.now += 1
        store.submit(of("anna", number, time_limit=seconds, workers=2))
    shares = Shares(cpu_seconds=200.0)
    first = store.claim("runner", 1000.0, "", shares)
    assert first is not None
    assert owner_of_claim(store, shares) is None
    store.submit(of("ben", 9, time_limit=10.0))
    assert owner_of_claim(store, shares) == "ben"
    store.finish(first, JobState.SUCCEEDED, ANSWER)
    assert owner_of_claim(store, shares) == "anna"
    assert owner_of_claim(store, shares) is None


def test_who_gave_way_is_not_next(store: Store, clock: Clock) -> None:
    """An owner whose job is released has had its turn: an owner that waits is next, though its own last turn was later."""
    store.submit(of("anna", 0))
    long = claimed(store)
    clock.now += 10
    store.submit(of("ben", 1))
    store.finish(claimed(store), JobState.SUCCEEDED, ANSWER)
    clock.now += 10
    store.submit(of("ben", 2))
    assert store.newcomer() == 0
    store.release(long, crashed=False)
    assert [owner_of_claim(store, Shares()) for _ in range(2)] == ["ben", "anna"]
    assert store.newcomer() is None


def long_count(store: Store) -> Job:
    """Submit a count of some seconds, and return it once it can go on later."""
    return store.submit(asked("anna", "count", "8x9", **SLOWLY))


def test_a_long_job_gives_way_and_goes_on(tmp_path: Any) -> None:
    """With one worker, a job of another owner runs in the middle of a long count, which ends with the right number."""
    store = Store(str(tmp_path / "jobs.sqlite"))
    with running(store, workers=1, sharing=Sharing(spare_workers=0, slice_seconds=0.1)):
        long = long_count(store)
        until(lambda: store.checkpoint(long.id) is not None)
        small = store.submit(asked("ben", "solve", "2x3"))
        assert ended(store, small).state == JobState.SUCCEEDED
        assert not current(store, long).state.ended
        done = ended(store, long)
    assert done.answer is not None
    assert done.answer["count"] == str(TILINGS)
    names = [event["event"] for _, event in store.events(long.id)]
    assert names.count("started") == done.attempt > 1
    assert "resumed" in names
    store.close()


@pytest.mark.parametrize("spare", [0, 1])
def test_a_job_that_cannot_go_on_keeps_its_worker(tmp_path: Any, spare: int) -> None:
    """A search without checkpoints is not interrupted; a job of another owner runs on the spare worker, or waits."""
    store = Store(str(tmp_path / "jobs.sqlite"))
    with running(store, workers=1, sharing=Sharing(spare_workers=spare, slice_seconds=0.1)):
        long, second = (store.submit(asked("anna", "count", board, **ENDLESS)) for board in ("16x16", "14x14"))
        until(lambda: current(store, long).state == JobState.RUNNING)
        small = store.submit(asked("ben", "solve", "2x3"))
        if spare:
            assert ended(store, small).state == JobState.SUCCEEDED
        else:
            until(lambda: store.newcomer() == 0)
        assert [current(store, job).state for job in (long, second)] == [JobState.RUNNING, JobState.QUEUED]
        assert current(store, long).attempt == 1
        for job in (second, long):
            store.cancel(job.id)
    store.close()


def test_look_ups_of_one_owner_refuse_no_other(tmp_path: Path) -> None:
    """While an owner has as many slow look-ups as it may, it is refused more, and another one is answered, page and all."""
    path = tmp_path / "tokens"
    first, second = (tokens.add(path, owner) for owner in ("ann", "ben"))
    options = ("--token-file", str(path), "--owner-lookups-waiting", "2", "--workers", "0")
    with served(*options, store=tmp_path / "jobs.sqlite", token=first) as server, ThreadPoolExecutor(8) as asking:
        slow = {"puzzle": "packing board=16x16 pieces=pentominoes copies=any", "seconds": 10, "time_limit": 20}
        pending = [asking.submit(server.http.post, "/v1/remaining", json=slow) for _ in range(4)]
        until(lambda: "exactcover_lookups 4.0" in server.http.get("/metrics").text)
        assert server.http.post("/v1/remaining", json=slow).status_code == 429
        with httpx.Client(base_url=server.url, headers={"Authorization": f"Bearer {second}"}, timeout=180) as other:
            assert other.post("/v1/info", json={"puzzle": "soma"}).json()["cells"] == 27
            assert other.post("/v1/jobs", json={"task": "solve", "puzzle": "soma"}).status_code == 202
            for page in ("/", "/design", "/catalogue", "/play"):
                assert other.get(page).status_code == 200
        assert server.http.get("/catalogue").status_code == 200  # what is the same for everybody is refused to nobody
        assert not any(each.done() and each.result().status_code == 429 for each in pending)
