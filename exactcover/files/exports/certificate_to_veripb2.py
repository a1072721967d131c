"""From a refutation to OPB and a VeriPB proof of version 2.0, for checkers older than VeriPB 3.

Not here: the steps, which are those of version 3.0 (certificate_to_veripb).
"""

from __future__ import annotations

from exactcover.files.exports import certificate_to_veripb
from exactcover.model.certificate import Refutation
from exactcover.model.encoding import Model


def convert(model: Model, refutation: Refutation) -> tuple[bytes, bytes]:
    """Return the model as OPB and the proof, as certificate_to_veripb does; raises Unsuitable like it."""
    return certificate_to_veripb.convert(model, refutation, "2.0")
