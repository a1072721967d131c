"""Large bodies: they are parsed in look-up processes, and mean the same as small ones."""

from __future__ import annotations

import json
import os
import pickle
from collections.abc import Callable
from typing import Any

import pytest
from starlette.testclient import TestClient

from exactcover.service.http import bodies, packed, strict_json
from exactcover.service.http.packed import Packed
from exactcover.service.http.problems import Problem
from exactcover.service.routes import calls
from exactcover.service.store.jobs import Store

PADDING = " " * calls.PARSED_HERE
COVER = {"kind": "cover", "items": ["a", "b"], "options": [["a"], ["b"], ["a", "b"]]}
JSON = {"Content-Type": "application/json"}


@pytest.fixture
def none_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the server's own process fail if it parses a body."""

    for module, name in ((strict_json, "loads"), (bodies, "parse_qs")):
        monkeypatch.setattr(module, name, _elsewhere(getattr(module, name), os.getpid()))


def _elsewhere(function: Callable[..., Any], process: int) -> Callable[..., Any]:
    """A function that fails in a process, and works in its forks."""

    def called(*arguments: Any, **settings: Any) -> Any:
        assert os.getpid() != process, "a large body was parsed in the server"
        return function(*arguments, **settings)

    return called


def test_the_server_holds_the_text_and_its_processes_the_value() -> None:
    """What a process seals, the server receives packed, and the next process as it was, at any depth."""
    received = pickle.loads(pickle.dumps({"keys": packed.sealed(COVER), "ending": packed.sealed(".json")}))
    assert isinstance(received["keys"], Packed)
    assert received["keys"].is_object
    assert received["ending"] == ".json"
    assert pickle.loads(pickle.dumps([received])) == [{"keys": COVER, "ending": ".json"}]
    assert not pickle.loads(pickle.dumps(packed.sealed([1]))).is_object


@pytest.mark.usefixtures("none_here")
def test_a_large_body_is_parsed_in_a_look_up_process(client: TestClient) -> None:
    """Each call takes a large body, and answers as the program does."""

    def post(path: str, body: Any) -> Any:
        response = client.post(path, content=json.dumps(body) + PADDING, headers=JSON)
        assert response.status_code in (200, 202), response.text
        return response

    job = post("/v1/jobs", {"task": "count", "puzzle": COVER, "limit": 7}).json()
    assert client.get(f"/v1/jobs/{job['id']}").json()["puzzle"]["kind"] == "cover"
    assert post("/v1/info", {"puzzle": COVER}).json()["kind"] == "cover"
    solution = {"options": [["a", "b"]]}
    assert post("/v1/check", {"puzzle": COVER, "value": solution}).json()["accepted"]
    assert post("/v1/check", {"puzzle": COVER, "text": json.dumps(solution)}).json()["accepted"]
    assert "kind" in json.loads(post("/page/saved", {"keys": COVER, "ending": ".json"}).text)
    assert "facts" in post("/page/bench", {"keys": COVER}).json()


@pytest.mark.usefixtures("none_here")
def test_a_large_form_is_parsed_in_a_look_up_process(client: TestClient) -> None:
    """The form that checks answers takes a large text."""
    form = {"about": "{" + PADDING + json.dumps(COVER)[1:], "text": json.dumps({"options": [["a", "b"]]}) + PADDING}
    shown = client.post("/page/checked", data=form)
    assert shown.status_code == 200
    assert "unknown" not in shown.text
    fault = client.post("/page/checked", data=form | {"about": "{" + PADDING + "x"})
    assert "not JSON" in fault.text


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ("[", 400),
        ("[]", 422),
        ('{"task":"count"}', 422),
        ('{"puzzle":NaN}', 400),
        ('{"task":"count","puzzle":"nothing"}', 422),
    ],
)
def test_a_large_body_is_refused_as_a_small_one_is(client: TestClient, store: Store, body: str, status: int) -> None:
    """The size of a body changes nothing about why it is refused."""
    refusals = [client.post("/v1/jobs", content=padding + body, headers=JSON) for padding in ("", PADDING)]
    assert [refusal.status_code for refusal in refusals] == [status, status]
    small, large = (refusal.json() for refusal in refusals)
    assert small["type"] == large["type"]
    assert small["detail"].partition(" at character")[0] == large["detail"].partition(" at character")[0]
    assert not store.jobs("", "", 10, None)


def test_a_form_of_a_stranger_is_small(client: TestClient) -> None:
    """Who has not logged in uses no look-up process."""
    assert client.post("/login", data={"token": "x" * calls.PARSED_HERE}).status_code == 413


@pytest.mark.parametrize("value", ["[]", "{}", '[{"a":[]}]'])
def test_so_many_values_are_read(value: str) -> None:
    """The number of objects and lists in a text is bounded before any of them is made."""
    within = f"[{','.join([value] * (strict_json.MOST_VALUES // len(value)))}]"
    assert strict_json.loads(within.encode())
    with pytest.raises(strict_json.NotStrict, match="over 100000 objects and lists"):
        strict_json.loads(f"[{','.join([value] * strict_json.MOST_VALUES)}]".encode())
    with pytest.raises(Problem, match="objects and lists"):
        bodies.value_in(("[" + "[]," * strict_json.MOST_VALUES + "0]").encode())
