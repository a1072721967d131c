"""Limits from the first byte, and Ctrl-C heard in every part of a request's life: reading, encoding, judging, drawing."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import pytest

from exactcover import api
from tests.commands import EXACTCOVER, PATIENCE_SECONDS, begin, cpu_seconds, descendants_of, run, until
from tests.schemas import validate

LARGE = ("packing", "board=9000x9000", "pieces=dominoes", "copies=any")
"""Minutes of encoding, and gigabytes, if nobody stops it."""
LOOKUPS = [("info", LARGE), ("draw", LARGE)]


@pytest.mark.parametrize(
    ("limit", "reason"), [(("--time-limit", "0.2"), "time"), (("--memory-limit", "150"), "memory")]
)
@pytest.mark.parametrize("task", ["solve", "count", "prove"])
def test_encoding_is_limited(task: str, limit: tuple[str, str], reason: str) -> None:
    """A request that is cut while its puzzle is read or encoded answers UNKNOWN, with the limit that it reached."""
    ended = run(task, *LARGE, *limit, "--json")
    told = json.loads(ended.stdout)
    validate("answer", told)
    assert (ended.returncode, ended.stderr) == (3, "")
    assert (told["task"], told["status"], told["stop_reason"]) == (task, "UNKNOWN", reason)


@pytest.mark.parametrize(("task", "words"), LOOKUPS)
@pytest.mark.parametrize("limit", [("--time-limit", "0.2"), ("--memory-limit", "150")])
def test_lookups_are_limited(task: str, words: tuple[str, ...], limit: tuple[str, str]) -> None:
    """What says something of a puzzle without a search keeps its limits too, and then says nothing."""
    ended = run(task, *words, *limit)
    reason = "time" if "time" in limit[0] else "memory"
    assert (ended.returncode, ended.stderr) == (3, "")
    assert ended.stdout == f"UNKNOWN: {task} was stopped by the {reason} limit and has no result\n"


def test_check_is_limited(tmp_path: Path) -> None:
    """A check that is cut short accepts nothing and refuses nothing."""
    solution = {"placements": [{"piece": "I2", "cells": [[0, 0], [0, 1]]}]}
    (tmp_path / "one.json").write_text(json.dumps(solution))
    ended = run("check", *LARGE, str(tmp_path / "one.json"), "--time-limit", "0.2", "--json")
    assert ended.returncode == 3
    told = json.loads(ended.stdout)
    validate("stopped", told)
    assert told == {"schema": 1, "task": "check", "status": "UNKNOWN", "stop_reason": "time"}


@pytest.mark.parametrize(("limit", "reason"), [("--time-limit", "time"), ("--memory-limit", "memory")])
def test_what_was_stopped_says_so_as_json(limit: str, reason: str) -> None:
    """A description that is cut short prints the object of its own schema, and ends with status 3."""
    ended = run("info", *LARGE, limit, "0.2" if reason == "time" else "150", "--json")
    told = json.loads(ended.stdout)
    validate("stopped", told)
    assert (ended.returncode, told["stop_reason"]) == (3, reason)


def test_a_judge_that_is_cut_short_leaves_no_unjudged_answer() -> None:
    """A certificate that the prover has found, and the judge has not finished with, is no answer."""
    words = ("packing", "board=24x26", "pieces=T4", "copies=any")
    answer = api.prove(api.puzzle(*words), argument="frontier", limits=api.Limits(time=3))
    if answer.status == "UNKNOWN":  # on a fast machine the judge ends in time
        assert answer.stop_reason == "time"
        assert answer.certificate is None
        assert answer.evidence is None
    else:
        assert (answer.status, answer.evidence) == ("INFEASIBLE", "frontier")


@pytest.mark.parametrize(("task", "words"), [("solve", LARGE), *LOOKUPS])
def test_an_interrupt_is_heard_while_a_puzzle_is_encoded_described_or_drawn(task: str, words: tuple[str, ...]) -> None:
    """The first Ctrl-C ends what would take minutes, with status 130 and nothing on standard error."""
    process = begin([EXACTCOVER, task, *words])
    until(lambda: any(cpu_seconds(child) > 1.0 for child in descendants_of(process.pid)))
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE_SECONDS)
    assert (process.returncode, err) == (130, "")
    assert "Traceback" not in out
    if task == "solve":
        assert "no solution found; interrupted" in out
