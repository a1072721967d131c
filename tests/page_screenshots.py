"""`python -m tests.page_screenshots [NAME ...]` takes the pictures of states of the pages again: all, or those named."""

from __future__ import annotations

import sys
import tempfile
from io import BytesIO
from pathlib import Path

from PIL import Image

from exactcover.service.page.rendering import FOLDER
from tests.service.page.conftest import opened
from tests.service.page.reader import Reader
from tests.service.page.states import STATES
from tests.service.servers import served

COLOURS = 256


def main(names: list[str]) -> None:
    """Write each picture with a palette, which keeps it small."""
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder,
        served(store=Path(folder) / "jobs.sqlite") as server,
        opened(Path(folder) / "browser") as chrome,
    ):
        for state in STATES:
            if not names or state.name in names:
                shown = state.shown(Reader(chrome, server.url, dark=state.dark))
                picture = Image.open(BytesIO(shown)).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
                picture.save(FOLDER / "screenshots" / f"{state.name}.png", optimize=True)
                print(state.name)


if __name__ == "__main__":
    main(sys.argv[1:])
