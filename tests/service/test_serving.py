"""`exactcover serve`: where it listens, how it ends, what it leaves behind."""

from __future__ import annotations

import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from exactcover import cli
from tests.commands import PATIENCE_SECONDS, descendants_of, runs, until
from tests.service.servers import DOMINO, served
from tests.source_files import ROOT
from tests.test_architecture import HEAVY


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_with_no_orphan(tmp_path: Path, number: int) -> None:
    """Ctrl-C, or SIGTERM, ends a server that runs a job and is being followed; its processes end with it."""
    with served("--verbose", store=tmp_path / "jobs.sqlite") as server:
        assert server.line == f"exactcover serves at {server.url}/ (Ctrl-C ends it)\n"
        body = {"task": "count", "puzzle": "packing board=10x14 pieces=tetrominoes copies=7", "time_limit": 300}
        job = server.http.post("/v1/jobs", json=body).json()
        with server.http.stream("GET", job["links"]["events"], headers={"Accept": "text/event-stream"}) as stream:
            lines = stream.iter_lines()
            until(lambda: "started" in next(lines))
            children = descendants_of(server.process.pid)
            assert children
            server.process.send_signal(number)
            for _ in lines:
                """Until the server ends the stream."""
        assert server.process.wait(60) == 0
        until(lambda: not any(map(runs, children)))


def test_a_look_up_is_told_that_its_server_ends(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A server that ends does not wait for a running look-up; its client gets 503 and may ask again."""
    body = {"puzzle": "packing board=16x16 pieces=pentominoes copies=any", "seconds": 10, "time_limit": 60}
    with served(store=tmp_path / "jobs.sqlite") as server, ThreadPoolExecutor(1) as asking:
        answer = asking.submit(server.http.post, "/v1/remaining", json=body)
        until(lambda: "exactcover_lookups 1.0" in server.http.get("/metrics").text)
        server.process.send_signal(signal.SIGTERM)
        told = answer.result().json()
        assert (told["status"], told["type"]) == (503, "urn:exactcover:ending")
        assert server.process.wait(60) == 0
    assert "Traceback" not in capfd.readouterr().err


def test_a_server_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    """A job that ran when a server was stopped is run by the next one."""
    store = tmp_path / "jobs.sqlite"
    with served("--workers", "0", store=store) as server:
        job = server.http.post("/v1/jobs", json={"task": "solve", "puzzle": DOMINO}).json()
    with served(store=store) as server:
        until(lambda: server.http.get(job["links"]["self"]).json()["state"] == "SUCCEEDED")


def test_a_wrong_server_is_not_started(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A host that others reach without tokens, a port that is none, and a store that is none are input at fault."""
    store = str(tmp_path / "jobs.sqlite")
    tokens = str(tmp_path / "tokens")
    for words in (
        ["--host", "0.0.0.0"],
        ["--port", "99999"],
        ["--host", "192.0.2.1", "--token-file", tokens],
        ["--workers", "-1"],
        ["--lookups-at-once", "0"],
        ["--port", "0", "--store", "mysql://x/y"],
    ):
        assert cli.main(["serve", "--store", store, *words]) == 2, words
    assert cli.main(["tokens", "add", "ann", "--token-file", tokens]) == 0
    captured = capsys.readouterr()
    assert captured.err.count("\n") == 6
    token = captured.out.strip()
    with served("--token-file", tokens, store=tmp_path / "jobs.sqlite", token=token) as server:
        assert server.http.get("/v1/jobs").status_code == 200
        assert cli.main(["--server", server.url, "solve", *DOMINO.split()]) == 2


def test_the_server_stays_light() -> None:
    """What a server imports has no solver and no compiler in it: those are in its processes."""
    program = "import exactcover.service.serving, sys; print(*sorted({name.split('.')[0] for name in sys.modules}))"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT)
    assert not set(run.stdout.split()) & {*HEAVY, "numpy", "encoders"}


def test_the_collector_passes_over_what_a_server_starts_with(tmp_path: Path) -> None:
    """When a server says that it is ready, nothing that it started with is looked at again by the garbage collector."""
    program = (
        "import gc, os, signal, sys; from exactcover.service import serving; from exactcover.service.settings import Settings\n"
        "def ready(url): print(gc.get_freeze_count()); os.kill(os.getpid(), signal.SIGTERM)\n"
        "print(gc.get_freeze_count()); serving.serve(Settings(port=0, store=sys.argv[1], workers=0), ready)"
    )
    command = [sys.executable, "-c", program, str(tmp_path / "jobs.sqlite")]
    run = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT, timeout=PATIENCE_SECONDS)
    before, frozen = map(int, run.stdout.split())
    assert before == 0
    assert frozen > 10_000
