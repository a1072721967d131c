"""The judges: one kind of evidence per file. They import only model and certificate; no numba, no engine.

`cover`, `growth`, `horizon`, `linear`, `naive_placement`, `sliding` and `tiling` judge selections. A judge of refutations is
named after its argument, and has `judge(model, body)`, which raises InvalidCertificate if the body does not prove that the
model has no solution; `states` and `classes` judge how many solutions there are. Judges are stateless: nothing is kept between
calls.
"""

from __future__ import annotations

import importlib

import numpy as np

from exactcover.judges import classes, cover, growth, horizon, linear, naive_placement, sliding, states, tiling
from exactcover.model.arrays import Integers
from exactcover.model.certificate import InvalidCertificate, Refutation
from exactcover.model.count_certificate import CountCertificate
from exactcover.model.cover import CheaperCover, Cover
from exactcover.model.encoding import Model
from exactcover.model.growth import Cheaper, Growth
from exactcover.model.horizon import Horizon
from exactcover.model.linear import Linear
from exactcover.model.many import SelectionTable
from exactcover.model.refuted import refuted_model, without_colours
from exactcover.model.space import NaivePlacement, Sliding, Within
from exactcover.model.tiling import Tiling


def faults(model: Model, selection: Integers) -> list[str]:
    """Return the faults of a selection of any model, one sentence each; none for a solution."""
    if not np.issubdtype(selection.dtype, np.integer):
        return [f"the selection is an array of {selection.dtype}; expected integers"]
    if isinstance(model, Cover | Linear) and selection.ndim != 1:
        return [f"the selection is an array of {selection.ndim} dimensions; expected 1"]
    if isinstance(model, Tiling):
        sentences = tiling.faults(model, selection)
    elif isinstance(model, Sliding):
        sentences = sliding.faults(model, selection)
    elif isinstance(model, Within):
        sentences = sliding.faults_within(model, selection)
    elif isinstance(model, NaivePlacement):
        sentences = naive_placement.faults(model, selection)
    elif isinstance(model, Horizon):
        sentences = horizon.faults(model, selection)
    elif isinstance(model, Cheaper):
        sentences = growth.faults_below(model, selection)
    elif isinstance(model, Growth):
        sentences = growth.faults(model, selection)
    elif isinstance(model, Cover):
        sentences = cover.faults(model, selection)
    elif isinstance(model, CheaperCover):
        sentences = cover.faults_below(model, selection)
    else:
        sentences = linear.faults(model, selection)
    return sentences


def all_right(model: Model, selections: SelectionTable) -> bool:
    """Return whether each of many selections is a solution; `faults` reports what is wrong with one."""
    parts, lines = selections.parts, selections.lines
    numbered = np.issubdtype(lines.dtype, np.integer) and lines.ndim == 2 and np.issubdtype(parts.dtype, np.integer)
    if not numbered or not ((lines >= -1) & (lines < len(parts))).all():
        return False
    if isinstance(model, Tiling):
        return tiling.all_right(model, parts, lines)
    if isinstance(model, Cover) and model.connectivity is None and parts.ndim == 1:
        return cover.all_right(model, parts, lines)
    return not any(faults(model, selection) for selection in selections)


def cost(model: Model, selection: Integers) -> int | None:
    """Return the cost of a selection, or None if the model has no cost."""
    if isinstance(model, Tiling | NaivePlacement):
        return None
    if isinstance(model, Sliding | Within | Horizon):
        return len(selection) - 1
    if isinstance(model, Growth | Cheaper):
        return growth.cost(model.growth if isinstance(model, Cheaper) else model, selection)
    if isinstance(model, Cover | CheaperCover):
        return cover.cost(model.cover if isinstance(model, CheaperCover) else model, selection)
    return model.cost(selection)


def refutation_faults(model: Model, refutation: Refutation) -> list[str]:
    """Return the fault of a refutation of a puzzle's model, in a sentence.

    None if it proves that there is no solution, or, with a bound, none that costs less. Only faults of the certificate are
    reported: any other exception of a judge is a bug of ours and propagates.
    """
    try:
        refuted = refuted_model(model, refutation)
        importlib.import_module(f"exactcover.judges.{refutation.argument}").judge(refuted, refutation.body)
    except InvalidCertificate as fault:
        return [str(fault)]
    return []


def count_faults(model: Model, certificate: CountCertificate) -> list[str]:
    """Return the fault of a certificate of a count of a puzzle's model, in a sentence.

    None if there are so many solutions, and, if it names classes, so many up to its symmetries.
    """
    try:
        judge_count(model, certificate)
        if certificate.classes is not None:
            judge_classes(model, certificate)
    except InvalidCertificate as fault:
        return [str(fault)]
    return []


def judge_count(model: Model, certificate: CountCertificate) -> None:
    """Raise InvalidCertificate unless there are as many solutions as a certificate says."""
    states.judge(states.demands_of(without_colours(model)), certificate.count, certificate.order)


def judge_classes(model: Model, certificate: CountCertificate) -> None:
    """Raise InvalidCertificate unless the solutions are in as many classes as a certificate says."""
    assert certificate.classes is not None
    needs = states.demands_of(without_colours(model))
    classes.judge(needs, certificate.classes, certificate.symmetries, certificate.order)
