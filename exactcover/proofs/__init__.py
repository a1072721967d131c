"""Provers, which search for certificates, and explanations of certificates in plain words (explain)."""
