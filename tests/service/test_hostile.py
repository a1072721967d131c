"""A server under calls that mean harm: it refuses each one, answers the next, and grows no larger."""

from __future__ import annotations

from pathlib import Path

import schemathesis
from hypothesis import HealthCheck, given, seed, settings, strategies
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from exactcover.process.usage import resident_mb
from exactcover.service import app
from exactcover.service.settings import Bounds, Settings
from exactcover.service.store.jobs import Store
from tests.commands import descendants_of
from tests.service import hostile
from tests.service.servers import Served, raw, served

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
EXAMPLES = 200
GROWTH_MB = 8.0
"""What a server may grow by under all of them, once it has heard them twice."""


def memory(server: Served) -> float:
    """The memory of a server itself, without the processes that it keeps warm."""
    return resident_mb(server.process.pid)


def test_the_table_is_large() -> None:
    """There are two hundred hostile calls and more, each another one."""
    calls = list(hostile.calls())
    assert len(set(calls)) >= 200


def test_hostile_calls_hurt_nothing(tmp_path: Path) -> None:
    """No call is answered with a fault of the server, each is refused or harmless, and its memory stays what it was."""
    with served("--workers", "0", store=tmp_path / "jobs.sqlite") as server:
        grown = []
        for _ in range(3):
            for content in hostile.calls():
                status = raw(server.port, content)
                assert 200 <= status < 500, (status, content[:300])
            for content in hostile.unfinished():
                assert raw(server.port, content, over=True) < 500
            assert server.http.get("/healthz").status_code == 200
            grown.append(memory(server))
        assert grown[2] - grown[1] < GROWTH_MB
        listed = server.http.get("/v1/jobs?limit=500").json()["jobs"]
        assert all("/" not in each["title"] for each in listed)
        children = descendants_of(server.process.pid)
        assert server.end() == 0
    assert not [child for child in children if Path(f"/proc/{child}").exists()]


def test_hostile_calls_are_refused_before_they_are_run(tmp_path: Path) -> None:
    """What names a path, in whatever way, becomes no job, and nothing of a file is in the refusal."""
    with served("--workers", "0", store=tmp_path / "jobs.sqlite") as server:
        secret = tmp_path / "secret.toml"
        secret.write_text('kind = "packing"\nboard = "secret"\n')
        for sent in (str(secret), {"kind": "cover", "file": str(secret)}, f"cover file={secret}"):
            response = server.http.post("/v1/jobs", json={"task": "solve", "puzzle": sent})
            assert response.status_code == 422, response.text
            assert "board" not in response.text
        assert server.http.get("/v1/jobs").json()["jobs"] == []


def test_the_openapi_page_is_true(tmp_path: Path) -> None:
    """Whatever is made of the page is answered as the page says, and never by a fault of the server."""
    store = Store(str(tmp_path / "jobs.sqlite"))
    bounds = Bounds(lookup_time=2.0, max_lookup_time=2.0, time_limit=1.0)
    local = {"Host": "localhost"}
    page = schemathesis.openapi.from_asgi("/openapi.json", app.build(Settings(bounds=bounds), store).app, headers=local)
    operations = [each.ok() for each in page.get_all_operations() if isinstance(each, Ok)]
    assert len(operations) >= 14

    @seed(1)
    @settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(data=strategies.data())
    def answered(data: strategies.DataObject) -> None:
        case = data.draw(strategies.sampled_from(operations).flatmap(lambda operation: operation.as_strategy()))
        case.call_and_validate(headers=local, checks=CHECKS)

    answered()
    store.close()
