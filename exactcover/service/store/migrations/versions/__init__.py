"""The versions of the tables, in their order."""
