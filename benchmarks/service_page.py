"""The pages of the service in Debian's browser: bytes, first paint, painting on 200x200 cells, from a dropped piece to the count.

`python -m benchmarks.service_page [--runs N]` starts a server in a temporary folder. Frames are those between two calls of
requestAnimationFrame while a stroke of the mouse, or a turn of its wheel, is under way; the longest event is that of the
browser's event timing. Times from a change to its verdict are wall seconds, network of this machine included.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import httpx

from benchmarks import service_figures

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

PATIENCE_SECONDS = 120.0
SWITCHES = (
    "--headless=new",
    "--window-size=1440,960",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-dev-shm-usage",
)
PAGES = {"front page": "/", "play": "/play/pentominoes-6x10", "bench": "/design", "gallery": "/catalogue"}
LARGE = {"kind": "packing", "board": "200x200", "pieces": "dominoes", "copies": "any"}
SETTLED = "const say = document.querySelector('#say'); return !say || !say.classList.contains('wait')"
PAINT = "return performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null"
WATCH = """
window.frames_ = []; window.events_ = [];
let last = performance.now();
(function frame() { const now = performance.now(); frames_.push(now - last); last = now; requestAnimationFrame(frame); })();
new PerformanceObserver(list => list.getEntries().forEach(each => events_.push(each.duration)))
  .observe({ type: "event", durationThreshold: 16 });
"""
WHEEL = """
const host = document.querySelector("#surface"), { x, y, width, height } = host.getBoundingClientRect();
let turns = 0;
(function turn() {
  const middle = { clientX: x + width / 2, clientY: y + height / 2, bubbles: true, cancelable: true };
  host.dispatchEvent(new WheelEvent("wheel", { ...middle, deltaY: turns < 30 ? -60 : 60 }));
  if (++turns < 60) requestAnimationFrame(turn); else window.turned = true;
})();
"""


def measure(runs: int) -> dict[str, float]:
    """Return the figures; times are medians of runs unless a percentile is named."""
    figures: dict[str, float] = {}
    with _served() as address, _browser() as driver:
        _warm(address)
        for name, path in PAGES.items():
            figures |= _load(driver, address, name, path, runs)
        figures |= _large(driver, address)
        times = [_drop(driver, address) for _ in range(max(runs, 3) * 5)]
        figures["6x10, drop of a piece to the number left, ms, 95th percentile"] = round(
            1e3 * quantiles(times, n=20)[18]
        )
        figures["6x10, drop of a piece to the number left, ms, median"] = round(1e3 * median(times))
    return figures | {"runs": runs}


def _load(driver: Chrome, address: str, name: str, path: str, runs: int) -> dict[str, float]:
    """Return the bytes of the first load of a page, and the time to its first paint with an empty cache."""
    sizes, paints = list[int](), list[float]()
    for _ in range(runs):
        driver.execute_cdp_cmd("Network.clearBrowserCache", {})
        driver.get("about:blank")
        _transferred(driver, address)
        driver.get(address + path)
        _until(lambda: driver.execute_script(SETTLED))
        paints.append(_until(lambda: driver.execute_script(PAINT)))
        sizes.append(_transferred(driver, address))
    return {
        f"{name}, first load, kB": round(max(sizes) / 1000, 1),
        f"{name}, first paint, ms": round(median(paints)),
    }


def _large(driver: Chrome, address: str) -> dict[str, float]:
    """Return frames and events of a stroke over 200x200 cells, and frames of zooming there and back."""
    driver.get(f"{address}/design?keys={quote(json.dumps(LARGE))}")
    _until(lambda: driver.execute_script("return document.querySelector('canvas.plan') && true"))
    _until(lambda: driver.execute_script(SETTLED))
    driver.execute_script(WATCH)
    x, y, wide, high = driver.execute_script(
        "const box = document.querySelector('#surface').getBoundingClientRect(); return [box.x, box.y, box.width, box.height]"
    )
    stroke = [(x + wide * (0.3 + 0.4 * step / 120), y + high * (0.3 + 0.05 * (step * 7 % 9))) for step in range(120)]
    driver.execute_script("frames_.length = 0")
    _mouse(driver, stroke)
    frames = driver.execute_script("return frames_")
    time.sleep(1)
    longest = driver.execute_script("return Math.max(0, ...events_)")
    driver.execute_script("frames_.length = 0")
    driver.execute_script(WHEEL)
    _until(lambda: driver.execute_script("return window.turned"))
    zoom = driver.execute_script("return frames_")
    return {
        "200x200, stroke, frame, ms, 95th percentile": round(quantiles(frames, n=20)[18], 1),
        "200x200, stroke, longest event, ms": round(longest),
        "200x200, zoom, frame, ms, 95th percentile": round(quantiles(zoom, n=20)[18], 1),
    }


def _drop(driver: Chrome, address: str) -> float:
    """Return the seconds from the end of a drag of a piece onto an empty 6x10 board to the number of solutions left."""
    number = "return document.querySelector('#say strong').innerText"
    driver.get("about:blank")
    driver.get(f"{address}/play/pentominoes-6x10")
    driver.execute_script("localStorage.clear()")
    driver.refresh()
    _until(lambda: "left" in driver.execute_script(number))
    box = "const box = arguments[0].getBoundingClientRect(); return [box.x, box.y, box.width, box.height]"
    piece = driver.find_element("css selector", ".table .pc[aria-label^='Piece L5,'] .b")
    x, y, wide, high = driver.execute_script(box, piece)
    left, top, *_ = driver.execute_script(box, driver.find_element("css selector", "#board"))
    before = driver.execute_script(number)
    _mouse(driver, [(x + wide * 0.1, y + high * 0.2), (left + 60, top + 60), (left + 40, top + 40)])
    begun = time.perf_counter()
    _until(lambda: driver.execute_script(number) not in (before, "Counting …"))
    return time.perf_counter() - begun


def _mouse(driver: Chrome, points: list[tuple[float, float]]) -> None:
    """Drag the mouse along points of the window."""
    from selenium.webdriver.common.action_chains import ActionChains

    actions = ActionChains(driver, duration=0)
    mouse: Any = actions.w3c_actions.pointer_action
    for step, (x, y) in enumerate(points):
        mouse.move_to_location(round(x), round(y))
        if not step:
            mouse.pointer_down()
    mouse.pointer_up()
    actions.perform()


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


def _until(look: Callable[[], Any]) -> Any:
    """Return what a look sees once it sees something."""
    end = time.monotonic() + PATIENCE_SECONDS
    while not (seen := look()):
        if time.monotonic() > end:
            raise SystemExit("the page, or the job, has not come to an end")
        time.sleep(0.005)
    return seen


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
