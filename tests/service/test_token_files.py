"""Files of tokens: changed by several commands at once, by a link, in any encoding; what is no file of tokens is left alone."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest

from exactcover.model.errors import InvalidInput
from exactcover.service import tokens


def test_changes_at_once_lose_nothing(tmp_path: Path) -> None:
    """Of many commands that add and revoke at the same time each has its effect."""
    path = tmp_path / "tokens"
    for number in range(6):
        tokens.add(path, f"old{number}")
    with ThreadPoolExecutor(12) as pool:
        changes: list[Callable[[], object]] = [partial(tokens.revoke, path, f"old{number}") for number in range(6)]
        changes += [partial(tokens.add, path, f"new{number}") for number in range(6)]
        for change in [pool.submit(each) for each in changes]:
            change.result()
    assert {token.owner for token in tokens.read(path)} == {f"new{number}" for number in range(6)}


def test_a_link_leads_to_the_file_that_is_changed(tmp_path: Path) -> None:
    """A link stays a link, and a server that reads its target sees the change."""
    file, link = tmp_path / "tokens", tmp_path / "link"
    tokens.add(file, "ann")
    link.symlink_to(file)
    tokens.revoke(link, "ann")
    assert link.is_symlink()
    assert tokens.read(file) == ()


def test_what_is_no_regular_file_is_refused(tmp_path: Path) -> None:
    """A folder, or a device, is not replaced by a file."""
    for path in (tmp_path, Path("/dev/null")):
        with pytest.raises(InvalidInput, match="no regular file"):
            tokens.add(path, "ann")
    assert Path("/dev/null").is_char_device()


def test_comments_in_any_language_stay(tmp_path: Path) -> None:
    """The file is UTF-8, whatever the locale says, and its lines stay as they were."""
    path = tmp_path / "tokens"
    path.write_bytes("# für Ärzte\r\n".encode())
    tokens.add(path, "ann")
    assert path.read_bytes().startswith("# für Ärzte\r\n".encode())
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(InvalidInput, match="cannot be read"):
        tokens.add(path, "ben")
