"""Somebody who reads the pages: finds things, waits for them, types, and notes what the browser complains of."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from selenium.webdriver import Chrome
    from selenium.webdriver.remote.webelement import WebElement

T = TypeVar("T")
PATIENCE = 180
"""Seconds for what is compiled first."""
REMOVED = "does not belong to the document"
"""Chrome's words where the page took an element away while the look was under way; chromedriver has no kind of error for it."""
AXE = Path(__file__).with_name("axe.min.js")


class Reader:
    """A reader at a window of some width, in the light or in the dark."""

    def __init__(self, driver: Chrome, address: str, width: int = 1280, *, dark: bool = False) -> None:
        self.driver, self.address = driver, address
        size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 500}
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})
        driver.get("about:blank")
        for kind in ("browser", "performance"):
            self._told(kind)

    def go(self, path: str) -> None:
        """Open a page."""
        self.driver.get(self.address + path)

    def wait(self, look: Callable[[], T | None]) -> T:
        """Return what a look gives once it gives something."""
        from selenium.common.exceptions import StaleElementReferenceException, WebDriverException
        from selenium.webdriver.support.ui import WebDriverWait

        def looked(_: Chrome) -> T | Literal[False]:
            try:
                return look() or False
            except StaleElementReferenceException:
                return False
            except WebDriverException as error:
                if REMOVED in str(error.msg):
                    return False
                raise

        return WebDriverWait(self.driver, PATIENCE, 0.05).until(looked)

    def all(self, selector: str) -> list[WebElement]:
        """Return the elements that a selector names now."""
        return self.driver.find_elements("css selector", selector)

    def one(self, selector: str) -> WebElement:
        """Return the element that a selector names, once there is one that is shown."""
        return self.wait(lambda: next((each for each in self.all(selector) if each.is_displayed()), None))

    def text(self, selector: str) -> str:
        """Return the text of the element that a selector names, once there is one that is shown and stays for so long."""
        shown = self.wait(lambda: next(((each.text,) for each in self.all(selector) if each.is_displayed()), None))
        return shown[0]

    def click(self, selector: str) -> None:
        """Click an element."""

        def clicked() -> bool:
            shown = next((each for each in self.all(selector) if each.is_displayed()), None)
            if shown is not None:
                shown.click()
            return shown is not None

        self.wait(clicked)

    def attribute(self, selector: str, name: str) -> str:
        """Return an attribute of the element that a selector names, or "" where it has none."""
        shown = self.wait(
            lambda: next(((each.get_attribute(name),) for each in self.all(selector) if each.is_displayed()), None)
        )
        return shown[0] or ""

    def says(self, selector: str, words: str) -> str:
        """Return an element's text once it has these words in it."""
        return self.wait(lambda: next((text for each in self.all(selector) if words in (text := each.text)), None))

    def keys(self, *keys: str) -> None:
        """Press keys, whatever has the focus."""
        from selenium.webdriver.common.action_chains import ActionChains

        ActionChains(self.driver).send_keys(*keys).perform()

    def run(self, script: str, *arguments: Any) -> Any:
        """Return what a script gives."""
        return self.driver.execute_script(script, *arguments)

    def typed(self, selector: str, text: str) -> None:
        """Replace what a field has."""
        field = self.one(selector)
        field.clear()
        field.send_keys(text)

    def faults(self) -> list[str]:
        """Return what the browser complains of: errors, and what the policy of a page has blocked."""
        return [entry["message"] for entry in self._told("browser") if entry["level"] in ("SEVERE", "WARNING")]

    def _told(self, kind: str) -> list[dict[str, Any]]:
        entries: list[dict[str, Any]] = self.driver.get_log(kind)  # type: ignore[no-untyped-call]  # selenium's own
        return entries

    def transfers(self) -> list[tuple[str, int]]:
        """Return the addresses that were asked for, and the bytes that came from each."""
        came: dict[str, list[Any]] = {}
        for entry in self._told("performance"):
            message = json.loads(entry["message"])["message"]
            about = message["params"]
            if message["method"] == "Network.requestWillBeSent":
                came.setdefault(about["requestId"], [about["request"]["url"], 0])
            elif message["method"] == "Network.loadingFinished" and about["requestId"] in came:
                came[about["requestId"]][1] = about["encodedDataLength"]
        return [(address, size) for address, size in came.values() if urlsplit(address).scheme in ("http", "https")]

    def violations(self) -> list[str]:
        """Return the accessibility rules that the page breaks, and where."""
        self.driver.execute_cdp_cmd("Runtime.evaluate", {"expression": AXE.read_text()})
        broken = self.driver.execute_async_script(
            "const done = arguments[0]; axe.run().then(results => done(results.violations))"
        )
        return [f"{each['id']}: {node['html'][:200]}" for each in broken for node in each["nodes"]]
