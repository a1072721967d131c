"""A ledger whose database fails: each call waits and is repeated, and a count has its number all the same."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from exactcover.backends.search.cover.roots import plan
from exactcover.cluster.ledger import Ledger
from exactcover.model.errors import NoResources
from exactcover.process import databases
from tests.cluster.serial import Serial, begun, driven, end_of, packing

pytestmark = pytest.mark.usefixtures("many_roots")
BOARD = "board=4x5 pieces=dominoes copies=any"
TILINGS = 95


def down() -> OperationalError:
    """Return the error of a database that is locked."""
    original = sqlite3.OperationalError("injected")
    original.sqlite_errorcode = sqlite3.SQLITE_BUSY
    return OperationalError("", None, original)


def spoil(ledger: Ledger, patch: pytest.MonkeyPatch, dice: random.Random) -> list[str]:
    """Let half of the calls of a ledger fail, before or after they were made; return how they failed, so far."""
    failed: list[str] = []
    for name in ("begin", "connect"):
        for engine in (ledger._writing, ledger._reading):
            patch.setattr(engine, name, failing(getattr(engine, name), dice, failed))
    return failed


def failing(method: Any, dice: random.Random, failed: list[str]) -> Any:
    """Return a method that opens a connection and fails half of the time."""

    @contextmanager
    def opened() -> Iterator[Any]:
        with method() as connection:
            fate = dice.choice(["before", "after", "not", "not"])
            if fate != "not":
                failed.append(fate)
            if fate == "before":
                raise down()
            yield connection
        if fate == "after":
            raise down()

    return opened


def test_a_count_outlives_outages_of_its_ledger(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Calls that fail, and calls that succeed without a response, leave the count right."""
    monkeypatch.setattr(databases, "RETRY_SECONDS", 0.001)
    model = packing(BOARD)
    search = plan(model, "count")
    ledger, _ = begun(place, model, search)
    failed = spoil(ledger, monkeypatch, random.Random(3))
    assert end_of(driven(model, search, ledger, Serial(model, search))).count == TILINGS
    assert {"before", "after"} == set(failed)
    ledger.close()


def test_an_outage_without_end_is_given_up(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A ledger that never comes back ends the run as one that can be repeated; a defect of the program ends it at once."""
    monkeypatch.setattr(databases, "RETRY_SECONDS", 0.001)
    monkeypatch.setattr(databases, "OUTAGE_SECONDS", 0.01)
    ledger = Ledger(place)

    def broken(error: Exception) -> Any:
        def connect() -> None:
            raise error

        return connect

    monkeypatch.setattr(ledger._reading, "connect", broken(down()))
    with pytest.raises(NoResources, match="has not responded"):
        ledger.runs()
    monkeypatch.setattr(ledger._reading, "connect", broken(ZeroDivisionError()))
    with pytest.raises(ZeroDivisionError):
        ledger.runs()
    ledger.close()
