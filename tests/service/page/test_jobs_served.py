"""The pages about jobs as they are served: verdicts, files and their names, rows, solutions one by one, sheets to print."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs

import pytest

from exactcover.service.job import Job, JobState
from exactcover.service.page import verdicts
from tests.service.page.finishing import LONG, SMALL, finished
from tests.service.servers import here
from tests.service.submitted import submission

if TYPE_CHECKING:
    import httpx

    from exactcover.service.store.jobs import Store

MUTILATED = "mutilated-chessboard"


def words(http: httpx.Client, job: dict[str, Any]) -> str:
    """The verdict on the page of a job, with plain spaces."""
    page = http.get(f"/jobs/{job['id']}").raise_for_status().text
    shown = re.search(r'id="answer".*?<strong>(.*?)</strong> <em>(.*?)</em>', page)
    assert shown is not None
    return unescape(f"{shown[1]} {shown[2]}".strip()).replace("\u2009", " ")


@pytest.mark.parametrize(
    ("task", "puzzle", "options", "sentence"),
    [
        ("solve", "soma", {}, "Solved. 7 pieces fill 27 cells."),
        ("solve", "8-puzzle", {}, "31 moves is the shortest."),
        ("solve", "blokus-closest-1", {}, "Solved. Cost 8, and none costs less."),
        ("solve", "8-puzzle", {"backend": "greedy:h2"}, "Solved in 45 moves. Not proved the best."),
        ("solve", "15-puzzle", {"node_limit": 5000}, "Not decided in 5 000 nodes. Every solution costs at least 53."),
        ("count", "pentominoes-3x20", {}, "8 solutions, 2 different."),
        ("count", SMALL | {"board": "1x2"}, {}, "Exactly one solution."),
        ("count", SMALL | {"board": "8x8"}, {"limit": 100}, "At least 100 solutions. The count stopped at your limit."),
        ("list", SMALL, {}, "2 solutions. These are all."),
        ("list", "soma", {"up_to_symmetry": True}, "240 different solutions. These are all."),
        (
            "list",
            SMALL | {"board": "4x4"},
            {"limit": 5},
            "5 solutions. The list stopped at your limit; there may be more.",
        ),
        ("count", "queens n=7 fixed=0,3", {}, "6 solutions."),
        ("count", {"kind": "cover", "items": ["a"], "options": [["a"], ["a"]]}, {}, "2 solutions."),
        ("sample", SMALL, {"limit": 3}, "3 solutions drawn at random. Every solution was equally likely."),
        ("prove", MUTILATED, {}, "Impossible: the colours do not add up."),
        ("prove", SMALL | {"board": "3x3"}, {"argument": "tree"}, "Impossible: there is a proof, which was checked."),
        ("prove", "8-puzzle", {}, "31 moves is the shortest. A certificate, which was checked, proves it."),
        ("solve", {"batch": [SMALL, "no puzzle"]}, {}, "2 puzzles: 1 with a solution, 1 invalid."),
        ("compare", SMALL, {"backends": ["exact", "sat"]}, "2 of 2 engines compared. They ran one after the other."),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_verdict_is_a_sentence(
    http: httpx.Client, task: str, puzzle: Any, options: dict[str, Any], sentence: str
) -> None:
    """Each sort of answer has its verdict, and words in capitals only in the closed details."""
    job = finished(http, task, puzzle, **options)
    assert words(http, job) == sentence
    page = http.get(f"/jobs/{job['id']}").text
    page += http.get(f"/jobs/{job['id']}/solutions").text if task in ("list", "compare") else ""
    assert re.findall(r"\b(?:FEASIBLE|OPTIMAL|INFEASIBLE|UNKNOWN|SUCCEEDED)\b", page.partition("<details")[0]) == []


def test_impossible_is_said_of_proofs_only(http: httpx.Client) -> None:
    """A search that was cut says that nothing is decided, and offers to keep trying; one that tried every way says so."""
    job = finished(http, "count", LONG, node_limit=1000)
    assert words(http, job) == "Not decided in 1 000 nodes."
    page = http.get(f"/jobs/{job['id']}").text
    assert "Keep trying" in page
    assert "mpossible" not in page
    proved = finished(http, "count", MUTILATED)
    for answer, sentence in (
        (proved["answer"], "the colours do not add up."),
        (proved["answer"] | {"certificate": None, "evidence": "exhausted"}, "every way was tried."),
    ):
        ended = Job("", "count", {}, "", {}, "", "", JobState.SUCCEEDED, 1, 0.0, answer=answer)
        assert verdicts.verdict_of(ended)[:3] == ("bad", "Impossible:", sentence)


def test_a_failure_is_not_blamed_on_the_puzzle(store: Store) -> None:
    """A job without an answer failed here, or was cancelled."""
    job = store.submit(submission())
    claim = store.claim("runner", 10.0)
    assert claim is not None
    store.finish(claim, JobState.FAILED, problem={"code": "worker_crashed", "detail": "it crashed"})
    failed = store.job(job.id)
    assert failed is not None
    assert verdicts.verdict_of(failed).text == "That failed here, not in your puzzle."
    other = store.submit(submission(1))
    cancelled = store.cancel(other.id)
    assert cancelled is not None
    assert verdicts.verdict_of(cancelled).text == "Cancelled."


def test_a_job_that_was_cancelled_shows_its_puzzle(store: Store) -> None:
    """A job that was cancelled before it began has its page, with the board of its puzzle and no files of an answer."""
    with here(store) as client:
        job = client.post("/v1/jobs", json={"task": "count", "puzzle": SMALL}).json()["id"]
        assert client.get(f"/jobs/{job}/place").json() == {"state": "QUEUED", "before": 0}
        client.post(f"/v1/jobs/{job}/cancel")
        page = client.get(f"/jobs/{job}")
    assert page.status_code == 200
    assert "<strong>Cancelled.</strong>" in page.text
    assert "data-main" in page.text
    assert "download=" not in page.text


def test_a_queued_job_knows_how_many_are_before_it(store: Store) -> None:
    """The jobs of all owners that wait and are older are counted; those that run or have ended are not."""
    jobs = [store.submit(submission(number, owner=f"owner {number % 2}")) for number in range(4)]
    jobs.sort(key=lambda job: job.id)
    assert [store.queued_before(job.id) for job in jobs] == [0, 1, 2, 3]
    claim = store.claim("runner", 10.0)
    assert claim is not None
    left = [job for job in jobs if job.id != claim.job.id]
    assert store.queued_before(claim.job.id) is None
    assert [store.queued_before(job.id) for job in left] == [0, 1, 2]
    store.cancel(left[0].id)
    assert store.queued_before(left[2].id) == 1
    assert store.queued_before("no job") is None


def test_jobs_are_searched_by_title(store: Store) -> None:
    """A part of a title is enough, in any case, whatever signs it has; wildcards are letters."""
    for number, title in enumerate(("Soma cube", "100% _odd_", "Fünf “Teile”")):
        made = submission(number)
        store.submit(type(made)(**{**vars(made), "title": title}))
    for part, number in (
        ("soma", 1),
        ("CUBE", 1),
        ("%", 1),
        ("_odd", 1),
        ("fünf “", 1),
        ("Fünf", 1),
        ("", 3),
        ("x", 0),
    ):
        assert len(store.jobs(None, words=part)) == number, part


def test_a_job_offers_its_files(http: httpx.Client) -> None:
    """Each file that the page of a job offers is there: puzzle, answer, pictures, meshes, the certificate and its formats."""
    proof = finished(http, "prove", SMALL | {"board": "3x3"}, argument="tree")
    plan = finished(http, "solve", {"kind": "tiles", "board": "2x2", "start": "1,0,2,3"})
    some = finished(http, "list", SMALL)
    body = finished(http, "solve", "slothouber-graatsma")
    offered = []
    for job in (proof, plan, some, body):
        links = re.findall(r'href="([^"]+)" download', http.get(f"/jobs/{job['id']}").text)
        assert len(links) >= 5
        for link in links:
            file = http.get(link)
            assert file.status_code == 200, link
            assert file.content
            offered.append(link.rsplit("/", 1)[1])
    wanted = {"lrat.lrat", "veripb.pbp", "board.gif", "board.png", "solutions.jsonl", "puzzle.toml", "board.txt"}
    assert wanted | {"solution.stl", "solution.obj", "pieces.stl", "pieces.obj"} <= set(offered)
    assert len(http.get(f"/jobs/{some['id']}/saved/solutions.jsonl").text.splitlines()) == 2
    assert http.get(f"/jobs/{some['id']}/saved/nothing.txt").status_code == 404


@pytest.mark.parametrize("measure", ["cell=NaN", "cell=inf", "cell=x", "clearance=-Infinity", "kerf=1e999"])
def test_measures_are_numbers(http: httpx.Client, measure: str) -> None:
    """What is no number of millimetres is refused, by files that use the measure and by those that do not."""
    body = finished(http, "solve", "slothouber-graatsma")
    for name in ("piece-1.stl", "solution.obj", "pieces.stl"):
        refusal = http.get(f"/jobs/{body['id']}/saved/{name}?{measure}")
        assert refusal.status_code == 422
        assert "expected a number of millimetres" in refusal.json()["detail"]


def test_files_are_named_after_the_puzzle(http: httpx.Client) -> None:
    """A file has the name of the catalogue, or the title in plain letters, and no id."""
    job = finished(http, "prove", MUTILATED)
    page = http.get(f"/jobs/{job['id']}").text
    assert f'download="{MUTILATED}-certificate.json"' in page
    sent = http.get(f"/jobs/{job['id']}/saved/certificate.json").headers["content-disposition"]
    assert sent == f'attachment; filename="{MUTILATED}-certificate.json"'
    assert (
        http.get(f"/jobs/{job['id']}/saved/puzzle.toml").headers["content-disposition"].endswith(f'"{MUTILATED}.toml"')
    )
    odd = finished(http, "solve", SMALL, title="Müllers “Quadrat”/../x")
    assert (
        'filename="mullers-quadrat-x-answer.json"'
        in http.get(f"/jobs/{odd['id']}/saved/answer.json").headers["content-disposition"]
    )
    plain = finished(http, "solve", SMALL | {"board": "2x4"}, title="“”")
    assert (
        'filename="packing-answer.json"'
        in http.get(f"/jobs/{plain['id']}/saved/answer.json").headers["content-disposition"]
    )


def test_pieces_are_made_one_by_one(http: httpx.Client) -> None:
    """A piece alone is a smaller mesh than all; lines of a laser have a kerf; wrong numbers are one sentence."""
    body, flat = finished(http, "solve", "soma"), finished(http, "solve", "pentominoes-5x5-lnuwy")
    at = f"/jobs/{body['id']}/saved"
    whole, one = http.get(f"{at}/solution.obj").text, http.get(f"{at}/piece-7.obj").text
    assert whole.count("\no ") + whole.startswith("o ") == 7
    assert one.count("\no ") + one.startswith("o ") == 1
    assert http.get(f"{at}/piece-8.obj").status_code == 422
    cut = f"/jobs/{flat['id']}/saved/cut.svg"
    assert "<svg" in http.get(cut, params={"cell": "10", "kerf": "0.2"}).text
    assert http.get(cut, params={"kerf": "0.2"}).text != http.get(cut, params={"kerf": "0"}).text
    for wrong in ("much", "-1", "nan", "1e9"):
        refusal = http.get(cut, params={"kerf": wrong})
        assert refusal.status_code == 422
        assert "kerf" in refusal.json()["detail"]


def test_rows_say_what_came_of_jobs(http: httpx.Client) -> None:
    """A row has the puzzle, the task, a phrase, and the pieces of a solution; a search finds it by a part of its title."""
    finished(http, "count", SMALL | {"board": "2x6", "title": "Rows of dominoes"})
    finished(http, "solve", SMALL | {"board": "2x6", "title": "Rows of dominoes"})
    rows = http.get("/jobs/rows", params={"search": "rows OF dom"}).text
    assert rows.count("data-job=") == 2
    assert "13 solutions, 9 different" in rows.replace("\u2009", " ")
    assert rows.count("data-pieces=") == 1
    assert "No job has" in http.get("/jobs", params={"search": "<script>nothing"}).text


def test_solutions_come_one_by_one_and_on_sheets(http: httpx.Client) -> None:
    """A solution of a list is a board with its pieces; a sheet has all of them, so many to a page."""
    job = finished(http, "list", SMALL | {"board": "2x6"})
    one = http.get(f"/jobs/{job['id']}/solution/12").json()
    assert (one["number"], one["solutions"], len(one["board"]["pieces"])) == (12, 13, 6)
    assert http.get(f"/jobs/{job['id']}/solution/13").status_code == 404
    sheet = http.get(f"/jobs/{job['id']}/sheet?per=6").text
    assert sheet.count("data-board=") == 13
    assert sheet.count('class="paper per-6"') == 3
    assert "13 solutions: all there are" in sheet
    assert http.get(f"/jobs/{finished(http, 'count', SMALL)['id']}/sheet").status_code == 404


def test_a_link_carries_the_answer_if_it_fits(http: httpx.Client) -> None:
    """The link of a solution has the keys and the solution; a long one is not offered."""
    page = http.get(f"/jobs/{finished(http, 'solve', SMALL)['id']}").text
    link = re.search(r'data-copy="(/design\?keys=[^"]*)"', page)
    assert link is not None
    assert json.loads(parse_qs(unescape(link[1]))["solution"][0])["placements"]
    assert "data-copy" not in http.get(f"/jobs/{finished(http, 'solve', SMALL | {'board': '20x20'})['id']}").text


def test_an_address_without_a_job_says_so(http: httpx.Client) -> None:
    """A job that is not known has a page that says so."""
    page = http.get("/jobs/01ARZ3NDEKTSV4RRFFQ69G5FAV")
    assert page.status_code == 404
    assert "No such job" in page.text


def test_a_puzzle_too_long_for_an_address_is_a_file(http: httpx.Client) -> None:
    """The page of a job with a long puzzle links to no address that no server would take; its file has the puzzle."""
    items = [f"item-{number}" for number in range(600)]
    job = finished(http, "solve", {"kind": "cover", "items": items, "options": [[item] for item in items]})
    assert "/design?keys=" not in http.get(f"/jobs/{job['id']}").text
    assert http.get(f"/jobs/{job['id']}/puzzle").json()["items"] == items


def test_pages_of_jobs_lead_to_earlier_and_to_the_latest_ones(http: httpx.Client) -> None:
    """Thirty jobs are on a page; the link at its end leads to the others, and back from there to the latest."""
    for number in range(31):
        http.post("/v1/jobs", json={"task": "solve", "puzzle": SMALL, "title": f"Paged {number}"}).raise_for_status()
    page = http.get("/jobs", params={"search": "Paged"}).text
    assert page.count("data-job=") == 30
    earlier = re.search(r'href="([^"]*)">Earlier jobs<', page)
    assert earlier is not None
    rest = http.get(unescape(earlier[1])).text
    assert rest.count("data-job=") == 1
    assert "Paged 0" in rest
    latest = re.search(r'href="([^"]*)">Latest jobs<', rest)
    assert latest is not None
    assert http.get(unescape(latest[1])).text.count("data-job=") == 30


def test_a_job_offers_play_if_its_puzzle_is_played(http: httpx.Client) -> None:
    """The views of the puzzle are linked; play only if there is a table for it, and each link works."""
    for task, puzzle, played in (("solve", "8-puzzle", True), ("count", SMALL, True), ("solve", "langford n=3", False)):
        page = http.get(f"/jobs/{finished(http, task, puzzle)['id']}").text
        links = [unescape(link) for link in re.findall(r'href="(/(?:design|play|prove|compare)\?keys=[^"]*)"', page)]
        assert len(links) == (4 if played else 3)
        for link in links:
            assert http.get(link).status_code == 200, link
