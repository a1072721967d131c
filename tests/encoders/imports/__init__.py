"""Tests of encoders/imports."""
