"""Tests of Langford pairs."""
