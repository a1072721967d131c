"""Checkpoint files: which roots of a search are done, so that it can be killed at any moment and go on.

A root counts as done when all its solutions have been written: the file says how long the output was then, and what was
written after that is cut off when the search goes on, so that a list has no duplicate and no gap.
"""

from __future__ import annotations

import json
import os
import secrets
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from exactcover.answer import SCHEMA, Checkpoint, RootDone
from exactcover.errors import InvalidInput

SECONDS_BETWEEN_SAVES = 0.2
LARGEST = 100_000_000


class CheckpointFile:
    """A checkpoint file of one search. Raises InvalidInput where it cannot be read or written, or is damaged."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.key: dict[str, Any] | None = None  # what the search is about, once that is known
        self.of_file: Any = None
        self.roots_digest, self.offset = "", 0
        self.done: dict[int, tuple[int, int]] = {}
        self.saved = time.monotonic()
        if path.exists():
            self._read()

    def begin(self, key: Mapping[str, Any]) -> None:
        """Say what the search is about, which must be the same when it goes on; raises InvalidInput where it is not."""
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
        """What the engine is told: the roots that are done."""
        return Checkpoint(self.roots_digest, dict(self.done))

    def _read(self) -> None:
        try:
            with self.path.open("rb") as file:
                told = json.loads(file.read(LARGEST))
            key, digest, offset = told["search"], told["plan"], told["output_bytes"]
            done = {int(root): (int(solutions), int(nodes)) for root, (solutions, nodes) in told["done"].items()}
            right = told["schema"] == SCHEMA and isinstance(digest, str) and isinstance(offset, int) and offset >= 0
        except OSError as error:
            raise self._unusable((error.strerror or "error").lower()) from error
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise InvalidInput(
                f"the checkpoint {self.path} is damaged; expected one that this program wrote"
            ) from error
        if not right:
            raise InvalidInput(f"the checkpoint {self.path} is damaged; expected one that this program wrote")
        self.of_file, self.roots_digest, self.offset, self.done = key, digest, offset, done

    def add(self, root: RootDone, offset: int) -> None:
        """Note that a root is done and how many bytes the output then has; saved every now and then."""
        self.roots_digest, self.offset = root.roots_digest, offset
        self.done[root.root] = root.solutions, root.nodes
        if time.monotonic() >= self.saved + SECONDS_BETWEEN_SAVES:
            self.save()

    def save(self) -> None:
        """Write the file, whole or not at all, to the disk itself."""
        told = {
            "schema": SCHEMA,
            "search": self.key,
            "plan": self.roots_digest,
            "output_bytes": self.offset,
            "done": self.done,
        }
        temporary = self.path.with_name(f".exactcover-{secrets.token_hex(8)}")
        try:
            with temporary.open("w") as file:
                json.dump(told, file)
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(self.path)
        except OSError as error:
            temporary.unlink(missing_ok=True)
            raise self._unusable((error.strerror or "error").lower()) from error
        self.saved = time.monotonic()

    def _unusable(self, why: str) -> InvalidInput:
        return InvalidInput(
            f"the checkpoint {self.path} cannot be used ({why}); expected a file that can be read and written"
        )
