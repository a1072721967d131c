"""The pages are right: the files, folders and tests that they name exist, and the maps and lists in them are whole."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from jsonschema import ValidationError

import exactcover
from encoders.kinds import KINDS
from exactcover import backends
from exactcover.backends.search.cover import kernel_names
from exactcover.model.answer import Answer, EngineReport
from tests import reference
from tests.schemas import FOLDER, validate
from tests.source_files import files, functions
from tests.test_architecture import FLOORS

ROOT = Path(__file__).parent.parent
PAGES = (
    *("README.md", "exactcover/README.md", "exactcover/CONTRACT.md", "exactcover/ENGINES.md", "exactcover/PROOFS.md"),
    *("exactcover/cluster/README.md", "exactcover/service/README.md", "exactcover/CONTRIBUTING.md"),
    *(
        "exactcover/service/store/README.md",
        "encoders/README.md",
        "encoders/PUZZLES.md",
        "benchmarks/README.md",
        "benchmarks/LITERATURE.md",
        "benchmarks/CERTIFICATES.md",
        "tests/README.md",
    ),
    "exactcover/REFERENCE.md",
)
FOR_USERS = (
    *(
        "README.md",
        "exactcover/CONTRACT.md",
        "exactcover/ENGINES.md",
        "exactcover/PROOFS.md",
        "exactcover/REFERENCE.md",
    ),
    *("exactcover/CHANGELOG.md", "exactcover/cluster/README.md", "exactcover/service/README.md"),
    *("exactcover/service/SECURITY.md", "exactcover/service/store/README.md", "encoders/PUZZLES.md"),
)
INTERNAL = re.compile(
    r"\btest_\w+|\b(?:exactcover|encoders|tests|benchmarks)/[\w/]+\.py\b|\btests/\w|python -m (?:benchmarks|tests)\b"
)
TEXTS = {name: (ROOT / name).read_text() for name in PAGES}
HOUSE, CONTRACT = TEXTS["exactcover/README.md"], TEXTS["exactcover/CONTRACT.md"]
BUILT, NOT_YET = CONTRACT.split("## Not yet")
REPLACED = re.compile(
    r"\b([Nn]urser(y|ies)|[Cc]rews?|[Oo]utlooks?|[Ll]oose items?|Tally|Spoiled|Placing|[Dd]ice|[Dd]oors?|app\.py)\b"
)


def paths_in(page: str) -> list[Path]:
    """The paths of the repository that a page names, and those that it links to."""
    named = re.findall(r"`((?:encoders|exactcover|tests|benchmarks)/[\w./-]+)`", TEXTS[page])
    linked = [path for path in re.findall(r"\]\(([^)#]+)\)", TEXTS[page]) if "://" not in path]
    return [ROOT / path for path in named] + [(ROOT / page).parent / path for path in linked]


def test_files_that_a_page_names_exist() -> None:
    """Each path of the repository in a page, and each of its links to a file, leads to a file or a folder."""
    assert [page for page in PAGES if not paths_in(page)] == []
    assert [f"{page}: {path}" for page in PAGES for path in paths_in(page) if not path.exists()] == []


def test_files_that_docstrings_name_exist() -> None:
    """Each Python file or page that a docstring or a comment names, with or without its folder, exists."""
    known = [f"/{path.relative_to(ROOT)}" for path in files("exactcover", "encoders", "tests", "benchmarks")]
    known += [
        f"/{path.relative_to(ROOT)}"
        for part in ("exactcover", "encoders", "benchmarks")
        for path in (ROOT / part).rglob("*.md")
    ]
    missing = []
    for path in files("exactcover", "encoders", "tests"):
        text = re.sub(r"https?://\S+|\w+\.\w+\.\w+/\S+", "", path.read_text())
        prose = " ".join(re.findall(r'"""(.*?)"""', text, re.DOTALL) + re.findall(r"  # (.*)", text))
        named = re.findall(r"(?<![\w./-])(?:[\w-]+/)*[\w-]+\.(?:py|md)\b", prose)
        missing += [f"{path}: {name}" for name in named if not any(each.endswith(f"/{name}") for each in known)]
    assert missing == []


def test_tests_that_a_page_names_exist() -> None:
    """Each test function that a page gives as the evidence of a rule, or of a claim, exists."""
    known = {function.name for path in files("tests") for function in functions(path)}
    named = [(page, name) for page in PAGES for name in re.findall(r"`(test_\w+)`", TEXTS[page])]
    assert [f"{page}: {name}" for page, name in named if name not in known] == []


def test_pages_for_users_name_nothing_internal() -> None:
    """No page for users, of the repository or of the site, names a test, a source file or a command that measures the program."""
    with_text = [
        page for page in (ROOT / "exactcover" / "docs").glob("*/*.md") if "```{include}" not in page.read_text()
    ]
    assert len(with_text) > 20
    pages = [*(ROOT / name for name in FOR_USERS), *with_text]
    assert [f"{page}: {hit[0]}" for page in pages for hit in INTERNAL.finditer(page.read_text())] == []


def test_promises_to_users_have_tests() -> None:
    """The page of promises names tests of the contract, the engines, the service, its store and clusters, each once."""
    named = re.findall(r"`(test_\w+)`", TEXTS["tests/README.md"])
    assert len(named) == len(set(named)) > 40


def test_internal_names_would_be_seen() -> None:
    """Names of tests, source files and commands that measure are those that the test of pages for users refuses."""
    for name in ("`test_x`", "`exactcover/a/b.py`", "`tests/x`", "`python -m benchmarks x`", "`python -m tests.x`"):
        assert INTERNAL.search(name)
    assert INTERNAL.search("`x.readme_check.py`, benchmarks/results/x.md and python -m exactcover.conformance") is None


def test_the_reference_is_what_the_names_say() -> None:
    """The page of public names is what `python -m tests.reference` writes, and has each of them with a signature or a class."""
    assert TEXTS["exactcover/REFERENCE.md"] == reference.page()
    headings = re.findall(r"^### (\w+)$", TEXTS["exactcover/REFERENCE.md"], re.MULTILINE)
    assert sorted(headings) == list(exactcover.__all__)
    assert "typing" not in TEXTS["exactcover/REFERENCE.md"].split("## Functions")[1]


def test_the_map_of_the_program_is_whole() -> None:
    """Every module and folder of exactcover is on the map with its floor, in the order of the floors, and nothing else is."""
    lines = re.findall(r"^    ([\w./]+) +(\d+|-)   \S", HOUSE, re.MULTILINE)
    inside = {path.name + "/" * path.is_dir() for path in (ROOT / "exactcover").iterdir()} - {"__pycache__/"}
    assert {name for name, _ in lines} == inside
    assert len(lines) == len(inside)
    on_floors = [(name, int(number)) for name, number in lines if number != "-"]
    for name, number in on_floors:
        assert name.removesuffix("/").removesuffix(".py").replace("__init__", "") in FLOORS[number], name
    assert [number for _, number in on_floors] == sorted(number for _, number in on_floors)


def test_the_wall_of_trust_is_tested() -> None:
    """The rules on imports and endings each name a test."""
    for heading in ("The endings", "The wall of trust"):
        section = HOUSE.split(f"## {heading}")[1].split("\n## ")[0]
        assert len(re.findall(r"`test_\w+`", section)) >= 2


def test_replaced_words_are_gone() -> None:
    """No code, docstring or comment has a private word that a word of the field has replaced."""
    assert [str(path) for path in files("exactcover", "encoders") if REPLACED.search(path.read_text())] == []


def test_replaced_words_would_be_seen() -> None:
    """Each of the replaced words is one that the test before would refuse."""
    for word in ("nursery", "crew", "outlook", "loose items", "Tally", "Spoiled", "Placing", "dice", "door", "app.py"):
        assert REPLACED.search(f"the {word} of it")
    assert REPLACED.search("NaivePlacement, indoors and NaivePlacing") is None


def test_the_glossary_has_each_word_once() -> None:
    """Every row of the glossary explains its words, and no word is explained twice."""
    rows = re.findall(r"^\| ([^|]+) \| ([^|]+) \|$", HOUSE.split("## Words")[1], re.MULTILINE)[1:]
    words = [word for names, _ in rows for word in names.split(", ")]
    assert len(words) == len(set(words)) > 60
    assert {"item", "option", "root", "heuristic", "bound", "checker", "referee", "draft", "standing"} <= set(words)
    assert all(len(told) > 5 for _, told in rows)


def test_the_contract_names_what_there_is() -> None:
    """Kinds, engines, kernels and schemas are all in the contract, and none of them among what is not built."""
    for name in (*KINDS, *backends.NAMES, *kernel_names.NAMES, *kernel_names.ALIASES):
        assert re.search(rf"\b{re.escape(name)}\b", BUILT), name
    assert set(re.findall(r"(\w+\.schema\.json)", BUILT)) == {path.name for path in FOLDER.iterdir()}
    unbuilt = set(re.findall(r"`([\w-]+)`", NOT_YET.split("- Formats")[0]))
    assert not unbuilt & {*KINDS, *backends.NAMES}
    assert "(exactcover/CONTRACT.md)" in TEXTS["README.md"]


def test_the_object_in_the_contract_has_the_keys_of_an_answer() -> None:
    """The answer that the contract shows has the keys of every answer, in statistics too."""
    shown = set(re.findall(r'"(\w+)": ', BUILT.split("    {")[1].split("\n- ")[0])) - {"name", "options", "why"}
    made = Answer("solve", None, None, EngineReport("none", {}, ""), stop_reason="time").to_json()
    assert shown == {*made, *made["statistics"]}


def test_an_answer_without_a_puzzle_is_unknown() -> None:
    """The schema takes an answer that was cut before its puzzle was read, and none without a puzzle that says more."""
    cut = Answer("solve", None, None, EngineReport("none", {}, "cut"), stop_reason="time").to_json()
    validate("answer", json.loads(json.dumps(cut)))
    for spoiled in ({"stop_reason": None}, {"puzzle_sha256": "0" * 64}, {"status": "INFEASIBLE", "evidence": "tree"}):
        with pytest.raises(ValidationError):
            validate("answer", cut | spoiled)
    full = exactcover.solve(exactcover.puzzle("packing", board="1x2", pieces="I2")).to_json()
    validate("answer", full)
    with pytest.raises(ValidationError):
        validate("answer", full | {"puzzle_sha256": None})


def test_what_was_stopped_says_nothing_else() -> None:
    """The schema of a look-up that was cut takes no verdict beside the reason."""
    told = {"schema": 1, "task": "check", "status": "UNKNOWN", "stop_reason": "memory"}
    validate("stopped", told)
    for spoiled in ({"accepted": True}, {"status": "FEASIBLE"}, {"stop_reason": None}):
        with pytest.raises(ValidationError):
            validate("stopped", told | spoiled)
