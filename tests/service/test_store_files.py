"""The files of a store: closed to other users, and what is wrong with them said as what it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from exactcover.model.errors import InvalidInput
from exactcover.service.store.jobs import Store


def test_a_store_is_for_its_user_alone(tmp_path: Path) -> None:
    """The file of a new store, those that SQLite puts beside it, and a folder made for it are closed to others."""
    store = Store(str(tmp_path / "new" / "jobs.sqlite"))
    store.reach()
    modes = {path.name: path.stat().st_mode & 0o777 for path in (tmp_path / "new").iterdir()}
    store.close()
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o700
    assert "jobs.sqlite" in modes
    assert set(modes.values()) == {0o600}


def test_what_cannot_be_opened_is_not_called_damaged(tmp_path: Path) -> None:
    """A path at which no file can be opened is said to be that; a file that is no database is damaged."""
    with pytest.raises(InvalidInput, match="unable to open database file"):
        Store(str(tmp_path))
    spoiled = tmp_path / "jobs.sqlite"
    spoiled.write_bytes(b"no database at all, but long enough to be looked at" * 100)
    with pytest.raises(InvalidInput, match="is damaged"):
        Store(str(spoiled))
