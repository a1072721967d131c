"""Requests that can never be answered: a server refuses them when they are submitted, with the sentence of the command line."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

from encoders.listing import names
from exactcover import api
from exactcover.api.answering import answered_here
from exactcover.model.errors import InvalidInput
from exactcover.service import lookup_tasks

NEVER = [
    ("count", "8-puzzle", {}, "a puzzle whose solutions are plans does not support count"),
    ("sample", "8-puzzle", {"limit": 1}, "does not support sample"),
    ("list", "soma", {"optimal": True}, "optimal does not apply to a tiling without costs"),
    ("list", "soma", {"up_to_symmetry": True, "backend": "sat"}, "the engine sat cannot list up to symmetry"),
    ("count", "soma", {"executor": "local", "node_limit": 5}, "an executor does not support a limit of nodes"),
    ("count", "soma", {"executor": "local", "limit": 5}, "an executor does not support a count with a limit"),
    ("count", "soma", {"executor": "local", "backend": "cpsat"}, "an executor does not support the engine cpsat"),
    ("prove", "8-puzzle", {"executor": "local"}, "expected"),
    ("solve", "8-puzzle", {"backend": "beam:10000000"}, "the option width is '10000000'"),
    ("solve", "8-puzzle", {"backend": "beam:grows=perhaps"}, "the option grows is 'perhaps'"),
    ("solve", "8-puzzle", {"backend": "batch:0"}, "the option width is '0'"),
    ("solve", "8-puzzle", {"backend": "astar:manhatan"}, "the puzzle has no heuristic 'manhatan'"),
    ("solve", "8-puzzle", {"backend": "astar:closed=never"}, "the option closed is 'never'"),
    ("solve", "8-puzzle", {"backend": "greedy:symmetric=keep"}, "the option symmetric was given for a sliding"),
    ("solve", "8-puzzle", {"backend": "dfs:deep"}, "the option depth is 'deep'"),
    ("solve", "8-puzzle", {"backend": "bfs:three"}, "the option ends is 'three'"),
    ("solve", "8-puzzle", {"backend": "wastar:weight=0"}, "the option weight is '0'"),
    ("solve", "15-puzzle", {"backend": "idastar:pdb=9-9"}, "pdb is '9-9'"),
    ("solve", "pentominoes-5x5-lnuwy", {"backend": "greedy:manhattan"}, "no heuristic 'manhattan' for packings"),
    ("solve", "blokus-corners-5x5", {"backend": "astar:manhattan"}, "no heuristic 'manhattan' for pieces that grow"),
    ("solve", "blokus-corners-5x5", {"backend": "dfs:depth=3"}, "the option depth was given for pieces that grow"),
    ("solve", "soma", {"backend": "exact:dancing"}, "exact has no kernel 'dancing'"),
    ("solve", "soma", {"backend": "cpsat:turns=perhaps"}, "turns is 'perhaps'"),
    ("solve", "soma", {"backend": "sat:minisat99"}, "sat has no solver 'minisat99'"),
    ("solve", "dominoes-8x8", {"backend": "anneal:cooling=2"}, "the option cooling is '2'"),
    ("solve", "dominoes-8x8", {"backend": "local-beam:beams=0"}, "the option beams is '0'"),
]


def prepared(sent: Any, task: str, options: dict[str, Any]) -> lookup_tasks.Prepared:
    """Return what a look-up makes of a submission."""
    *_, last = lookup_tasks.prepared(sent, task, options, 1 << 20)
    assert isinstance(last, lookup_tasks.LookupResult)
    assert isinstance(last.value, lookup_tasks.Prepared)
    return last.value


@pytest.mark.parametrize(("task", "name", "options", "sentence"), NEVER)
def test_what_can_never_run_is_refused_when_it_is_submitted(
    task: str, name: str, options: dict[str, Any], sentence: str
) -> None:
    """The refusal is word for word that of a run."""
    with pytest.raises(InvalidInput) as submitted:
        prepared(name, task, options)
    with pytest.raises(InvalidInput) as ran:
        answered_here(api.puzzle(name), lookup_tasks.request_of(task, options))
    assert str(submitted.value) == str(ran.value)
    assert sentence in str(submitted.value)


@pytest.mark.parametrize("name", names())
def test_what_can_run_is_accepted(name: str) -> None:
    """Every puzzle of the catalogue may be solved."""
    assert prepared(name, "solve", {"time_limit": 1.0}).title


def test_a_batch_is_refused_if_no_line_can_run() -> None:
    """A puzzle that the request suits is enough; the others get an error in their place."""
    with pytest.raises(InvalidInput, match="does not support count"):
        prepared({"batch": ["8-puzzle", "15-puzzle"]}, "count", {})
    assert prepared({"batch": ["8-puzzle", "soma"]}, "count", {}).title == "2 puzzles"


def test_a_comparison_reports_engines_that_do_not_suit() -> None:
    """It is not refused: it has a line for each engine."""
    assert prepared("8-puzzle", "compare", {"backends": ["astar", "exact"]}).title


@pytest.mark.parametrize(("task", "name", "options", "sentence"), [NEVER[0], NEVER[8]])
def test_a_server_stores_no_job_that_can_never_run(
    client: TestClient, task: str, name: str, options: dict[str, Any], sentence: str
) -> None:
    """The answer is 422 with the sentence, and there is no job."""
    response = client.post("/v1/jobs", json={"task": task, "puzzle": name, **options})
    assert (response.status_code, sentence in response.json()["detail"]) == (422, True)
    assert client.get("/v1/jobs").json()["jobs"] == []
