"""Jobs run by a runner: answered, cut, cancelled, given back, gone on with, and ended whatever happens to their processes."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from benchmarks import crashes
from exactcover import api
from exactcover.model.answer import Checkpoint
from exactcover.model.events import CubesDone
from exactcover.process.messages import Call
from exactcover.service import ledger as ledgers
from exactcover.service import runner_identity, steps
from exactcover.service.attempt import JobDefaults
from exactcover.service.job import Job, JobState, Submission
from exactcover.service.runner import RetentionPolicy, Runner
from exactcover.service.store.jobs import Store
from exactcover.solving import supervisor
from tests.commands import command_line
from tests.service.submitted import claimed, submission

PATIENCE = 240.0
DOMINOES = {"kind": "packing", "pieces": "dominoes", "copies": "any"}


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    """A store whose clock goes."""
    opened = Store(url)
    yield opened
    opened.close()


@pytest.fixture
def run(store: Store) -> Iterator[Callable[..., Runner]]:
    """What starts a runner; each is stopped when the test ends."""
    runners: list[Runner] = []

    def started(**settings: Any) -> Runner:
        runners.append(Runner(store, **settings))
        runners[-1].start()
        return runners[-1]

    yield started
    for runner in runners:
        runner.stop()


def asked(keys: dict[str, Any], task: str, **options: Any) -> Submission:
    """Return the submission of a puzzle."""
    own = {key: value for key, value in keys.items() if key != "kind"}
    canonical = api.puzzle(keys["kind"], **own).canonical()
    return Submission(task, canonical, api.digest_of(canonical), options, source=keys)


def until(store: Store, job: Job, holds: Callable[[Job], bool] = lambda job: job.state.ended) -> Job:
    """Return a job once something holds of it."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        now = store.job(job.id)
        assert now is not None
        if holds(now):
            return now
        time.sleep(0.01)
    raise AssertionError(f"{job.id} has not come so far: {store.job(job.id)}")


def test_jobs_have_the_answers_of_the_command_line(store: Store, run: Callable[..., Runner]) -> None:
    """A solution, a count, a list and a proof are those of the same request made here, names of pieces included."""
    run()
    named = {"kind": "packing", "board": "3x3", "pieces": "V3,I3", "copies": "any"}
    for keys, task in (
        (named, "solve"),
        (DOMINOES | {"board": "4x4"}, "count"),
        (named, "list"),
        (DOMINOES | {"board": "3x3"}, "prove"),
    ):
        job = until(store, store.submit(asked(keys, task)))
        assert job.state == JobState.SUCCEEDED, job.problem
        assert job.answer is not None
        own = {key: value for key, value in keys.items() if key != "kind"}
        puzzle = api.puzzle("packing", **own)
        if task == "list":
            with api.iterate(puzzle) as solutions:
                expected = sorted(json.dumps(each, sort_keys=True) for each in solutions)
            assert sorted(json.dumps(each, sort_keys=True) for each in store.solutions(job.id)[0]) == expected
            continue
        answer = json.loads(json.dumps(getattr(api, task)(puzzle).to_json()))
        for key in ("status", "count", "classes", "solution", "evidence", "puzzle_sha256", "exhausted"):
            assert job.answer[key] == answer[key]


def test_a_job_without_limits_has_the_usual_ones(store: Store, run: Callable[..., Runner]) -> None:
    """A search that would go on for hours ends by the usual time limit, which is an answer."""
    run(job_defaults=JobDefaults(time=0.5))
    job = until(
        store, store.submit(asked(DOMINOES | {"board": "16x16", "pieces": "pentominoes"}, "count", backend="brute"))
    )
    assert (job.state, job.status) == (JobState.SUCCEEDED, "UNKNOWN")
    assert job.answer is not None
    assert job.answer["stop_reason"] == "time"


def test_input_at_fault_fails(store: Store, run: Callable[..., Runner]) -> None:
    """A puzzle, an engine or an option that is none fails with its sentence, and the runner goes on."""
    run()
    for fault in (
        Submission("solve", {"kind": "packing", "board": "0x0"}, "1" * 64),
        Submission("solve", {"kind": "nothing"}, "2" * 64),
        asked(DOMINOES | {"board": "2x2"}, "solve", backend="nothing"),
        asked(DOMINOES | {"board": "2x2"}, "solve", seed=-1),
        Submission("solve", {}, "3" * 64),
    ):
        job = until(store, store.submit(fault))
        assert job.state == JobState.FAILED
        assert job.problem is not None
        assert job.problem["code"] in ("invalid_input", "our_fault")
        assert job.problem["detail"]
    assert until(store, store.submit(asked(DOMINOES | {"board": "2x2"}, "solve"))).state == JobState.SUCCEEDED


def test_a_running_job_is_cancelled(store: Store, run: Callable[..., Runner]) -> None:
    """A wish to cancel ends a run, and what it had is its answer."""
    run()
    job = store.submit(asked(DOMINOES | {"board": "20x20", "pieces": "pentominoes"}, "count", backend="brute"))
    until(store, job, lambda job: job.events > 1)
    store.cancel(job.id)
    ended = until(store, job)
    assert ended.state == JobState.CANCELLED
    assert ended.answer is not None
    assert ended.answer["stop_reason"] == "interrupted"
    assert [event["event"] for _, event in store.events(job.id)][-1] == "finished"


def test_a_list_that_is_too_long_to_be_kept_fails(store: Store, run: Callable[..., Runner]) -> None:
    """Solutions may take so many bytes; those until then are kept."""
    run(job_defaults=JobDefaults(solution_bytes=1_000_000))
    job = until(store, store.submit(asked(DOMINOES | {"board": "8x8"}, "list")))
    assert job.state == JobState.FAILED
    assert job.problem is not None
    assert job.problem["code"] == "too_many_solutions"
    assert 0 < job.solutions < 12_988_816


def test_a_job_whose_process_dies_is_run_again(store: Store, run: Callable[..., Runner]) -> None:
    """A process that is killed costs an attempt; after three of them the job has FAILED, and the next one runs."""
    run(workers=1)
    job = store.submit(asked(DOMINOES | {"board": "20x20", "pieces": "pentominoes"}, "count", backend="brute"))
    for attempt in range(1, 4):
        until(store, job, lambda job, attempt=attempt: job.attempt == attempt)  # type: ignore[misc]  # an int
        first = store.events(job.id)[-1][0]
        until(store, job, lambda job, first=first: job.events > first or job.state.ended)  # type: ignore[misc]  # an int
        for process, _ in crashes.descendants(os.getpid()):
            if any("process/__main__" in part for part in command_line(process)):
                os.kill(process, signal.SIGKILL)
    ended = until(store, job)
    assert ended.state == JobState.FAILED
    assert ended.problem is not None
    assert ended.problem["code"] == "worker_crashed"
    assert until(store, store.submit(asked(DOMINOES | {"board": "2x2"}, "solve"))).state == JobState.SUCCEEDED


def test_a_runner_that_stops_gives_its_jobs_back(store: Store, run: Callable[..., Runner]) -> None:
    """A job that runs when its runner stops waits again, and the next runner ends it."""
    runner = run()
    job = store.submit(
        asked(DOMINOES | {"board": "20x20", "pieces": "pentominoes"}, "count", backend="brute", time_limit=1.0)
    )
    until(store, job, lambda job: job.events > 1)
    runner.stop()
    waiting = store.job(job.id)
    assert waiting is not None
    assert (waiting.state, waiting.attempt) == (JobState.QUEUED, 1)
    run()
    assert until(store, job).attempt == 2


def test_a_list_goes_on_from_any_of_its_checkpoints(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A list that is cut after any write, and gone on with, has each solution once, as many as are published."""
    monkeypatch.setattr(ledgers, "SECONDS_BETWEEN_WRITES", 0.0)  # every step is written at once
    job = store.submit(asked(DOMINOES | {"board": "6x6"}, "list"))
    cuts = 0
    while True:
        claim = claimed(store, lease=1000.0)
        checkpoint = None if claim.checkpoint is None else steps.checkpoint_of(claim.checkpoint)
        ledger = ledgers.Ledger(store, claim, checkpoint)
        request = steps.request_of(claim.job, checkpoint, 200.0, 4000.0)
        call = Call(steps.answered, (claim.job.source, request))
        answer = None
        writes = 0
        for step in supervisor.run(call, request, listed=(steps.Listed,)):
            if isinstance(step, steps.Finished):
                answer = step.answer
            else:
                ledger.take(step)
                writes += isinstance(step, steps.Listed)
            if writes == 2 + cuts and cuts < 3:
                break
        if answer is not None:
            ledger.close()
            assert store.finish(claim, JobState.SUCCEEDED, answer)
            break
        cuts += 1
        store.release(claim, crashed=False)
    solutions = [json.dumps(each) for each in store.solutions(job.id, 0, 10_000)[0]]
    assert cuts > 0
    assert (len(solutions), len(set(solutions)), answer["count"]) == (6728, 6728, "6728")


@pytest.mark.parametrize("task", ["count", "list"])
def test_a_search_begins_where_it_was_left(store: Store, task: str) -> None:
    """A request that has a checkpoint leaves out the roots that it has; limits of solutions are what is left of them."""
    store.submit(submission(1, task))
    claim = claimed(store)
    left = Checkpoint("digest", {3: (5, 70)})
    again = steps.checkpoint_of(steps.checkpoint_text(left))
    assert again == left
    assert steps.request_of(claim.job, left, 1.0, 100.0).checkpoint == left
    assert steps.request_of(claim.job, None, 1.0, 100.0).checkpoint == Checkpoint()
    for other in (steps.LinesDone(2, {"FEASIBLE": 1, "bad": 1}, 7, 0.5), CubesDone("a run", 3)):
        assert steps.checkpoint_of(steps.checkpoint_text(other)) == other


def test_a_long_list_with_a_limit_goes_on_to_the_limit(store: Store) -> None:
    """What is kept counts towards the limit; a short list begins anew, and so does one on several threads."""
    store.submit(submission(1, "list", limit=5000))
    claim = claimed(store)
    store.add_solutions(claim, ["{}"] * 1500, steps.checkpoint_text(Checkpoint("digest", {0: (1500, 9)})))
    store.release(claim, crashed=True)
    claim = claimed(store)
    assert claim.checkpoint is not None
    request = steps.request_of(claim.job, steps.checkpoint_of(claim.checkpoint), 1.0, 100.0)
    assert (request.limits.solutions, request.checkpoint is not None) == (3500, True)
    for options in ({"limit": 10}, {"workers": 2}, {"node_limit": 10}):
        store.submit(submission(2, "list", owner="ben", **options))
        short = claimed(store)
        assert steps.request_of(short.job, None, 1.0, 100.0).checkpoint is None
        store.finish(short, JobState.FAILED, problem={})


def test_runners_of_dead_processes_are_known() -> None:
    """A name tells that its process is gone; nothing is said of this process, of other machines and of what is no name."""
    own = runner_identity.new_name()
    machine, boot, process, _, rest = own.rsplit(":", 4)
    reused = f"{machine}:{boot}:{process}:1:{rest}"
    earlier = f"{machine}:another-boot:{process}:1:{rest}"
    elsewhere = f"elsewhere:{boot}:{process}:1:{rest}"
    assert runner_identity.dead_runners([own, reused, earlier, elsewhere, "runner", "a:b:c:d:e", ""]) == [
        reused,
        earlier,
    ]


def test_a_runner_removes_what_is_not_kept(store: Store, run: Callable[..., Runner]) -> None:
    """Jobs that ended longer ago than they are kept are removed; those that have not ended stay."""
    job, waiting = store.submit(submission(1)), store.submit(submission(2))
    store.cancel(job.id)
    run(workers=0, retention=RetentionPolicy(seconds=0.0, every=0.05))
    end = time.monotonic() + PATIENCE
    while store.job(job.id) is not None and time.monotonic() < end:
        time.sleep(0.02)
    assert [each.id for each in store.jobs(None)] == [waiting.id]


def test_two_servers_share_a_queue(store: Store, url: str, run: Callable[..., Runner]) -> None:
    """Two runners with stores of their own run each job once."""
    other = Store(url)
    second = Runner(other, 1)
    run(workers=1)
    second.start()
    jobs = [store.submit(asked(DOMINOES | {"board": "2x3"}, "solve", seed=seed)) for seed in range(12)]
    ended = [until(store, job) for job in jobs]
    second.stop()
    other.close()
    assert {(job.state, job.attempt) for job in ended} == {(JobState.SUCCEEDED, 1)}
    for job in jobs:
        told = [event["event"] for _, event in store.events(job.id)]
        assert (told.count("started"), told.count("finished")) == (1, 1)


def test_every_job_survives_five_kills(url: str) -> None:
    """Servers that are killed five times lose no job, end none twice, give no wrong answer, and leave no process."""
    outcome = crashes.run(url, 5, most=2.0, patience=60.0)
    assert outcome.faults == []
    assert outcome.orphans == 0
    assert outcome.kills == 5
    assert outcome.jobs == outcome.states[JobState.SUCCEEDED] > 0
