"""What an engine proves of a growth, with the space that it was proved in (model/growth_space.py)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache

from exactcover.model.answer import Bound, End, Event


def named(events: Iterator[Event], digest: Callable[[], str]) -> Iterator[Event]:
    """Yield events; those that say a bound, or that nothing is left, say the digest of the space as well.

    digest: finds it; called once, and only where it is needed.
    """
    once = cache(digest)
    for event in events:
        if isinstance(event, Bound) or (isinstance(event, End) and (event.exhausted or event.bound is not None)):
            yield replace(event, placements_digest=once())
        else:
            yield event
