"""Jobs and look-ups of a server read neither the store nor the token file, and connect to nothing, whatever code they run."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import tests
from exactcover.model.errors import InvalidInput, OurFault
from exactcover.model.events import CubesDone, Progress
from exactcover.process.control_groups import control_groups
from exactcover.process.isolation import Isolation, measures
from exactcover.process.messages import Call
from exactcover.service import isolating, soundness, steps
from exactcover.service.job import JobState
from exactcover.service.lookup_tasks import LookupResult
from exactcover.service.lookups import Lookups
from exactcover.service.settings import Bounds, Settings
from exactcover.service.store.jobs import Store
from exactcover.solving import supervisor
from tests.process import compromised
from tests.service.runners import ended, running
from tests.service.servers import Served, claimed, submitted

needs_kernel = pytest.mark.skipif(measures() != isolating.ALL, reason="the kernel lacks Landlock or seccomp")


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """The settings of a server with a token file and a store in one folder."""
    tokens = tmp_path / "tokens"
    tokens.write_text("")
    return Settings(store=str(tmp_path / "jobs.sqlite"), token_file=str(tokens))


@pytest.fixture
def store(settings: Settings) -> Iterator[Store]:
    """Its store."""
    opened = Store(settings.store)
    yield opened
    opened.close()


@pytest.fixture
def isolation(settings: Settings) -> Iterator[Isolation]:
    """The isolation of that server's processes, which may import the tests too."""
    with isolating.isolated(settings) as own:
        assert own is not None
        yield replace(own, readable=(*own.readable, *tests.__path__))


def attempts(settings: Settings, address: tuple[str, int]) -> list[Any]:
    """What foreign code would try at this server."""
    return [
        (compromised.read, (settings.store,)),
        (compromised.read, (settings.token_file,)),
        (compromised.written, (settings.token_file,)),
        (compromised.listed, (str(Path(settings.store).parent),)),
        (compromised.connected, (socket.AF_INET, socket.SOCK_STREAM, address)),
    ]


def as_job(tried: list[Any]) -> Iterator[Any]:
    """A job whose answer is what came of attempts."""
    clock, *outcomes = compromised.outcomes(tried)
    yield clock
    yield steps.Finished({"stop_reason": None, "status": None, "outcomes": outcomes})


def as_lookup(tried: list[Any]) -> Iterator[Any]:
    """A look-up with that result."""
    clock, *outcomes = compromised.outcomes(tried)
    yield clock
    yield LookupResult(outcomes)


@needs_kernel
def test_a_compromised_job_fails_at_everything(
    store: Store, settings: Settings, isolation: Isolation, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It reads neither store nor tokens, and reaches no server; its answer is stored all the same."""
    monkeypatch.setattr(supervisor.pool, "isolation", isolation)
    supervisor.pool.end()
    with socket.create_server(("127.0.0.1", 0)) as server:
        tried = attempts(settings, server.getsockname())
        monkeypatch.setattr(steps, "call_of", lambda _job, request, _left: (Call(as_job, (tried,)), request))
        with running(store, workers=1):
            job = ended(store, submitted(store))
    supervisor.pool.end()
    assert job.state == JobState.SUCCEEDED
    assert job.answer is not None
    assert job.answer["outcomes"] == ["PermissionError"] * len(tried)


@needs_kernel
@pytest.mark.usefixtures("store")
def test_a_compromised_lookup_fails_at_everything(settings: Settings, isolation: Isolation) -> None:
    """So does a look-up."""
    lookups = Lookups(Bounds(), isolation)
    with socket.create_server(("127.0.0.1", 0)) as server:
        tried = attempts(settings, server.getsockname())
        outcomes = asyncio.run(lookups.ask("ann", as_lookup, tried))
    lookups.stop()
    assert outcomes == ["PermissionError"] * len(tried)


@needs_kernel
def test_a_server_says_what_is_on(server: Served) -> None:
    """`/readyz` has it, `resources` where the server may make control groups."""
    with control_groups() as groups:
        limited = groups is not None and groups.limited
    assert server.http.get("/readyz").json()["isolated"] == [*isolating.ALL, *(["resources"] if limited else [])]


def test_isolation_may_be_required_or_off(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the kernel cannot, `required` refuses to start and `auto` does without; `off` always does."""
    with isolating.isolated(replace(settings, isolation="off")) as own:
        assert own is None
    monkeypatch.setattr(isolating, "measures", lambda: ())
    with isolating.isolated(settings) as own:
        assert own is None
    required = isolating.isolated(replace(settings, isolation="required"))
    with pytest.raises(InvalidInput, match=r"cannot take files and network and processes .*expected Linux"), required:
        pass
    with pytest.raises(InvalidInput, match="expected auto, required or off"):
        replace(settings, isolation="on")


@needs_kernel
def test_a_secret_among_the_packages_is_reported(
    settings: Settings, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A store in a folder that jobs must read is a warning in the log; one elsewhere is not."""
    monkeypatch.setattr(logging.getLogger("exactcover.service"), "propagate", True)
    with isolating.isolated(settings):
        assert "jobs can read" not in caplog.text
    beside = Path(isolating.__file__).with_name("jobs.sqlite")
    with isolating.isolated(replace(settings, store=str(beside))):
        assert f"jobs can read {beside}" in caplog.text


def bogus() -> CubesDone:
    """A step with an attribute that none has."""
    step = CubesDone("run", 2)
    vars(step)["bogus"] = 1
    return step


@pytest.mark.parametrize(
    "step",
    [
        bogus(),
        steps.Listed(("\ud800",)),
        steps.Listed(("a\0b",)),
        steps.Listed((7,)),  # type: ignore[arg-type]
        steps.Listed((), left=CubesDone("run", {1})),  # type: ignore[arg-type]
        steps.StepEvent({"x": {1, 2}}),
        steps.Finished({"solution": object()}),
        Progress({1}, 2),  # type: ignore[arg-type]
    ],
)
def test_what_is_no_step_ends_its_job_alone(store: Store, step: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A step that no store can hold fails its job; the next job of the same runner is answered."""
    with pytest.raises(OurFault, match="no step of a run"):
        soundness.check(step)
    kept = supervisor.run
    with running(store, workers=1):
        monkeypatch.setattr(supervisor, "run", lambda *_arguments, **_named: iter([step]))
        assert ended(store, submitted(store)).state == JobState.FAILED
        monkeypatch.setattr(supervisor, "run", kept)
        assert ended(store, submitted(store)).state == JobState.SUCCEEDED


def test_a_damaged_checkpoint_ends_its_job_alone(store: Store) -> None:
    """The job fails, and the next one of the same runner is answered."""
    claim = claimed(store)
    store.recorded(claim, [], [], '{"lines": 1, "bogus": 2}').result()
    store.release(claim, crashed=False)
    job = claim.job
    with running(store, workers=1):
        assert ended(store, job).state == JobState.FAILED
        assert ended(store, submitted(store, "count")).state == JobState.SUCCEEDED
