"""Who may call, from which page, and what a browser may do with what comes back."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from exactcover import cli
from exactcover.model.errors import InvalidInput
from exactcover.service import tokens
from exactcover.service.http.guard import login_target
from exactcover.service.settings import Bounds, Settings
from exactcover.service.store.jobs import Store
from exactcover.service.tokens import Token, Tokens, digest_of
from tests.service.conftest import Clock
from tests.service.servers import here, submitted


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A store in a file."""
    store = Store(str(tmp_path / "jobs.sqlite"))
    yield store
    store.close()


@pytest.mark.parametrize("host", ["localhost", "localhost:8000", "127.0.0.1:1", "[::1]:8000", "LOCALHOST", "127.8.9.1"])
def test_names_of_this_machine_are_heard(client: TestClient, host: str) -> None:
    """A Host that is this machine is right, whatever the port."""
    assert client.get("/healthz", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "127.0.0.1.evil.example",
        "localhost.evil.example",
        "",
        "localhost:x",
        "10.0.0.1",
        "[::2]",
        "[::1]evil",
        "[::1",
    ],
)
def test_names_that_lead_here_are_none(client: TestClient, host: str) -> None:
    """A name that somebody else gave this machine's address to is refused: DNS rebinding."""
    response = client.get("/v1/jobs", headers={"Host": host})
    assert response.status_code == 403
    assert response.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://localhost:9", "https://localhost:80000"])
def test_pages_of_elsewhere_drive_nothing(client: TestClient, store: Store, origin: str) -> None:
    """A cross-origin request of a browser changes nothing and reads nothing."""
    job = submitted(store)
    assert client.post(f"/v1/jobs/{job.id}/cancel", headers={"Origin": origin}).status_code == 403
    assert client.get("/v1/jobs", headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403
    kept = store.job(job.id)
    assert kept is not None
    assert kept.state == "QUEUED"
    assert client.post(f"/v1/jobs/{job.id}/cancel", headers={"Origin": "http://localhost:8000"}).status_code == 202


def test_an_origin_has_the_scheme_of_the_public_url(store: Store) -> None:
    """A page of the same name without TLS, which anybody between could have written, is another origin."""
    tokens = Tokens([Token("ann", digest_of("A"))])
    with here(store, tokens=tokens, public_url="https://example.org") as client:
        own = {"Host": "example.org", "Authorization": "Bearer A"}
        assert client.get("/v1/jobs", headers={**own, "Origin": "http://example.org"}).status_code == 403
        assert client.get("/v1/jobs", headers={**own, "Origin": "https://example.org"}).status_code == 200


def test_a_body_has_one_length(client: TestClient) -> None:
    """One that is sent in chunks has no Content-Length beside: a proxy may believe the other one."""
    headers = {"Transfer-Encoding": "chunked", "Content-Length": "2", "Content-Type": "application/json"}
    response = client.post("/v1/info", headers=headers, content=b"{}")
    assert (response.status_code, response.json()["detail"][:40]) == (400, "the headers Transfer-Encoding and Conten")


def test_a_websocket_is_refused(client: TestClient) -> None:
    """A knock by WebSocket is closed, and is no fault of the server."""
    from starlette.websockets import WebSocketDisconnect

    with pytest.raises(WebSocketDisconnect), client.websocket_connect("/v1/jobs"):
        """It is not accepted."""


def test_every_answer_says_what_a_browser_may_do(client: TestClient) -> None:
    """What is no page of ours may do nothing in a browser, a refusal too."""
    for path in ("/healthz", "/v1/jobs", "/nothing"):
        headers = client.get(path).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["content-security-policy"].startswith("default-src 'none'")
        assert headers["x-frame-options"] == "DENY"
        assert "access-control-allow-origin" not in headers


def test_tokens_say_whose_jobs_are_seen(store: Store) -> None:
    """With tokens each call needs one; an owner sees its own jobs and no others, and has its own quota."""
    listed = Tokens([Token("ann", digest_of("A")), Token("bob", digest_of("B"), 1)])
    job = submitted(store, owner="ann")
    with here(store, host="0.0.0.0", tokens=listed) as client:
        assert client.get("/healthz").status_code == 200
        for headers in (
            {},
            {"Authorization": "Bearer C"},
            {"Authorization": "Basic A"},
            {"Cookie": "exactcover_session=B"},
        ):
            refusal = client.get("/v1/jobs", headers=headers)
            assert refusal.status_code == 401
            assert refusal.headers["www-authenticate"].startswith("Bearer")
        ann, bob = {"Authorization": "Bearer A"}, {"Authorization": "Bearer B"}
        assert [each["id"] for each in client.get("/v1/jobs", headers=ann).json()["jobs"]] == [job.id]
        assert client.get("/v1/jobs", headers=bob).json()["jobs"] == []
        for path in ("", "/events", "/solutions", "/certificate", "/board.svg"):
            assert client.get(f"/v1/jobs/{job.id}{path}", headers=bob).status_code == 404
        assert client.delete(f"/v1/jobs/{job.id}", headers=bob).status_code == 404
        body = {"task": "count", "puzzle": "soma"}
        assert client.post("/v1/jobs", json=body, headers=bob).status_code == 202
        quota = client.post("/v1/jobs", json={"task": "count", "puzzle": "dominoes-8x8"}, headers=bob)
        assert quota.status_code == 429
        assert int(quota.headers["retry-after"]) > 0


BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


def test_a_browser_without_a_token_is_led_to_the_login(store: Store) -> None:
    """A page that a browser opens leads to the login and from there back to it; calls and scripts are refused as ever."""
    job = submitted(store, owner="ann")
    with here(store, host="0.0.0.0", tokens=Tokens([Token("ann", digest_of("A"))])) as client:
        wanted = f"/jobs/{job.id}?cursor=1&x=%26"
        led = client.get(wanted, headers=BROWSER, follow_redirects=False)
        assert led.status_code == 303
        assert led.headers["cache-control"] == "no-store"
        assert client.get("/", headers=BROWSER, follow_redirects=False).headers["location"] == "/login"
        page = client.get(led.headers["location"], headers=BROWSER)
        assert page.status_code == 200
        assert f'name="to" value="{wanted.replace("&", "&amp;")}"' in page.text
        wrong = client.post("/login", data={"token": "B", "to": wanted}, headers=BROWSER)
        assert (wrong.status_code, wanted.replace("&", "&amp;") in wrong.text) == (401, True)
        right = client.post("/login", data={"token": "A", "to": wanted}, headers=BROWSER, follow_redirects=False)
        assert (right.status_code, right.headers["location"]) == (303, wanted)
        client.cookies.clear()
        for path in ("/v1/jobs", "/metrics", "/openapi.json"):
            refused = client.get(path, headers=BROWSER, follow_redirects=False)
            assert refused.status_code == 401
            assert refused.headers["content-type"] == "application/problem+json"
        assert client.get("/jobs", follow_redirects=False).status_code == 401  # no browser


def test_a_login_leads_nowhere_else() -> None:
    """The way back from a login is a page of this server, whatever the address of the login says."""
    for path in (
        "//elsewhere.example/",
        "/\\elsewhere.example",
        "https://elsewhere.example/",
        "",
        "jobs",
        "/a\nb",
        "/é",
        "/" * 2,
    ):
        assert login_target(path) == "/"
    assert login_target("/jobs?after=1") == "/jobs?after=1"


def test_a_host_that_others_reach_needs_tokens() -> None:
    """Without tokens a server listens to its own machine only."""
    for host in ("0.0.0.0", "::", "192.168.1.1", "example.org", ""):
        with pytest.raises(InvalidInput, match="--token-file"):
            Settings(host=host)
    assert Settings(host="::1").loopback
    assert not Settings(host="0.0.0.0", tokens=Tokens([Token("a", "0" * 64)])).loopback


def test_bodies_are_bounded_however_they_come(store: Store) -> None:
    """A body that is too large is refused by its length, and where it has none by what has come of it."""
    with here(store, bounds=Bounds(body_bytes=1000)) as client:
        headers = {"Content-Type": "application/json"}
        assert client.post("/v1/info", content=b" " * 1001, headers=headers).status_code == 413
        assert client.post("/v1/info", content=iter([b" " * 600, b" " * 600]), headers=headers).status_code == 413
        assert client.post("/v1/info", content=b"x", headers={**headers, "Content-Encoding": "gzip"}).status_code == 415
        assert client.post("/v1/info", content=b"{}").status_code == 415


def test_token_files_keep_hashes_alone(tmp_path: Path) -> None:
    """A new token is printed once; the file has its hash and opens for its owner only, and is read back."""
    path = tmp_path / "tokens"
    first, second = tokens.add(path, "ann"), tokens.add(path, "bob")
    assert first != second
    assert first not in path.read_text()
    assert path.stat().st_mode & 0o077 == 0
    listed = tokens.read(path)
    assert [token.owner for token in listed] == ["ann", "bob"]
    accepted = Tokens(listed)
    owner = accepted.by_secret(first)
    assert owner is not None
    assert owner.owner == "ann"
    assert accepted.by_secret("") is None
    with pytest.raises(InvalidInput, match="already"):
        tokens.add(path, "ann")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# nothing\n",
        "ann",
        "ann xyz",
        f"ann {'0' * 64} jobs=x",
        f"ann {'0' * 64} expires=soon",
        f"ann {'0' * 64} jobs=1 jobs=2",
        f"a/b {'0' * 64}",
        f"a {'0' * 64}\na {'1' * 64}",
    ],
)
def test_wrong_token_files_are_refused(tmp_path: Path, text: str) -> None:
    """A line that is no token, two of one name, and a file without any are input at fault."""
    path = tmp_path / "tokens"
    path.write_text(text)
    with pytest.raises(InvalidInput, match="token"):
        Tokens.of_file(path)


def test_any_valid_token_file_stays_valid(tmp_path: Path) -> None:
    """A token is added to a file whose last line does not end in a newline, as editors leave it."""
    path = tmp_path / "tokens"
    first = tokens.add(path, "ann")
    path.write_text(path.read_text().rstrip("\n"))
    second = tokens.add(path, "bob")
    accepted = Tokens.of_file(path)
    owners = [accepted.by_secret(each) for each in (first, second)]
    assert [each.owner for each in owners if each is not None] == ["ann", "bob"]


def test_a_revoked_token_is_refused_at_once(tmp_path: Path, store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    """A running server accepts a token that is added, and refuses one that is revoked, from the next request on."""
    path = tmp_path / "tokens"
    first = tokens.add(path, "ann")
    words = ["tokens", "add", "bob", "--token-file", str(path), "--jobs", "3", "--expires", "2999-12-31"]
    with here(store, host="0.0.0.0", tokens=Tokens.of_file(path)) as client:
        assert cli.main(words) == 0
        second = capsys.readouterr().out.strip()
        for token in (first, second):
            assert client.get("/v1/jobs", headers={"Authorization": f"Bearer {token}"}).status_code == 200
        assert cli.main(["tokens", "revoke", "ann", "--token-file", str(path)]) == 0
        assert client.get("/v1/jobs", headers={"Authorization": f"Bearer {first}"}).status_code == 401
        assert client.get("/v1/jobs", headers={"Authorization": f"Bearer {second}"}).status_code == 200
        assert cli.main(["tokens", "list", "--token-file", str(path)]) == 0
        listed = capsys.readouterr().out
        assert ("2999-12-31" in listed, "ann" in listed) == (True, False)
        assert cli.main(["tokens", "revoke", "bob", "--token-file", str(path)]) == 0
        assert client.get("/v1/jobs", headers={"Authorization": f"Bearer {second}"}).status_code == 401
        path.write_text("no token file")
        assert client.get("/v1/jobs").status_code == 401


def test_a_token_expires_on_its_day() -> None:
    """A token is accepted until its day begins, in UTC."""
    days = datetime.date(2026, 3, 1)
    clock = Clock()
    accepted = Tokens([Token("ann", digest_of("A"), None, days)], clock=clock)
    clock.now = datetime.datetime(2026, 2, 28, 23, 59, tzinfo=datetime.UTC).timestamp()
    assert accepted.by_secret("A") is not None
    clock.now += 60
    assert accepted.by_secret("A") is None


def test_revoking_a_token_leaves_the_rest_of_the_file(tmp_path: Path) -> None:
    """Comments, other lines and the mode of the file stay; a token that is not there is refused."""
    path = tmp_path / "tokens"
    path.write_text(f"# ours\nann {'0' * 64} # first\nbob {'1' * 64} jobs=3\n")
    path.chmod(0o640)
    tokens.revoke(path, "ann")
    assert path.read_text() == f"# ours\nbob {'1' * 64} jobs=3\n"
    assert path.stat().st_mode & 0o777 == 0o640
    with pytest.raises(InvalidInput, match="no token of ann"):
        tokens.revoke(path, "ann")


@pytest.mark.parametrize(
    "words",
    [
        ["add"],
        ["add", "a/b"],
        ["list", "ann"],
        ["revoke"],
        ["revoke", "ann", "--jobs", "1"],
        ["drop", "ann"],
        ["add", "ann", "--expires", "soon"],
        ["add", "ann", "--expires", "2020-01-31"],
    ],
)
def test_wrong_commands_about_tokens_are_refused(tmp_path: Path, words: list[str]) -> None:
    """What is missing, superfluous or malformed is the input's fault, and no file is made."""
    assert cli.main(["tokens", *words, "--token-file", str(tmp_path / "tokens")]) == 2
    assert not (tmp_path / "tokens").exists()
