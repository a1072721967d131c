"""Counts with certificates over HTTP: made by a look-up, judged by the client and by the server, refused when they are lies."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

import exactcover
from exactcover import api, cli
from exactcover.model.errors import InvalidInput, JudgeRefused
from exactcover.service.verification import AnswerVerifier
from tests.schemas import validate
from tests.service.servers import Served

QUEENS = "queens n=6"


def test_a_server_makes_and_judges_a_certificate_of_a_count(client: TestClient) -> None:
    """POST /v1/certify returns it, and POST /v1/check accepts it as a value and as a text, and no other number."""
    response = client.post("/v1/certify", json={"puzzle": QUEENS})
    assert response.status_code == 200
    certificate = response.json()["certificate"]
    validate("count_certificate", certificate)
    assert (certificate["count"], certificate["classes"]) == ("4", "1")
    for sent in ({"value": certificate}, {"text": json.dumps(certificate)}):
        verdict = client.post("/v1/check", json={"puzzle": QUEENS, **sent}).json()
        assert verdict["accepted"]
        assert verdict["verified"] == ["certificate", "count", "classes"]
    verdict = client.post("/v1/check", json={"puzzle": QUEENS, "value": certificate | {"count": "5"}}).json()
    assert not verdict["accepted"]
    assert "says 5 solutions; counted along its order there are 4" in verdict["faults"][0]


def test_a_puzzle_without_certificates_of_counts_is_refused(client: TestClient) -> None:
    """In a sentence, as the command line does."""
    response = client.post("/v1/certify", json={"puzzle": "8-puzzle"})
    assert response.status_code == 422
    assert "there is no certificate of this count" in response.json()["detail"]


def test_a_limit_ends_a_count_with_a_certificate(client: TestClient) -> None:
    """The response says which, as that of other look-ups does, and has no certificate."""
    response = client.post("/v1/certify", json={"puzzle": "bedlam", "time_limit": 0.2})
    assert response.status_code == 200
    validate("stopped", response.json())
    assert response.json()["stop_reason"] == "time"


def test_a_client_has_certificates_of_counts(
    server: Served, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same as on this machine, from Python and from the command line, which writes it."""
    with exactcover.Client(server.url) as client:
        certificate = client.count_certificate(QUEENS)
        assert certificate == exactcover.count_certificate(QUEENS)
        assert client.count_certificate("bedlam", time_limit=0.2) is None
        with pytest.raises(InvalidInput, match="no certificate of this count"):
            client.count_certificate("8-puzzle")
    file = tmp_path / "count.json"
    assert cli.main(["--server", server.url, "count", *QUEENS.split(), "--certificate", str(file)]) == 0
    assert capsys.readouterr().out == "4 solutions, 1 up to symmetry: there is a certificate, accepted by the judge\n"
    assert exactcover.check_file(QUEENS, file)["accepted"]


@pytest.mark.parametrize(
    "lie", [{"count": "5"}, {"classes": "2"}, {"puzzle_sha256": "0" * 64}, {"order": []}, {"count": None}]
)
def test_a_lie_about_a_count_is_refused(lie: dict[str, object]) -> None:
    """A client takes no certificate from a server that the judge does not accept."""
    certificate = exactcover.count_certificate(QUEENS)
    assert certificate is not None
    verifier = AnswerVerifier(api.puzzle_about(QUEENS), "certify")
    assert verifier.count_certificate(certificate.to_json()) == certificate
    with pytest.raises(JudgeRefused, match="proves nothing"):
        verifier.count_certificate(certificate.to_json() | lie)
