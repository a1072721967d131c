"""What a test needs and the machine lacks: the test is skipped, or fails where the environment says that none may be skipped."""

from __future__ import annotations

import os
from typing import NoReturn

import pytest

MAY_NOT_SKIP = "EXACTCOVER_TESTS_MAY_NOT_SKIP"


def lacking(sentence: str) -> NoReturn:
    """Skip the test for want of something, or fail it."""
    if os.environ.get(MAY_NOT_SKIP):
        pytest.fail(sentence)
    pytest.skip(sentence)
