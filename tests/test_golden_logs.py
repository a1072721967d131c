"""A refactoring changes nothing of what requests come to: golden logs (golden_logs.py) of every verb, route, limit and batch."""

from __future__ import annotations

import json
from importlib.metadata import version
from typing import Any

import pytest

from tests.golden_logs import CASES, FILE, Case, differences, log_of

ORTOOLS = "9.15"
"""The version that CP-SAT had when the logs were recorded: another one may find another solution first."""
RECORDED: dict[str, Any] = json.loads(FILE.read_text())


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name[:60])
def test_a_request_comes_to_what_is_recorded(case: Case) -> None:
    """Steps, solutions, bounds, status, evidence and counts of a request are those of the golden log."""
    # How far a search went is not compared: which of several side by side is first may depend on how busy a machine is.
    lines = differences(RECORDED[case.name], log_of(case), nodes=False)
    if case.settings.get("backend") == "cpsat" and not version("ortools").startswith(ORTOOLS):
        lines = [line for line in lines if "solution" not in line]
    assert lines == []


def test_each_recorded_log_belongs_to_a_case() -> None:
    """No log is left of a case that is gone."""
    assert {case.name for case in CASES} == RECORDED.keys()
