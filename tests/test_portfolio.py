"""Which engine is chosen where none is asked for, and what no engine can do."""

from __future__ import annotations

import pytest

from encoders.catalogue import puzzle
from exactcover import portfolio
from exactcover.answer import Task
from exactcover.cli import main
from exactcover.errors import InvalidInput


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
