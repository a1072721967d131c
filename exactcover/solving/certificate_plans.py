"""Plans of requests that are to have a certificate: the plan of the search, and the provers that go on after it.

Not here: the plan of the search (dispatch.py); how both are executed (certifying.py).
"""

from __future__ import annotations

from dataclasses import replace

from exactcover.model.answer import Request
from exactcover.model.cover import Cover
from exactcover.model.encoding import Model, name_of
from exactcover.model.errors import InvalidInput
from exactcover.model.growth import Growth
from exactcover.model.space import Sliding
from exactcover.model.tiling import Tiling
from exactcover.solving import portfolio
from exactcover.solving.plan import BestAndBound, Plan, Prove, Share, ThenBound, ThenComplete


def refuse(request: Request, model: Model) -> None:
    """Raise InvalidInput if a request is to have a certificate, and there is none for its task, its options or its model."""
    if not request.certificate:
        return
    connected = isinstance(model, Cover) and model.connectivity is not None
    listable = isinstance(model, Tiling | Cover) and not connected
    out_of_place = {
        f"a {request.task}": request.task not in ("solve", "list"),
        "a search that a gap ends": request.gap is not None,
        "a list up to symmetry": request.task == "list" and request.up_to_symmetry,
        "an executor": bool(request.executor),
        "a list with a checkpoint": request.checkpoint is not None,
        f"a list of a {'connected cover' if connected else name_of(model)}": request.task == "list" and not listable,
    }
    for feature, refused in out_of_place.items():
        if refused:
            raise InvalidInput(
                f"certificate does not apply to {feature}; expected a solve, or a list of all solutions, or of all of least"
                " cost, of a cover or a packing"
            )


def certified(plan: Plan, request: Request, model: Model) -> Plan:
    """Return the plan that continues until there is a certificate; the plan itself if the request needs none."""
    if not request.certificate:
        return plan
    none = Prove(portfolio.arguments("", model)[0])
    if request.task == "list":
        return ThenComplete(plan, none)
    if isinstance(plan, BestAndBound) and isinstance(model, Cover | Growth):
        plan = replace(
            plan, patient=True
        )  # prices, and provers of pieces that grow, write their proofs during the search
    return ThenBound(plan, _bound(model), none)


def _bound(model: Model) -> Prove:
    """Return the provers that nothing costs less; without stages if there are none for the model."""
    if isinstance(model, Sliding):
        return Prove(portfolio.arguments_below(""))
    if isinstance(model, Cover) and model.costs is not None:
        return Prove(((Share("prices"),),))
    return Prove(((Share("barriers", part=0.5),), (Share("steiner"),))) if isinstance(model, Growth) else Prove()
