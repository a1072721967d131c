"""Tests of exactcover.backends.search.boards."""
