"""The problems that can be posed, as frozen values that validate themselves. Imports nothing from the project."""
