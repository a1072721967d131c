"""Settings of all tests: generated examples are judged by their outcome, never by how fast a busy machine makes them."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")
