"""What a judge says of a body when it is called with limits that are not its defaults."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from exactcover.model.certificate import InvalidCertificate


def refusal(judge: Callable[..., Any], *args: Any, **limits: Any) -> str:
    """Return the sentence with which a judge refuses, nothing if it accepts."""
    try:
        judge(*args, **limits)
    except InvalidCertificate as fault:
        return str(fault)
    return ""
