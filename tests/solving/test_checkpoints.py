"""Searches that are killed and go on: a count is exact, a list has no duplicate and no gap."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import exactcover
from exactcover import api
from exactcover.cli import main
from exactcover.model.answer import Checkpoint
from exactcover.model.errors import InvalidInput
from exactcover.model.events import RootDone
from exactcover.process import unfinished
from exactcover.solving import checkpoints
from exactcover.solving.checkpoints import CheckpointFile

LONG = "pentominoes-4x15"
"""1472 solutions (368 up to symmetry; Polyform Puzzler by D. Goodger)."""


def exactcover_process(words: tuple[str, ...], printed: Path) -> subprocess.Popen[bytes]:
    """Start the command line in a process of its own, its output into a file."""
    with printed.open("w") as file:
        return subprocess.Popen([sys.executable, "-m", "exactcover.cli", *words], stdout=file, stderr=file)


def killed_until_done(words: tuple[str, ...], checkpoint: Path, seed: int) -> str:
    """Run a command, killing it at random moments after it has noted something; return what the run that ended printed."""
    rng, printed = random.Random(seed), checkpoint.with_suffix(".printed")
    for _ in range(8):
        before, process = noted(checkpoint), exactcover_process(words, printed)
        while process.poll() is None and noted(checkpoint) == before:
            time.sleep(0.01)
        time.sleep(rng.uniform(0.0, 0.3))
        process.send_signal(signal.SIGKILL)
        if process.wait() == 0:
            return printed.read_text()
    assert exactcover_process(words, printed).wait() == 0
    return printed.read_text()


def noted(checkpoint: Path) -> int:
    """Return how many roots a checkpoint says are done."""
    return len(json.loads(checkpoint.read_text())["done"]) if checkpoint.exists() else 0


def test_a_killed_list_has_no_duplicate_and_no_gap(tmp_path: Path) -> None:
    """A list killed at random moments and taken up again ends with each of the 1472 solutions once."""
    output, checkpoint = tmp_path / "all.jsonl", tmp_path / "checkpoint.json"
    words = ("list", LONG, "-o", str(output), "--checkpoint", str(checkpoint), "--json")
    answer = json.loads(killed_until_done(words, checkpoint, 1).splitlines()[-1])
    lines = output.read_text().splitlines()
    assert (len(lines), len(set(lines))) == (1472, 1472)
    assert (answer["count"], answer["exhausted"]) == ("1472", True)
    assert all(exactcover.faults(LONG, json.loads(line)) == [] for line in random.Random(0).sample(lines, 50))


def test_a_killed_count_is_exact(tmp_path: Path) -> None:
    """A count killed at random moments and taken up again is that of the literature."""
    checkpoint = tmp_path / "c.json"
    words = ("count", "pentominoes-8x8-with-square", "--workers", "1", "--json", "--checkpoint", str(checkpoint))
    answer = json.loads(killed_until_done(words, checkpoint, 2))
    assert (answer["count"], answer["classes"]) == ("129168", "16146")


def test_a_count_leaves_out_what_is_done() -> None:
    """A count that goes on searches the roots that are left, and adds what the others had."""
    puzzle = api.puzzle("packing board=8x8 holes=0,0/0,7/7,0/7,7 pieces=pentominoes")
    steps = list(api.run(puzzle, api.request("count", "exact:static-order", checkpoint=Checkpoint(), workers=1)))
    marks = [step for step in steps if isinstance(step, RootDone)]
    assert len(marks) > 4
    half = Checkpoint(marks[0].roots_digest, {mark.root: (mark.solutions, mark.nodes) for mark in marks[::2]})
    more = list(api.run(puzzle, api.request("count", "exact:static-order", checkpoint=half, workers=1)))
    assert {step.root for step in more if isinstance(step, RootDone)} == {mark.root for mark in marks[1::2]}
    first, second = steps[-1], more[-1]
    assert isinstance(first, api.Answer)
    assert isinstance(second, api.Answer)
    assert second.count == first.count == 17360
    assert second.statistics.nodes == first.statistics.nodes


def begun(path: Path, key: dict[str, object]) -> CheckpointFile:
    """A checkpoint file whose search is known."""
    marks = CheckpointFile(path)
    marks.begin(key)
    return marks


def test_a_checkpoint_of_another_search_is_refused(tmp_path: Path) -> None:
    """A checkpoint is refused where the puzzle, the task or the seed is another, and the sentence says which."""
    path = tmp_path / "checkpoint.json"
    begun(path, {"task": "count", "puzzle_sha256": "1", "seed": 0})
    with pytest.raises(InvalidInput, match=r"of another search \(puzzle_sha256\)"):
        begun(path, {"task": "count", "puzzle_sha256": "2", "seed": 0})
    with pytest.raises(InvalidInput, match=r"\(task, seed\)"):
        begun(path, {"task": "list", "puzzle_sha256": "1", "seed": 3})


def test_roots_of_another_plan_are_refused() -> None:
    """Roots that the search would not have are refused: their numbers would mean something else."""
    puzzle = api.puzzle("pentominoes-3x20")
    with pytest.raises(InvalidInput, match="the checkpoint is of another search"):
        list(api.run(puzzle, api.request("list", "exact", checkpoint=Checkpoint("0" * 64, {0: (1, 1)}))))


@pytest.mark.parametrize("text", ["", "{", "[]", '{"schema": 1}', '{"schema": 1, "search": {}, "plan": 3, "done": []}'])
def test_a_damaged_checkpoint_is_refused(tmp_path: Path, text: str) -> None:
    """A file that is no checkpoint is refused in a sentence and left as it is."""
    path = tmp_path / "checkpoint.json"
    path.write_text(text)
    with pytest.raises(InvalidInput, match="is damaged"):
        begun(path, {"task": "count"})
    assert path.read_text() == text


def saved(path: Path) -> dict[str, Any]:
    """What a checkpoint of one root says."""
    marks = begun(path, {"task": "count"})
    marks.add(RootDone("plan", 7, 2, 100), 555)
    marks.save()
    told: dict[str, Any] = json.loads(path.read_text())
    return told


def test_a_flipped_bit_is_found(tmp_path: Path) -> None:
    """Whichever bit of a checkpoint is flipped, the file is refused."""
    path = tmp_path / "checkpoint.json"
    saved(path)
    right = path.read_bytes()
    for place in range(8 * len(right)):
        spoiled = bytearray(right)
        spoiled[place // 8] ^= 1 << place % 8
        path.write_bytes(spoiled)
        with pytest.raises(InvalidInput, match="is damaged"):
            CheckpointFile(path)


@pytest.mark.parametrize(
    "changes",
    [
        {"done": {"7": [-5_000_000, 1]}}, {"done": {"7": [1, -1]}}, {"done": {"-1": [1, 1]}}, {"done": {"07": [1, 1]}},
        {"done": {"7": [1.0, 1]}}, {"done": {"7": [True, 1]}}, {"done": {"7": [1]}}, {"done": {"7": [1e400, 1]}},
        {"done": {"9" * 19: [1, 1]}}, {"done": []}, {"output_bytes": -1}, {"output_bytes": 1e400}, {"output_bytes": True},
        {"schema": True}, {"plan": None}, {"plan": ""}, {"search": []}, {"more": 1},
    ],
    ids=str,
)  # fmt: skip
def test_what_no_search_would_note_is_refused(tmp_path: Path, changes: dict[str, Any]) -> None:
    """Negative counts, numbers that are not whole or not finite, and keys of other types are refused, the digest being right."""
    path = tmp_path / "checkpoint.json"
    told = {**saved(path), **changes}
    path.write_text(json.dumps({**told, "sha256": checkpoints.digest_of(told)}))
    with pytest.raises(InvalidInput, match="is damaged"):
        CheckpointFile(path)


def test_an_unknown_root_is_refused_in_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A root that the search does not have ends with status 2."""
    path = tmp_path / "checkpoint.json"
    words = [
        "count",
        "pentominoes-3x20",
        "--backend",
        "exact:static-order",
        "--workers",
        "1",
        "--checkpoint",
        str(path),
    ]
    assert main(words) == 0
    told = json.loads(path.read_text())
    told["done"]["123456789"] = [1, 1]
    path.write_text(json.dumps({**told, "sha256": checkpoints.digest_of(told)}))
    capsys.readouterr()
    assert main(words) == 2
    assert "the checkpoint is of another search" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("number", "done", "sentence"),
    [
        (0, [10**15, 10**15], "the checkpoint's counts cannot be right: with them 4 symmetries keep"),
        (0, [10**15, 5], f"the checkpoint has {10**15} solutions at 5 nodes of root 0; expected at most one per node"),
    ],
)
def test_counts_that_cannot_be_right_are_refused_in_a_sentence(
    number: int, done: list[int], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A forged count that shows, the digest being right: by its nodes, or since symmetries would keep a part of a solution."""
    path = tmp_path / "checkpoint.json"
    words = [
        "count",
        "packing",
        "board=4x5",
        "pieces=I2",
        "copies=any",
        "--backend",
        "exact:static-order",
        "--workers",
        "1",
    ]
    words += ["--checkpoint", str(path)]
    assert main(words) == 0
    told = json.loads(path.read_text())
    told["done"][str(number)] = done
    path.write_text(json.dumps({**told, "sha256": checkpoints.digest_of(told)}))
    capsys.readouterr()
    assert main(words) == 2
    assert sentence in capsys.readouterr().err


def test_a_checkpoint_is_written_through_a_link(tmp_path: Path) -> None:
    """A link stays a link: the file that it points to is written, and keeps its permissions."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    target, link = folder / "checkpoint.json", tmp_path / "link.json"
    link.symlink_to(target)
    saved(link)
    target.chmod(0o600)
    told = saved(link)
    assert link.is_symlink()
    assert json.loads(target.read_text()) == told
    assert target.stat().st_mode & 0o777 == 0o600
    assert [each.name for each in folder.iterdir()] == ["checkpoint.json"]


def test_what_is_done_is_saved_and_read_again(tmp_path: Path) -> None:
    """Marks and the length of the output survive in the file."""
    path = tmp_path / "checkpoint.json"
    marks = begun(path, {"task": "list"})
    marks.add(RootDone("plan", 7, 2, 100), 555)
    marks.save()
    again = begun(path, {"task": "list"})
    assert (again.checkpoint, again.offset) == (Checkpoint("plan", {7: (2, 100)}), 555)


def test_output_cut_short_by_others_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A list does not go on where its output has lost lines since."""
    output, checkpoint = tmp_path / "all.jsonl", tmp_path / "checkpoint.json"
    words = ["list", "pentominoes-3x20", "-o", str(output), "--checkpoint", str(checkpoint), "--quiet"]
    assert main(words) == 0
    output.write_text("")
    assert main(words) == 2
    assert "has fewer than the" in capsys.readouterr().err


def test_a_list_needs_a_file_of_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A list with a checkpoint is refused without -o and with a format that cannot be continued."""
    for extra in ([], ["-o", str(tmp_path / "all.json")]):
        assert main(["list", "soma", "--checkpoint", str(tmp_path / "c.json"), *extra]) == 2
        assert "expected -o FILE with one solution per line" in capsys.readouterr().err
    assert not (tmp_path / "c.json").exists()


def test_a_finished_search_is_not_repeated(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A search whose checkpoint says that all is done gives its answer again without a search."""
    words = ["count", "pentominoes-8x8-corners", "--workers", "1", "--json", "--checkpoint", str(tmp_path / "c.json")]
    assert main(words) == 0
    first = json.loads(capsys.readouterr().out)
    assert main(words) == 0
    again = json.loads(capsys.readouterr().out)
    assert (again["count"], again["classes"]) == (first["count"], first["classes"]) == ("17360", "2170")


def test_what_a_killed_process_left_of_a_checkpoint_is_removed(tmp_path: Path) -> None:
    """A checkpoint that was being written when its process was killed is removed by the next run; one still written is not."""
    killed = (
        "import os, signal, sys; from pathlib import Path; from exactcover.solving.checkpoints import CheckpointFile;"
        "os.fsync = lambda _: os.kill(os.getpid(), signal.SIGKILL);"
        "CheckpointFile(Path(sys.argv[1])).begin({'task': 'count'})"
    )
    subprocess.run([sys.executable, "-c", killed, str(tmp_path / "marks.json")], check=False)
    assert len(list(tmp_path.iterdir())) == 1
    written, descriptor = unfinished.begun(tmp_path)
    marks = CheckpointFile(tmp_path / "marks.json")
    assert list(tmp_path.iterdir()) == [written]
    marks.begin({"task": "count"})
    os.close(descriptor)
    CheckpointFile(tmp_path / "marks.json")
    assert [path.name for path in tmp_path.iterdir()] == ["marks.json"]
