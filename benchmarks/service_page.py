"""The page of the service in Debian's browser: the bytes of the first load, and the time from Solve to the picture.

`python -m benchmarks.service_page [--runs N]` starts for each run a server in a temporary folder, whose worker has
solved another puzzle before. Times are wall seconds from the click on Solve to all twelve pieces drawn.
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx

from benchmarks import service_figures

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

PATIENCE_SECONDS = 120.0
SWITCHES = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-dev-shm-usage",
)
PIECES = "return document.querySelectorAll('#job .picture .pieces path').length"
PREVIEW = "return document.querySelector('#preview .picture svg') !== null"


def measure(runs: int) -> dict[str, float]:
    """Return the bytes of the first load, and the median and the maximum of the seconds from a click to the picture."""
    sizes, seconds = list[int](), list[float]()
    for _ in range(runs):
        with _served() as address, _browser() as driver:
            _warm(address)
            driver.get(f"{address}/?puzzle=pentominoes-6x10")
            _until(lambda: driver.execute_script(PREVIEW))
            sizes.append(_transferred(driver, address))
            begun = time.perf_counter()
            driver.find_element("css selector", "[data-task=solve]").click()
            _until(lambda: driver.execute_script(PIECES) == 12)
            seconds.append(time.perf_counter() - begun)
    return {
        "first load, kB": round(max(sizes) / 1000, 1),
        "start to picture, s, median": round(statistics.median(seconds), 3),
        "start to picture, s, most": round(max(seconds), 3),
        "runs": runs,
    }


@contextmanager
def _served() -> Iterator[str]:
    """Start a server and yield its address."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "exactcover.cli", "serve", "--port", "0", "--store", f"{folder}/jobs.sqlite"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            yield server.stdout.readline().split()[3].rstrip("/")
            server.terminate()


@contextmanager
def _browser() -> Iterator[Chrome]:
    from selenium.webdriver import Chrome, ChromeOptions, ChromeService

    program, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if program is None or driver is None:
        raise SystemExit(
            "there is no chromium with its driver; expected Debian's packages chromium and chromium-driver"
        )
    options = ChromeOptions()
    options.binary_location = program
    for switch in SWITCHES:
        options.add_argument(switch)
    options.set_capability("goog:loggingPrefs", {"performance": "ALL"})
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        options.add_argument(f"--user-data-dir={Path(profile) / 'profile'}")
        browser = Chrome(options, ChromeService(driver))
        try:
            yield browser
        finally:
            browser.quit()


def _warm(address: str) -> None:
    """Have the worker solve another puzzle."""
    with httpx.Client(base_url=address, timeout=PATIENCE_SECONDS) as http:
        job = http.post("/v1/jobs", json={"task": "solve", "puzzle": "pentominoes-3x20"}).json()
        _until(lambda: http.get(job["links"]["self"]).json()["state"] == "SUCCEEDED")


def _until(look: Callable[[], Any]) -> None:
    end = time.monotonic() + PATIENCE_SECONDS
    while not look():
        if time.monotonic() > end:
            raise SystemExit("the page, or the job, has not come to an end")
        time.sleep(0.01)


def _transferred(driver: Chrome, address: str) -> int:
    """Return the bytes that the browser has received from an address, as transferred."""
    entries: list[dict[str, Any]] = driver.get_log("performance")  # type: ignore[no-untyped-call]  # selenium's own
    messages = [json.loads(entry["message"])["message"] for entry in entries]
    asked = [each["params"] for each in messages if each["method"] == "Network.requestWillBeSent"]
    ours = {each["requestId"] for each in asked if each["request"]["url"].startswith(address)}
    came = [each["params"] for each in messages if each["method"] == "Network.loadingFinished"]
    return sum(int(each["encodedDataLength"]) for each in came if each["requestId"] in ours)


def main() -> None:
    """Measure, and record the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=7)
    figures = measure(parser.parse_args().runs)
    print(json.dumps(figures), flush=True)
    service_figures.note("page", figures=figures)


if __name__ == "__main__":
    main()
