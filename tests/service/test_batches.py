"""Many puzzles as one job: over HTTP, by the client, at the command line and on the page, an answer for each line."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import exactcover
from exactcover import BadLine, api, cli
from exactcover.model.answer import Answer, Limits, request
from exactcover.model.errors import OurFault
from exactcover.service import batches
from exactcover.solving.batch import OneAnswered
from tests.commands import until
from tests.service.servers import Served, here
from tests.service.test_client import Liar

ONE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
NONE = "55" + ONE[2:]
SMALL = "1...............".replace("0", ".")
LINES = f"# three, and one that is none\n{ONE}\n{NONE} # twice a five\n12\n\n{SMALL}\n"
WANTED = [(2, "FEASIBLE"), (3, "INFEASIBLE"), (4, "bad"), (6, "FEASIBLE")]


def ended(server: Served, body: dict[str, Any]) -> dict[str, Any]:
    """Submit a job and return it once it has ended."""
    job = server.http.post("/v1/jobs", json=body).raise_for_status().json()
    path = job["links"]["self"]
    until(lambda: server.http.get(path).json()["state"] in ("SUCCEEDED", "FAILED", "CANCELLED"))
    told: dict[str, Any] = server.http.get(path).json()
    return told


def test_a_text_of_many_lines_is_one_job(server: Served) -> None:
    """Each line has an answer that is right, or the sentence that says what is wrong with it; the answer has how many of each."""
    body = {"task": "solve", "puzzle": {"batch": {"kind": "sudoku", "text": LINES}}}
    job = ended(server, body)
    assert job["state"] == "SUCCEEDED", job["problem"]
    assert job["answer"]["batch"] == {"lines": 4, "FEASIBLE": 2, "INFEASIBLE": 1, "bad": 1}
    assert (job["answer"]["status"], job["solutions"], job["title"]) == (None, 4, "4 puzzles")
    answers = server.http.get(f"{job['links']['solutions']}").json()["solutions"]
    assert [(each["line"], each.get("status", "bad")) for each in answers] == WANTED
    assert exactcover.puzzle(f"sudoku {ONE}").faults(answers[0]["solution"]) == []
    with pytest.raises(exactcover.InvalidInput) as fault:
        exactcover.puzzle("sudoku 12")
    assert answers[2] == {"line": 4, "error": str(fault.value)}
    events = server.http.get(job["links"]["events"]).json()["events"]
    sentences = [event["sentence"] for event in events if event["event"] == "progress"]
    assert sentences[-1] == "4 of 4 puzzles answered"
    again = server.http.post("/v1/jobs", json=body).json()
    assert again["cached"]
    assert server.http.get(again["links"]["solutions"]).json()["solutions"] == answers


def test_a_list_of_puzzles_is_one_job(server: Served) -> None:
    """Puzzles of different kinds are counted in one job, in their order."""
    puzzles = [
        "queens n=6",
        {"kind": "sudoku", "grid": SMALL},
        "packing board=4x4 pieces=dominoes copies=any",
        "nothing",
    ]
    job = ended(server, {"task": "count", "puzzle": {"batch": puzzles}, "seed": 5})
    answers = server.http.get(job["links"]["solutions"]).json()["solutions"]
    assert [each.get("count") for each in answers] == ["4", "72", "36", None]
    picture = server.http.get(f"{job['links']['board.svg']}?solution=2")
    assert picture.status_code == 200
    assert picture.text.startswith("<svg")
    assert server.http.get(f"{job['links']['board.svg']}?solution=3").status_code == 404


@pytest.mark.parametrize(
    ("task", "batch"),
    [
        ("solve", []),
        ("list", ["soma"]),
        ("prove", ["soma"]),
        ("solve", {"kind": "packing", "text": "x"}),
        ("solve", {"kind": "sudoku"}),
        ("solve", {"kind": "sudoku", "text": "# nothing"}),
        ("solve", {"kind": "sudoku", "file": "/etc/passwd"}),
        ("solve", 7),
        ("solve", "soma"),
    ],
)
def test_what_is_no_batch_is_refused(server: Served, task: str, batch: Any) -> None:
    """A batch of nothing, of a task that has none, or of a file is input at fault."""
    reply = server.http.post("/v1/jobs", json={"task": task, "puzzle": {"batch": batch}})
    assert reply.status_code == 422
    assert "batch" in reply.json()["detail"]


def test_no_line_opens_a_file(server: Served) -> None:
    """A line that names a file is refused: it is no puzzle."""
    lines = [{"kind": "sudoku", "file": "/etc/passwd"}, "/etc/passwd", {"batch": ["soma"]}]
    job = ended(server, {"task": "solve", "puzzle": {"batch": lines}})
    assert job["answer"]["batch"] == {"lines": 3, "bad": 3}


def test_the_command_line_sends_a_file(server: Served, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`--server solve sudoku file=FILE` prints what it prints without a server, and ends as it does; the file is read here."""
    file = tmp_path / "sudokus.txt"
    file.write_text(LINES)
    for words in (["solve", "sudoku", f"file={file}"], ["count", "sudoku", f"file={file}", "--limit", "2"]):
        here_ = cli.main(words)
        printed = capsys.readouterr()
        assert cli.main(["--server", server.url, *words]) == here_ == 2
        assert capsys.readouterr().out == printed.out
    assert cli.main(["--server", server.url, "solve", "sudoku", f"file={file}", "--json"]) == 2
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert told[2] == {"line": 4, "error": told[2]["error"]}
    assert [each.get("status") for each in told] == ["FEASIBLE", "INFEASIBLE", None, "FEASIBLE"]


def test_python_sends_many(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """A client answers about many puzzles as the package does, in as many jobs as they need."""
    subjects = [f"sudoku {ONE}", "sudoku 12", f"sudoku {NONE}", f"sudoku {SMALL}"]
    with exactcover.Client(server.url) as client:
        for most in (batches.MOST_BYTES, 150):
            monkeypatch.setattr(batches, "MOST_BYTES", most)
            answers = client.solve_many(subjects)
            assert [type(each) for each in answers] == [Answer, BadLine, Answer, Answer]
            assert [each.status for each in answers if isinstance(each, Answer)] == [
                "FEASIBLE",
                "INFEASIBLE",
                "FEASIBLE",
            ]
        assert [each.count for each in client.count_many(subjects) if isinstance(each, Answer)] == [1, 0, 72]


def test_what_is_cut_is_unknown(server: Served) -> None:
    """Lines that nobody came to before the time was up, or before Ctrl-C, are UNKNOWN, and each has its puzzle's digest."""
    puzzles = [(number, api.puzzle(f"sudoku {ONE}")) for number in (1, 2)]
    with exactcover.Client(server.url) as client:
        for wanted, reason in ((request("solve"), "interrupted"), (request("count", limits=Limits(time=1e-9)), "time")):
            stop = reason == "interrupted"
            steps = list(batches.run(client.connection, puzzles, wanted, partial(bool, stop)))
            answers = [step.answer for step in steps if isinstance(step, OneAnswered)]
            assert [answer.stop_reason for answer in answers] == [reason] * 2
            assert {answer.puzzle_sha256 for answer in answers} == {exactcover.info(f"sudoku {ONE}")["puzzle_sha256"]}


def test_lies_about_a_line_are_refused() -> None:
    """An answer to a line that is wrong, of another puzzle, or said to be none is the server's fault."""
    right = exactcover.solve(f"sudoku {ONE}")
    solution = json.loads(json.dumps(right.solution))
    assert right.solution is not None
    for change in ({"status": "INFEASIBLE"}, {"puzzle_sha256": "0" * 64}, {"error": "no"}, {"task": "count"}):
        liar = Liar(
            lambda answer: {"puzzle_sha256": "x"},
            [{"line": 1, **replace(right, solution=solution).to_json(), **change}],
        )
        with exactcover.Client(liar.url) as client, pytest.raises(OurFault):
            client.solve_many([f"sudoku {ONE}"])
        liar.server.shutdown()


def test_the_page_shows_a_batch(server: Served, tmp_path: Path) -> None:
    """The page of a batch says how many of each there are, draws each puzzle with its solution, and offers the answers."""
    job = ended(server, {"task": "solve", "puzzle": {"batch": {"kind": "sudoku", "text": LINES}}, "seed": 1})
    shown = server.http.get(f"/jobs/{job['id']}").text
    assert "4 puzzles: 2 with a solution, 1 without one, 1 invalid" in shown
    assert "Edit this puzzle" not in shown
    answers = server.http.get(f"/jobs/{job['id']}/solutions").text
    assert answers.count("<svg") == 3
    assert "6: Solved" in answers
    lines = server.http.get(f"/jobs/{job['id']}/saved/solutions.jsonl").text.splitlines()
    assert [json.loads(line)["line"] for line in lines] == [2, 3, 4, 6]
    assert 'value="sudoku"' in server.http.get("/batch").text


def test_a_large_batch_waits_in_a_store(tmp_path: Path) -> None:
    """A thousand lines are read within a look-up's limits."""
    with here(exactcover_store(tmp_path)) as client:
        body = {"task": "solve", "puzzle": {"batch": {"kind": "sudoku", "text": f"{ONE}\n" * 1000}}}
        job = client.post("/v1/jobs", json=body)
        assert job.status_code == 202
        assert len(job.json()["source"]["batch"]) == 1000


def exactcover_store(folder: Path) -> Any:
    """A store in a folder."""
    from exactcover.service.store.jobs import Store

    return Store(str(folder / "jobs.sqlite"))
