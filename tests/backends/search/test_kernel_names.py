"""Kernels by name: the older names, the order of the items, and what is refused."""

from __future__ import annotations

import pytest

from exactcover import api
from exactcover.backends.search.cover.kernel_names import (
    ALIASES,
    AUTO,
    FEWEST_OPTIONS,
    LAYERS,
    NAMES,
    SPARSE,
    STATIC_ORDER,
    STATIC_ORDER_FRONT,
    kernel_named,
)
from exactcover.model.errors import InvalidInput
from exactcover.model.events import Progress


def test_every_name_and_every_older_name_is_a_kernel() -> None:
    """The names give five kernels, the older ones three of them, and an order makes static-order another value."""
    assert [kernel_named(name) for name in NAMES] == [AUTO, STATIC_ORDER, FEWEST_OPTIONS, LAYERS, SPARSE]
    assert [kernel_named(name) for name in ("S", "M", "D")] == [STATIC_ORDER, FEWEST_OPTIONS, LAYERS]
    assert kernel_named("S", "front") == kernel_named("static-order", "front") == STATIC_ORDER_FRONT
    assert kernel_named("static-order", "frac") == STATIC_ORDER != STATIC_ORDER_FRONT
    assert kernel_named("layers", "frac") == LAYERS
    assert [kernel.searching for kernel in (AUTO, LAYERS, SPARSE)] == [AUTO, AUTO, SPARSE]


@pytest.mark.parametrize(
    ("name", "order", "sentence"),
    [
        ("layer", None, "no kernel 'layer'; expected one of auto, static-order, .*did you mean 'layers'"),
        ("Q", None, "no kernel 'Q'"),
        ("static-order", "back", "no order 'back' for kernel static-order; expected frac or front"),
        ("M", "front", "no order 'front' for kernel fewest-options; .*with kernel static-order"),
        ("auto", "front", "no order 'front' for kernel auto"),
    ],
)
def test_what_is_no_kernel_is_refused(name: str, order: str | None, sentence: str) -> None:
    """An unknown kernel, an unknown order and an order of another kernel are refused in a sentence."""
    with pytest.raises(InvalidInput, match=sentence):
        kernel_named(name, order)


@pytest.mark.parametrize("alias", sorted(ALIASES))
def test_older_names_of_kernels_are_taken_by_the_engine(alias: str) -> None:
    """`exact:S` and the others count as the kernel does that they stand for, and the answer says its name."""
    board = api.puzzle("packing board=4x4 pieces=dominoes copies=any")
    whys = []
    for name in (alias, ALIASES[alias]):
        answer = api.count("packing board=4x4 pieces=dominoes copies=any", backend=f"exact:{name}")
        assert (answer.count, answer.classes) == (36, 9)
        whys.append(answer.engine.why)
    assert whys[0] == whys[1]
    assert ("layer by layer" if alias == "D" else f"kernel {ALIASES[alias]}, ") in whys[0]
    assert [
        step for step in api.run(board, api.request("count", f"exact:kernel={alias}")) if isinstance(step, Progress)
    ]


def test_an_order_of_the_older_name() -> None:
    """`exact:S,order=front` is static-order in front order."""
    for name in ("S", "static-order"):
        answer = api.count("soma", backend=f"exact:{name},order=front")
        assert (answer.count, answer.classes) == (11520, 240)
        assert "kernel static-order, first open item in front order" in answer.engine.why
    with pytest.raises(InvalidInput, match="with kernel static-order"):
        api.count("soma", backend="exact:M,order=front")
