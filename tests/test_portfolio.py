"""Which engine is chosen where none is asked for, and what no engine can do."""

from __future__ import annotations

import pytest

from encoders.catalogue import puzzle
from exactcover import dispatch, portfolio
from exactcover.answer import End, Found, Progress, Request, Task
from exactcover.cli import main
from exactcover.errors import InvalidInput
from exactcover.running import performing


@pytest.mark.parametrize("task", ["list", "count", "sample"])
@pytest.mark.parametrize("name", ["8-puzzle", "15-puzzle", "two-ls"])
def test_plans_are_solved_and_nothing_else(name: str, task: Task) -> None:
    """One shortest plan is not all plans: to list, count or sample them is refused, not answered with one."""
    with pytest.raises(InvalidInput, match=f"was asked to {task}; expected solve, or prove"):
        portfolio.choose("auto", task, puzzle(name).encode().model)


def test_the_command_line_refuses_to_count_plans(capsys: pytest.CaptureFixture[str]) -> None:
    """`count 8-puzzle` is one sentence and status 2."""
    assert main(["count", "8-puzzle"]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "expected solve" in told


@pytest.mark.parametrize("line", ["board=20x40 pieces=Y5 copies=any", "board=30x40x50 pieces=pentominoes copies=1000"])
def test_compose_goes_ahead_where_others_take_long(line: str) -> None:
    """A board whose blocks are packed soon is composed in turns before `fill` and `exact` have begun to search."""
    job, _ = dispatch.job_of(Request("solve", workers=1), puzzle(f"packing {line}").encode().model)
    seen = list(performing.events(job))
    end = seen[-1]
    assert isinstance(end, End)
    assert end.engine == "compose"
    assert any(isinstance(event, Found) for event in seen)
    sentences = [event.sentence for event in seen if isinstance(event, Progress)]
    assert not [sentence for sentence in sentences if sentence.startswith(("fill: filling", "exact:"))]


def test_fill_goes_ahead_where_compose_takes_longer() -> None:
    """A board of a few thousand cells is filled sooner than its blocks are packed: `compose` has no turn before."""
    job, _ = dispatch.job_of(
        Request("solve", workers=1), puzzle("packing board=28x70 pieces=tetrominoes copies=98").encode().model
    )
    seen = list(performing.events(job))
    end = seen[-1]
    assert isinstance(end, End)
    assert end.engine == "fill"
    sentences = [event.sentence for event in seen if isinstance(event, Progress)]
    assert not [sentence for sentence in sentences if sentence.startswith(("compose:", "exact:"))]
