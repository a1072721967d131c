"""A reduction from tilings to covers that loses a placement, as a mutant for the judges to refuse."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from exactcover.model.cover import Cover
from exactcover.model.encoding import Reduction
from exactcover.model.tiling import Tiling
from exactcover.transform.reductions import tiling_to_cover


def losing(lost: int) -> Callable[..., Reduction]:
    """The reduction of `tiling_to_cover`, without the option of the placement of that number."""
    honest = tiling_to_cover.reduce

    def reduce(tiling: Tiling, *, with_symmetries: bool = True) -> Reduction:
        whole = honest(tiling, with_symmetries=with_symmetries)
        assert isinstance(whole.model, Cover)
        starts = whole.model.starts
        size = starts[lost + 1] - starts[lost]
        fewer = replace(
            whole.model,
            starts=np.concatenate([starts[: lost + 1], starts[lost + 2 :] - size]),
            members=np.delete(whole.model.members, np.s_[starts[lost] : starts[lost + 1]]),
        )
        kept = np.delete(np.arange(len(starts) - 1), lost)
        return replace(whole, model=fewer, lift=lambda selection: whole.lift(kept[selection]))

    return reduce
