"""Checkpoint files: which roots of a search are done, so that a search that is killed at any moment can resume.

A root counts as done when all its solutions have been written. The file records the length of the output at that time; when the
search resumes, anything after that length is truncated, so that a list has neither duplicates nor gaps. The file ends with the
SHA-256 of its content, which detects damage, not forgery.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import stat
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from exactcover.model.answer import SCHEMA, Checkpoint
from exactcover.model.errors import InvalidInput
from exactcover.model.events import RootDone
from exactcover.process import unfinished

SECONDS_BETWEEN_SAVES = 0.2
LARGEST = 100_000_000
KEYS = {"schema", "search", "plan", "output_bytes", "done", "sha256"}
_ROOT = re.compile("0|[1-9][0-9]{0,17}", re.ASCII)


class CheckpointFile:
    """The checkpoint file of one search. Raises InvalidInput if it cannot be read or written, or is damaged."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.key: dict[str, Any] | None = None  # what the search is about, once that is known
        self.of_file: Any = None
        self.roots_digest, self.offset = "", 0
        self.done: dict[int, tuple[int, int]] = {}
        self.saved = time.monotonic()
        unfinished.remove_stale(Path(os.path.realpath(path)).parent)
        if path.exists():
            self._read()

    def begin(self, key: Mapping[str, Any]) -> None:
        """Record which search this is; raises InvalidInput if the file belongs to another one."""
        if self.key is not None:
            return
        if self.path.exists() and self.of_file != key:
            of_file = self.of_file if isinstance(self.of_file, dict) else {}
            differs = ", ".join(name for name in key if of_file.get(name) != key[name]) or "its form"
            raise InvalidInput(
                f"the checkpoint {self.path} is of another search ({differs}); expected the same search, or another file"
            )
        self.key = dict(key)
        self.save()

    @property
    def checkpoint(self) -> Checkpoint:
        """The roots that are done, as engines take them."""
        return Checkpoint(self.roots_digest, dict(self.done))

    def _read(self) -> None:
        try:
            with self.path.open("rb") as file:
                document = json.loads(file.read(LARGEST))
            right = _is_checkpoint(document)
        except OSError as error:
            raise self._unusable((error.strerror or "error").lower()) from error
        except (ValueError, RecursionError):  # not JSON, not text, or nested too deeply
            right = False
        if not right:
            raise InvalidInput(f"the checkpoint {self.path} is damaged; expected one that this program wrote")
        self.of_file, self.roots_digest, self.offset = document["search"], document["plan"], document["output_bytes"]
        self.done = {int(root): (solutions, nodes) for root, (solutions, nodes) in document["done"].items()}

    def add(self, root: RootDone, offset: int) -> None:
        """Record that a root is done and how many bytes the output then has; saves the file from time to time."""
        self.roots_digest, self.offset = root.roots_digest, offset
        self.done[root.root] = root.solutions, root.nodes
        if time.monotonic() >= self.saved + SECONDS_BETWEEN_SAVES:
            self.save()

    def save(self) -> None:
        """Write the file atomically and flush it to disk."""
        document: dict[str, Any] = {
            "schema": SCHEMA,
            "search": self.key,
            "plan": self.roots_digest,
            "output_bytes": self.offset,
            "done": {str(root): marks for root, marks in self.done.items()},
        }
        document["sha256"] = digest_of(document)
        target = Path(os.path.realpath(self.path))  # a link stays a link
        temporary: Path | None = None
        try:
            temporary, descriptor = unfinished.begun(target.parent)
            with os.fdopen(descriptor, "w") as file:
                if target.exists() and hasattr(os, "fchmod"):
                    os.fchmod(descriptor, stat.S_IMODE(target.stat().st_mode))
                json.dump(document, file)
                file.flush()
                os.fsync(descriptor)
                temporary.replace(target)  # while it is locked
        except OSError as error:
            if temporary is not None:
                with suppress(OSError):  # its folder is gone
                    temporary.unlink()
            raise self._unusable((error.strerror or "error").lower()) from error
        self.saved = time.monotonic()

    def _unusable(self, why: str) -> InvalidInput:
        return InvalidInput(
            f"the checkpoint {self.path} cannot be used ({why}); expected a file that can be read and written"
        )


def digest_of(document: Mapping[str, Any]) -> str:
    """Return the SHA-256 of a checkpoint's content, without the digest itself; it detects a single bit flipped on disk."""
    content = {key: value for key, value in document.items() if key != "sha256"}
    return hashlib.sha256(json.dumps(content, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def _is_checkpoint(document: Any) -> bool:
    """Return whether a JSON value is a valid checkpoint; only the plan of a search knows which roots it has (plans.py)."""
    if not isinstance(document, dict) or set(document) != KEYS or document["sha256"] != digest_of(document):
        return False
    schema, search, plan, done = document["schema"], document["search"], document["plan"], document["done"]
    return (
        type(schema) is int
        and schema == SCHEMA
        and isinstance(search, dict)
        and isinstance(plan, str)
        and isinstance(done, dict)
        and (plan != "" or not done)
        and _is_number(document["output_bytes"])
        and all(_ROOT.fullmatch(root) for root in done)
        and all(isinstance(each, list) and len(each) == 2 and all(map(_is_number, each)) for each in done.values())
    )


def _is_number(value: Any) -> bool:
    return type(value) is int and value >= 0
