"""The calls that come most often: answered from the texts that are kept, read together, and led past the framework."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import Engine, event
from sqlalchemy.exc import OperationalError
from starlette.testclient import TestClient

from exactcover.service import app, documents
from exactcover.service.job import JobState, Submission
from exactcover.service.routes.calls import encoded
from exactcover.service.settings import Settings
from exactcover.service.store.jobs import Store
from exactcover.service.store.outages import Outage
from tests.commands import until
from tests.service.servers import DOMINO
from tests.service.submitted import ANSWER, claimed, submission

ODD = Submission(
    "list", {"kind": "none", "name": 'a "b" \u2028'}, "7" * 64, {"limit": 3}, "anna", 'one "\u00e9\u2014</p>'
)


def ended(store: Store, state: JobState, answer: dict[str, Any] | None, problem: dict[str, Any] | None) -> str:
    """A job that has ended."""
    store.submit(submission(list(JobState).index(state), text="\u00fc"))
    claim = claimed(store)
    if state == JobState.CANCELLED:
        store.cancel(claim.job.id)
    assert store.finish(claim, state, answer, problem)
    return claim.job.id


def test_the_text_of_a_job_is_its_document(store: Store) -> None:
    """What is made of the kept texts is, byte by byte, what is made of the job: queued, running, ended in any way, cached."""
    ids = [
        ended(store, JobState.SUCCEEDED, ANSWER, None),
        ended(store, JobState.FAILED, None, {"code": "our_fault", "detail": 'a "word"'}),
        ended(store, JobState.CANCELLED, {"status": "UNKNOWN", "stop_reason": "interrupted"}, None),
    ]
    cached = store.submit(submission(list(JobState).index(JobState.SUCCEEDED), text="\u00fc"))
    assert cached.cached
    running = store.submit(submission(70))
    claimed(store)
    for job_id in (*ids, cached.id, running.id, store.submit(ODD).id):
        job, kept = store.job(job_id), store.written(job_id).result()
        assert job is not None
        assert kept is not None
        assert documents.written(kept) == encoded(documents.document(job))


def test_a_submission_is_answered_as_it_is_kept(store: Store) -> None:
    """The job that is told of a submission is the one in the store: a new one, one whose answer is known, one of the same key."""
    ended(store, JobState.SUCCEEDED, ANSWER, None)
    known = submission(list(JobState).index(JobState.SUCCEEDED), text="\u00fc")
    for asked, key, is_new in ((ODD, "", True), (known, "", False), (known, "k", False), (known, "k", False)):
        told, new = store.submitted(asked, key, "body", None).result()
        assert new is is_new
        assert store.written(told.id).result() == told


def test_one_key_twice_at_once_is_one_job(store: Store) -> None:
    """Two submissions of one key that are written together become one job."""
    futures = [store.submitted(submission(1), "key", "body", None) for _ in range(20)]
    assert len({future.result()[0].id for future in futures}) == 1
    assert sum(future.result()[1] for future in futures) == 1


@contextmanager
def on_reading_jobs(listener: Callable[[str], None]) -> Iterator[None]:
    """Call a listener with every statement that reads jobs, before the database has it."""

    def listen(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if statement.startswith("SELECT") and "FROM jobs" in statement:
            listener(statement)

    event.listen(Engine, "before_cursor_execute", listen)
    try:
        yield
    finally:
        event.remove(Engine, "before_cursor_execute", listen)


def test_many_looks_are_few_queries(store: Store) -> None:
    """Looks that come while one is being answered share a query; what is not there is None."""
    ids = [store.submit(submission(number)).id for number in range(5)]
    statements: list[str] = []
    with on_reading_jobs(statements.append):
        looks = [store.written(ids[number % 5]) for number in range(300)]
        absent = store.written("0" * 26)
        seen = [None if (told := look.result()) is None else told.id for look in looks]
        assert seen == [ids[number % 5] for number in range(300)]
        assert absent.result() is None
    assert 0 < len(statements) < 100


def test_a_fault_of_the_database_reaches_who_waits(store: Store) -> None:
    """If the database does not answer, every look raises an outage, and a later one is answered."""
    job_id = store.submit(submission(1)).id
    fault = OperationalError("SELECT", {}, Exception("gone"))

    def broken(_: str) -> None:
        raise fault

    with on_reading_jobs(broken):
        looks = [store.written(job_id) for _ in range(3)]
        assert {type(look.exception(30)) for look in looks} == {Outage}
    until(lambda: answers(store, job_id))


def answers(store: Store, job_id: str) -> bool:
    """Return whether a store has a job, and is not unreachable."""
    try:
        return store.job(job_id) is not None
    except Outage:
        return False


def test_who_turns_away_breaks_nothing(store: Store) -> None:
    """A call that is given up while it waits for the store is written all the same, and the store goes on."""
    accepted = store.submitted(submission(1), "", "", None)
    assert not accepted.cancel()
    look = store.written(accepted.result()[0].id)
    assert not look.cancel()
    assert look.result() is not None
    assert store.submit(submission(2)).state == JobState.QUEUED


@pytest.fixture
def both(store: Store) -> Any:
    """A server's two ways to a call: straight, and through the framework."""
    service = app.build(Settings(), store)
    direct: Any = service.app
    inner = direct.app.app.app
    with TestClient(service.app, base_url="http://localhost:8000") as straight:
        yield straight, TestClient(inner, base_url="http://localhost:8000")


def test_both_ways_answer_alike(both: tuple[TestClient, TestClient], store: Store) -> None:
    """The two calls have one answer by either way: status, body and what is said of it; refusals too."""
    body = json.dumps({"task": "solve", "puzzle": DOMINO, "seed": 1})
    json_type = {"Content-Type": "application/json", "Idempotency-Key": "one"}
    done = ended(store, JobState.SUCCEEDED, ANSWER, None)
    tag = both[0].get(f"/v1/jobs/{done}").headers["etag"]
    for method, path, content, headers in (
        ("POST", "/v1/jobs", body, json_type),
        ("POST", "/v1/jobs", body, {"Content-Type": "text/plain"}),
        ("POST", "/v1/jobs", '{"task":"solve"}', {"Content-Type": "application/json"}),
        ("POST", "/v1/jobs", '{"task":"solve","puzzle":"packing board=0x0"}', {"Content-Type": "application/json"}),
        ("GET", f"/v1/jobs/{'0' * 26}", "", {}),
        ("GET", f"/v1/jobs/{'u' * 26}", "", {}),
        ("DELETE", "/v1/jobs", "", {}),
        ("GET", "/v1/jobs/", "", {}),
    ):
        ways = [way.request(method, path, content=content or None, headers=headers) for way in both]
        told = [
            (each.status_code, each.content, each.headers.get("location"), each.headers["content-type"])
            for each in ways
        ]
        assert told[0] == told[1], (method, path)
    for headers in ({}, {"If-None-Match": tag}):
        ways = [way.get(f"/v1/jobs/{done}", headers=headers) for way in both]
        assert {(each.status_code, each.content, each.headers["etag"]) for each in ways} == {
            (304 if headers else 200, ways[0].content, tag)
        }
