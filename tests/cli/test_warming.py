"""What `exactcover warm` asks for: requests that the program takes, of every engine that compiles, and a bar that grows."""

from __future__ import annotations

from typing import Any

import pytest

from exactcover import api, cli
from exactcover.cli import warming
from exactcover.kernel import build
from exactcover.kernel.proofs import odd_sets
from exactcover.model.answer import Request
from exactcover.model.events import End
from exactcover.solving import dispatch, execute, warm_up


def test_requests_are_of_every_engine_that_compiles() -> None:
    """Each request is about a puzzle that is read, and no engine that compiles something is left out."""
    requests = list(warming.requests())
    for each in requests:
        assert api.puzzle(each.puzzle).encode().model is not None
        api.request(each.task, each.backend, **dict(each.settings))
    named = {each.backend.partition(":")[0] for each in requests} | set(warming.PRICED)
    assert {engine["name"] for engine in api.engines()} - named <= set(warm_up.READY_AT_START)
    assert {each.task for each in requests} == {"solve", "list", "count", "sample", "prove"}


def test_the_ring_needs_cuts(monkeypatch: pytest.MonkeyPatch) -> None:
    """The compiled search for odd sets is asked about the cover with costs that is solved ahead."""
    asked = []
    whole = odd_sets.eliminate

    def eliminate(*arguments: Any) -> Any:
        asked.append(arguments)
        return whole(*arguments)

    monkeypatch.setattr(odd_sets, "eliminate", eliminate)
    names, ways, costs = warming.ring()
    cover = api.cover(names, ways, costs=costs)
    job, _ = dispatch.job_of(Request("solve", engine="prices"), cover)
    *_, end = execute.events(job)
    assert isinstance(end, End)
    assert asked


def test_the_bar_grows_with_what_is_done() -> None:
    """The bar is empty at first and full at last."""
    assert warming.bar(0, 84) == f"[{'.' * 20}] 0 of 84"
    assert warming.bar(42, 84) == f"[{'#' * 10}{'.' * 10}] 42 of 84"
    assert warming.bar(84, 84) == f"[{'#' * 20}] 84 of 84"


def test_a_library_that_cannot_be_built_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A compiler that fails, or a folder that cannot be written to, is a sentence and exit status 2, not a traceback."""

    def fail(_told: Any) -> Any:
        raise build.CannotBuild("cc ended with status 1")

    monkeypatch.setattr(build, "is_needed", lambda: True)
    monkeypatch.setattr(build, "missing_tools", lambda: "")
    monkeypatch.setattr(build, "build", fail)
    assert cli.main(["warm"]) == 2
    assert "cannot be built: cc ended with status 1; expected a C compiler" in capsys.readouterr().err
