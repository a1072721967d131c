"""The table of defaults is the only one: settings, bodies and commands take theirs from it, and the pages tell the same."""

from __future__ import annotations

import ast
import inspect
from dataclasses import fields

import pytest

import exactcover
from exactcover.cli import searches
from exactcover.cli.options import Options
from exactcover.comparison import limited
from exactcover.model import defaults
from exactcover.model.answer import Limits, Request
from exactcover.service import job
from exactcover.service.attempt import JobDefaults
from exactcover.service.http import bodies
from exactcover.service.runner import RetentionPolicy
from exactcover.service.settings import Bounds, Settings
from tests.source_files import ROOT, files, module_name, nodes

UNMISTAKABLE = {defaults.TIME_LIMIT, defaults.MEMORY_LIMIT, defaults.MAX_TIME_LIMIT, defaults.MAX_MEMORY_LIMIT}


def test_requests_have_the_defaults_of_the_table() -> None:
    """Python, the command line and the service take the same engine, seed and number of workers."""
    table = (defaults.ENGINE, defaults.SEED, defaults.WORKERS)
    made = Request("solve")
    assert (made.engine, made.seed, made.workers) == table
    options = {field.name: field.default for field in fields(Options)}
    assert tuple(options[key] for key in ("backend", "seed", "workers")) == table
    parameters = inspect.signature(exactcover.solve).parameters
    assert tuple(parameters[key].default for key in ("backend", "seed", "workers")) == table
    body = bodies.CountBody(task="count", puzzle="soma")
    assert (body.backend, body.seed, body.workers) == table
    assert tuple(job.OPTIONS[key] for key in ("backend", "seed", "workers")) == table


def test_jobs_and_servers_have_the_defaults_of_the_table() -> None:
    """What a server sets, what a runner sets and what `exactcover serve` starts agree."""
    bounds, own = Bounds(), JobDefaults()
    assert (
        (bounds.time_limit, bounds.memory_limit)
        == (own.time, own.memory)
        == (defaults.TIME_LIMIT, defaults.MEMORY_LIMIT)
    )
    assert limited(Limits()).time == defaults.TIME_LIMIT
    assert (Settings().host, Settings().port, Settings().workers) == (
        defaults.HOST,
        defaults.PORT,
        defaults.JOBS_AT_ONCE,
    )
    assert (RetentionPolicy().seconds, RetentionPolicy().most_bytes) == (
        defaults.RETENTION_SECONDS,
        defaults.RETENTION_BYTES,
    )


@pytest.mark.parametrize(
    ("page", "sentence"),
    [
        ("exactcover/service/README.md", f"({defaults.TIME_LIMIT:g} s by default)"),
        ("exactcover/service/README.md", f"({defaults.MEMORY_LIMIT:g} MB by default)"),
        ("exactcover/service/README.md", f"{defaults.LOOKUP_TIME_LIMIT:g} s. Each owner"),
        ("exactcover/service/README.md", f"on {defaults.SERVER_URL}, jobs"),
        ("exactcover/service/store/README.md", f"for {defaults.RETENTION_SECONDS / 86_400:g} days"),
        ("exactcover/service/store/README.md", f"at most {defaults.RETENTION_BYTES >> 30} GB"),
        ("exactcover/service/store/README.md", f"at most {defaults.OWNER_BYTES >> 30} GB"),
        ("exactcover/ENGINES.md", f"(by default {defaults.TIME_LIMIT:g} s of wall time each)"),
        ("exactcover/CONTRACT.md", f"a sheet has the first {defaults.SOLUTIONS_PICTURED}, as text"),
        ("exactcover/CONTRACT.md", f"prints the first {defaults.SOLUTIONS_SHOWN} solutions"),
    ],
)
def test_pages_tell_the_defaults_of_the_table(page: str, sentence: str) -> None:
    """A page that names a default names the one of the table."""
    assert sentence in (ROOT / page).read_text()


def test_help_tells_the_defaults_of_the_table() -> None:
    """The help of `compare` names the time limit of the table."""
    assert f"({defaults.TIME_LIMIT:g} s each by default)" in (searches.compare.__doc__ or "")


def test_no_limit_is_written_twice() -> None:
    """No other module of the service, the command line and the comparison has the limits of the table as numbers."""
    folders = ("exactcover/service", "exactcover/cli", "exactcover/comparison", "exactcover/api")
    twice = [
        f"{module_name(path)}:{node.lineno}"
        for path in files(*folders)
        for node in nodes(path)
        if isinstance(node, ast.Constant) and isinstance(node.value, float) and node.value in UNMISTAKABLE
    ]
    assert twice == ["exactcover.service.metrics:12"]  # the bounds of a histogram
