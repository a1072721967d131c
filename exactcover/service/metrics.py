"""What a server counts: calls, how long they take, jobs by state, look-ups that wait, followers."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from exactcover.service.feeds import Feeds
from exactcover.service.job import JobState
from exactcover.service.lookups import Lookups
from exactcover.service.store.jobs import Store

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 60.0)


class Metrics:
    """The figures of one server, in a registry of its own: two servers in one process do not add up."""

    def __init__(self, lookups: Lookups, feeds: Feeds) -> None:
        self.registry = CollectorRegistry()
        self.calls = Counter(
            "exactcover_http_calls_total", "Calls over HTTP.", ("method", "route", "status"), registry=self.registry
        )
        self.seconds = Histogram(
            "exactcover_http_seconds",
            "Seconds from a call to the first byte of its answer.",
            ("route",),
            buckets=SECONDS,
            registry=self.registry,
        )
        self.jobs = Gauge("exactcover_jobs", "Jobs in the store, by state.", ("state",), registry=self.registry)
        self.bytes = Gauge("exactcover_store_bytes", "Bytes that the store takes.", registry=self.registry)
        waiting = Gauge("exactcover_lookups", "Look-ups that wait or run.", registry=self.registry)
        waiting.set_function(lambda: lookups.pending)
        following = Gauge("exactcover_followers", "Streams of events that are open.", registry=self.registry)
        following.set_function(lambda: feeds.followers)

    def heard(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a call; route: its template, never the path that was sent."""
        self.calls.labels(method, route, str(status)).inc()
        self.seconds.labels(route).observe(seconds)

    def text(self, store: Store) -> bytes:
        """Return all figures as Prometheus reads them."""
        states = store.count_by_state()
        for state in JobState:
            self.jobs.labels(str(state)).set(states.get(state, 0))
        self.bytes.set(store.size())
        return generate_latest(self.registry)
