"""An engine: tries every set of options of a small cover, smallest sets first."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import numpy as np

from exactcover.model.answer import EngineOptions, Limits, Task
from exactcover.model.cover import Cover
from exactcover.model.encoding import Model
from exactcover.model.events import End, Event, Found

accepts = ("cover",)
can = ("solve", "count")
options: tuple[str, ...] = ()
parallel: tuple[str, ...] = ()
up_to_symmetry: tuple[str, ...] = ()
node = "a set of options"


def run(task: Task, model: Model, options: EngineOptions, limits: Limits) -> Iterator[Event]:
    """Yield the first solution, or count all of them."""
    assert isinstance(model, Cover)
    count = 0
    for size in range(model.options + 1):
        for chosen in itertools.combinations(range(model.options), size):
            entries = [model.members[model.starts[option] : model.starts[option + 1]] for option in chosen]
            times = np.bincount(np.concatenate([[], *entries]).astype(int), minlength=len(model.items))
            if (times >= model.least).all() and (times <= model.most).all():
                count += 1
                if task == "solve":
                    yield Found(np.array(chosen, dtype=np.int64))
                    yield End(False, "solutions")
                    return
    yield End(True, None, count if task == "count" else None)
