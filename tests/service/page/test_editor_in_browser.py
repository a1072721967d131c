"""People at the editor: they are offered what suits, keep what they made, and are told what went wrong."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

import pytest

from tests.service.page.reader import Reader
from tests.service.page.test_in_browser import keys_of

SLIDING = {"kind": "tiles", "board": "2x2", "start": "1,0,2,3"}
GROWING = {"kind": "blokus", "board": "5x5", "goal": "cover", "targets": "4,4"}


@pytest.mark.parametrize("keys", [SLIDING, GROWING], ids=["tiles", "blokus"])
def test_compare_runs_the_engines_of_the_puzzle(reader: Reader, keys: dict[str, Any]) -> None:
    """Compare, pressed without a choice of engines, compares those of the puzzle, and each of them applies."""
    reader.go(f"/?keys={quote(json.dumps(keys))}")
    reader.one("#preview .picture")
    engines = reader.run("return document.querySelector('#engines').value").split(",")
    assert "astar" in engines
    assert "exact" not in engines
    reader.click("[data-task=compare]")
    reader.one("#rows")
    assert len(reader.all("#rows tbody tr")) == len(engines)
    assert "not applicable" not in reader.text("#rows")


def test_what_can_only_fail_is_not_offered(reader: Reader) -> None:
    """For plans neither a count nor an export of a model is offered."""
    reader.go("/?puzzle=8-puzzle")
    reader.one("#preview .picture")
    shown = {each.get_attribute("data-task") for each in reader.all("[data-task]") if each.is_displayed()}
    assert shown == {"solve", "prove", "compare"}
    reader.run("document.querySelectorAll('details').forEach((each) => (each.open = true))")
    assert [each.text for each in reader.all("[data-save]") if each.is_displayed()] == ["TOML", "JSON"]


def test_a_cover_with_costs_survives_a_reload(reader: Reader) -> None:
    """Costs stay numbers when a page with them is edited, reloaded and read, and only formats with costs are offered."""
    keys = {"kind": "cover", "items": ["a", "b"], "options": [["a"], ["b"], ["a", "b"]], "costs": [1, 2, 4]}
    reader.go(f"/?keys={quote(json.dumps(keys))}")
    reader.one("#preview .facts")
    reader.typed("#field-costs", "1, 2.5, 4")
    assert keys_of(reader)["costs"] == [1, "2.5", 4]
    reader.driver.refresh()
    assert reader.attribute("#field-costs", "value") == "1,2.5,4"
    reader.one("#preview .facts")
    reader.run("document.querySelectorAll('details').forEach((each) => (each.open = true))")
    assert [each.text for each in reader.all("[data-to]") if each.is_displayed()] == ["LP", "MPS", "JSON"]
    reader.click("[data-task=solve]")
    assert reader.text("#job .verdict") == "OPTIMAL"


def test_a_chosen_engine_does_what_it_can(reader: Reader) -> None:
    """Only engines that suit are in the list, and of one that cannot count, Count is disabled until another is chosen."""
    reader.go("/?puzzle=pentominoes-5x5-lnuwy")
    reader.one("#preview .picture")
    choose = "const list = document.querySelector('#backend'); list.value = arguments[0]; list.dispatchEvent(new Event('change'))"
    assert "prices" not in reader.text("#backend").split()
    for name, able in (("fill", False), ("exact", True)):
        reader.run(choose, name)
        assert reader.one("[data-task=count]").is_enabled() is able


def test_a_board_with_solutions_is_not_called_impossible(reader: Reader) -> None:
    """While a board is looked at nothing is said of impossibility; one with solutions says how many."""
    reader.go("/?puzzle=pentominoes-6x10")
    reader.one("#preview .picture")
    assert "mpossible" not in reader.text("#preview")
    reader.says("#preview", "9,356 solutions")
    assert "mpossible" not in reader.text("#preview")


def test_a_dropped_file_is_opened_or_refused_beside_its_field(reader: Reader) -> None:
    """A file that is dropped on the page is opened by its ending; what cannot be read says so where files are chosen."""
    drop = """
        const files = new DataTransfer();
        files.items.add(new File([arguments[0]], arguments[1]));
        document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: files, bubbles: true, cancelable: true }));
    """
    reader.go("/?puzzle=soma")
    reader.one("#preview .picture")
    reader.run(drop, "hello", "notes.pdf")
    assert "notes.pdf: files that end in '.pdf' are not read here" in reader.text("#file-fault")
    reader.run(drop, "Minimize\n obj:\nSubject To\n c1: x1 + x2 = 1\nBinary\n x1 x2\nEnd\n", "model.lp")
    reader.wait(lambda: "cover" in reader.run("return location.search"))
    assert keys_of(reader)["kind"] == "cover"
