"""What a judge says of a body when it is called with limits that are not its defaults; bodies with one value replaced."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from exactcover.model.certificate import InvalidCertificate

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.just(10**4000),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner, max_size=3),
)
"""Any JSON value, and a number too long to be written in digits."""


def altered(body: Any, data: st.DataObject) -> Any:
    """Return a copy of a body in which one value, at any depth, is replaced by any other."""
    whole = copy.deepcopy(body)
    place, key = whole, data.draw(st.sampled_from(sorted(whole)))
    while isinstance(place[key], list | dict) and data.draw(st.booleans()):
        place = place[key]
        key = data.draw(st.sampled_from(sorted(place) if isinstance(place, dict) else range(len(place))))
    place[key] = data.draw(ANYTHING)
    return whole


def refusal(judge: Callable[..., Any], *args: Any, **limits: Any) -> str:
    """Return the sentence with which a judge refuses, nothing if it accepts."""
    try:
        judge(*args, **limits)
    except InvalidCertificate as fault:
        return str(fault)
    return ""
