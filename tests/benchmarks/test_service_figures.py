"""The page of the service's figures: kills add up, a part that is measured again takes the place of what it said before."""

from __future__ import annotations

from pathlib import Path

from benchmarks import service_figures


def test_the_page_is_written_with_each_part(tmp_path: Path) -> None:
    """Each part that is noted is on the page at once: kills summed by store, the latest of all others."""
    file = tmp_path / "service.jsonl"
    assert service_figures.noted(file) == []
    killed = {"jobs": 100, "again": 7, "resumed": 2, "orphans": 0}
    service_figures.note("killed", file=file, store="SQLite", kills=60, most=2, **killed)
    assert "| SQLite | 60 | 100 | 7 | 2 | 2 | 0 |" in file.with_suffix(".md").read_text()
    service_figures.note("killed", file=file, store="SQLite", kills=40, most=3, **killed)
    service_figures.note("killed", file=file, store="PostgreSQL", kills=5, most=1, **killed)
    service_figures.note("cached", file=file, figures={"answers per second": 100.0})
    service_figures.note("cached", file=file, figures={"answers per second": 250.5})
    service_figures.note("rates", file=file, how="50 threads", rows=[("SQLite", "300", "1.00")])
    page = file.with_suffix(".md").read_text()
    assert "| SQLite | 100 | 200 | 14 | 3 | 4 | 0 |" in page
    assert "| PostgreSQL | 5 | 100 | 7 | 1 | 2 | 0 |" in page
    assert "| answers per second | 250.5 |" in page
    assert "| answers per second | 100 |" not in page
    assert "| SQLite | 300 | 1.00 |" in page
    assert len(service_figures.noted(file)) == 6
