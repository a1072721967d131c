"""Attaches to what an engine proves about a growth the space in which it was proved (model/growth_space.py)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache

from exactcover.model.events import Bound, End, Event


def with_digest(events: Iterator[Event], digest: Callable[[], str]) -> Iterator[Event]:
    """Yield events; those with a bound, and exhausted ends, get the digest of the space.

    digest: computes it; called once, and only if needed.
    """
    once = cache(digest)
    for event in events:
        if isinstance(event, Bound) or (isinstance(event, End) and (event.exhausted or event.bound is not None)):
            yield replace(event, placements_digest=once())
        else:
            yield event
