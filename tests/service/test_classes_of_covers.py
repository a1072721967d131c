"""Classes of covers over HTTP, under symmetries that are found."""

from __future__ import annotations

from tests.service.servers import Served
from tests.service.test_batches import ended

SQUARE = {"kind": "cover", "items": list("abcd"), "options": [["a", "b"], ["b", "c"], ["c", "d"], ["d", "a"]]}


def test_jobs_count_and_list_the_classes_of_a_cover(server: Served) -> None:
    """Of a square's two covers by sides one is a quarter turn of the other."""
    counted = ended(server, {"task": "count", "puzzle": SQUARE, "up_to_symmetry": True})
    assert (counted["answer"]["count"], counted["answer"]["classes"]) == ("2", "1")
    listed = ended(server, {"task": "list", "puzzle": SQUARE, "up_to_symmetry": True})
    assert len(server.http.get(listed["links"]["solutions"]).json()["solutions"]) == 1
