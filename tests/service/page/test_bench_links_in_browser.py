"""The bench beyond drawing: links with the puzzle and its answer, files, what is offered, faults, a server that dies."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, quote, urlsplit

from tests.service.page.designer import Designer
from tests.service.page.reader import Reader
from tests.service.page.test_bench_in_browser import DOMINOES, TWELVE
from tests.service.servers import served

if TYPE_CHECKING:
    from selenium.webdriver import Chrome


def test_a_link_has_the_puzzle(reader: Reader) -> None:
    """The address follows every change, and opens as the same board; the other views have the same puzzle."""
    bench = Designer(reader, TWELVE)
    bench.stroke((0, 0))
    address = reader.driver.current_url
    assert json.loads(parse_qs(urlsplit(address).query)["keys"][0])["board"] == bench.board()
    views = reader.run("return [...document.querySelectorAll('.seg a')].map(each => each.href)")
    assert all(bench.board() in json.loads(parse_qs(urlsplit(view).query)["keys"][0]).values() for view in views)
    reader.driver.get(address)
    bench.reads("59 cells for pieces that cover 60.")


def test_what_can_only_fail_is_not_offered(reader: Reader) -> None:
    """For plans neither a count nor an export of a model is offered; of an engine that cannot count, Count is disabled."""
    bench = Designer(reader, "8-puzzle")
    reader.click("#details-button")
    shown = {each.get_attribute("data-task") for each in reader.all("[data-task]") if each.is_displayed()}
    assert shown == {"solve", "prove", "compare"}
    assert [each.text for each in reader.all("[data-save]") if each.is_displayed()] == ["TOML", "JSON"]
    bench = Designer(reader, "pentominoes-5x5-lnuwy")
    choose = "const list = document.querySelector('#backend'); list.value = arguments[0]; list.dispatchEvent(new Event('change'))"
    assert "prices" not in reader.run("return document.querySelector('#backend').innerText").split()
    for name, able in (("fill", False), ("exact", True)):
        reader.run(choose, name)
        assert reader.run("return document.querySelector('[data-task=count]').disabled") is not able
    assert "solutions" in bench.verdict()


def test_a_cover_with_costs_survives_a_reload(reader: Reader) -> None:
    """Costs stay numbers when a page with them is edited, reloaded and read, and only formats with costs are offered."""
    costs = {"kind": "cover", "items": ["a", "b"], "options": [["a"], ["b"], ["a", "b"]], "costs": [1, 2, 4]}
    bench = Designer(reader, costs)
    reader.typed("#field-costs", "1, 2.5, 4")
    reader.run("document.querySelector('#field-costs').dispatchEvent(new Event('change'))")
    assert bench.keys()["costs"] == [1, "2.5", 4]
    reader.driver.refresh()
    assert reader.attribute("#field-costs", "value") == "1,2.5,4"
    assert "The best is 7/2." in bench.settles() or "3.5" in bench.verdict()
    reader.click("#details-button")
    assert [each.text for each in reader.all("[data-to]") if each.is_displayed()] == ["LP", "MPS", "JSON"]


def test_a_dropped_file_is_opened_or_refused(reader: Reader) -> None:
    """A file that is dropped on the page is opened by its ending; what cannot be read says so."""
    drop = """
        const files = new DataTransfer();
        files.items.add(new File([arguments[0]], arguments[1]));
        document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: files, bubbles: true, cancelable: true }));
    """
    Designer(reader, "soma")
    reader.run(drop, "hello", "notes.pdf")
    assert "notes.pdf: files that end in '.pdf' are not read here" in reader.text("#fault")
    reader.run(drop, "Minimize\n obj:\nSubject To\n c1: x1 + x2 = 1\nBinary\n x1 x2\nEnd\n", "model.lp")
    reader.wait(lambda: "cover" in reader.run("return location.search"))


def test_a_fault_is_a_sentence(reader: Reader) -> None:
    """What is wrong with the keys is said as the command line says it, and a job of them is not accepted."""
    bench = Designer(reader, {"kind": "packing", "board": "2x2", "pieces": "pentonimoes"})
    assert "did you mean" in bench.reads("pentonimoes").lower()
    reader.run("document.querySelector('[data-task=solve]').click()")
    reader.says("#fault", "pentonimoes")


def test_the_death_of_the_server_is_said(chrome: Chrome, tmp_path: Path) -> None:
    """When the server dies, a line says so and the drawing stays; when it is back, the drawing is read again."""
    with served(store=tmp_path / "jobs.sqlite") as server:
        reader = Reader(chrome, server.url)
        bench = Designer(reader, TWELVE)
        server.end()
        bench.stroke((0, 0))
        assert "cannot be reached" in reader.text("#gone")
        assert bench.board().startswith("#")
        with served("--port", str(server.port), store=tmp_path / "jobs.sqlite"):
            bench.reads("59 cells")
            reader.wait(lambda: not any(each.is_displayed() for each in reader.all("#gone")))


def test_a_link_has_the_answer_too(reader: Reader) -> None:
    """A link with a solution shows it once it was judged; a spoiled solution in a link is refused, with its fault."""
    bench = Designer(reader, DOMINOES)
    bench.reads("11 solutions")
    reader.click("#main-button")
    reader.wait(lambda: bench.covered() == 6 or None)
    reader.run("document.querySelector('#share').click()")
    link = reader.wait(lambda: reader.run("return document.querySelector('#link').value"))
    query = parse_qs(urlsplit(link).query)
    assert len(json.loads(query["solution"][0])["placements"]) == 6
    reader.driver.get(link)
    reader.wait(lambda: bench.covered() == 6 or None)
    spoiled = json.loads(query["solution"][0])
    spoiled["placements"].pop()
    reader.go(f"/design?keys={quote(query['keys'][0])}&solution={quote(json.dumps(spoiled))}")
    assert "is not covered" in bench.reads("The solution in this link was refused:")
    assert bench.covered() == 0
