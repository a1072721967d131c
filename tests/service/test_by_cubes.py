"""Jobs that name an executor: searched by cubes, their ledger in the store, gone on with whatever is killed."""

from __future__ import annotations

import json
from collections.abc import Generator, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, cast, get_args

import pytest

from benchmarks import crashes
from exactcover import api, cli
from exactcover.backends.search.cover import roots
from exactcover.cluster import local
from exactcover.cluster.cubes import Branch, Cube
from exactcover.cluster.ledger import Ledger
from exactcover.cluster.settings import TASKS
from exactcover.model.answer import request
from exactcover.model.cover import cover
from exactcover.model.errors import InvalidInput, OurFault
from exactcover.model.events import CubesDone
from exactcover.service import steps
from exactcover.service.http import bodies
from exactcover.service.job import LOST, MAX_FAILURES, Claim, Job, JobState, Submission
from exactcover.service.ledger import Ledger as Notes
from exactcover.service.settings import Settings
from exactcover.service.store.jobs import Store
from exactcover.service.submitting import body_of
from tests.commands import command_line, descendants_of, runs, until
from tests.service.runners import current, ended, running
from tests.service.servers import here, served
from tests.service.submitted import ANSWER, submission
from tests.service.tables import orphans, reading

DOMINOES = "packing board={} pieces=dominoes copies=any"
TILINGS = {"4x4 dominoes": 36, "8x9 dominoes": 108_435_745, "6x6 dominoes": 6728}
"""Kasteleyn 1961, Temperley & Fisher 1961; OEIS A099390."""
LONG = "packing board=9x10 pieces=pentominoes-one-sided"
PLAN = roots.plan(cover(["a"], [["a"]]), "count")
ENOUGH_CUBES = 3


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    """A store whose clock goes."""
    opened = Store(url)
    yield opened
    opened.close()


def asked(task: str, tiling: str, **options: Any) -> Submission:
    """Return the submission of a board and its pieces, to be searched by local processes."""
    board, pieces = tiling.split()
    keys = {"board": board, "pieces": pieces, **({"copies": "any"} if pieces == "dominoes" else {})}
    canonical = api.puzzle("packing", **keys).canonical()
    own = {"executor": "local", "time_limit": 3000.0, **options}
    return Submission(task, canonical, api.digest_of(canonical), own, source={"kind": "packing", **keys})


def taken(store: Store) -> Claim:
    """Take a job that names local processes, which must be waiting."""
    claim = store.claim("runner", 1000, "local")
    assert claim is not None
    return claim


def noted(store: Store, run: str) -> Ledger:
    """Return the ledger of a store, in which a run has one cube."""
    ledger = Ledger(store.place)
    ledger.begin(run, "count", "", lambda: (PLAN, [Cube("0", 0, (Branch(0, ()),))]))
    return ledger


def cubes_in(store: Store, job: Job) -> int:
    """Return how many cubes of a job are done, as its server has told."""
    text = store.checkpoint(job.id)
    left = None if text is None else steps.checkpoint_of(text)
    return left.cubes if isinstance(left, CubesDone) else 0


def events_of(store: Store, job: Job, name: str) -> list[dict[str, Any]]:
    """Return the events of a name."""
    return [event for _, event in store.events(job.id, limit=100_000) if event["event"] == name]


def test_a_job_waits_for_a_runner_that_has_its_executor(store: Store) -> None:
    """A runner without the executor that a job names leaves it, and takes the others."""
    by_cubes = store.submit(submission(1, executor="local"))
    plain = store.submit(submission(2))
    claims = [store.claim("runner", 10, executor) for executor in ("", "ray", "local")]
    assert [claim and claim.job.id for claim in claims] == [plain.id, None, by_cubes.id]


@pytest.mark.parametrize("end", ["finish", "cancel", "give up"])
def test_the_ledger_of_a_job_goes_with_its_search(store: Store, end: str) -> None:
    """When a job ends, however it does, its cubes are removed; those of other runs stay."""
    job = store.submit(submission(executor="local"))
    claim = taken(store)
    for run in ("another", f"{job.id}:0"):
        ledger = noted(store, run)
        ledger.close()
    store.add_solutions(claim, (), steps.checkpoint_text(CubesDone(f"{job.id}:0", 0)))
    if end == "finish":
        store.finish(claim, JobState.SUCCEEDED, ANSWER)
    elif end == "cancel":
        store.release(claim, crashed=False)
        store.cancel(job.id)
    else:
        for _ in range(3):
            store.release(claim, crashed=True)
            claim = store.claim("runner", 1000, "local") or claim
    assert current(store, job).state.ended
    ledger = Ledger(store.place)
    assert ledger.runs() == ["another"]
    assert ledger.entries(f"{job.id}:0") == []
    assert len(ledger.entries("another")) == 1
    ledger.close()


def test_a_count_has_one_answer_however_it_is_searched(store: Store) -> None:
    """An answer that is known is that of a job that names an executor, too; one that waited meanwhile leaves nothing behind."""
    store.submit(submission(1))
    claim = store.claim("runner", 1000)
    assert claim is not None
    waits = store.submit(submission(1, executor="local"))
    other = taken(store)
    noted(store, f"{waits.id}:0").close()
    store.record(other, [{"event": "progress"}], ["{}"], "text")
    store.release(other, crashed=True)
    store.finish(claim, JobState.SUCCEEDED, ANSWER)
    assert store.submit(submission(1, executor="ray")).cached
    assert store.claim("runner", 1000, "local") is None
    assert current(store, waits).answer == ANSWER
    with reading(store) as connection:
        assert orphans(connection) == 0
    ledger = Ledger(store.place)
    assert ledger.runs() == []
    ledger.close()


def test_cubes_that_are_done_take_away_the_blame(store: Store) -> None:
    """A job whose servers are lost again and again goes on as long as cubes come to something, and else is given up."""
    job = store.submit(submission(executor="local"))
    run = f"{job.id}:0"
    for cubes in range(1, MAX_FAILURES // LOST + 10):
        claim = taken(store)
        notes = Notes(store, claim, None if claim.checkpoint is None else steps.checkpoint_of(claim.checkpoint))
        notes.take(CubesDone(run, cubes - 1))  # as the driver begins
        notes.take(CubesDone(run, cubes))
        notes.close()
        store.abandon(["runner"])
    assert current(store, job).state == JobState.QUEUED
    for _ in range(MAX_FAILURES // LOST - 1):
        claim = taken(store)
        assert claim.checkpoint is not None
        notes = Notes(store, claim, steps.checkpoint_of(claim.checkpoint))
        notes.take(CubesDone(run, cubes))
        notes.close()
        store.abandon(["runner"])
    assert current(store, job).state == JobState.FAILED


@pytest.mark.parametrize("task", ["count", "list"])
def test_a_job_by_cubes_has_the_answer(store: Store, task: str) -> None:
    """A count, and a list with each solution once, are those of a search in one process."""
    with running(store, executor="local"):
        job = ended(store, store.submit(asked(task, "4x4 dominoes")))
    assert job.state == JobState.SUCCEEDED, job.problem
    assert job.answer is not None
    assert (job.answer["count"], job.answer["exhausted"]) == (str(TILINGS["4x4 dominoes"]), True)
    assert job.answer["engine"]["options"]["executor"] == "local"
    if task == "list":
        listed = {json.dumps(each, sort_keys=True) for each in store.solutions(job.id, 0, 1000)[0]}
        assert len(listed) == job.solutions == TILINGS["4x4 dominoes"]


def test_a_proof_by_cubes_is_a_job(store: Store) -> None:
    """A proof that names an executor is a tree, which the judges accept, and its cubes are removed with the job's end."""
    keys = {"board": "4x5", "pieces": "I3", "copies": "any"}
    canonical = api.puzzle("packing", **keys).canonical()
    options = {"executor": "local", "argument": "tree", "workers": 2, "time_limit": 600.0}
    source = {"kind": "packing", **keys}
    job = store.submit(Submission("prove", canonical, api.digest_of(canonical), options, source=source))
    with running(store, executor="local"):
        now = ended(store, job)
    assert now.state == JobState.SUCCEEDED, now.problem
    assert now.answer is not None
    assert (now.answer["status"], now.answer["evidence"]) == ("INFEASIBLE", "tree")
    assert now.answer["engine"]["options"]["executor"] == "local"
    assert api.check_text(api.puzzle("packing", **keys), json.dumps(now.answer))["accepted"]
    ledger = Ledger(store.place)
    assert ledger.runs() == []
    ledger.close()


def test_a_count_goes_on_from_its_ledger_after_its_server_was_killed(store: Store, url: str) -> None:
    """What killed servers left is ended by the next one: right, and from the cubes that are done."""
    job = store.submit(asked("count", "8x9 dominoes", workers=2))
    done = [0]
    for _ in range(2):
        server = crashes.Server(url)
        try:
            until(lambda: cubes_in(store, job) >= done[-1] + ENOUGH_CUBES or current(store, job).state.ended)
        finally:
            server.kill()
        done.append(cubes_in(store, job))
    assert not current(store, job).state.ended
    ledger = Ledger(store.place)
    (run,) = ledger.runs()
    before = [entry for entry in ledger.entries(run) if entry.state == "done"]
    ledger.close()
    with running(store, executor="local"):
        now = ended(store, job)
    assert (now.state, now.attempt) == (JobState.SUCCEEDED, 3)
    assert now.answer is not None
    assert (now.answer["count"], now.answer["exhausted"]) == (str(TILINGS["8x9 dominoes"]), True)
    told = [event["cubes"] for event in events_of(store, job, "resumed")]
    assert told == done[1:]
    assert len(before) >= told[1] > told[0] > 0


def test_a_list_goes_on_from_its_ledger(store: Store) -> None:
    """A list whose processes are ended again and again has each solution once: those that are kept are not told again."""
    job = store.submit(asked("list", "6x6 dominoes", workers=2))
    cuts = 0
    while True:
        claim = taken(store)
        left = None if claim.checkpoint is None else steps.checkpoint_of(claim.checkpoint)
        notes = Notes(store, claim, left)
        request_ = steps.request_of(claim.job, left, 600.0, 2000.0, steps.CubeExecution("local", store.place))
        call, _ = steps.call_of(claim.job, request_, left)
        answer = None
        with closing(cast("Generator[Any, None, None]", steps.answered(*call.arguments))) as told:
            for step in told:
                if isinstance(step, steps.Finished):
                    answer = step.answer
                    break
                notes.take(step)
                listed = isinstance(step, steps.Listed)
                if listed and cuts < 3:
                    notes.close()
                    break
        if answer is not None:
            break
        cuts += 1
        store.release(claim, crashed=True)
    notes.close()
    assert store.finish(claim, JobState.SUCCEEDED, answer)
    listed_ = [json.dumps(each, sort_keys=True) for each in store.solutions(job.id, 0, 10_000)[0]]
    assert (cuts, answer["count"]) == (3, str(TILINGS["6x6 dominoes"]))
    assert len(set(listed_)) == len(listed_) == TILINGS["6x6 dominoes"]


def test_a_list_that_another_version_began_is_not_mixed_up(tmp_path: Path) -> None:
    """Solutions are kept of the run that they are of: where the next attempt begins another one, the job says so."""
    begun = steps.request_of(
        Job("0" * 26, "list", {}, "", {"executor": "local"}, "", "", JobState.RUNNING, 2, 0.0),
        None, 60.0, 2000.0, steps.CubeExecution("local", str(tmp_path / "ledger")),
    )  # fmt: skip
    keys = {"kind": "packing", "board": "2x3", "pieces": "dominoes", "copies": "any"}
    with pytest.raises(OurFault, match="another version"):
        list(steps.answered(keys, begun, CubesDone("an earlier run", 1), 2))
    told = [step for step in steps.answered(keys, begun) if isinstance(step, steps.Listed)]
    texts = [text for step in told for text in step.texts]
    assert len(texts) == 3
    (run,) = Ledger(tmp_path / "ledger").runs()
    assert run.startswith("0" * 26 + ":")
    again = steps.answered(keys, begun, CubesDone(run, 1), 2)
    assert [text for step in again if isinstance(step, steps.Listed) for text in step.texts] == texts[2:]


def test_cancelling_ends_native_work(tmp_path: Path) -> None:
    """Soon after a job was cancelled none of the processes that searched for it runs."""
    with served("--executor", "local", store=tmp_path / "jobs.sqlite") as server:
        body = {"task": "count", "puzzle": LONG, "executor": "local", "time_limit": 3000, "workers": 2}
        job = server.http.post("/v1/jobs", json=body).json()

        def workers() -> list[int]:
            below = descendants_of(server.process.pid)
            return [each for each in below if local.SERVE in command_line(each)]

        until(lambda: len(workers()) == 2)
        at_work = workers()
        server.http.post(f"/v1/jobs/{job['id']}/cancel")
        until(lambda: not any(map(runs, at_work)))
        until(lambda: server.http.get(f"/v1/jobs/{job['id']}").json()["state"] == "CANCELLED")
        assert workers() == []


def test_an_executor_is_named_where_the_server_has_one(tmp_path: Path) -> None:
    """A server takes jobs that name the executor that it was started with; others are refused in a sentence."""
    with closing(Store(str(tmp_path / "jobs.sqlite"))) as store:
        body = {"task": "count", "puzzle": DOMINOES.format("2x2"), "executor": "ray"}
        with here(store) as client:
            told = client.post("/v1/jobs", json=body)
            assert told.status_code == 422
            assert told.json()["detail"] == "the executor is ray; expected none: this server was started without one"
            assert "Search by cubes" not in client.get("/design").text
        with here(store, executor="local") as client:
            told = client.post("/v1/jobs", json=body)
            assert told.json()["detail"] == "the executor is ray; expected local, with which this server was started"
            assert "Search by cubes" in client.get("/design").text
        with here(store, executor="ray://head:10001") as client:
            assert client.post("/v1/jobs", json=body).status_code == 202
            assert client.post("/v1/jobs", json=body | {"executor": "ray://other:1"}).status_code == 422
    with pytest.raises(InvalidInput, match="expected local, ray or"):
        Settings(executor="dask")


def test_the_tasks_of_cubes_can_name_an_executor() -> None:
    """The bodies that have the option are those of the tasks that are cut into cubes."""
    able = [model for model in bodies.JOBS if "executor" in model.model_fields]
    assert sorted(get_args(model.model_fields["task"].annotation)[0] for model in able) == sorted(TASKS)


def test_a_command_line_sends_the_executor(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`--executor` with `--server` is a job of the server's that names it; what only a run here can have is refused."""
    words = ["count", *DOMINOES.format("4x4").split(), "--json", "--time-limit", "3000"]
    with served("--executor", "local", store=tmp_path / "jobs.sqlite") as server:
        assert cli.main(["--server", server.url, *words, "--executor", "local"]) == 0
        answer = json.loads(capsys.readouterr().out)
        assert (answer["count"], answer["engine"]["options"]["executor"]) == ("36", "local")
        assert cli.main(["--server", server.url, *words, "--executor", "ray"]) == 2
        assert "expected local, with which this server was started" in capsys.readouterr().err
    puzzle = api.puzzle(DOMINOES.format("4x4"))
    refused: list[tuple[dict[str, str], str]] = [
        ({"executor": "local", "ledger": "file"}, "drop one of the two"),
        ({"executor": "ray://host:1"}, "expected local or ray"),
    ]
    for settings, reason in refused:
        with pytest.raises(InvalidInput, match=reason):
            body_of(puzzle, request("count", **settings))
