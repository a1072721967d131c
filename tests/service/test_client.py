"""The client and `--server`: answers are those that are given here, and a server that lies is found out."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

import exactcover
from exactcover import api, cli
from exactcover.model.answer import Limits
from exactcover.model.errors import JudgeRefused, OurFault
from exactcover.model.puzzle_protocol import digest_of
from exactcover.process.escaping import escaped_drawing
from exactcover.service.received import files_in
from tests.commands import run
from tests.service.servers import DOMINO, Served

IMPOSSIBLE = "packing board=5x3 pieces=O4 copies=any"
ID = "01JD8Z0000ABCDEFGHJKMNPQRS"
EFFORT = re.compile(r", [\d.,]+ (ms|s|min)$")


def without_seconds(text: str) -> str:
    """What is printed, without what a run took."""
    lines = "\n".join(line for line in text.splitlines() if " s CPU, " not in line and not EFFORT.search(line))
    return re.sub(r'"seconds": [-+.e\d]+', '"seconds": ...', lines)


@pytest.mark.parametrize(
    "words",
    [
        f"solve {DOMINO}",
        "solve soma --seed 3",
        "count packing board=4x4 pieces=dominoes copies=any",
        "list packing board=2x3 pieces=dominoes copies=any",
        "list packing board=2x3 pieces=dominoes copies=any --limit 2 --quiet",
        "sample packing board=4x4 pieces=dominoes copies=any --limit 2 --seed 5",
        f"prove {IMPOSSIBLE}",
        "solve tiles start=123456708 board=3x3 goal=123456780",
        "solve soma --node-limit 1",
        "list queens n=5 --quiet --certificate /dev/null",
        "count queens n=5 --certificate /dev/null",
        "solve queens n=5 --quiet --certificate /dev/null",
        "solve soma --backend exacto",
        "solve somma",
        "info soma --json",
        "remaining soma",
        "marginals packing board=5x5 pieces=pentominoes copies=0..1 --samples 400 --seed 3",
        "hint packing board=4x4 pieces=dominoes copies=any begun=A.BB/A.../..../.... --time-limit 9",
        "count packing board=5x5 pieces=pentominoes copies=0..1 --over X5,I5",
        "design packing board=5x5 pieces=pentominoes --vary pieces --pick 5 --seed 3 --json",
        "design latin n=4 --vary clues --seed 2026-11-28 --limit 2",
        "design soma --vary clues",
        "design soma --vary fixed --level 9",
        "list packing board=5x5 pieces=pentominoes copies=0..1 --project pieces --json",
        "engines",
        "puzzles --json",
    ],
)
def test_a_server_answers_as_a_command_line_does(
    server: Served, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """With --server a command prints the same, to both streams, and ends with the same exit status."""
    here = cli.main(words.split())
    printed = capsys.readouterr()
    assert cli.main(["--server", server.url, *words.split()]) == here
    by_server = capsys.readouterr()
    assert without_seconds(by_server.out) == without_seconds(printed.out)
    assert by_server.err == printed.err


def test_files_are_written_here(server: Served, tmp_path: Path) -> None:
    """-o and check are of this machine: what a server found is written, judged and searched again from here."""
    file = str(tmp_path / "answer.json")
    assert cli.main(["--server", server.url, "prove", *IMPOSSIBLE.split(), "-o", file]) == 0
    assert cli.main(["--server", server.url, "check", *IMPOSSIBLE.split(), file]) == 0
    told = run("--server", server.url, "count", *DOMINO.split(), "--json")
    Path(file).write_text(told.stdout)
    checked = run("--server", server.url, "check", *DOMINO.split(), file, "--recount", "--json")
    assert "count" in json.loads(checked.stdout)["verified"]


def test_what_no_server_answers_is_refused(server: Served, capsys: pytest.CaptureFixture[str]) -> None:
    """A command that runs here, a server that is none, and a checkpoint are input at fault."""
    for words in (
        ["--server", server.url, "script", "soma"],
        ["--server", "soma", "solve", "soma"],
        ["--server", "http://127.0.0.1:9", "solve", "soma"],
        ["--server", server.url, "count", "soma", "--checkpoint", "x"],
        ["jobs", "--follow", "--server", server.url],
        ["jobs", "x", "--server", server.url],
    ):
        assert cli.main(words) == 2, words
        assert capsys.readouterr().out == ""


def test_jobs_are_listed_followed_and_cancelled(server: Served, capsys: pytest.CaptureFixture[str]) -> None:
    """`jobs` lists what was submitted; a job is followed to its end, and one that runs is cancelled."""
    with exactcover.Client(server.url) as client:
        body = {"task": "count", "puzzle": "packing board=10x14 pieces=tetrominoes copies=7", "time_limit": 300}
        body["backend"] = "exact"  # which none of the quick provers goes before
        job = client.connection.call("POST", "/v1/jobs", body)
        assert cli.main(["jobs", job["id"], "--cancel", "--server", server.url]) == 0
        capsys.readouterr()
        assert cli.main(["jobs", job["id"], "--follow", "--server", server.url]) == 0
        assert "finished state=CANCELLED" in capsys.readouterr().out
        assert cli.main(["--server", server.url, "jobs", "--json"]) == 0
        listed = json.loads(capsys.readouterr().out)
        assert job["id"] in [each["id"] for each in listed["jobs"]]
        assert cli.main(["--server", server.url, "jobs"]) == 0
        heading, *rows = capsys.readouterr().out.splitlines()
        assert heading.split() == ["job", "state", "answer", "task", "submitted", "puzzle"]
        assert any(row.split()[:2] == [job["id"], "CANCELLED"] for row in rows)
        client.delete(job["id"])
        with pytest.raises(exactcover.InvalidInput, match="no such job"):
            client.job(job["id"])


def test_python_asks_a_server(server: Served, tmp_path: Path) -> None:
    """The verbs of the package are those of a client, and come to the same."""
    with exactcover.Client(server.url) as client:
        puzzle = exactcover.puzzle("packing board=4x4 pieces=dominoes copies=any")
        assert client.count(puzzle).count == exactcover.count(puzzle).count == 36
        solution = client.solve(puzzle, seed=4).solution
        assert solution == exactcover.solve(puzzle, seed=4).solution
        with client.iterate(puzzle) as solutions:
            assert puzzle.faults(next(solutions)) == []
        assert len(list(client.sample(puzzle, 3))) == 3
        assert client.prove(IMPOSSIBLE).certificate is not None
        assert client.info(puzzle)["cells"] == 16
        assert client.check(solution, puzzle)["accepted"]
        file = tmp_path / "solution.json"
        file.write_text(json.dumps(solution))
        assert client.check_file(puzzle, file)["accepted"]
        assert not client.check_text("soma", file.read_text(), recount=True)["accepted"]
        cover = exactcover.cover(["a", "b"], [["a"], ["b"], ["a", "b"]])
        assert client.count(cover).count == 2
        assert client.solve("soma", limits=Limits(nodes=1)).stop_reason == "nodes"


def test_events_come_to_programs_that_wait_for_many_things(server: Served) -> None:
    """The asynchronous client submits a job, hears its events in order, and judges its answer."""

    async def ask() -> tuple[list[int], Any]:
        async with exactcover.AsyncClient(server.url) as client:
            job = await client.submit(DOMINO, "list")
            numbers = [number async for number, _ in client.events(job["id"])]
            return numbers, await client.answer(DOMINO, job["id"])

    numbers, answer = asyncio.run(ask())
    assert numbers == list(range(1, len(numbers) + 1))
    assert (answer.status, answer.count) == ("FEASIBLE", 1)


class Liar:
    """A server that says of every job what it was told to say."""

    def __init__(self, change: Callable[[dict[str, Any]], Any], solutions: list[Any] | None = None) -> None:
        liar = self
        self.change, self.solutions = change, solutions or []

        class Handler(BaseHTTPRequestHandler):
            """Answers calls."""

            def _send(self, value: Any) -> None:
                content = json.dumps(value).encode()
                self.send_response(200)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def do_POST(self) -> None:
                """A job that has ended at once."""
                self.rfile.read(int(self.headers.get("Content-Length", 0)))
                self._send(liar.job())

            def do_GET(self) -> None:
                """The job, or its solutions."""
                if "solutions" in self.path:
                    self._send({"solutions": liar.solutions if "cursor=0" in self.path else [], "cursor": None})
                else:
                    self._send(liar.job())

            def log_message(self, *_: Any) -> None:
                """Say nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def job(self) -> dict[str, Any]:
        """The job as it is told."""
        canonical = exactcover.puzzle(DOMINO).canonical()
        answer = exactcover.solve(DOMINO).to_json()
        job = {
            "id": ID,
            "state": "SUCCEEDED",
            "finished_at": 1.0,
            "problem": None,
            "puzzle_sha256": digest_of(canonical),
        }
        told = self.change(answer)
        return {**job, "answer": answer, **(told if isinstance(told, dict) else {})}


def _wrong(answer: dict[str, Any]) -> None:
    answer["solution"] = {"placements": [{"piece": "I2", "cells": [[0, 0], [0, 2]]}]}


def _no_solution(answer: dict[str, Any]) -> None:
    proof = exactcover.prove(IMPOSSIBLE).to_json()
    for key in ("certificate", "argument", "evidence", "status", "solution", "exhausted"):
        answer[key] = proof[key]


LIES: dict[str, Callable[[dict[str, Any]], Any]] = {
    "a wrong solution": _wrong,
    "a certificate of another puzzle": _no_solution,
    "another status": lambda answer: answer.update(status="INFEASIBLE"),
    "no status": lambda answer: answer.pop("status"),
    "another task": lambda answer: answer.update(task="prove"),
    "another puzzle": lambda answer: answer.update(puzzle={"kind": "packing"}),
    "another digest": lambda answer: {"puzzle_sha256": "0" * 64},
    "a cost": lambda answer: answer.update(cost=3, bound=3),
    "no answer": lambda answer: {"answer": None, "state": "SUCCEEDED"},
    "a list": lambda answer: {"answer": []},
    "a fault of its own": lambda answer: {
        "answer": None,
        "state": "FAILED",
        "problem": {"code": "our_fault", "detail": "x"},
    },
    "no id": lambda answer: {"id": "../x"},
}


@pytest.mark.parametrize("lie", LIES)
def test_a_lying_server_is_refused(lie: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever a server says that is not so is a fault, exit status 1, and nothing of it is printed as true."""
    liar = Liar(LIES[lie])
    with exactcover.Client(liar.url) as client, pytest.raises(OurFault):
        client.solve(DOMINO)
    assert cli.main(["--server", liar.url, "solve", *DOMINO.split()]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "internal error of exactcover" in printed.err
    liar.server.shutdown()


def test_the_truth_of_the_same_server_is_taken() -> None:
    """What makes a lie of an answer is the lie: the same server without one is believed."""
    liar = Liar(lambda answer: None)
    with exactcover.Client(liar.url) as client:
        assert client.solve(DOMINO).status == "FEASIBLE"
    liar.server.shutdown()


def test_solutions_that_come_twice_are_refused() -> None:
    """A list of the same solution again is no list, nor is one of fewer than the server says."""
    tiling = {"placements": [{"piece": "I2", "cells": [[0, 0], [0, 1]]}]}

    def listed(answer: dict[str, Any]) -> None:
        answer.update(task="list", solution=None, count="2", exhausted=True)

    for solutions in ([tiling, tiling], [tiling]):
        liar = Liar(listed, solutions)
        with exactcover.Client(liar.url) as client, pytest.raises(JudgeRefused):
            list(client.iterate(DOMINO))
        liar.server.shutdown()


def test_a_server_draws_exports_and_lists_moves(
    server: Served, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Drawings, exports and moves are those made here, files of the user's and their endings too."""
    answer = tmp_path / "answer.json"
    assert cli.main(["solve", "tetrominoes-4x10", "-o", str(answer), "--quiet"]) == 0
    proof = tmp_path / "proof.json"
    assert cli.main(["prove", *IMPOSSIBLE.split(), "--argument", "tree", "-o", str(proof), "--quiet"]) == 0
    capsys.readouterr()
    for words in (
        ["draw", "soma"],
        ["draw", "tetrominoes-4x10", str(answer)],
        ["moves", "8-puzzle"],
        ["moves", "8-puzzle", "--json"],
        ["moves", "soma"],
        ["draw", "soma", "--window", "nothing"],
        ["draw", *IMPOSSIBLE.split(), str(answer)],
        ["export", "soma", "--to", "nothing", "-o", "x"],
    ):
        here = cli.main(words)
        printed = capsys.readouterr()
        assert cli.main(["--server", server.url, *words]) == here, words
        assert capsys.readouterr().out == printed.out, words
        assert (here == 0) == (printed.out != "")
    for name, words in {
        "a.svg": ["draw", "tetrominoes-4x10", str(answer)],
        "a.png": ["draw", "soma", "--view", "iso"],
        "a.stl": ["draw", "soma", "--clearance", "0.2"],
        "b.svg": ["draw", "tetrominoes-4x10", str(answer), "--view", "cut", "--cell", "20"],
        "a.dlx": ["export", "tetrominoes-4x10", "--to", "dlx"],
        "a.mps.gz": ["export", "tetrominoes-4x10", "--to", "mps"],
        "a": ["export", *IMPOSSIBLE.split(), "--to", "lrat", "--certificate", str(proof)],
    }.items():
        for folder, by in (("here", []), ("there", ["--server", server.url])):
            (tmp_path / folder).mkdir(exist_ok=True)
            assert cli.main([*by, *words, "-o", str(tmp_path / folder / name)]) == 0, words
    files = sorted(path.name for path in (tmp_path / "here").iterdir())
    of_proof = ["a.cnf", "a.lrat", "a.puzzle.json", "a.readme_check.py"]
    assert files == sorted(["a.svg", "a.png", "a.stl", "b.svg", "a.dlx", "a.mps.gz", *of_proof])
    for name in files:
        assert (tmp_path / "there" / name).read_bytes() == (tmp_path / "here" / name).read_bytes(), name


def test_python_has_drawings_and_exports_of_a_server(server: Served, tmp_path: Path) -> None:
    """A client draws, exports and lists moves as the package does; a limit that cuts it is input at fault."""
    with exactcover.Client(server.url) as client:
        assert client.moves("8-puzzle") == api.moves("8-puzzle")
        assert client.export(DOMINO, "dlx") == api.export(DOMINO, "dlx")
        assert client.export(DOMINO, "dlx", tmp_path / "a.dlx") == [tmp_path / "a.dlx"]
        assert (tmp_path / "a.dlx").read_bytes() == api.export(DOMINO, "dlx")[""]
        assert client.draw("soma", format="png")[:4] == b"\x89PNG"
        answer = exactcover.solve(DOMINO)
        assert client.draw(DOMINO, answer) == exactcover.draw(DOMINO, answer)
        solution = json.dumps(answer.solution)
        assert str(client.draw(DOMINO, solution, format="svg")).startswith("<svg")
        with pytest.raises(exactcover.InvalidInput, match="wrong and cannot be drawn"):
            client.draw("packing board=1x3 pieces=dominoes copies=any", solution)


@pytest.mark.parametrize("files", [None, [{}], [{"ending": "/../x", "text": ""}], [{"ending": ".png", "base64": "?"}]])
def test_what_is_no_file_is_not_written(files: Any) -> None:
    """Files of a server that have another ending, or no content, are its fault."""
    with pytest.raises(OurFault):
        files_in({"files": files})


def test_a_drawing_of_a_server_moves_no_cursor() -> None:
    """Of what a server draws for a terminal colours and lines are shown, and nothing else that a terminal would obey."""
    assert escaped_drawing("a\x1b[31mb\x1b[0m\nc") == "a\x1b[31mb\x1b[0m\nc"
    assert escaped_drawing("\x1b]0;x\x07\x1b[2J") == "\\x1b]0;x\\x07\\x1b[2J"
