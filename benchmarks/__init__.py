"""Benchmarks: cases x engines, with every answer checked; results are committed under benchmarks/results."""
