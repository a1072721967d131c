"""Access tokens of a server that others can reach. The token file holds hashes, never the tokens.

A line of the file is `NAME SHA256 [jobs=N] [expires=DATE]`: the owner's name, the hash of the token, the owner's quota of
unfinished jobs, and the day (UTC) on which the token is no longer accepted. A token has 256 random bits, so an unsalted hash of
it cannot be inverted.
"""

from __future__ import annotations

import contextlib
import datetime
import hashlib
import logging
import os
import re
import secrets
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from exactcover.model.errors import InvalidInput

LARGEST_FILE = 1_000_000
EXPECTED = "expected lines NAME SHA256 [jobs=N] [expires=YYYY-MM-DD]"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._@-]{0,63}", re.ASCII)
_DIGEST = re.compile(r"[0-9a-f]{64}", re.ASCII)
_JOBS = re.compile(r"[0-9]{1,6}", re.ASCII)

log = logging.getLogger("exactcover.service.tokens")


@dataclass(frozen=True)
class Token:
    """A token: its owner, its hash, the owner's quota of unfinished jobs, and the day on which it expires; None for those that
    the server's settings say.
    """

    owner: str
    sha256: str
    unfinished: int | None = None
    expires: datetime.date | None = None

    def expired(self, now: float) -> bool:
        """Return whether the token is no longer accepted; now: seconds since the epoch."""
        return self.expires is not None and datetime.datetime.fromtimestamp(now, datetime.UTC).date() >= self.expires

    @property
    def line(self) -> str:
        """The line of the token file."""
        jobs = "" if self.unfinished is None else f" jobs={self.unfinished}"
        expires = "" if self.expires is None else f" expires={self.expires.isoformat()}"
        return f"{self.owner} {self.sha256}{jobs}{expires}\n"


class Tokens:
    """The tokens that a server accepts. If they come from a file, it is read again when it has changed, so that a token is
    revoked at once; while it cannot be read, the tokens stay as they were, and the log says why.
    """

    def __init__(
        self, tokens: Iterable[Token] = (), path: Path | None = None, clock: Callable[[], float] = time.time
    ) -> None:
        self.path, self.clock = path, clock
        self._by_digest: dict[str, Token] = {}
        self._stamp: tuple[int, ...] | None = None
        self._accept(tokens)
        self.required = bool(self._by_digest)

    @classmethod
    def of_file(cls, path: Path) -> Tokens:
        """Return the tokens of a file; raises InvalidInput, also if it has none."""
        stamp = _stamp(path)
        accepted = read(path)
        if not accepted:
            raise InvalidInput(f"the token file {path} has no token; expected one, from `exactcover tokens add NAME`")
        tokens = cls(accepted, path)
        tokens._stamp = stamp
        return tokens

    def _accept(self, tokens: Iterable[Token]) -> None:
        self._by_digest = {token.sha256: token for token in tokens}

    def reload(self, *, changed_only: bool = False) -> None:
        """Read the file again; changed_only: only if it was written or replaced since the last time."""
        if self.path is None:
            return
        stamp = _stamp(self.path)
        if changed_only and stamp == self._stamp:
            return
        self._stamp = stamp
        try:
            self._accept(read(self.path))
        except InvalidInput as fault:
            log.error("the tokens stay as they were: %s", fault)

    def by_secret(self, presented: str) -> Token | None:
        """Return the token that was presented, found by its hash; None if it is unknown or expired."""
        return self.by_digest(digest_of(presented))

    def by_digest(self, digest: str) -> Token | None:
        """Return the token with this hash; None if it is unknown or expired."""
        self.reload(changed_only=True)
        token = self._by_digest.get(digest)
        return None if token is None or token.expired(self.clock()) else token


def _stamp(path: Path) -> tuple[int, ...] | None:
    """Return what changes when a file is written or replaced; None if it is not there."""
    try:
        state = path.stat()
    except OSError:
        return None
    return state.st_ino, state.st_mtime_ns, state.st_size


def read(path: Path) -> tuple[Token, ...]:
    """Read a token file; raises InvalidInput."""
    try:
        with path.open("rb") as file:
            text = file.read(LARGEST_FILE + 1).decode()
    except (OSError, ValueError) as error:
        raise InvalidInput(f"the token file {path} cannot be read ({error}); {EXPECTED}") from error
    if len(text) > LARGEST_FILE:
        raise InvalidInput(f"the token file {path} has over {LARGEST_FILE} bytes; expected fewer")
    lines = [(number, line.split("#")[0].split()) for number, line in enumerate(text.splitlines(), 1)]
    tokens = tuple(_token(words, f"line {number} of {path}") for number, words in lines if words)
    if len({token.owner for token in tokens}) < len(tokens):
        raise InvalidInput(f"the token file {path} has two lines with the same name; expected one name per token")
    return tokens


def _token(words: list[str], place: str) -> Token:
    if not 2 <= len(words) <= 4 or not _NAME.fullmatch(words[0]) or not _DIGEST.fullmatch(words[1]):
        raise InvalidInput(f"{place} is not a token; {EXPECTED}")
    unfinished, expires = None, None
    for word in words[2:]:
        name, _, value = word.partition("=")
        if name == "jobs" and unfinished is None and _JOBS.fullmatch(value):
            unfinished = int(value)
        elif name == "expires" and expires is None:
            expires = day(value, place)
        else:
            raise InvalidInput(f"{place} ends in {word!r}; {EXPECTED}")
    return Token(words[0], words[1], unfinished, expires)


def day(text: str, place: str) -> datetime.date:
    """Return the day of a text YYYY-MM-DD; raises InvalidInput."""
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        raise InvalidInput(f"{place} has the day {text!r}; expected YYYY-MM-DD") from None


def add(path: Path, owner: str, unfinished: int | None = None, expires: datetime.date | None = None) -> str:
    """Create a token, append its hash to the file (created if missing), and return it; raises InvalidInput."""
    if not _NAME.fullmatch(owner):
        raise InvalidInput(f"the owner is {owner!r}; expected up to 64 letters, digits and . _ @ -")
    secret = secrets.token_urlsafe(32)
    with _changing(path) as (file, text, known):
        if any(token.owner == owner for token in known):
            raise InvalidInput(
                f"the token file {path} already has a token of {owner}; expected another name, or revoke it"
            )
        ended = "\n" if text and not text.endswith("\n") else ""
        _replace(file, text + ended + Token(owner, digest_of(secret), unfinished, expires).line)
    return secret


def revoke(path: Path, owner: str) -> None:
    """Remove the token of an owner from the file; other lines stay as they are. Raises InvalidInput."""
    with _changing(path) as (file, text, known):
        if all(token.owner != owner for token in known):
            raise InvalidInput(f"the token file {path} has no token of {owner}; see `exactcover tokens list`")
        lines = text.splitlines(keepends=True)
        _replace(file, "".join(line for line in lines if line.split("#")[0].split()[:1] != [owner]))


@contextlib.contextmanager
def _changing(path: Path) -> Iterator[tuple[Path, str, tuple[Token, ...]]]:
    """Lock the folder of a token file while it is changed, and yield the file, no link to it, its text and its tokens.

    A file that is missing has neither. Raises InvalidInput.
    """
    file = path.resolve()
    if file.exists() and not file.is_file():
        raise InvalidInput(f"the token file {path} is no regular file; expected one")
    try:
        folder = os.open(file.parent, os.O_RDONLY)
    except OSError as error:
        raise InvalidInput(f"the token file {path} cannot be written ({error})") from error
    try:
        from fcntl import LOCK_EX, flock  # not on Windows, where the other commands are imported with this module

        flock(folder, LOCK_EX)
        known = read(file) if file.exists() else ()
        yield file, file.read_bytes().decode() if file.exists() else "", known
    finally:
        os.close(folder)


def _replace(path: Path, text: str) -> None:
    """Replace the file at once, so that a server never reads a part of it; its mode and owner stay."""
    try:
        state = path.stat() if path.exists() else None
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", newline="", dir=path.parent, prefix=f".{path.name}.", delete=False
        ) as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        try:
            if state is not None:
                os.chmod(file.name, state.st_mode & 0o7777)
                if (state.st_uid, state.st_gid) != (os.geteuid(), os.getegid()):
                    os.chown(file.name, state.st_uid, state.st_gid)
            os.replace(file.name, path)
        except OSError:
            os.unlink(file.name)
            raise
    except OSError as error:
        raise InvalidInput(f"the token file {path} cannot be written ({error})") from error


def digest_of(token: str) -> str:
    """Return the hash of a token."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()
