"""A server of the tests' own, asked by HTTP and by Debian's browser; what is missing of them is said, and in CI not forgiven."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.lacking import lacking
from tests.service.page.reader import Reader

if TYPE_CHECKING:
    import httpx
    from selenium.webdriver import Chrome

ROOT = Path(__file__).parents[3]
PROGRAM = """
import sys
from exactcover.service.serving import serve
from exactcover.service.settings import Settings
serve(Settings(port=0, store=sys.argv[1]), lambda address: print(address, flush=True))
"""
SWITCHES = (
    *("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage"),
)


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the server of the tests is, without a slash at its end."""
    for name in ("fastapi", "uvicorn", "sqlalchemy", "jinja2", "httpx"):
        try:
            __import__(name)
        except ImportError:
            lacking(f"{name} is not installed; expected the extra [service]")
    store = tmp_path_factory.mktemp("server") / "jobs.sqlite"
    command = [sys.executable, "-c", PROGRAM, str(store)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdout is not None
        yield process.stdout.readline().strip().rstrip("/")
        process.terminate()


@pytest.fixture
def http(address: str) -> Iterator[httpx.Client]:
    """Who asks the server as a program does."""
    import httpx

    with httpx.Client(base_url=address, timeout=120) as client:
        yield client


@contextmanager
def opened(profile: Path) -> Iterator[Chrome]:
    """Open Debian's browser, its window that of a desktop; profile: a folder for what it keeps."""
    for name in ("chromium", "chromedriver"):
        if shutil.which(name) is None:
            lacking(f"there is no {name}; expected Debian's packages chromium and chromium-driver")
    try:
        from selenium import webdriver
    except ImportError:
        lacking("selenium is not installed; expected the extra [dev]")
    options = webdriver.ChromeOptions()
    options.binary_location = str(shutil.which("chromium"))
    for switch in (*SWITCHES, f"--user-data-dir={profile}"):
        options.add_argument(switch)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    service = webdriver.ChromeService(str(shutil.which("chromedriver")))
    with webdriver.Chrome(options=options, service=service) as driver:
        yield driver


@pytest.fixture(scope="session")
def chrome(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    """Debian's browser, for all tests of a process."""
    with opened(tmp_path_factory.mktemp("browser")) as driver:
        yield driver


@pytest.fixture
def reader(chrome: Chrome, address: str) -> Reader:
    """Somebody at a desktop, in the light."""
    return Reader(chrome, address)
