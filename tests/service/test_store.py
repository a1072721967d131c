"""The contract of the store, on SQLite and on PostgreSQL."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial

import pytest
from sqlalchemy import Connection, text

from exactcover.process import databases
from exactcover.service.job import JobState, KeyReused, QuotaExceeded, Submission, new_id
from exactcover.service.store.jobs import Store
from exactcover.service.store.outages import Database
from exactcover.service.store.writer import Writer
from tests.service.conftest import Clock
from tests.service.submitted import ANSWER, claimed, submission
from tests.service.tables import orphans, reading


def test_a_submission_is_kept_as_it_came(store: Store, open_store: Callable[[], Store], clock: Clock) -> None:
    """What is submitted is read again by another store on the same database."""
    asked = Submission("list", {"kind": "x"}, "0" * 64, {"seed": 3}, "anna", "a \x00 \ud800 ü", {"kind": "x", "n": 1})
    job = store.submit(asked)
    again = open_store().job(job.id)
    assert again == job
    assert again is not None
    assert (again.title, again.source, again.options, again.owner) == (asked.title, asked.source, asked.options, "anna")
    assert (again.state, again.attempt, again.submitted_at) == (JobState.QUEUED, 0, clock.now)


def test_ids_are_in_the_order_of_time() -> None:
    """Ids have 26 characters, and later ones are greater."""
    ids = [new_id(seconds) for seconds in (1.0, 1.5, 1e9, 1.8e9, 5e9)]
    assert ids == sorted(ids)
    assert {len(each) for each in ids} == {26}


@pytest.mark.parametrize("name", ["", "x", "\x00" * 26, "0" * 27, "' OR 1=1 --", "\ud800" * 26])
def test_names_of_no_job_are_no_job(store: Store, name: str) -> None:
    """A text that can be no id is answered without the database."""
    assert store.job(name) is None
    assert store.cancel(name) is None
    assert not store.delete(name)
    assert (store.events(name), store.solutions(name), store.checkpoint(name)) == ([], ([], None), None)
    assert store.certificate(name) is None


def test_the_same_key_gives_the_same_job(store: Store, clock: Clock) -> None:
    """A submission that is sent again with its key is the job that it was, for a day and for its owner."""
    job = store.submit(submission(1, owner="anna"), "key", "body")
    assert store.submit(submission(1, owner="anna"), "key", "body").id == job.id
    assert store.submit(submission(1, owner="ben"), "key", "body").id != job.id
    clock.now += 25 * 3600
    assert store.submit(submission(1, owner="anna"), "key", "body").id != job.id


def test_a_key_with_another_body_is_refused(store: Store) -> None:
    """The same key with another body is KeyReused, and makes no job."""
    store.submit(submission(1), "key", "body")
    with pytest.raises(KeyReused):
        store.submit(submission(2), "key", "other")
    assert len(store.jobs("")) == 1


def test_a_key_sent_by_many_at_once_makes_one_job(store: Store, open_store: Callable[[], Store]) -> None:
    """Forty submissions with one key, by two servers, are one job."""
    stores = store, open_store()
    with ThreadPoolExecutor(20) as threads:
        ids = threads.map(lambda n: stores[n % 2].submit(submission(1), "key", "body").id, range(40))
    assert len(set(ids)) == 1
    assert len(store.jobs("")) == 1


def test_a_key_of_a_deleted_job_is_new(store: Store) -> None:
    """A key does not outlive its job."""
    job = store.submit(submission(1), "key", "body")
    store.cancel(job.id)
    assert store.delete(job.id)
    assert store.submit(submission(1), "key", "body").id != job.id


def test_an_owner_may_have_so_many_unfinished_jobs(store: Store, clock: Clock) -> None:
    """A quota counts what waits and runs of that owner, and a refusal leaves others of the same commit alone."""
    for number in range(3):
        store.submit(submission(number, owner="anna"), most_unfinished=3)
    with pytest.raises(QuotaExceeded):
        store.submit(submission(4, owner="anna"), most_unfinished=3)
    clock.now += 1
    store.submit(submission(4, owner="ben"), most_unfinished=3)
    claim = claimed(store)
    assert claim.job.owner == "anna"
    store.finish(claim, JobState.SUCCEEDED, ANSWER)
    store.submit(submission(4, owner="anna"), most_unfinished=3)


def test_jobs_are_listed_in_pages(store: Store, clock: Clock) -> None:
    """An owner's jobs come latest first, page after page, without those of others."""
    ids = []
    for number in range(7):
        clock.now += 1
        ids.append(store.submit(submission(number, owner="anna")).id)
        store.submit(submission(number, owner="ben"))
    first = store.jobs("anna", limit=4)
    rest = store.jobs("anna", after=first[-1].id, limit=4)
    assert [job.id for job in first + rest] == ids[::-1]
    store.cancel(ids[3])
    assert [job.id for job in store.jobs("anna", state=JobState.CANCELLED)] == [ids[3]]
    assert len(store.jobs(None, limit=50)) == 14
    assert store.count_by_state()[JobState.QUEUED] == 13


def test_claims_are_fair_to_owners_and_oldest_first(store: Store, clock: Clock) -> None:
    """An owner with a hundred jobs does not keep another one waiting; within an owner the oldest is first."""
    ids: dict[str, list[str]] = {"anna": [], "ben": []}
    for number in range(6):
        clock.now += 1
        ids["anna"].append(store.submit(submission(number, owner="anna")).id)
    for number in range(2):
        clock.now += 1
        ids["ben"].append(store.submit(submission(number, "solve", owner="ben")).id)
    order = []
    for _ in range(4):
        clock.now += 1
        order.append(claimed(store).job.id)
    assert order == [ids["anna"][0], ids["ben"][0], ids["anna"][1], ids["ben"][1]]


def test_a_turn_goes_to_who_waited_longest(store: Store, clock: Clock) -> None:
    """Where nobody has a job running, the owner whose last turn is longest ago is next."""
    order = []
    for number in range(3):
        for owner in ("anna", "ben", "carl"):
            store.submit(submission(number, owner=owner))
    for _ in range(6):
        clock.now += 1
        claim = claimed(store)
        order.append(claim.job.owner)
        store.finish(claim, JobState.FAILED, problem={})
    assert sorted(order[:3]) == ["anna", "ben", "carl"]
    assert order[:3] == order[3:]


def test_a_run_leaves_events_solutions_and_an_answer(store: Store) -> None:
    """What a run writes is read page by page, in order, its end last and once."""
    job = store.submit(submission())
    claim = claimed(store)
    assert store.append(claim, [{"event": "progress", "nodes": n} for n in range(5)]) == 6
    assert store.add_solutions(claim, [f'{{"n":{n}}}' for n in range(7)])
    assert store.solutions(job.id, 0, 5) == ([{"n": n} for n in range(5)], 5)
    assert store.solutions(job.id, 7, 5) == ([], 7)
    assert store.finish(claim, JobState.SUCCEEDED, ANSWER)
    assert store.solutions(job.id, 5, 5) == ([{"n": 5}, {"n": 6}], None)
    events = store.events(job.id)
    assert [number for number, _ in events] == list(range(1, 8))
    assert [event["event"] for _, event in events] == ["started", *["progress"] * 5, "finished"]
    assert store.events(job.id, after=5, limit=1) == events[5:6]
    ended = store.job(job.id)
    assert ended is not None
    assert (ended.state, ended.answer, ended.status) == (JobState.SUCCEEDED, ANSWER, "FEASIBLE")
    assert (ended.events, ended.solutions) == (7, 7)


def test_no_job_is_claimed_twice(store: Store, open_store: Callable[[], Store]) -> None:
    """Eight threads of two servers that claim what waits get each job once."""
    stores = store, open_store()
    for number in range(60):
        store.submit(submission(number, owner="anna" if number % 3 else "ben"))

    def claim_all(number: int) -> list[str]:
        ids = []
        while (claim := stores[number % 2].claim(f"runner {number}", 60)) is not None:
            ids.append(claim.job.id)
        return ids

    with ThreadPoolExecutor(8) as threads:
        ids = [each for some in threads.map(claim_all, range(8)) for each in some]
    assert len(ids) == len(set(ids)) == 60


def test_who_listens_hears_of_every_change(store: Store, open_store: Callable[[], Store]) -> None:
    """A change is heard in the same process; on PostgreSQL also in another server."""
    heard: dict[str, threading.Event] = {name: threading.Event() for name in ("here", "there", "cancel")}
    stores = [store]
    if store.url.get_backend_name() == "postgresql":
        stores.append(open_store())

    def hear(name: str) -> Callable[[str], None]:
        return lambda _: heard[name].set()

    ends = [each.listen(hear(name)) for each, name in zip(stores, heard, strict=False)]
    ends.append(stores[-1].listen(hear("cancel"), "cancel"))
    job = store.submit(submission())
    assert heard["here"].wait(10)
    for number in range(1, 60 if len(stores) > 1 else 1):  # what is said before the other one listens is lost
        if heard["there"].wait(0.5):
            break
        store.submit(submission(number))
    assert heard["there"].is_set() is (len(stores) > 1)
    assert stores[-1].wait_for_work(10)
    assert not heard["cancel"].is_set()
    store.cancel(job.id)
    assert heard["cancel"].wait(10)
    for end in ends:
        end()


def test_a_failed_operation_leaves_the_others_alone(store: Store) -> None:
    """Of operations that are committed together, one that breaks is the only one that is not done."""

    def operation(number: int, connection: Connection) -> int:
        connection.execute(text(f"INSERT INTO turns (owner, claimed_at) VALUES ('{number}', 1)"))
        if number % 7 == 0:
            connection.execute(text("SELECT * FROM nowhere"))
        return number

    engines = databases.engines(store.url)
    with closing(Writer(Database(engines[0]))) as writer, ThreadPoolExecutor(20) as threads:
        futures = [threads.submit(writer.run, partial(operation, number)) for number in range(35)]
        for number, future in enumerate(futures):
            assert (future.exception() is None) == (number % 7 > 0)
            assert number % 7 == 0 or future.result() == number
    with reading(store) as connection:
        done = {int(owner) for owner in connection.execute(text("SELECT owner FROM turns")).scalars()}
    assert done == {number for number in range(35) if number % 7}
    for engine in engines:
        engine.dispose()


def test_what_a_deleted_job_had_is_gone(store: Store) -> None:
    """A job that has ended can be deleted, with all that is kept of it; one that has not cannot."""
    job = store.submit(submission())
    assert not store.delete(job.id)
    claim = claimed(store)
    store.record(claim, [{"event": "progress"}], ["{}"], "text")
    assert not store.delete(job.id)
    store.finish(claim, JobState.SUCCEEDED, ANSWER)
    assert store.delete(job.id)
    assert store.job(job.id) is None
    with reading(store) as connection:
        assert orphans(connection) == 0
    assert not store.delete(job.id)
