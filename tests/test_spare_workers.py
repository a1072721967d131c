"""Workers that a search cannot use: it runs with one, and a notice says so, whatever the verb and the engine."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import exactcover
from exactcover import api, backends
from exactcover.cli import main
from exactcover.model.answer import Answer, Request
from exactcover.model.errors import InvalidInput
from exactcover.model.events import Notice
from exactcover.solving import batch, dispatch, pipeline

PUZZLES = ("pentominoes-5x5-lnuwy", "8-puzzle", "blokus board=3x3 goal=fill pieces=blokus-tiny", "queens n=4")
SMALL = "packing board=2x3 pieces=dominoes copies=any"


def requests() -> Iterator[tuple[str, Request]]:
    """Each verb with each engine that can do it, about a puzzle that it takes, with two workers."""
    for name in ("auto", *backends.NAMES):
        tasks = ("solve", "list", "sample", "count", "prove") if name == "auto" else backends.engine(name).can
        for task in tasks:
            for puzzle in PUZZLES:
                asked: Any = task
                yield puzzle, Request(asked, name, workers=2)


def test_no_verb_and_no_engine_refuses_workers() -> None:
    """Each job has the workers asked for, or one and a sentence that says so; its report has the number that it uses."""
    models = {name: api.puzzle(name).encode().model for name in PUZZLES}
    spared, used, refused = set[str](), set[str](), list[str]()
    for puzzle, request in requests():
        try:
            job, _ = dispatch.job_of(request, models[puzzle])
        except InvalidInput as fault:
            refused.append(str(fault))
            continue
        sentence = dispatch.spare_workers(request, job)
        workers = dispatch.reported_options(request, job).get("workers")  # a proof reports none
        assert workers in (None, 1 if sentence else 2), (puzzle, request)
        (spared if sentence else used).add(f"{request.task} {request.engine}")
        assert not sentence or sentence.startswith("2 workers were requested, and 1 is used: ")
        assert not dispatch.spare_workers(Request(request.task, request.engine, workers=1), job)
    assert not [sentence for sentence in refused if "workers" in sentence]
    assert {"solve exact", "count cpsat", "list sat", "sample auto", "prove auto", "solve bfs"} <= spared
    assert {"count exact", "list exact", "solve cpsat"} <= used


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("solve", SMALL, "--backend", "exact"), "exact cannot divide a solve among workers"),
        (("sample", SMALL), "exact cannot divide a sample among workers"),
        (("count", SMALL, "--backend", "cpsat"), "cpsat cannot divide a count among workers"),
        (("prove", SMALL), "only an executor (--executor local) shares out this proof"),
    ],
)
def test_a_command_says_that_it_uses_one(words: tuple[str, ...], why: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The command runs, its status is 0, and standard error has the notice."""
    assert main([*words, "--workers", "2", "--quiet"]) == 0
    assert capsys.readouterr().err == f"exactcover: 2 workers were requested, and 1 is used: {why}\n"


def test_a_batch_says_it_once() -> None:
    """A batch of covers and other puzzles says once for each sort that one worker is used."""
    lines = [(number, api.puzzle(SMALL if number % 2 else "queens n=4")) for number in range(1, 7)]
    steps = list(batch.run(lines, Request("solve", workers=2)))
    sentences = [step.sentence for step in steps if isinstance(step, Notice)]
    assert len(sentences) == len(set(sentences)) == 2
    assert sum(isinstance(step, batch.OneAnswered) for step in steps) == 6


def test_python_users_are_warned() -> None:
    """In Python the notice is a warning, and the answer is there."""
    with pytest.warns(RuntimeWarning, match="2 workers were requested, and 1 is used"):
        assert exactcover.solve(SMALL, backend="exact", workers=2).status == "FEASIBLE"


def test_a_count_with_two_workers_says_nothing() -> None:
    """What is shared out has no notice."""
    steps = list(pipeline.run(api.puzzle(SMALL), Request("count", "exact", workers=2)))
    assert not [step for step in steps if isinstance(step, Notice)]
    assert [step.engine.options["workers"] for step in steps if isinstance(step, Answer)] == [2]
