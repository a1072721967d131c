"""People who look at bodies of prisms, spheres and tetrahedra: turned, pulled apart, piece by piece, layer by layer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

from tests.service.page.finishing import finished
from tests.service.page.reader import Reader

if TYPE_CHECKING:
    import httpx

POINTS = "return [...document.querySelectorAll('svg.body path, svg.body circle')].map(each => each.outerHTML).join()"
BODIES: dict[str, dict[str, Any]] = {
    "prism": {"board": "3*triangle:3", "pieces": "triamonds"},
    "hex-prism": {"board": "2*parallelogram:3x4", "pieces": "trihexes"},
    "fcc": {"board": "tetrahedron:4", "pieces": "disphere"},
    "rhombic": {"board": "5x5x5", "pieces": [{"name": "P", "cells": [[0, 1, 2], [0, 2, 1], [0, 2, 3], [0, 3, 2]]}]},
    "tetra-octa": {
        "board": "6x6x6",
        "pieces": [{"name": "T", "cells": [[1, 1, 1]]}, {"name": "D", "cells": [[2, 0, 0], [3, 0, 0]]}],
    },
}  # fmt: skip


def body_of(lattice: str) -> dict[str, Any]:
    """The keys of a small puzzle of a lattice in space that has a solution."""
    return {"kind": "packing", "lattice": lattice, "copies": "any", **BODIES[lattice]}


@pytest.mark.parametrize("lattice", BODIES)
def test_a_body_is_turned_pulled_apart_and_lifted(reader: Reader, http: httpx.Client, lattice: str) -> None:
    """Arrow keys turn it, a slider pulls its pieces apart, a click lifts one, whose mesh is offered; layers are boards."""
    from selenium.webdriver.common.keys import Keys

    job = finished(http, "solve", body_of(lattice))
    reader.go(f"/jobs/{job['id']}")
    reader.one("svg.body .face")
    seen = [reader.run(POINTS)]
    reader.run("document.querySelector('svg.body').focus()")
    for key in (Keys.ARROW_LEFT, Keys.ARROW_UP, "+"):
        reader.keys(key)
        seen.append(reader.run(POINTS))
    reader.keys(Keys.HOME)
    reader.run("document.querySelector('.chip').focus()")
    reader.keys(Keys.ENTER)
    seen.append(reader.run(POINTS))
    assert len(set(seen)) == len(seen)
    assert len(http.get(urlsplit(reader.attribute(".save a", "href")).path).content) > 84
    next(each for each in reader.all(".tray button") if each.text == "Layers").click()
    assert len(reader.all(".layers svg")) > 1
    assert reader.faults() == []
