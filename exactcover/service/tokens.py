"""Access tokens of a server that others can reach. The token file holds hashes, never the tokens.

A line of the file is `NAME SHA256 [jobs=N]`: the owner's name, the hash of the token, and the owner's quota of
unfinished jobs. A token has 256 random bits, so an unsalted hash of it cannot be inverted.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import re
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from exactcover.model.errors import InvalidInput

MOST_UNFINISHED = 1000
LARGEST_FILE = 1_000_000
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._@-]{0,63}", re.ASCII)
_DIGEST = re.compile(r"[0-9a-f]{64}", re.ASCII)


@dataclass(frozen=True)
class Token:
    """A token: its owner, its hash, and the owner's quota of unfinished jobs."""

    owner: str
    sha256: str
    most_unfinished: int = MOST_UNFINISHED


def read(path: Path) -> tuple[Token, ...]:
    """Read a token file; raises InvalidInput."""
    try:
        with path.open("rb") as file:
            text = file.read(LARGEST_FILE + 1).decode()
    except (OSError, ValueError) as error:
        raise InvalidInput(f"the token file {path} cannot be read ({error}); expected lines NAME SHA256") from error
    if len(text) > LARGEST_FILE:
        raise InvalidInput(f"the token file {path} has over {LARGEST_FILE} bytes; expected fewer")
    lines = [(number, line.split("#")[0].split()) for number, line in enumerate(text.splitlines(), 1)]
    tokens = tuple(_token(words, f"line {number} of {path}") for number, words in lines if words)
    if not tokens:
        raise InvalidInput(f"the token file {path} has no token; expected lines NAME SHA256")
    if len({token.owner for token in tokens}) < len(tokens):
        raise InvalidInput(f"the token file {path} has two lines with the same name; expected one name per token")
    return tokens


def _token(words: list[str], where: str) -> Token:
    if not 2 <= len(words) <= 3 or not _NAME.fullmatch(words[0]) or not _DIGEST.fullmatch(words[1]):
        raise InvalidInput(f"{where} is not a token; expected NAME SHA256 [jobs=N]")
    if len(words) == 2:
        return Token(words[0], words[1])
    quota = re.fullmatch(r"jobs=([0-9]{1,6})", words[2], re.ASCII)
    if quota is None:
        raise InvalidInput(f"{where} does not end in a quota; expected jobs=N")
    return Token(words[0], words[1], int(quota[1]))


def add(path: Path, owner: str) -> str:
    """Create a token, append its hash to the file (created if missing), and return it; raises InvalidInput."""
    known = read(path) if path.exists() and path.stat().st_size else ()
    unfinished = bool(known) and not path.read_bytes().endswith(b"\n")
    if not _NAME.fullmatch(owner):
        raise InvalidInput(f"the owner is {owner!r}; expected up to 64 letters, digits and . _ @ -")
    if any(token.owner == owner for token in known):
        raise InvalidInput(f"the token file {path} already has a token of {owner}; expected another name")
    token = secrets.token_urlsafe(32)
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(("\n" if unfinished else "") + f"{owner} {digest_of(token)}\n")
    except OSError as error:
        raise InvalidInput(f"the token file {path} cannot be written ({error})") from error
    return token


def digest_of(token: str) -> str:
    """Return the hash of a token."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


def owner_of(presented: str, tokens: Iterable[Token]) -> Token | None:
    """Return the token that was presented, found by its hash; None if it is unknown."""
    digest = digest_of(presented)
    same = [token for token in tokens if hmac.compare_digest(token.sha256, digest)]
    return same[0] if same else None
