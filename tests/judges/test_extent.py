"""How large a model may be that a judge reads."""

from __future__ import annotations

import pytest

from exactcover.judges.extent import refuse_large
from exactcover.model.certificate import InvalidCertificate
from exactcover.model.cover import cover


def test_a_model_of_just_the_most_options_or_products_is_judged() -> None:
    """Two items and three options: 3 options and a product of 6 are allowed, and one less refuses them."""
    model = cover(["a", "b"], [["a"], ["b"], ["a", "b"]])
    refuse_large(model, 3, 6)
    with pytest.raises(InvalidCertificate, match="the model has up to 3 options; expected at most 2 for"):
        refuse_large(model, 2, 6)
    with pytest.raises(InvalidCertificate, match="2 items and up to 3 options; expected a product of at most 5 for"):
        refuse_large(model, 3, 5)
