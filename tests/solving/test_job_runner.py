"""What a job comes to in the engine's process: what breaks there is a fault of ours, never the user's."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from exactcover import api, backends
from exactcover.model.answer import EngineOptions, Limits, Request
from exactcover.model.errors import EngineBroke, InvalidInput, InvalidModel, Unsuitable
from exactcover.model.events import End, Found
from exactcover.solving import dispatch, execute, job_runner, pipeline
from exactcover.transform.reductions import tiling_to_cover
from tests.jobs import search

FIVE = api.puzzle("pentominoes-5x5-lnuwy")


def test_a_model_refused_inside_a_reduction_is_a_fault_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    """A reduction that makes a model which is none breaks the engine, with its traceback: the input is not at fault."""

    def broken(tiling: Any, **_: Any) -> Any:
        raise InvalidModel("option 0 is empty; expected at least one item")

    monkeypatch.setattr(tiling_to_cover, "reduce", broken)
    job = search("brute", "solve", FIVE.encode().model, EngineOptions(), Limits())
    with pytest.raises(EngineBroke, match="the engine brute broke: InvalidModel: option 0 is empty") as raised:
        list(job_runner.run_job(job))
    assert "in broken" in raised.value.details


def test_an_engine_that_does_not_suit_is_the_users_fault_only_where_it_was_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """`dfs` cannot place any number of copies: asked for by name that is input at fault, chosen by us it is our fault."""
    puzzle = api.puzzle("packing", board="2x2", pieces="I2", copies="any")
    with pytest.raises(Unsuitable, match="expects an exact number"):
        api.solve(puzzle, backend="dfs")
    job, choice = dispatch.job_of(Request("solve", "dfs"), puzzle.encode().model)
    monkeypatch.setattr(dispatch, "job_of", lambda request, model: (replace(job, model=model), choice))
    with pytest.raises(EngineBroke, match="dfs was chosen and does not suit the puzzle"):
        list(pipeline.run(puzzle, Request("solve"), run_job=lambda job, _: execute.events(job)))


def test_options_that_an_engine_does_not_have_are_input_at_fault() -> None:
    """What reads options says so in its own words, from whichever process."""
    with pytest.raises(InvalidInput, match="no solver 'nonsense'"):
        api.solve(FIVE, backend="sat:nonsense")
    assert "sat" in backends.NAMES


def test_an_easy_packing_is_found_without_its_symmetries(monkeypatch: pytest.MonkeyPatch) -> None:
    """The symmetries of a small board are worked out only when a first look has found nothing."""

    def symmetries(*_: Any) -> Any:
        raise AssertionError("the symmetries were worked out")

    monkeypatch.setattr(tiling_to_cover, "symmetries", symmetries)
    easy = search("exact", "solve", FIVE.encode().model, EngineOptions(), Limits(), break_symmetry=True)
    assert any(isinstance(event, Found) for event in execute.events(easy))
    hard = replace(easy, model=api.puzzle("packing board=10x10 pieces=L4 copies=any").encode().model)
    with pytest.raises(AssertionError, match="the symmetries were worked out"):
        list(execute.events(hard))


def test_a_first_look_counts_towards_the_limit_on_nodes() -> None:
    """Whatever is spent before the symmetries are known is part of what the answer says, and of the limit."""
    model = api.puzzle("packing board=10x10 pieces=L4 copies=any").encode().model
    for most in (500, 1_500, 5_000):
        *_, end = execute.events(search("exact", "solve", model, EngineOptions(), Limits(nodes=most)))
        assert isinstance(end, End)
        assert end.stop_reason == "nodes"
        assert most / 2 < end.statistics.nodes <= most
