"""What looks for certificates (provers), and certificates in plain words (explain)."""
