"""Covers with costs: cheapest selections, and integer prices on items that prove that none costs less."""
