"""Passwords in URLs of databases, which every user of a machine can read in the arguments of its processes."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

ELSEWHERE = "the file of PGPASSFILE keeps it private"


def has_password(store: str) -> bool:
    """Return whether the URL of a database has a password in it."""
    try:
        url = urlsplit(store)
        return bool(url.password) or "password" in parse_qs(url.query)
    except ValueError:  # it is refused when it is opened
        return False


def seen(option: str, elsewhere: str = ELSEWHERE) -> str:
    """Return the sentence about a password in the value of an option."""
    return f"every user of this machine can read the password of {option} in the list of processes; {elsewhere}"
