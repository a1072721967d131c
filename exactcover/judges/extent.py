"""The size of a model, before its options are listed, for judges that store something per option."""

from __future__ import annotations

from exactcover.model.certificate import InvalidCertificate
from exactcover.model.cover import Cover
from exactcover.model.encoding import Model
from exactcover.model.tiling import Tiling


def refuse_large(model: Model, most_options: int, most_products: int) -> None:
    """Raise InvalidCertificate if the options, or items times options, may be too many.

    A tiling's options are counted as one for each cell and orientation, including those that would stick out.
    """
    if isinstance(model, Tiling):
        cells = int(model.region.sum())
        items = cells + len(model.pieces)
        options = cells * sum(len(piece.orientations) for piece in model.pieces if piece.most > 0)
    elif isinstance(model, Cover):
        items, options = len(model.items), model.options
    else:
        raise InvalidCertificate("the model has no items and options; expected a tiling or a cover")
    if options > most_options:
        raise InvalidCertificate(
            f"the model has up to {options} options; expected at most {most_options} for this kind of proof"
        )
    if items * options > most_products:
        raise InvalidCertificate(
            f"the model has {items} items and up to {options} options;"
            f" expected a product of at most {most_products} for this kind of proof"
        )
