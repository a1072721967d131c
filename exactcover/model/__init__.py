"""What can be asked, as frozen values that refuse to be malformed. Imports nothing of the project."""
