"""Settings of all tests: generated examples are judged by their outcome, never by how fast a busy machine makes them.

A run fails if a kernel is compiled that was to be compiled ahead. With `--beside N` the tests run beside N busy loops, to show
that none of them needs a quiet machine. With `--cpu-times FILE` the CPU time of each test is written down.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.clocks import FakeClock
from tests.cpu_times import CpuTimes
from tests.misses import Misses
from tests.parts import Few, Parts

settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")

BUSY = "import os, sys\nwhile os.getppid() == int(sys.argv[1]): pass"
"""A loop that ends with the process that started it, whatever kills that."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options that have tests run on a busy machine, and their CPU times written down."""
    parser.addoption("--beside", type=int, default=0, metavar="N", help="run the tests beside N busy loops")
    parser.addoption("--cpu-times", type=Path, metavar="FILE", help="write the CPU time of each test to FILE")


def pytest_configure(config: pytest.Config) -> None:
    """Start the busy loops, once for all workers of a run; they end with it. Have CPU times measured by every worker."""
    config.pluginmanager.register(Parts())
    config.pluginmanager.register(Misses(config))
    if path := config.getoption("--cpu-times"):
        config.pluginmanager.register(CpuTimes(path))
    if hasattr(config, "workerinput"):
        return
    for _ in range(config.getoption("--beside")):
        loop = subprocess.Popen([sys.executable, "-c", BUSY, str(os.getpid())])
        config.add_cleanup(partial(_end, loop))


@pytest.fixture(
    params=[
        pytest.param(4, id="a quarter"),
        pytest.param(
            1, id="all", marks=pytest.mark.deep("all random cases of a claim; a plain run tries the first quarter")
        ),
    ]
)
def few(request: pytest.FixtureRequest) -> Few:
    """Of so many random cases, and of so many hits among them, return those that this run tries: a quarter, or all."""
    return lambda number: -(-number // request.param)


@pytest.fixture
def many_roots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cut even short searches into many roots."""
    monkeypatch.setattr("exactcover.backends.search.cover.roots.SHORT_NODES", 0)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> FakeClock:
    """The clock of this process, which the test moves."""
    fake = FakeClock()
    fake.put_in_place(monkeypatch)
    return fake


def _end(loop: subprocess.Popen[bytes]) -> None:
    loop.kill()
    loop.wait()


@pytest.fixture
def public_folder() -> Iterator[Path]:
    """An empty folder that other users can enter and read, as they cannot those of pytest."""
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        path = Path(folder)
        path.chmod(0o755)
        yield path
        path.chmod(0o700)
