"""Users of the editor: it offers what suits, keeps their work, and reports errors where they look."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest

from tests.service.page.reader import Reader
from tests.service.page.test_in_browser import keys_of
from tests.service.servers import served

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

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


def test_a_smaller_board_keeps_its_holes(reader: Reader) -> None:
    """A hole that a smaller size cuts off is there again when the board is as large as before."""
    resize = "const side = document.querySelector('[data-side=\"1\"]'); side.value = arguments[0];"
    reader.go(f"/?keys={quote(json.dumps({'kind': 'packing', 'board': '.../.../..#', 'pieces': 'dominoes'}))}")
    for rows, board in ((2, "2x3"), (3, ".../.../..#"), (4, ".../.../..#/...")):
        reader.run(resize + "side.dispatchEvent(new Event('change'))", rows)
        assert keys_of(reader)["board"] == board


def test_back_undoes_a_stroke(reader: Reader) -> None:
    """Back shows the puzzle before the last stroke, and does not leave the editor; forward shows the stroke again."""
    reader.go("/?puzzle=pentominoes-6x10")
    reader.one("#preview .picture")
    reader.click("[data-cell='0,0,0']")
    reader.says("#preview .fault", "59")
    reader.driver.back()
    reader.wait(lambda: keys_of(reader)["board"] == "6x10")
    assert "hole" not in reader.attribute("[data-cell='0,0,0']", "aria-label")
    reader.driver.forward()
    reader.wait(lambda: keys_of(reader)["board"].startswith("#"))


def test_the_death_of_the_server_is_said(chrome: Chrome, tmp_path: Path) -> None:
    """When the server dies, a line says so and the drawing stays; when it is back, the drawing is read again."""
    with served(store=tmp_path / "jobs.sqlite") as server:
        reader = Reader(chrome, server.url)
        reader.go("/?puzzle=pentominoes-6x10")
        reader.one("#preview .picture")
        server.end()
        reader.click("[data-cell='0,0,0']")
        assert "does not respond" in reader.text("#unreachable")
        assert keys_of(reader)["board"].startswith("#")
        with served("--port", str(server.port), store=tmp_path / "jobs.sqlite"):
            reader.says("#preview .fault", "59")
            reader.wait(lambda: not any(each.is_displayed() for each in reader.all("#unreachable")))


def test_drawings_have_names_and_figures_units(reader: Reader) -> None:
    """The drawings of a puzzle and of its answer say what they show; the limits of a job have their units."""
    reader.go("/?puzzle=pentominoes-5x5-lnuwy")
    assert "Cells to cover 25" in reader.attribute("#preview .picture svg", "aria-label")
    reader.click("[data-task=solve]")
    assert "FEASIBLE" in reader.attribute("#job .picture svg", "aria-label")
    assert "60 s" in reader.text("#job .facts")


def test_the_focus_goes_to_the_answer(reader: Reader) -> None:
    """When a job that is watched ends, the focus that was on its button goes to the answer."""
    keys = {"kind": "packing", "board": "12x20", "pieces": "hexominoes,pentominoes", "copies": "any"}
    reader.go(f"/?keys={quote(json.dumps(keys))}")
    reader.one("#preview .picture")
    reader.click("[data-task=count]")
    reader.says("[data-state]", "RUNNING")
    reader.click("[data-cancel]")
    reader.one("#answer")
    reader.wait(lambda: reader.run("return document.activeElement.id") == "answer")
