"""The job table against a dictionary: whatever is done in whatever order, both say the same."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from exactcover.service.job import CRASHED, FOLLOWING, LOST, MAX_FAILURES, Claim, JobState
from exactcover.service.store.jobs import Store
from tests.service.conftest import Clock
from tests.service.submitted import ANSWER, submission

LEASE = 10.0
OWNERS = ("anna", "ben")


@dataclass
class Expected:
    """A job as the dictionary has it."""

    owner: str
    number: int
    state: JobState = JobState.QUEUED
    attempt: int = 0
    blame: int = 0
    lease_until: float = 0.0
    solutions: int = 0
    kept: int = 0
    checkpoint: str | None = None
    ends: int = 0

    def let_go(self, blame: int) -> None:
        """Let go of a job that is held."""
        self.blame += blame
        if self.state == JobState.CANCELLING:
            self.become(JobState.CANCELLED)
        elif blame and self.blame >= MAX_FAILURES:
            self.become(JobState.FAILED)
        else:
            self.become(JobState.QUEUED)

    def become(self, state: JobState) -> None:
        """Take a state, which must be one that follows."""
        assert state in FOLLOWING[self.state]
        self.state = state
        self.ends += state.ended


class Jobs(RuleBasedStateMachine):
    """Two stores on one database, and a dictionary; a store may be closed and opened again at any time."""

    url = ""

    @initialize()
    def begin(self) -> None:
        """Open an empty store."""
        self.folder = tempfile.TemporaryDirectory()
        self.clock = Clock()
        self.expected: dict[str, Expected] = {}
        self.claims: list[Claim] = []
        self.numbers = 0
        self.store = Store(self.url or str(Path(self.folder.name) / "jobs.sqlite"), self.clock)
        for job in self.store.jobs(None, limit=10_000):  # of an earlier example
            self.store.cancel(job.id)
            self.store.abandon(["runner"])
            self.store.delete(job.id)

    @rule(owner=st.sampled_from(OWNERS))
    def submit(self, owner: str) -> None:
        """Submit something new."""
        self.clock.now += 0.01
        self.numbers += 1
        job = self.store.submit(submission(self.numbers, owner=owner))
        self.expected[job.id] = Expected(owner, self.numbers)

    @rule()
    def claim(self) -> None:
        """Claim what is next: the oldest of an owner that has fewest running."""
        self.clock.now += 0.01
        claim = self.store.claim("runner", LEASE)
        waiting = {key: each for key, each in self.expected.items() if each.state == JobState.QUEUED}
        assert (claim is None) == (not waiting)
        if claim is None:
            return
        job = self.expected[claim.job.id]
        held = (JobState.RUNNING, JobState.CANCELLING)
        running = {o: sum(e.owner == o and e.state in held for e in self.expected.values()) for o in OWNERS}
        assert running[job.owner] == min(running[each.owner] for each in waiting.values())
        assert claim.job.id == min(key for key, each in waiting.items() if each.owner == job.owner)
        job.become(JobState.RUNNING)
        job.attempt += 1
        job.lease_until = self.clock.now + LEASE
        job.solutions = job.kept
        assert (claim.attempt, claim.checkpoint, claim.job.solutions) == (job.attempt, job.checkpoint, job.kept)
        self.claims.append(claim)

    def held(self, claim: Claim) -> Expected | None:
        """Return the job of a claim that is not stale."""
        job = self.expected[claim.job.id]
        holds = job.attempt == claim.attempt and job.state in (JobState.RUNNING, JobState.CANCELLING)
        return job if holds else None

    def some_claim(self, number: int) -> Claim | None:
        """Return one of the claims, stale or not."""
        return self.claims[number % len(self.claims)] if self.claims else None

    @rule(number=st.integers(0, 99))
    def heartbeat(self, number: int) -> None:
        """Say that a runner lives."""
        claim = self.some_claim(number)
        if claim is None:
            return
        job = self.held(claim)
        reply = self.store.heartbeat(claim, LEASE)
        assert reply.ours == (job is not None)
        assert reply.cancel == (job is not None and job.state == JobState.CANCELLING)
        if job is not None:
            job.lease_until = self.clock.now + LEASE

    @rule(number=st.integers(0, 99), solutions=st.integers(0, 3), checkpoint=st.booleans())
    def write(self, number: int, solutions: int, checkpoint: bool) -> None:
        """Write what a run has to say."""
        claim = self.some_claim(number)
        if claim is None:
            return
        job = self.held(claim)
        text = f"{claim.attempt}" if checkpoint else None
        assert self.store.record(claim, [{"event": "x"}], ["{}"] * solutions, text) == (job is not None)
        if job is not None:
            job.solutions += solutions
            if checkpoint:
                job.kept, job.checkpoint, job.blame = job.solutions, text, 0

    @rule(number=st.integers(0, 99), state=st.sampled_from([s for s in JobState if s.ended]))
    def finish(self, number: int, state: JobState) -> None:
        """End a job."""
        claim = self.some_claim(number)
        if claim is None:
            return
        job = self.held(claim)
        ends = job is not None and state in FOLLOWING[job.state]
        assert self.store.finish(claim, state, ANSWER) == ends
        if job is not None and ends:
            job.become(state)
            job.checkpoint = None

    @rule(number=st.integers(0, 99), crashed=st.booleans())
    def release(self, number: int, crashed: bool) -> None:
        """Give a job back."""
        claim = self.some_claim(number)
        if claim is None:
            return
        job = self.held(claim)
        assert self.store.release(claim, crashed=crashed) == (job is not None)
        if job is not None:
            job.let_go(CRASHED if crashed else 0)

    @rule(seconds=st.sampled_from([1.0, 6.0, 20.0]))
    def time_goes_by(self, seconds: float) -> None:
        """Let leases run out."""
        self.clock.now += seconds
        ids = self.store.expire()
        held = (JobState.RUNNING, JobState.CANCELLING)
        late = [k for k, e in self.expected.items() if e.state in held and e.lease_until < self.clock.now]
        assert ids == sorted(late)
        for key in late:
            self.expected[key].let_go(LOST)

    @rule()
    def crash(self) -> None:
        """Lose the server, and start another one that knows its runner to be dead."""
        self.store.close()
        self.store = Store(str(self.store.url.render_as_string(hide_password=False)), self.clock)
        held = (JobState.RUNNING, JobState.CANCELLING)
        ids = [key for key, each in self.expected.items() if each.state in held]
        assert self.store.abandon(["runner"]) == sorted(ids)
        for key in ids:
            self.expected[key].let_go(LOST)

    def some_job(self, number: int) -> str:
        """Return the id of one of the jobs."""
        ids = sorted(self.expected)
        return ids[number % len(ids)] if ids else "0" * 26

    @rule(number=st.integers(0, 99))
    def cancel(self, number: int) -> None:
        """Cancel a job."""
        key = self.some_job(number)
        job = self.expected.get(key)
        assert (self.store.cancel(key) is None) == (job is None)
        if job is not None and job.state == JobState.QUEUED:
            job.become(JobState.CANCELLED)
        elif job is not None and job.state == JobState.RUNNING:
            job.become(JobState.CANCELLING)

    @rule(number=st.integers(0, 99))
    def delete(self, number: int) -> None:
        """Delete a job that has ended."""
        key = self.some_job(number)
        job = self.expected.get(key)
        assert self.store.delete(key) == (job is not None and job.state.ended)
        if job is not None and job.state.ended:
            del self.expected[key]
            self.claims = [claim for claim in self.claims if claim.job.id != key]

    @invariant()
    def both_say_the_same(self) -> None:
        """The store has the jobs of the dictionary, each in its state, with its solutions and at most one end."""
        told: dict[str, Any] = {job.id: job for job in self.store.jobs(None, limit=1000)}
        assert set(told) == set(self.expected)
        for key, each in self.expected.items():
            job = told[key]
            assert (job.state, job.attempt, job.solutions) == (each.state, each.attempt, each.solutions)
        for key in list(self.expected)[-2:]:
            events = self.store.events(key)
            assert [number for number, _ in events] == list(range(1, told[key].events + 1))
            assert sum(event["event"] == "finished" for _, event in events) == self.expected[key].ends
            assert len(self.store.solutions(key)[0]) == self.expected[key].solutions

    def teardown(self) -> None:
        """Close the store."""
        self.store.close()
        self.folder.cleanup()


def test_the_store_does_what_a_dictionary_does(url: str) -> None:
    """Submissions, claims, heartbeats, ends, crashes and cancellations in any order leave both the same."""

    class OnThisDatabase(Jobs):
        """The machine on the database of the test."""

    if url.startswith("postgresql"):
        OnThisDatabase.url = url
    examples = 4 if OnThisDatabase.url else 12
    run_state_machine_as_test(
        OnThisDatabase, settings=settings(max_examples=examples, stateful_step_count=30, deadline=None)
    )
