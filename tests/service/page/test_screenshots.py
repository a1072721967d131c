"""The pages look as in the pictures that are kept; `python -m tests.page_screenshots` takes them again, to be looked at."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

import numpy as np
import pytest

from exactcover.service.page.rendering import FOLDER
from tests.service.page.reader import Reader
from tests.service.page.states import STATES, State

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

SCALE = 4
"""Pictures are compared at a quarter of their size, where the smoothing of edges is even."""
SHADE, SHARE = 24, 0.02
"""A pixel differs if a colour does by so many of 255; so great a share of them may."""


def differing(one: bytes, other: bytes) -> float:
    """Return the share of pixels in which two pictures differ; 1 for pictures of different sizes."""
    from PIL import Image

    pictures = [Image.open(BytesIO(each)).convert("RGB") for each in (one, other)]
    if pictures[0].size != pictures[1].size:
        return 1.0
    small = [each.resize((each.width // SCALE, each.height // SCALE), Image.Resampling.BOX) for each in pictures]
    first, second = (np.asarray(each, dtype=np.int16) for each in small)
    return float((np.abs(first - second).max(axis=2) > SHADE).mean())


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.name)
def test_pages_look_as_they_did(chrome: Chrome, address: str, state: State) -> None:
    """A state of a page differs from the picture that is kept of it in few pixels."""
    shown = state.shown(Reader(chrome, address, dark=state.dark))
    kept = FOLDER / "screenshots" / f"{state.name}.png"
    share = differing(shown, kept.read_bytes())
    assert share <= SHARE, f"{share:.1%} of {state.name} look different; look at it, and take it again if it is right"


def test_a_difference_is_seen() -> None:
    """Two states of one page are not taken for each other, in the light and in the dark, nor with a piece more."""
    pictures = {state.name: (FOLDER / "screenshots" / f"{state.name}.png").read_bytes() for state in STATES}
    for one, other in (("front", "front-dark"), ("design", "design-impossible"), ("play", "play-placed")):
        assert differing(pictures[one], pictures[other]) > SHARE
    assert differing(pictures["front"], pictures["front"]) == 0
