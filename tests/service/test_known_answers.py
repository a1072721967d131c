"""Answers that are known: who asks the same again gets them, and only them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from exactcover.service.job import JobState, Submission
from exactcover.service.store import submissions
from exactcover.service.store.jobs import Store
from tests.service.conftest import Clock
from tests.service.submitted import ANSWER, claimed, submission
from tests.service.tables import orphans, reading


def answered(store: Store, asked: Submission, answer: dict[str, Any] = ANSWER) -> str:
    """Submit, run and answer; return the id of the job."""
    store.submit(asked)
    claim = claimed(store)
    store.record(claim, [{"event": "progress"}], ['{"n":1}'])
    assert store.finish(claim, JobState.SUCCEEDED, answer)
    return claim.job.id


def test_the_same_question_is_answered_at_once(store: Store) -> None:
    """A submission that asks the same is SUCCEEDED when it is accepted, with the answer and the solutions."""
    first = answered(store, submission(1))
    job = store.submit(replace(submission(1), title="other"))
    assert (job.state, job.cached, job.answer, job.title) == (JobState.SUCCEEDED, True, ANSWER, "other")
    assert job.id != first
    assert store.solutions(job.id) == ([{"n": 1}], None)
    assert store.claim("runner", 10) is None


@pytest.mark.parametrize("stop", ["time", "memory", "nodes", "interrupted"])
def test_an_answer_that_was_cut_is_not_known(store: Store, stop: str) -> None:
    """A run that a limit cut is run again, whatever it had."""
    answered(store, submission(1), ANSWER | {"stop_reason": stop})
    assert store.submit(submission(1)).state == JobState.QUEUED


def test_an_unknown_answer_is_not_known(store: Store) -> None:
    """A run that came to nothing is run again."""
    answered(store, submission(1), ANSWER | {"status": "UNKNOWN"})
    assert store.submit(submission(1)).state == JobState.QUEUED


def test_an_answer_without_its_certificate_is_not_known(store: Store) -> None:
    """A longer search for the certificate may have one, so the question is run again; an answer that has one is known."""
    asked = replace(submission(1), options={"certificate": True})
    report = {"name": "exact", "options": {"certificate": True}, "why": ""}
    answered(store, asked, ANSWER | {"engine": report, "certificate": None})
    assert store.submit(asked).state == JobState.QUEUED
    other = replace(submission(2), options={"certificate": True})
    claim = claimed(store)
    assert store.finish(claim, JobState.SUCCEEDED, ANSWER | {"engine": report, "certificate": {}})
    assert store.submit(asked).state == JobState.SUCCEEDED
    assert store.submit(other).state == JobState.QUEUED


SAME: tuple[tuple[str, dict[str, Any], dict[str, Any]], ...] = (
    ("count", {}, {"time_limit": 3.0, "memory_limit": 900, "node_limit": 10}),
    ("count", {"seed": 3}, {"workers": 2}),
    ("count", {}, {"backend": "auto", "limit": None, "up_to_symmetry": False}),
    ("prove", {"argument": "tree"}, {"argument": "tree", "seed": 9}),
    ("solve", {"seed": 4}, {"seed": 4, "time_limit": 3.0}),
)
OTHER: tuple[tuple[str, dict[str, Any], dict[str, Any]], ...] = (
    ("count", {}, {"limit": 2}),
    ("count", {}, {"rotations_only": True}),
    ("count", {}, {"backend": "sat"}),
    ("prove", {"argument": "tree"}, {"argument": "colouring"}),
    ("solve", {"seed": 4}, {"seed": 5}),
    ("list", {}, {"up_to_symmetry": True}),
)


@pytest.mark.parametrize(("task", "first", "second"), SAME)
def test_options_that_change_no_answer_do_not_count(
    store: Store, task: str, first: dict[str, Any], second: dict[str, Any]
) -> None:
    """Limits of a search that came to its end, defaults, and for counts and proofs the seed, ask nothing else."""
    answered(store, submission(1, task, **first))
    assert store.submit(submission(1, task, **second)).cached


@pytest.mark.parametrize(("task", "first", "second"), OTHER)
def test_options_that_change_the_answer_count(
    store: Store, task: str, first: dict[str, Any], second: dict[str, Any]
) -> None:
    """Another limit of solutions, engine, symmetry, argument or seed asks something else, and so does another puzzle or task."""
    answered(store, submission(1, task, **first))
    assert not store.submit(submission(1, task, **second)).cached
    assert not store.submit(submission(2, task, **first)).cached
    assert not store.submit(submission(1, "sample", **first)).cached


@pytest.mark.parametrize("task", ["count", "solve"])
def test_names_of_pieces_count(store: Store, task: str) -> None:
    """A puzzle that is written otherwise is answered anew, with its own names; a title is no other way to write it."""
    source = {"kind": "x", "pieces": "A"}
    answered(store, replace(submission(1, task), source=source))
    named = replace(submission(1, task), source={"kind": "x", "pieces": "B"})
    assert not store.submit(named).cached
    assert store.submit(replace(submission(1, task), source=source | {"title": "t"})).cached


def test_what_belongs_to_a_job_is_not_shared(store: Store, clock: Clock) -> None:
    """Jobs that share an answer have their own titles, sources, events and times, also when the first one is deleted."""
    sources = [{"kind": "x", "pieces": "A", "title": name, "source": f"{name}'s"} for name in ("first", "second")]
    first = answered(store, replace(submission(1), source=sources[0], title="first"))
    clock.now += 100
    second = store.submit(replace(submission(1), source=sources[1], title="second"))
    assert second.cached
    for _ in range(2):
        kept = store.job(second.id)
        assert kept is not None
        assert (kept.source, kept.title, kept.answer) == (sources[1], "second", ANSWER)
        assert (kept.submitted_at, kept.finished_at) == (clock.now, clock.now)
        assert [event["event"] for _, event in store.events(second.id)] == ["finished"] * kept.events
        assert {event["at"] for _, event in store.events(second.id)} == {clock.now}
        assert store.solutions(second.id) == ([{"n": 1}], None)
        store.delete(first)


def test_owners_share_no_answer(store: Store) -> None:
    """What another owner has been answered is answered anew: no names, events or times are seen, nor that it was submitted."""
    answered(store, replace(submission(1, "count"), source={"kind": "x", "pieces": "SECRET"}))
    other = store.submit(replace(submission(1, "count"), owner="ben", source={"kind": "x", "pieces": "plain"}))
    assert (other.state, other.cached, other.answer) == (JobState.QUEUED, False, None)
    assert other.source == {"kind": "x", "pieces": "plain"}
    same = store.submit(replace(submission(1, "count"), owner="ben", source={"kind": "x", "pieces": "SECRET"}))
    assert not same.cached


def test_jobs_that_share_an_answer_make_it_no_dearer(store: Store) -> None:
    """Whoever asks what many have asked before has one of their jobs read, and not all of them."""
    answered(store, submission(1))
    jobs = [store.submit(submission(1)) for _ in range(20)]
    assert all(job.cached for job in jobs)
    query = submissions.with_answers([submissions.question_digest(submission(1))])
    with reading(store) as connection:
        assert len(connection.execute(query).fetchall()) == 1


def test_a_job_that_waits_hears_of_an_answer(store: Store, clock: Clock) -> None:
    """Of two jobs that ask the same the second is not run once the first has its answer."""
    store.submit(submission(1))
    clock.now += 1
    second = store.submit(submission(1, time_limit=9))
    store.finish(claimed(store), JobState.SUCCEEDED, ANSWER)
    assert store.claim("runner", 10) is None
    job = store.job(second.id)
    assert job is not None
    assert (job.state, job.cached) == (JobState.SUCCEEDED, True)


def test_an_answer_outlives_its_first_job(store: Store) -> None:
    """What was kept of a run goes with the last job that has it."""
    first = answered(store, submission(1))
    second = store.submit(submission(1))
    assert store.delete(first)
    third = store.submit(submission(1))
    assert third.cached
    assert third.answer == second.answer == ANSWER
    assert store.delete(second.id)
    assert store.solutions(third.id)[0] == [{"n": 1}]
    assert store.delete(third.id)
    with reading(store) as connection:
        assert orphans(connection) == 0
    assert not store.submit(submission(1)).cached
