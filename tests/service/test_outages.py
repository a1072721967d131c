"""A database that is down, hangs or restarts: every route answers, every wait ends, and no job is lost or ends wrongly."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from starlette.routing import BaseRoute
from starlette.testclient import TestClient

from benchmarks import postgres
from exactcover.model.errors import OUR_FAULT, NoResources
from exactcover.service.http.problems import MEDIA_TYPE
from exactcover.service.job import JobState
from exactcover.service.store.jobs import Store
from exactcover.service.tokens import Token, Tokens, digest_of
from tests.commands import PATIENCE_SECONDS, until
from tests.service import faults
from tests.service.faults import Fault
from tests.service.servers import DOMINO, claimed, here, served
from tests.service.submitted import ANSWER

BROWSER = {"Accept": "text/html"}
PROGRAM = {"Accept": "application/json"}
WORDS = {
    "kind": "svg",
    "name": "x",
    "ending": "svg",
    "number": "0",
    "date": "2026-11-01",
    "level": "easy",
    "to": "x.dlx",
}
WITH_STORE = ("/v1/jobs", "/jobs", "/metrics", "/readyz")


@pytest.fixture
def down(url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[TestClient, str, list[Fault]]]:
    """A server with a job that has ended, its id, and a list whose last fault, if any, every call of the store has."""
    current: list[Fault] = []
    faults.inject(monkeypatch, lambda: current[-1] if current else None)
    store = Store(url)
    claim = claimed(store, "list")
    store.record(claim, [], ["{}"], None)
    store.finish(claim, JobState.SUCCEEDED, ANSWER)
    with here(store) as client:
        client._transport.raise_server_exceptions = False
        yield client, claim.job.id, current
        current.clear()
    store.close()


def routes_of(client: TestClient) -> set[tuple[str, str]]:
    """Return the method and the path of every route of an app."""
    layer: Any = client.app
    while not hasattr(layer, "routes"):
        layer = layer.app
    routes: list[BaseRoute] = list(layer.routes)
    known = set()
    for route in routes:
        for each in getattr(getattr(route, "original_router", None), "routes", None) or [route]:
            known |= {(method, str(getattr(each, "path", ""))) for method in getattr(each, "methods", None) or ()}
    return {(method, path) for method, path in known if method != "HEAD"}


def address(path: str, job_id: str) -> str:
    """Return an address that a route has for a job."""
    filled = path.replace("{job_id}", job_id)
    for word, value in WORDS.items():
        filled = filled.replace("{" + word + "}", value)
    return filled


@pytest.mark.parametrize("headers", [BROWSER, PROGRAM], ids=["browser", "program"])
@pytest.mark.parametrize("fault", [faults.UNREACHABLE, faults.BROKEN, faults.FULL], ids=["down", "broken", "full"])
def test_every_route_says_that_the_database_is_down(
    down: tuple[TestClient, str, list[Fault]], fault: Fault, headers: dict[str, str]
) -> None:
    """All that needs the store is answered with 503 and when to try again, as a problem or as a page; nothing with 500."""
    client, job_id, current = down
    current.append(fault)
    walked = routes_of(client)
    assert len(walked) > 50
    for method, path in sorted(walked):
        sent: dict[str, Any] = {"json": {"task": "solve", "puzzle": DOMINO}} if path == "/v1/jobs" else {}
        if method == "POST" and "{job_id}" not in path and not sent:
            continue  # look-ups, which use no store
        reply = client.request(method, address(path, job_id), headers=headers, follow_redirects=False, **sent)
        assert reply.status_code != 500, (method, path, reply.text)
        if "{job_id}" not in path and not path.startswith(WITH_STORE):
            continue
        assert reply.status_code == 503, (method, path, reply.text)
        assert int(reply.headers["retry-after"]) > 0
        if headers is BROWSER and not path.startswith("/v1/"):
            assert "<nav" in reply.text, path
            assert "database does not respond" in reply.text
        elif headers is PROGRAM:
            assert reply.headers["content-type"] == MEDIA_TYPE, path
    current.clear()
    until(lambda: client.get(f"/v1/jobs/{job_id}").status_code == 200)


def test_a_defect_is_a_problem_too(down: tuple[TestClient, str, list[Fault]], monkeypatch: pytest.MonkeyPatch) -> None:
    """What breaks for another reason is answered with 500 in the same form, and not taken for an outage."""
    client, job_id, _ = down

    def broken(*_: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(Store, "events", broken)
    reply = client.get(f"/v1/jobs/{job_id}/events", headers=PROGRAM)
    assert (reply.status_code, reply.headers["content-type"]) == (500, MEDIA_TYPE)


def test_a_server_that_can_start_no_process_says_so(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program is asked to come back; a person reads the same sentence on a page."""

    def refused(*_: Any) -> None:
        raise NoResources("no process could be started")

    with here(Store(url)) as client:
        monkeypatch.setattr("exactcover.process.process_pool.ProcessPool.take", refused)
        response = client.post("/v1/info", json={"puzzle": DOMINO}, headers=PROGRAM)
        assert (response.status_code, response.headers["content-type"]) == (503, MEDIA_TYPE)
        assert response.json()["type"] == "urn:exactcover:no-resources"
        assert int(response.headers["retry-after"]) > 0
        page = client.get("/play/soma", headers=BROWSER)
        assert page.status_code == 503
        assert response.json()["detail"].removeprefix("the server ") in page.text


def test_a_server_ends_though_its_database_hangs(postgres_server: str) -> None:
    """While PostgreSQL is stopped, every look at a job is answered with 503, and SIGTERM ends the server."""
    with (
        postgres.controlled(durable=False) as database,
        served(store=postgres.database(database.url, "jobs")) as server,
    ):
        job = server.http.post("/v1/jobs", json={"task": "solve", "puzzle": DOMINO}).json()["links"]["self"]
        until(lambda: server.http.get(job).json()["state"] == "SUCCEEDED")
        database.pause()
        try:
            with ThreadPoolExecutor(8) as looking:
                looks = list(looking.map(lambda number: server.http.get(job if number % 2 else "/jobs"), range(8)))
            assert {look.status_code for look in looks} == {503}
            assert server.http.get("/healthz").status_code == 200
            server.process.send_signal(signal.SIGTERM)
            assert server.process.wait(PATIENCE_SECONDS) in (0, OUR_FAULT)
        finally:
            database.pause(signal.SIGCONT)


def test_a_session_that_cannot_be_looked_up_is_not_refused(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A browser that has logged in gets the page with 503 while the database is down, and is not sent to the login."""
    current: list[Fault] = []
    faults.inject(monkeypatch, lambda: current[-1] if current else None)
    store = Store(url)
    with here(store, tokens=Tokens([Token("ann", digest_of("A"))])) as client:
        client.post("/login", data={"token": "A"})
        assert client.get("/jobs", headers=BROWSER, follow_redirects=False).status_code == 200
        current.append(faults.UNREACHABLE)
        reply = client.get("/jobs", headers=BROWSER, follow_redirects=False)
        assert (reply.status_code, "<nav" in reply.text) == (503, True)
        assert int(reply.headers["retry-after"]) > 0
        current.clear()
        until(lambda: client.get("/jobs", headers=BROWSER, follow_redirects=False).status_code == 200)
    store.close()
