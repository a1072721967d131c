"""The documentation site in a browser: the rules of accessibility, the width of a telephone, and nothing from other places."""

from __future__ import annotations

import http.server
import importlib.util
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.docs_snippets import DOCS
from tests.lacking import lacking
from tests.service.page.reader import Reader

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

TOOLS = ("sphinx", "myst_parser", "furo")
SEARCHED = """return document.querySelectorAll('#search-results li a').length || null"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the site, built."""
    if missing := [tool for tool in TOOLS if importlib.util.find_spec(tool) is None]:
        lacking(f"{', '.join(missing)} are not installed; install the extra `docs`")
    folder = tmp_path_factory.mktemp("site")
    subprocess.run([sys.executable, "-m", "sphinx", "-q", str(DOCS), str(folder)], check=True)
    return folder


@pytest.fixture(scope="module")
def site_address(site: Path) -> Iterator[str]:
    """The address of a server of the site: axe may not read the style sheets of a file."""
    handler = partial(http.server.SimpleHTTPRequestHandler, directory=str(site))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [1440, 390])
def test_every_page_of_the_site_is_accessible(
    chrome: Chrome, site: Path, site_address: str, width: int, dark: bool
) -> None:
    """No rule of axe is broken on any page, no page is wider than its window, and none asks another server for anything."""
    reader = Reader(chrome, site_address, width, dark=dark)
    pages = sorted(path.relative_to(site).as_posix() for path in site.rglob("*.html"))
    assert len(pages) > 30
    faults = []
    for page in pages:
        reader.go(f"/{page}")
        faults += [f"{page}: {each}" for each in (*reader.violations(), *reader.faults())]
        if reader.run("return document.documentElement.scrollWidth") > width:
            faults.append(f"{page} is wider than {width} pixels")
        faults += [f"{page}: {address}" for address, _ in reader.transfers() if not address.startswith(site_address)]
    assert faults == []


def test_the_site_is_searched_without_a_server(chrome: Chrome, site: Path) -> None:
    """The search of the site finds pages when it is opened from its files."""
    reader = Reader(chrome, site.as_uri())
    reader.go("/search.html?q=pentominoes")
    assert reader.wait(lambda: reader.run(SEARCHED)) > 3
