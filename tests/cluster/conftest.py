"""Databases for ledgers: each test that asks for one runs on SQLite and on PostgreSQL."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from benchmarks import postgres
from tests.service.conftest import postgres_server

__all__ = ["postgres_server"]
_numbers = itertools.count()


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a new ledger may be."""
    if request.param == "sqlite":
        return str(tmp_path / "ledger")
    return postgres.database(request.getfixturevalue("postgres_server"), f"ledger{next(_numbers)}")
