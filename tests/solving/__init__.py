"""Tests of what stands between a request and an engine's process."""
