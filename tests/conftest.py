"""Settings of all tests: generated examples are judged by their outcome, never by how fast a busy machine makes them.

With `--beside N` the tests run beside N busy loops, to show that none of them needs a quiet machine.
"""

from __future__ import annotations

import os
import subprocess
import sys
from functools import partial

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")

BUSY = "import os, sys\nwhile os.getppid() == int(sys.argv[1]): pass"
"""A loop that ends with the process that started it, whatever kills that."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that has tests run on a busy machine."""
    parser.addoption("--beside", type=int, default=0, metavar="N", help="run the tests beside N busy loops")


def pytest_configure(config: pytest.Config) -> None:
    """Start the busy loops, once for all workers of a run; they end with it."""
    if hasattr(config, "workerinput"):
        return
    for _ in range(config.getoption("--beside")):
        loop = subprocess.Popen([sys.executable, "-c", BUSY, str(os.getpid())])
        config.add_cleanup(partial(_end, loop))


def _end(loop: subprocess.Popen[bytes]) -> None:
    loop.kill()
    loop.wait()
