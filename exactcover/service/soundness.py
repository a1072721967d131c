"""Whether a step of a run is data that the store can hold, whatever its process, which may be compromised, has sent."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

from exactcover.model.errors import OurFault
from exactcover.model.events import CubesDone, RootDone
from exactcover.service.steps import Finished, LinesDone, Listed, StepEvent, event_of

SENTENCE = "a run sent what is no step of a run"
DETAILS = "its process may be compromised"


def check(step: Any) -> None:
    """Raise OurFault if a step is none that can be stored."""
    try:
        for part in (step, step.left) if isinstance(step, Listed) else (step,):
            if isinstance(part, RootDone | CubesDone | LinesDone):
                _check_fields(part)
        for text in step.texts if isinstance(step, Listed) else ():
            if "\0" in text:
                raise ValueError(text)
            text.encode()
        if isinstance(step, StepEvent | Finished):
            _check_fields(step)
        else:
            json.dumps(event_of(step))
    except (TypeError, ValueError, AttributeError, RecursionError) as error:
        raise OurFault(SENTENCE, DETAILS) from error


def _check_fields(step: Any) -> None:
    """Raise ValueError or TypeError if a step has other attributes than its class declares, or they are no JSON."""
    if set(vars(step)) != {field.name for field in dataclasses.fields(step)}:
        raise ValueError(step)
    json.dumps(vars(step))
