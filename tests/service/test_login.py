"""Logins of browsers: sessions that are no tokens, that end, and that leave a line in the audit log."""

from __future__ import annotations

import json
import logging
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from exactcover.service import audit, tokens
from exactcover.service.audit import Audit
from exactcover.service.login import COOKIE
from exactcover.service.settings import Bounds
from exactcover.service.store import schema, sessions
from exactcover.service.store.jobs import Store
from exactcover.service.tokens import Token, Tokens, digest_of
from tests.commands import until
from tests.service.conftest import Clock
from tests.service.servers import here, served
from tests.service.tables import reading

BROWSER = {"Accept": "text/html"}
HOUR = 3600.0


@pytest.fixture
def client(store: Store) -> Iterator[TestClient]:
    """A browser at a server with two owners, both of whom may log in."""
    accepted = Tokens([Token("ann", digest_of("A")), Token("ben", digest_of("B"))])
    with here(store, tokens=accepted) as client:
        client.headers.update(BROWSER)
        yield client


def log_in(client: TestClient, token: str = "A") -> Any:
    """Log in and return the response."""
    return client.post("/login", data={"token": token}, follow_redirects=False)


def test_a_session_is_no_token(client: TestClient, store: Store) -> None:
    """The cookie is random, hidden from scripts and other sites, and neither it nor the token is stored."""
    first = log_in(client).headers["set-cookie"]
    ids = {client.cookies[COOKIE]}
    log_in(client)
    ids.add(client.cookies[COOKIE])
    assert len(ids) == 2
    assert "HttpOnly" in first
    assert "SameSite=strict" in first
    assert "Secure" not in first
    with reading(store) as connection:
        rows = str(connection.execute(schema.sessions.select()).fetchall())
    assert not any(secret in rows for secret in (*ids, "'A'"))
    for session in ids:
        headers = {"Cookie": f"{COOKIE}={session}"}
        assert client.get("/jobs", headers=headers).status_code == 200
        assert client.get("/v1/jobs", headers={"Authorization": f"Bearer {session}"}).status_code == 401
    assert client.get("/v1/jobs", headers={"Cookie": f"{COOKIE}=A"}).status_code == 401


def test_a_session_lasts_until_half_a_day_after_its_last_request(client: TestClient, clock: Clock) -> None:
    """Each request renews it; without one it ends, and the browser is led to the login."""
    log_in(client)
    for _ in range(3):
        clock.now += 11 * HOUR
        assert client.get("/jobs", follow_redirects=False).status_code == 200
    clock.now += 12 * HOUR
    assert client.get("/jobs", follow_redirects=False).headers["location"].startswith("/login")


def test_a_short_session_is_renewed_too(store: Store, clock: Clock) -> None:
    """A session of seconds lasts as long as there are requests."""
    with here(store, tokens=Tokens([Token("ann", digest_of("A"))]), bounds=Bounds(session_seconds=3.0)) as client:
        log_in(client)
        for _ in range(4):
            clock.now += 2
            assert client.get("/jobs", headers=BROWSER, follow_redirects=False).status_code == 200


def test_streams_end_with_their_token(tmp_path: Path) -> None:
    """Who follows a job is asked for the token again and again: once it is revoked, the stream ends and cannot be resumed."""
    path = tmp_path / "tokens"
    secret = tokens.add(path, "ann")
    tokens.add(path, "ben")
    with served("--token-file", str(path), store=tmp_path / "jobs.sqlite", token=secret) as server:
        body = {"task": "list", "puzzle": "queens n=12", "time_limit": 300}
        job = server.http.post("/v1/jobs", json=body).raise_for_status().json()
        with server.http.stream("GET", job["links"]["events"], headers={"Accept": "text/event-stream"}) as stream:
            lines = stream.iter_lines()
            until(lambda: "solution" in next(lines))
            tokens.revoke(path, "ann")
            for _ in lines:
                """Until the server ends the stream, which it does long before the job ends."""
        assert server.http.get(job["links"]["self"]).status_code == 401


def test_logging_out_ends_the_session(client: TestClient) -> None:
    """A page of a session has the button; afterwards the id is worth nothing, and other sessions stay."""
    log_in(client)
    other = client.cookies[COOKIE]
    log_in(client)
    session = client.cookies[COOKIE]
    assert 'action="/logout"' in client.get("/jobs").text
    assert 'action="/logout"' not in client.get("/jobs", headers={"Authorization": "Bearer A", "Cookie": ""}).text
    assert client.post("/logout", follow_redirects=False).headers["location"] == "/login"
    assert COOKIE not in client.cookies
    assert client.get("/v1/jobs", headers={"Cookie": f"{COOKIE}={session}"}).status_code == 401
    assert client.get("/v1/jobs", headers={"Cookie": f"{COOKIE}={other}"}).status_code == 200
    assert client.post("/logout", headers={"Origin": "https://evil.example"}).status_code == 403


@pytest.mark.parametrize(("public", "secure"), [("https://cover.example", True), ("http://localhost:8000", False)])
def test_the_cookie_is_secure_by_the_public_url(store: Store, public: str, secure: bool) -> None:
    """Behind a proxy that speaks HTTPS the cookie is never sent over HTTP, though the proxy itself calls by HTTP."""
    with here(store, tokens=Tokens([Token("ann", digest_of("A"))]), public_url=public) as client:
        assert ("Secure" in log_in(client).headers["set-cookie"]) == secure


def test_a_session_ends_with_its_token(tmp_path: Path, store: Store) -> None:
    """When a token is revoked its sessions are refused at once, and those of other tokens are not."""
    path = tmp_path / "tokens"
    first, second = (tokens.add(path, owner) for owner in ("ann", "ben"))
    with here(store, tokens=Tokens.of_file(path)) as client:
        cookies = []
        for token in (first, second):
            log_in(client, token)
            cookies.append({"Cookie": f"{COOKIE}={client.cookies[COOKIE]}"})
        client.cookies.clear()
        tokens.revoke(path, "ann")
        assert [client.get("/v1/jobs", headers=each).status_code for each in cookies] == [401, 200]


def test_a_token_has_a_bounded_number_of_sessions(
    client: TestClient, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Logging in again and again ends the oldest sessions of the token, and none of another one."""
    monkeypatch.setattr(sessions, "MOST_OF_TOKEN", 3)
    log_in(client, "B")
    other = client.cookies[COOKIE]
    for _ in range(5):
        log_in(client)
    with reading(store) as connection:
        rows = connection.execute(schema.sessions.select()).fetchall()
    assert sorted(row.token_sha256 == digest_of("A") for row in rows) == [False, True, True, True]
    assert client.get("/v1/jobs", headers={"Cookie": f"{COOKIE}={other}"}).status_code == 200


class Kept(logging.Handler):
    """Keeps what is logged."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[tuple[str, dict[str, Any]]] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a record."""
        self.lines.append((record.getMessage(), vars(record)["details"]))


@pytest.fixture
def audited() -> Iterator[list[tuple[str, dict[str, Any]]]]:
    """The lines of the audit log."""
    kept = Kept()
    audit.LOG.addHandler(kept)
    yield kept.lines
    audit.LOG.removeHandler(kept)


def test_logins_and_refusals_are_audited(client: TestClient, audited: list[tuple[str, dict[str, Any]]]) -> None:
    """A login, a logout and each refusal have a line with who, what and from where; none has a token or a session."""
    log_in(client)
    session = client.cookies[COOKIE]
    client.post("/logout")
    log_in(client, "SECRET")
    client.get("/v1/jobs", headers={"Authorization": "Bearer SECRET", "X-Forwarded-For": "192.0.2.7"})
    client.get("/v1/jobs", headers={"Origin": "https://evil.example"})
    assert [event for event, _ in audited] == ["login", "logout", "refused", "refused", "refused"]
    assert [details["owner"] for _, details in audited[:2]] == ["ann", "ann"]
    assert audited[3][1]["forwarded"] == "192.0.2.7"
    assert all(details["client"] and details["path"] for _, details in audited)
    assert not any(secret in str(audited) for secret in (session, "SECRET"))


def test_refusals_cannot_fill_the_log(audited: list[tuple[str, dict[str, Any]]]) -> None:
    """Of ten thousand refusals at once some have a line; the next line, later, has the number of the others."""
    clock = Clock()
    own = Audit(clock)
    scope = {"client": ("192.0.2.7", 1), "headers": [], "method": "GET", "path": "/"}
    for _ in range(10_000):
        own.refuse("no token", scope)
    written = len(audited)
    assert 0 < written < 100
    clock.now += 10
    own.refuse("no token", scope)
    assert audited[-1][1]["left_out"] == 10_000 - written


def test_a_server_reads_its_tokens_at_sighup_and_audits(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """SIGHUP reads the file again and does not end the server; the audit log is on standard error, as JSON."""
    path = tmp_path / "tokens"
    first = tokens.add(path, "ann")
    with served("--token-file", str(path), "--workers", "0", store=tmp_path / "jobs.sqlite", token=first) as server:
        second = tokens.add(path, "ben")
        server.process.send_signal(signal.SIGHUP)
        headers = {"Authorization": f"Bearer {second}"}
        until(lambda: server.http.get("/v1/jobs", headers=headers).status_code == 200)
        assert server.http.get("/v1/jobs", headers={"Authorization": "Bearer none"}).status_code == 401
        assert server.process.poll() is None
    lines = [json.loads(line) for line in capfd.readouterr().err.splitlines()]
    assert [(each["event"], each["path"]) for each in lines] == [("refused", "/v1/jobs")]
