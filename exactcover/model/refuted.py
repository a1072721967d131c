"""What a refutation says has no solution: a puzzle's own model, or the question whether that has a solution of less cost."""

from __future__ import annotations

from exactcover.model.certificate import InvalidCertificate, Refutation
from exactcover.model.cover import CheaperCover, Cover
from exactcover.model.encoding import Model, name_of
from exactcover.model.errors import InvalidModel
from exactcover.model.growth import Cheaper, Growth
from exactcover.model.space import MOST_MOVES, Sliding, Within
from exactcover.model.written_out import written_out


def refuted_model(model: Model, refutation: Refutation) -> Model:
    """Return what a refutation says has no solution, given a puzzle's own model.

    A cover's colours are written out as items. Raises InvalidCertificate if that cannot be asked of the model.
    """
    model = without_colours(model)
    return model if refutation.bound is None else below(model, refutation.bound)


def without_colours(model: Model) -> Model:
    """Return the model as certificates speak of it: the colours of a cover are items. Raises InvalidCertificate for too many."""
    if not isinstance(model, Cover):
        return model
    try:
        return written_out(model)
    except InvalidModel as too_many:
        raise InvalidCertificate(str(too_many)) from None


def below(model: Model, cost: int) -> Model:
    """Return the question whether a model has a solution of less cost; raises InvalidCertificate if that cannot be asked."""
    if isinstance(model, Growth) and model.price != "nothing" and cost >= 1:
        return Cheaper(model, cost)
    if isinstance(model, Cover) and model.costs is not None:
        return CheaperCover(model, cost)
    if not isinstance(model, Sliding):
        raise InvalidCertificate(
            f"a bound was given for a {name_of(model)}; expected a puzzle whose solutions are plans, or options or pieces"
            " that cost"
        )
    if not 1 <= cost <= MOST_MOVES + 1:
        raise InvalidCertificate(f"the bound is {cost}; expected a whole number from 1 to {MOST_MOVES + 1}")
    return Within(model, cost - 1)
