"""People who follow jobs: progress, cancellation, answers flat and in space, films, lists, files; and the pages with a form."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.service.page.finishing import LONG, SMALL, finished
from tests.service.page.reader import Reader

if TYPE_CHECKING:
    from collections.abc import Iterator

    import httpx
    from selenium.webdriver import Chrome

MOST_BYTES = 60_000
POINTS = "return [...document.querySelectorAll('svg.body path')].map(each => each.getAttribute('d')).join()"
SUDOKU = "000000012400090000000000050070200000600000400000108000018000000000030700502000000"


@pytest.fixture
def long(http: httpx.Client) -> Iterator[dict[str, Any]]:
    """A job that takes long, and is cancelled afterwards."""
    job = http.post(
        "/v1/jobs", json={"task": "count", "puzzle": LONG, "title": "A long count", "time_limit": 600}
    ).json()
    yield job
    http.post(f"/v1/jobs/{job['id']}/cancel")


def verdict(reader: Reader) -> str:
    """The verdict on the answer that is shown."""
    return reader.text("#answer").replace("\u2009", " ")


def test_the_first_load_is_small_and_all_of_it_from_here(chrome: Chrome, address: str, http: httpx.Client) -> None:
    """The first load of a job's page is at most 60 kB, asks no other server, and nothing of it is blocked."""
    job = finished(http, "solve", "soma")
    reader = Reader(chrome, address)
    reader.driver.execute_cdp_cmd("Network.clearBrowserCache", {})
    reader.go(f"/jobs/{job['id']}")
    reader.one("svg.body .face")
    came = reader.transfers()
    assert all(url.startswith(address) for url, _ in came)
    assert 20_000 < sum(size for _, size in came) <= MOST_BYTES
    assert reader.faults() == []


def test_a_flat_answer_is_drawn_by_its_pieces(reader: Reader, http: httpx.Client) -> None:
    """The answer of a packing has a path for each piece, each pentomino in the colour that it has everywhere."""
    job = finished(http, "solve", "pentominoes-6x10")
    reader.go(f"/jobs/{job['id']}")
    reader.one("[data-main] svg .pc")
    assert verdict(reader) == "Solved. 12 pieces fill 60 cells."
    assert len(reader.all("[data-main] .pc .b[d]")) == 12
    assert len({each.get_attribute("class") for each in reader.all("[data-main] .pc")}) == 12
    reader.click(".details summary")
    assert "FEASIBLE" in reader.text(".facts")
    assert reader.faults() == []


def test_a_body_is_turned_pulled_apart_and_lifted(reader: Reader, http: httpx.Client) -> None:
    """Arrow keys turn it, a slider pulls its pieces apart, a click lifts one, whose file is offered; layers are boards."""
    from selenium.webdriver.common.keys import Keys

    job = finished(http, "solve", "soma")
    reader.go(f"/jobs/{job['id']}")
    reader.one("svg.body .face")
    seen = [reader.run(POINTS)]
    reader.run("document.querySelector('svg.body').focus()")
    for key in (Keys.ARROW_LEFT, Keys.ARROW_UP, "+"):
        reader.keys(key)
        seen.append(reader.run(POINTS))
    reader.keys(Keys.HOME)
    reader.run("document.querySelector('#apart').focus()")
    reader.keys(Keys.END)
    seen.append(reader.run(POINTS))
    assert len(set(seen)) == len(seen)
    assert len(seen[-1]) > len(seen[0])  # faces between pieces are seen
    reader.run("document.querySelectorAll('.chip')[2].focus()")
    reader.keys(Keys.ENTER)
    assert reader.run("return document.querySelectorAll('.chip')[2].ariaPressed") == "true"
    assert reader.run(POINTS) not in seen
    link = reader.attribute(".save a", "href")
    assert link.endswith(f"/jobs/{job['id']}/saved/piece-3.stl")
    assert len(http.get(urlsplit(link).path).content) > 84
    next(each for each in reader.all(".tray button") if each.text == "Layers").click()
    assert len(reader.all(".layers svg")) == 3
    assert not reader.all("svg.body")[0].is_displayed()


def test_a_click_on_the_body_lifts_its_piece(reader: Reader, http: httpx.Client) -> None:
    """A click on a cube presses the button of its piece; a drag turns the body and lifts nothing."""
    from selenium.webdriver.common.action_chains import ActionChains

    reader.go(f"/jobs/{finished(http, 'solve', 'soma')['id']}")
    body = reader.one("svg.body")
    before = reader.run(POINTS)
    ActionChains(reader.driver).move_to_element(body).click_and_hold().move_by_offset(60, 10).release().perform()
    assert reader.run(POINTS) != before
    assert not reader.all(".chip[aria-pressed=true]")
    ActionChains(reader.driver).move_to_element(body).click().perform()
    assert len(reader.all(".chip[aria-pressed=true]")) == 1


def test_a_plan_is_played_step_by_step(reader: Reader, http: httpx.Client) -> None:
    """The film of a plan stands still, goes on by a step and back, and plays to its end."""
    job = finished(http, "solve", {"kind": "tiles", "board": "3x3", "start": "1,2,0,3,4,5,6,7,8"})
    reader.go(f"/jobs/{job['id']}")
    assert "2 steps to go" in reader.says("[data-told]", "Start, ")
    reader.click("[data-on]")
    assert "Step 1 of 2" in reader.says("[data-told]", "Step 1")
    reader.click("[data-back]")
    reader.says("[data-told]", "Start, ")
    reader.click("[data-play]")
    reader.says("[data-told]", "Step 2 of 2")
    assert verdict(reader) == "2 moves is the shortest."


def test_solutions_are_paged_and_stepped_through(reader: Reader, http: httpx.Client) -> None:
    """A list shows twelve solutions at a time, and one after the other on the board."""
    job = finished(http, "list", SMALL | {"board": "2x6"})
    reader.go(f"/jobs/{job['id']}")
    reader.says("[data-pages]", "Solutions 1 to 12 of 13")
    assert len(reader.all(".many figure svg")) == 12
    reader.click("[data-page$='cursor=12']")
    reader.says("[data-pages]", "Solutions 13 to 13 of 13")
    shown = "return document.querySelector('[data-main] svg').innerHTML"
    before = reader.run(shown)
    reader.click("[data-next]")
    reader.says("[data-note]", "Solution 2 of 13.")
    assert reader.run(shown) != before


def test_more_solutions_of_a_puzzle_are_listed(reader: Reader, http: httpx.Client) -> None:
    """A solved packing leads to a list of its solutions; a puzzle of one solution, or of a plan, to none."""
    reader.go(f"/jobs/{finished(http, 'solve', SMALL | {'board': '2x5'})['id']}")
    reader.click("[data-more]")
    reader.says("[data-pages]", "Solutions 1 to 8 of 8")
    assert verdict(reader) == "8 solutions. These are all."
    for task, puzzle in (("count", SMALL | {"board": "1x2"}), ("solve", "8-puzzle")):
        reader.go(f"/jobs/{finished(http, task, puzzle)['id']}")
        reader.one("#answer")
        assert not reader.all("[data-more]")


def test_a_job_is_followed_and_cancelled(reader: Reader, long: dict[str, Any]) -> None:
    """Progress comes as sentences; after a reload it is there again; a cancelled job says so, and no more is claimed."""
    reader.go(f"/jobs/{long['id']}")
    reader.says(".say", "Counting …")
    reader.says("[data-clock]", " s")
    reader.driver.refresh()
    reader.says(".say", "Counting …")
    reader.click("[data-cancel]")
    reader.one("#answer")
    assert reader.text("[data-note]") == "You cancelled it."
    assert "mpossible" not in verdict(reader)
    assert reader.run("return document.activeElement.id") == "answer"


def test_a_waiting_job_knows_its_place(reader: Reader, http: httpx.Client) -> None:
    """Of jobs that wait, each says which it is in the queue; cancelled there, it says that it had not begun."""
    sent = [
        http.post(
            "/v1/jobs", json={"task": "count", "puzzle": LONG | {"board": f"12x{20 + n}"}, "time_limit": 600}
        ).json()["id"]
        for n in range(6)
    ]
    try:
        reader.go(f"/jobs/{sent[-1]}")
        assert "in the queue" in reader.says(".say", "in the queue")
        reader.click("[data-cancel]")
        reader.one("#answer")
        assert verdict(reader) == "Cancelled. Nothing had been found."
        assert reader.text("[data-note]") == "Cancelled before it began."
    finally:
        for each in sent:
            http.post(f"/v1/jobs/{each}/cancel")


def test_a_job_is_done_again_for_longer_and_deleted(reader: Reader, http: httpx.Client) -> None:
    """Keep trying submits the same with a longer limit; Delete asks once, and leads to the list without the job."""
    job = finished(http, "count", LONG | {"board": "12x19"}, time_limit=0.5, title="To be kept trying")
    reader.go(f"/jobs/{job['id']}")
    assert "in 0.5 s." in verdict(reader)
    reader.click("[data-longer]")
    reader.wait(lambda: job["id"] not in reader.driver.current_url or None)
    other = reader.driver.current_url.rsplit("/", 1)[1]
    again = http.get(f"/v1/jobs/{other}").json()
    assert (again["options"]["time_limit"], again["puzzle_sha256"], again["title"]) == (
        5.0,
        job["puzzle_sha256"],
        job["title"],
    )
    http.post(f"/v1/jobs/{other}/cancel")
    reader.go(f"/jobs/{job['id']}")
    reader.click("[data-delete]")
    assert reader.text("[data-delete]") == "Really delete?"
    reader.click("[data-delete]")
    reader.wait(lambda: reader.driver.current_url.endswith("/jobs") or None)
    assert http.get(f"/v1/jobs/{job['id']}").status_code == 404
    assert not reader.all(f"[data-job='{job['id']}']")


def test_a_link_with_the_answer_is_copied(reader: Reader, http: httpx.Client) -> None:
    """The link has the puzzle and the answer, and is shown if the clipboard is not to be had."""
    reader.go(f"/jobs/{finished(http, 'solve', SMALL)['id']}")
    reader.run("Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject() } })")
    reader.click("[data-copy]")
    query = parse_qs(urlsplit(reader.attribute(".link", "value")).query)
    assert json.loads(query["keys"][0])["board"] == "2x2"
    assert len(json.loads(query["solution"][0])["placements"]) == 2


def test_rows_are_refreshed_where_they_stand(reader: Reader, http: httpx.Client, long: dict[str, Any]) -> None:
    """A job at work has a bar; when it ends, its row says what came of it, and the focus stays on the row."""
    reader.go("/jobs?search=A long count")
    row = f"[data-job='{long['id']}']"
    assert reader.one(f"{row} progress")
    reader.run(f'document.querySelector("{row} a").focus()')
    http.post(f"/v1/jobs/{long['id']}/cancel")
    reader.one(f"{row} [data-delete]")
    assert (
        "Not decided" in reader.text(f"{row} .tag")
        or "At least" in reader.text(f"{row} .tag")
        or "Cancelled" in reader.text(f"{row} .tag")
    )
    assert reader.run("return document.activeElement.closest('[data-job]')?.dataset.job") == long["id"]
    reader.wait(lambda: reader.all(f"{row} .thumb svg") or None)
    assert reader.text(f"{row} time") == "just now" or ":" in reader.text(f"{row} time")


def test_rows_are_searched_and_deleted_by_keyboard(reader: Reader, http: httpx.Client) -> None:
    """A search leaves the rows with the words; Enter on the bin asks, Enter again deletes, and the focus goes on."""
    from selenium.webdriver.common.keys import Keys

    for number in range(2):
        finished(http, "solve", SMALL | {"board": f"2x{4 + 2 * number}"}, title="Rows for the keyboard")
    reader.go("/jobs")
    reader.typed("#search", "for the keyboard")
    reader.keys(Keys.ENTER)
    reader.wait(lambda: "search=" in reader.driver.current_url or None)
    reader.wait(lambda: len(reader.all("[data-job]")) == 2 or None)
    reader.wait(lambda: len(reader.all(".thumb svg")) == 2 or None)
    reader.run("document.querySelector('[data-delete]').focus()")
    reader.keys(Keys.ENTER)
    assert len(reader.all("[data-job]")) == 2
    reader.keys(Keys.ENTER)
    reader.wait(lambda: len(reader.all("[data-job]")) == 1 or None)
    assert reader.run("return document.activeElement.closest('[data-job]') !== null")


def test_many_puzzles_are_sent_at_once(reader: Reader) -> None:
    """Two sudokus and a line that is none are one job, which says what each came to; no puzzle at all is refused."""
    reader.go("/batch")
    reader.run("document.querySelector('#batch-kind').value = 'sudoku'")
    reader.typed("#batch-text", "# nothing but a comment")
    reader.click("[data-batch] button")
    assert "expected" in reader.text("[data-fault]")
    reader.typed("#batch-text", f"{SUDOKU}\nno grid\n{SUDOKU.replace('5', '6', 1)}")
    reader.click("[data-batch] button")
    reader.one("#answer")
    assert "1 invalid" in reader.says("#answer", "3 puzzles:")
    reader.wait(lambda: len(reader.all(".many svg")) >= 1 or None)


def test_evidence_is_judged(reader: Reader, http: httpx.Client) -> None:
    """An answer that is pasted is accepted and drawn; a spoiled one is refused with its fault."""
    answer = finished(http, "solve", "tetrominoes-4x10")["answer"]
    fill = "document.querySelector('#evidence').value = arguments[0]"
    reader.go("/check")
    reader.run(fill, json.dumps(answer))
    reader.click("#check button")
    reader.says("#verdict", "Accepted.")
    assert reader.one("#verdict svg")
    answer["solution"]["placements"].pop()
    reader.run(fill, json.dumps(answer))
    reader.click("#check button")
    reader.says("#verdict", "Refused.")
    reader.run(fill, "no JSON")
    reader.click("#check button")
    assert reader.text("#verdict .fault")
    assert reader.faults() == []


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [1440, 390])
def test_accessibility_rules_are_kept(chrome: Chrome, address: str, http: httpx.Client, width: int, dark: bool) -> None:
    """No rule of axe is broken by an answer of any sort, by rows, sheets and forms; nothing is wider than the screen."""
    jobs = [
        finished(http, task, puzzle)["id"] for task, puzzle in (("solve", "soma"), ("solve", "two-ls"), ("list", SMALL))
    ]
    proof, open_ = (
        finished(http, "prove", "mutilated-chessboard")["id"],
        finished(http, "count", LONG, node_limit=1000)["id"],
    )
    pages = [f"/jobs/{each}" for each in (*jobs, proof, open_)]
    reader = Reader(chrome, address, width, dark=dark)
    for path in (
        *pages,
        f"/jobs/{jobs[2]}/sheet",
        "/jobs",
        "/jobs?search=nothing like it",
        "/check",
        "/batch",
        "/login",
        "/jobs/0",
    ):
        reader.go(path)
        reader.wait(lambda: not reader.all(".waiting") or None)
        if "sheet" not in path and path in pages:
            reader.run("document.querySelector('.details').open = true")
        assert reader.violations() == [], path
        assert reader.run("return document.documentElement.scrollWidth") <= width, path
        assert [fault for fault in reader.faults() if "404" not in fault] == [], path


def test_paper_has_the_answer_without_controls(chrome: Chrome, address: str, http: httpx.Client) -> None:
    """On paper a job is its board and its verdict on white, and sheets have their solutions; no button is left."""
    job = finished(http, "list", SMALL | {"board": "2x6"})
    reader = Reader(chrome, address, dark=True)
    for path in (f"/jobs/{job['id']}", f"/jobs/{job['id']}/sheet"):
        reader.go(path)
        reader.wait(lambda: reader.all(".pc") or None)
        reader.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
        try:
            assert reader.run(
                "return [...document.querySelectorAll('button, .btn, nav')].every(each => !each.offsetParent)"
            )
            assert reader.run("return getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
            assert reader.one("svg .pc")
        finally:
            reader.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


MODULES = """
const done = arguments[0], base = document.querySelector('script[src*="jobs/"]').src.replace(/[^/]*$/, '');
const now = new Date(2026, 10, 27, 10, 41), at = (...parts) => new Date(2026, 10, ...parts) / 1000;
Promise.all([import(base + 'following.js'), import(base + 'times.js')]).then(([{ rest, inQueue }, { inWords }]) => done({
  rest: [rest(0.25, 30), rest(0.5, 7200), rest(0.01, 60), rest(0.5, 1), rest(1, 60), rest(undefined, 60)],
  queue: [inQueue(0), inQueue(2), inQueue(41)],
  words: [at(27, 10, 40, 30), at(27, 9, 5), at(26, 23, 59), at(24, 1, 1), new Date(2025, 5, 3) / 1000]
    .map(each => inWords(each, now)),
}));
"""


def test_what_is_left_and_when_it_was_in_words(reader: Reader) -> None:
    """The time left is estimated once enough is done; a moment is shown as a time, a day or a date."""
    reader.go("/jobs")
    told = reader.driver.execute_async_script(MODULES)
    assert told["rest"] == ["about 2 min left", "about 2 h left", "", "", "", ""]
    assert told["queue"] == ["first in the queue", "third in the queue", "number 42 in the queue"]
    assert told["words"] == ["just now", "09:05", "yesterday", "24 Nov", "3 Jun 2025"]
