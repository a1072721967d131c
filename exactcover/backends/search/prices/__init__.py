"""Covers with costs: cheapest selections, and prices on items which prove in whole numbers that none costs less."""
