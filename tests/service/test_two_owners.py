"""Two owners of one server: whatever route one of them calls, nothing of the other comes back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.routing import BaseRoute

from exactcover.service import app, tokens
from exactcover.service.settings import Settings
from exactcover.service.store.jobs import Store
from tests.service.page.finishing import finished
from tests.service.servers import Served, served

SECRET, OPEN = "SECRET-A", "open-b"
FILES = (
    "puzzle.toml",
    "puzzle.json",
    "answer.json",
    "solution.json",
    "certificate.json",
    "solutions.jsonl",
    "board.txt",
)
WORDS = {
    "kind": "svg",
    "name": "",
    "ending": "svg",
    "number": "0",
    "date": "2026-11-01",
    "level": "easy",
    "to": "x.dlx",
}


def named(name: str) -> dict[str, Any]:
    """Return a puzzle of a 2x3 board whose only piece, and whose title, have this name."""
    piece = {"name": name, "picture": "##", "copies": "any"}
    return {"kind": "packing", "board": "2x3", "pieces": [piece], "title": f"{name} title", "source": f"{name} source"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, httpx.Client, httpx.Client]]:
    """Yield a server with two owners, and a client of each."""
    folder = tmp_path_factory.mktemp("owners")
    first, second = (tokens.add(folder / "tokens", owner) for owner in ("ann", "bob"))
    with served("--token-file", str(folder / "tokens"), store=folder / "jobs.sqlite", token=first) as running:
        other = httpx.Client(base_url=running.url, headers={"Authorization": f"Bearer {second}"}, timeout=180)
        yield running, running.http, other
        other.close()


def paths(folder: Path) -> set[str]:
    """Return the paths of all routes of the application that are about a job."""
    store = Store(str(folder / "routes.sqlite"))
    layer: Any = app.build(Settings(), store).app
    while not hasattr(layer, "routes"):
        layer = layer.app
    routes: list[BaseRoute] = list(layer.routes)
    known = set()
    for route in routes:
        nested = getattr(getattr(route, "original_router", None), "routes", None) or [route]
        known |= {str(getattr(each, "path", "")) for each in nested}
    store.close()
    return {path for path in known if "{job_id}" in path}


def asked_of(path: str, job_id: str) -> list[str]:
    """Return the addresses that a route has for a job."""
    filled = path.replace("{job_id}", job_id)
    if "/saved/{" in filled:
        return [filled[: filled.index("{")] + name for name in FILES]
    for word, value in WORDS.items():
        filled = filled.replace("{" + word + "}", value)
    return [filled.replace("{ending}", "svg")]


@pytest.mark.parametrize("task", ["count", "solve", "list", "prove"])
def test_no_route_shows_what_is_of_another_owner(
    server: tuple[Served, httpx.Client, httpx.Client], tmp_path: Path, task: str
) -> None:
    """A puzzle that another owner has named otherwise is answered afresh, and no route has those names; theirs are not found."""
    _, ann, bob = server
    hers, his = (finished(each, task, named(name)) for each, name in ((ann, SECRET), (bob, OPEN)))
    assert SECRET in str(ann.get(f"/v1/jobs/{hers['id']}").json()["source"])
    assert not his["cached"]
    routes = paths(tmp_path)
    assert len(routes) > 10
    for path in sorted(routes):
        for address in asked_of(path, his["id"]):
            reply = bob.get(address, headers={"Accept": "application/json"})
            assert SECRET not in reply.text, address
            assert reply.status_code < 500, address
        for address in asked_of(path, hers["id"]):
            reply = bob.get(address)
            assert reply.status_code in (404, 405, 422), address
            assert SECRET not in reply.text, address
    for address in ("/v1/jobs", "/jobs", "/jobs/rows", "/v1/puzzles", "/catalogue", "/metrics"):
        assert SECRET not in bob.get(address).text, address
    for change in (f"/v1/jobs/{hers['id']}/cancel", f"/v1/jobs/{hers['id']}"):
        refused = bob.post(change) if change.endswith("cancel") else bob.delete(change)
        assert refused.status_code == 404


def test_one_owner_sees_each_naming_of_a_puzzle(server: tuple[Served, httpx.Client, httpx.Client]) -> None:
    """A second count of the same cells under other names has these names, though its answer is known."""
    _, ann, _ = server
    first, second = (finished(ann, "count", named(name)) for name in ("first-name", "second-name"))
    assert first["answer"]["count"] == second["answer"]["count"] == "3"
    for shown in (ann.get(f"/v1/jobs/{second['id']}").text, ann.get(f"/jobs/{second['id']}").text):
        assert "second-name" in shown
        assert "first-name" not in shown
