"""The model that a refutation refutes: a puzzle's own model, or the question of whether that has a cheaper solution."""

from __future__ import annotations

from exactcover.model.certificate import InvalidCertificate, Refutation
from exactcover.model.cover import CheaperCover, Cover
from exactcover.model.encoding import Model, name_of
from exactcover.model.errors import InvalidModel
from exactcover.model.growth import Cheaper, Growth
from exactcover.model.space import MOST_MOVES, Sliding, Within
from exactcover.model.written_out import written_out


def refuted_model(model: Model, refutation: Refutation) -> Model:
    """Return the model that a refutation refutes, given a puzzle's own model.

    A cover's colours are written as items. Raises InvalidCertificate if the model does not support the question.
    """
    model = without_colours(model)
    return model if refutation.bound is None else below(model, refutation.bound)


def without_colours(model: Model) -> Model:
    """Return the model in the form that certificates are about: a cover's colours as items. Raises InvalidCertificate if too
    large."""
    if not isinstance(model, Cover):
        return model
    try:
        return written_out(model)
    except InvalidModel as too_many:
        raise InvalidCertificate(str(too_many)) from None


def below(model: Model, cost: int) -> Model:
    """Return the question of whether a model has a cheaper solution; raises InvalidCertificate if it is not supported."""
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
