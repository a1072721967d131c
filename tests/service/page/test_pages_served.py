"""What the server sends to a browser: pages with their policy, parts of pages, files; hostile names in them do nothing."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

import exactcover
from encoders.packing.editor import PAINTED
from exactcover.api import editing
from exactcover.model.puzzle_protocol import digest_of
from exactcover.service.page import bare
from exactcover.service.page.refusals import prefers_pages
from tests.service.page.finishing import SMALL, finished
from tests.service.page.markup import HOSTILE, Tags

if TYPE_CHECKING:
    import httpx


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
    assert http.get("/static/tokens.css").headers["content-encoding"] == "gzip"
    assert http.get("/static/..%2Froutes.py").status_code == 404


@pytest.mark.parametrize("words", HOSTILE)
def test_names_of_strangers_do_nothing(http: httpx.Client, words: str) -> None:
    """A title, a source, a legend and a name with markup in them are text wherever they are shown."""
    keys = SMALL | {"title": words, "source": words}
    pages = [http.get("/", params={"keys": json.dumps(keys)}), http.get("/", params={"puzzle": words})]
    named = SMALL | {"pieces": [{"name": words, "picture": "##"}], "legend": {"A": words}}
    pages.append(http.get("/", params={"keys": json.dumps(named)}))
    pages.append(
        http.post("/page/checked", data={"text": json.dumps({"status": words, "task": words}), "about": words})
    )
    pages.append(http.get("/jobs", params={"after": words}))
    job = finished(http, "solve", keys | {"title": words[:200]})
    many = finished(http, "list", keys | {"title": words[:200]})
    pages += [http.get(f"/jobs/{job['id']}"), http.get("/jobs"), http.get("/jobs", params={"search": words})]
    pages += [http.get(f"/jobs/{many['id']}{part}") for part in ("", "/result", "/solutions", "/sheet")]
    for page in pages:
        assert page.status_code in (200, 422)
        assert Tags(page.text).alive == [], page.request.url
        assert "49" not in re.findall(r"<h1>(.*?)</h1>", page.text)


def test_faults_are_the_sentences_of_the_command_line(http: httpx.Client) -> None:
    """What is wrong with keys is the sentence of InvalidInput; so is a page that names an unknown puzzle."""
    keys = SMALL | {"copies": "minus one"}
    with pytest.raises(exactcover.InvalidInput) as fault:
        editing.puzzle(keys)
    refusal = http.post("/page/bench", json={"keys": keys})
    assert (refusal.status_code, refusal.json()["detail"]) == (422, str(fault.value))
    unknown = http.get("/?puzzle=no-such-puzzle")
    assert unknown.status_code == 422
    assert "unknown puzzle" in unknown.text
    broken: Any
    for broken in (None, [], 7, {"kind": 7}, {"file": "/etc/passwd", "kind": "cover"}):
        assert http.post("/page/bench", json={"keys": broken}).json()["detail"]


def test_boards_that_are_not_painted_are_drawn() -> None:
    """On a lattice that the page does not paint, the board and the pieces are lines of text, and nothing has a place on them."""
    fields = [
        {"key": "board", "widget": "board", "drawn": False, "unpainted": ()},
        {"key": "fixed", "widget": "text", "drawn": True, "unpainted": ()},
        {"key": "lattice", "widget": "choice", "drawn": False, "unpainted": ("prism",)},
    ]
    for lattice, widgets in (("prism", ["text", "text", "choice"]), ("", ["board", "text", "choice"])):
        shown = bare.editor_of({"fields": fields}, {"lattice": lattice})["fields"]
        assert [each["widget"] for each in shown] == widgets
        assert [each["drawn"] for each in shown] == [False, not lattice, False]


def test_boards_of_hexagons_are_painted(http: httpx.Client) -> None:
    """A puzzle of hexagons has a board to paint, and the server says the picture of one that has a name."""
    keys = {"kind": "packing", "lattice": "hexagon", "board": "hexagon:2", "pieces": ["monohex"], "copies": "any"}
    assert 'id="surface"' in http.get("/design", params={"keys": json.dumps(keys)}).text
    assert http.post("/page/bench", json={"keys": keys}).json()["picture"] == ""
    about = {key: keys[key] for key in ("kind", "lattice", "board")}
    assert http.post("/page/lattice", json=about).json()["picture"] == "#../.../..#"
    refusal = http.post("/page/lattice", json=about | {"board": "hexagon:0"})
    assert (refusal.status_code, "expected hexagon:N" in refusal.json()["detail"]) == (422, True)
    assert http.post("/page/lattice", json={"kind": "packing"}).status_code == 400


@pytest.mark.parametrize("lattice", PAINTED)
def test_a_new_board_of_a_lattice_has_pieces_that_fit(http: httpx.Client, lattice: str) -> None:
    """The puzzle with which the page begins on a lattice has solutions, and its sets are sets of pieces of that lattice."""
    about = http.post("/page/lattice", json={"kind": "packing", "lattice": lattice, "board": ""}).json()
    keys = {"kind": "packing", "lattice": lattice, **about["start"]}
    assert exactcover.solve(editing.puzzle(keys)).status == "FEASIBLE"
    for name in about["sets"]:
        assert editing.puzzle(keys | {"pieces": [name]})


def test_the_bench_says_what_is_known(http: httpx.Client) -> None:
    """Of keys the areas, placements and symmetries are known at once, and that areas do not match."""

    def seen(**keys: str) -> dict[str, Any]:
        return dict(http.post("/page/bench", json={"keys": SMALL | keys}).raise_for_status().json())

    assert ["Symmetries", "8 (4 rotations)"] in seen()["facts"]
    assert seen(board="2x3", copies="2")["warnings"] == [
        "The pieces cover 4 cells, and the board has 6: there is no solution."
    ]
    assert "No piece can cover 0,0: there is no solution." in seen(board=".#../##../....")["warnings"]
    assert ["Cells to cover", "90,000"] in seen(board="300x300")["facts"]


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
    "path", ["/", "/?puzzle=soma", "/catalogue", "/static/frame.js", "/catalogue/soma.svg", "/jobs"]
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
        (f"/v1/jobs/{'0' * 26}", 404),
        (f"/v1/jobs/{'0' * 26}/board.svg", 404),
    ],
)
def test_a_browser_gets_a_page_and_a_program_json(http: httpx.Client, path: str, status: int) -> None:
    """What cannot be opened is a page for whoever prefers pages, and problem+json for programs."""
    browser, program = http.get(path, headers={"Accept": "text/html,*/*"}), http.get(path)
    assert (browser.status_code, program.status_code) == (status, status)
    assert program.headers["content-type"] == "application/problem+json"
    assert browser.headers["content-type"].startswith("text/html")
    assert "content-security-policy" in browser.headers
    assert "see /openapi.json" not in browser.text


@pytest.mark.parametrize(
    ("accept", "page"),
    [
        ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", True),
        ("application/json, text/html;q=0.9", False),
        ("application/problem+json;q=0.5, text/html;q=0.6", True),
        ("text/html;q=0", False),
        ("text/html;q=nan", False),
        ("*/*", False),
        ("", False),
    ],
)
def test_who_prefers_pages(accept: str, page: bool) -> None:
    """A page is for whoever names HTML, and nothing that is JSON before it."""
    assert prefers_pages(accept) == page
