"""What the server sends to a browser: pages with their policy, parts of pages, files; hostile names in them do nothing."""

from __future__ import annotations

import json
import re
import time
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import pytest

import exactcover
from exactcover.api import editing
from exactcover.model.puzzle_protocol import digest_of
from exactcover.service.page.routes import ARGUMENT_SECONDS
from exactcover.service.settings import Bounds
from exactcover.service.store.jobs import Store
from tests.service.servers import here, served

HOSTILE = (
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "'><svg onload=alert(1)>", "{{7*7}}", "</textarea><b>",
    "javascript:alert(1)", "\u202eevil", "&lt;script&gt;", "]]><x>", "`${alert(1)}`", "<!--", "\u2028", "a\tb", "%3Cscript%3E",
)  # fmt: skip
OVERHEAD_SECONDS = 3.0
"""For processes to start on a busy machine."""
SMALL = {"kind": "packing", "board": "2x2", "pieces": "dominoes", "copies": "any"}


class Tags(HTMLParser):
    """Notes what a browser would run, or load from elsewhere, in a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.alive: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Hear of a tag."""
        values = dict(attrs)
        inline = tag == "script" and not (values.get("src") or "").startswith("/static/")
        handlers = [name for name in values if name.startswith("on") or name == "style"]
        foreign = [
            value for name, value in attrs if name in ("src", "href") and not (value or "").startswith(("/", "#"))
        ]
        if inline or handlers or foreign or tag in ("b", "x", "style", "iframe", "object"):
            self.alive.append(f"{tag} {values}")


def finished(http: httpx.Client, body: dict[str, Any]) -> dict[str, Any]:
    """Submit a job and return it once it has ended."""
    job = http.post("/v1/jobs", json=body).raise_for_status().json()
    while job["state"] in ("QUEUED", "RUNNING", "CANCELLING"):
        time.sleep(0.05)
        job = http.get(f"/v1/jobs/{job['id']}").raise_for_status().json()
    return dict(job)


def test_a_reason_is_asked_for_again_where_others_wait(tmp_path: Path) -> None:
    """Where too many look for reasons at once, the page asks again by itself; it does not say that none was found."""
    store = Store(str(tmp_path / "jobs.sqlite"))
    with here(store, bounds=Bounds(lookups_waiting=0)) as client:
        shown = client.post("/page/argument", data={"keys": json.dumps(SMALL)}).text
    store.close()
    assert 'hx-post="/page/argument"' in shown
    assert "mpossible" not in shown


def test_a_reason_takes_a_moment(http: httpx.Client) -> None:
    """Each response about a puzzle comes within its second, compilation or not, until what is known is said."""
    for name, sentence in (("pentominoes-6x10", "9,356 solutions"), ("mutilated-chessboard", "Impossible")):
        keys = json.dumps(editing.keys_of_catalogue(name))
        shown, slowest = 'hx-post="/page/argument"', 0.0
        while "hx-post" in shown:
            begun = time.monotonic()
            shown = http.post("/page/argument", data={"keys": keys}).text
            slowest = max(slowest, time.monotonic() - begun)
        assert sentence in shown
        assert slowest < ARGUMENT_SECONDS + OVERHEAD_SECONDS


def test_the_look_up_of_a_page_that_was_left_ends(tmp_path: Path) -> None:
    """A look-up is interrupted when its client disconnects, so that the next one begins at once."""
    large = {"kind": "packing", "board": "500x500", "pieces": "heptominoes", "copies": "any"}
    with served(store=tmp_path / "jobs.sqlite") as server:
        server.http.post("/page/preview", data={"keys": json.dumps(SMALL)})
        pages = [httpx.Client(base_url=server.url) for _ in range(3 * Bounds().lookups_at_once)]
        for page in pages:
            with pytest.raises(httpx.TimeoutException):
                page.post("/page/preview", data={"keys": json.dumps(large)}, timeout=0.5)
        begun = time.monotonic()
        assert "<svg" in server.http.post("/page/preview", data={"keys": json.dumps(SMALL)}).text
        assert time.monotonic() - begun < OVERHEAD_SECONDS


@pytest.mark.parametrize(
    "path",
    [
        *("/", "/design", "/play", "/play/tetrominoes-4x10", "/catalogue", "/jobs", "/check", "/login", "/batch"),
        *("/?kind=cover", "/?puzzle=soma"),
    ],
)
def test_pages_keep_to_a_strict_policy(http: httpx.Client, path: str) -> None:
    """Every page comes with a policy that allows no script and no style within it, and has none."""
    page = http.get(path)
    assert page.status_code == 200
    policy = page.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "script-src 'self';" in policy
    assert Tags(page.text).alive == []


def test_files_of_pages_are_kept_by_browsers(http: httpx.Client) -> None:
    """Scripts and styles come compressed, may be kept for a year, and others are not found."""
    named = re.findall(r'"(/static/[^"]+)"', http.get("/").text + http.get("/design").text)
    assert len(named) > 8
    for name in named:
        file = http.get(name)
        assert file.status_code == 200
        assert "immutable" in file.headers["cache-control"]
    assert http.get("/static/page.js").headers["content-encoding"] == "gzip"
    assert http.get("/static/htmx.LICENSE").status_code == 404
    assert http.get("/static/..%2Froutes.py").status_code == 404


@pytest.mark.parametrize("words", HOSTILE)
def test_names_of_strangers_do_nothing(http: httpx.Client, words: str) -> None:
    """A title, a source, a legend and a name with markup in them are text wherever they are shown."""
    keys = SMALL | {"title": words, "source": words}
    pages = [http.get("/", params={"keys": json.dumps(keys)}), http.get("/", params={"puzzle": words})]
    named = SMALL | {"pieces": [{"name": words, "picture": "##"}], "legend": {"A": words}}
    pages.append(http.get("/", params={"keys": json.dumps(named)}))
    pages.append(http.post("/page/preview", data={"keys": json.dumps(named)}))
    pages.append(
        http.post("/page/checked", data={"text": json.dumps({"status": words, "task": words}), "about": words})
    )
    pages.append(http.get("/jobs", params={"after": words}))
    job = finished(http, {"task": "solve", "puzzle": keys | {"title": words[:200]}})
    pages += [http.get(f"/jobs/{job['id']}"), http.get("/jobs")]
    for page in pages:
        assert page.status_code in (200, 422)
        assert Tags(page.text).alive == [], page.request.url
        assert "49" not in re.findall(r"<h1>(.*?)</h1>", page.text)


def test_faults_are_the_sentences_of_the_command_line(http: httpx.Client) -> None:
    """A preview of wrong keys is the sentence of InvalidInput; so is a page that names an unknown puzzle."""
    keys = SMALL | {"copies": "minus one"}
    with pytest.raises(exactcover.InvalidInput) as fault:
        editing.puzzle(keys)
    page = http.post("/page/preview", data={"keys": json.dumps(keys)})
    assert str(fault.value).replace("'", "&#39;") in page.text
    unknown = http.get("/?puzzle=no-such-puzzle")
    assert unknown.status_code == 422
    assert "unknown puzzle" in unknown.text
    for broken in ("", "[", "7", '{"a": NaN}', "null", '{"kind": 7}', '{"file": "/etc/passwd", "kind": "cover"}'):
        assert 'class="fault"' in http.post("/page/preview", data={"keys": broken}).text


def test_a_preview_says_what_is_known(http: httpx.Client) -> None:
    """A preview has a picture, areas, placements and symmetries; areas that do not match are said at once."""
    page = http.post("/page/preview", data={"keys": json.dumps(SMALL)}).text
    assert "<svg" in page
    assert "<dt>Symmetries</dt><dd>8 (4 rotations)</dd>" in page
    unequal = http.post("/page/preview", data={"keys": json.dumps(SMALL | {"board": "2x3", "copies": "2"})}).text
    assert "The pieces cover 4 cells, and the board has 6: there is no solution." in unequal
    dead = SMALL | {"board": ".#../##../....", "copies": "any"}
    assert (
        "No piece can cover 0,0: there is no solution."
        in http.post("/page/preview", data={"keys": json.dumps(dead)}).text
    )


def test_a_large_board_is_not_drawn(http: httpx.Client) -> None:
    """Of a board too large for a page the facts are shown, and no picture."""
    page = http.post("/page/preview", data={"keys": json.dumps(SMALL | {"board": "300x300"})}).text
    assert "too large to be drawn" in page
    assert "90,000" in page


def test_files_are_opened_and_saved(http: httpx.Client) -> None:
    """A puzzle that is saved as TOML or JSON and opened again is the same puzzle; an answer opens as its puzzle."""
    keys = editing.keys_of_catalogue("pentominoes-8x8-centre")
    digest = exactcover.info("pentominoes-8x8-centre")["puzzle_sha256"]
    for ending in (".toml", ".json"):
        text = http.post("/page/saved", json={"keys": keys, "ending": ending}).raise_for_status().text
        again = http.post("/page/opened", json={"text": text}).raise_for_status().json()
        assert digest_of(editing.puzzle(again["keys"]).canonical()) == digest
        assert http.get(again["address"]).status_code == 200
    answer = json.dumps(exactcover.solve("tetrominoes-4x10").to_json())
    again = http.post("/page/opened", json={"text": answer}).raise_for_status().json()
    assert digest_of(editing.puzzle(again["keys"]).canonical()) == exactcover.info("tetrominoes-4x10")["puzzle_sha256"]
    for to, name in (("dlx", "a.dlx"), ("mps", "b.mps"), ("opb", "c.opb")):
        text = http.post("/page/saved", json={"keys": keys, "to": to}).raise_for_status().text
        again = http.post("/page/opened", json={"text": text, "name": name}).raise_for_status().json()
        assert exactcover.count(editing.puzzle(again["keys"])).count == exactcover.count(editing.puzzle(keys)).count
    offered = http.get("/?puzzle=soma").text
    assert all(f'data-to="{to}"' in offered for to in ("dlx", "mps", "opb", "lp"))
    assert http.post("/page/saved", json={"keys": keys, "to": "exe"}).status_code == 400
    assert http.post("/page/opened", json={"text": "kind = "}).status_code == 422
    assert http.post("/page/saved", json={"keys": keys, "ending": ".exe"}).status_code == 400


@pytest.mark.parametrize("to", ["dlx", "dimacs", "opb", "lp", "mps", "txt", "json", "xmpuzzle"])
def test_every_export_is_opened_by_its_ending(http: httpx.Client, to: str) -> None:
    """What the page exports is read again by the ending of the file, in small letters or capitals."""
    content = http.post("/page/saved", json={"keys": SMALL, "to": to}).raise_for_status().text
    for name in (f"model.{to}", f"MODEL.{to.upper()}"):
        again = http.post("/page/opened", json={"text": content, "name": name}).raise_for_status().json()
        assert exactcover.count(editing.puzzle(again["keys"])).count == 2


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("a.pdf", "files that end in '.pdf' are not read here"),
        ("a.lp.gz", "files that end in '.gz' are not read here"),
        ("a.json", "is not JSON"),
        ("a.toml", "the text is not TOML"),
        ("a.lp", "line 1: 'hello' is outside any section"),
    ],
)
def test_a_file_that_is_not_read_is_one_sentence(http: httpx.Client, name: str, sentence: str) -> None:
    """A file of another sort is refused by its ending, and a wrong one in the language that its ending names."""
    reply = http.post("/page/opened", json={"text": "hello", "name": name})
    assert reply.status_code == 422
    assert sentence in reply.json()["detail"]


def test_evidence_is_judged(http: httpx.Client) -> None:
    """A right answer is accepted and drawn, a spoiled one refused with its fault."""
    answer = exactcover.solve("tetrominoes-4x10").to_json()
    right = http.post("/page/checked", data={"text": json.dumps(answer)}).text
    assert "Accepted" in right
    assert "<svg" in right
    answer["solution"]["placements"].pop()
    assert "Refused" in http.post("/page/checked", data={"text": json.dumps(answer)}).text
    solution = json.dumps(exactcover.solve("soma").solution)
    assert "Accepted" in http.post("/page/checked", data={"text": solution, "about": "soma"}).text
    assert "expected" in http.post("/page/checked", data={"text": solution}).text


def test_a_token_is_asked_for_once(http: httpx.Client) -> None:
    """A token that nobody has given out is refused by a sentence, and sets no cookie."""
    reply = http.post("/login", data={"token": "guessed"})
    assert reply.status_code == 401
    assert "unknown" in reply.text
    assert "set-cookie" not in reply.headers


@pytest.mark.parametrize(
    "path", ["/", "/?puzzle=soma", "/catalogue", "/static/page.js", "/catalogue/soma.svg", "/jobs"]
)
def test_head_is_get_without_the_body(http: httpx.Client, path: str) -> None:
    """HEAD on a page, a file or a picture has the status and the headers of GET, and no body."""
    shown, head = http.get(path), http.head(path)
    assert (head.status_code, head.content) == (200, b"")
    for name in ("content-type", "content-security-policy", "content-length"):
        assert head.headers[name] == shown.headers[name]


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/no-such-page", 404),
        ("/catalogue/no-such.svg", 404),
        ("/jobs/7", 404),
        ("/page/opened", 405),
        ("/v1/none", 404),
    ],
)
def test_a_browser_gets_a_page_and_a_program_json(http: httpx.Client, path: str, status: int) -> None:
    """What cannot be opened is a page for a browser, and problem+json for programs and on the paths of the API."""
    browser, program = http.get(path, headers={"Accept": "text/html,*/*"}), http.get(path)
    assert (browser.status_code, program.status_code) == (status, status)
    assert program.headers["content-type"] == "application/problem+json"
    if path.startswith(("/v1/", "/page/")):
        assert browser.headers["content-type"] == "application/problem+json"
    else:
        assert browser.headers["content-type"].startswith("text/html")
        assert "content-security-policy" in browser.headers
        assert "openapi" not in browser.text
