"""Prometheus metrics: requests and their latency, jobs by state, waiting look-ups, followers."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from exactcover.service.feeds import Feeds
from exactcover.service.job import JobState
from exactcover.service.lookups import Lookups
from exactcover.service.store.jobs import Store

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 60.0)


class Metrics:
    """The metrics of one server, in a registry of its own, so that two servers in one process do not add up."""

    def __init__(self, lookups: Lookups, feeds: Feeds) -> None:
        self.registry = CollectorRegistry()
        self.calls = Counter(
            "exactcover_http_calls_total", "HTTP requests.", ("method", "route", "status"), registry=self.registry
        )
        self.seconds = Histogram(
            "exactcover_http_seconds",
            "Seconds from a request to the first byte of its response.",
            ("route",),
            buckets=SECONDS,
            registry=self.registry,
        )
        self.jobs = Gauge("exactcover_jobs", "Jobs in the store, by state.", ("state",), registry=self.registry)
        self.bytes = Gauge("exactcover_store_bytes", "Size of the store in bytes.", registry=self.registry)
        waiting = Gauge("exactcover_lookups", "Look-ups that are waiting or running.", registry=self.registry)
        waiting.set_function(lambda: lookups.pending)
        following = Gauge("exactcover_followers", "Open event streams.", registry=self.registry)
        following.set_function(lambda: feeds.followers)

    def count_request(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request; route: the template of its path, never the path itself."""
        self.calls.labels(method, route, str(status)).inc()
        self.seconds.labels(route).observe(seconds)

    def text(self, store: Store) -> bytes:
        """Return all metrics in the Prometheus text format."""
        states = store.count_by_state()
        for state in JobState:
            self.jobs.labels(str(state)).set(states.get(state, 0))
        self.bytes.set(store.size())
        return generate_latest(self.registry)
