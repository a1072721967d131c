"""Lists over HTTP whose solutions are taken apart, with the same disassemblies as in Python."""

from __future__ import annotations

from typing import Any

import exactcover
from tests.service.servers import Served
from tests.service.test_batches import ended

PUZZLE = {
    "kind": "packing",
    "board": "2x2x2",
    "pieces": [{"name": "A", "cells": [[0, 0, 0], [0, 0, 1]], "copies": 4, "groups": [[1, 2]]}],
}


def listed(server: Served, job: dict[str, Any]) -> list[dict[str, Any]]:
    """The solutions of a job."""
    solutions: list[dict[str, Any]] = server.http.get(job["links"]["solutions"]).json()["solutions"]
    return solutions


def test_solutions_of_a_list_are_taken_apart(server: Served) -> None:
    """Each has its disassembly, as Python gives it, and is a solution all the same; the groups of the puzzle count."""
    job = ended(server, {"task": "list", "puzzle": PUZZLE, "disassemble": True})
    assert job["state"] == "SUCCEEDED"
    solutions = listed(server, job)
    assert len(solutions) == int(job["answer"]["count"]) == 9
    keys = {key: value for key, value in PUZZLE.items() if key != "kind"}
    puzzle = exactcover.puzzle("packing", **keys)
    for solution in solutions:
        alone = {"placements": solution["placements"]}
        assert solution["disassembly"] == exactcover.disassemble(puzzle, alone).to_json()
        assert not exactcover.faults(puzzle, solution)


def test_a_list_that_is_taken_apart_is_another_question(server: Served) -> None:
    """The answer to the one is not the answer to the other."""
    for disassemble in (False, True):
        job = ended(server, {"task": "list", "puzzle": PUZZLE, "limit": 2, "disassemble": disassemble})
        assert not job["cached"]
        assert ["disassembly" in each for each in listed(server, job)] == [disassemble] * 2


def test_only_lists_are_taken_apart(server: Served) -> None:
    """The option of another task is unknown, and a puzzle without pieces of cubes is refused."""
    for body in ({"task": "count", "puzzle": PUZZLE}, {"task": "list", "puzzle": "queens n=6"}):
        assert server.http.post("/v1/jobs", json={**body, "disassemble": True}).status_code == 422


def test_the_interface_is_described(server: Served) -> None:
    """In the OpenAPI description of a list."""
    schemas = server.http.get("/openapi.json").json()["components"]["schemas"]
    assert "come apart" in schemas["ListBody"]["properties"]["disassemble"]["description"]
