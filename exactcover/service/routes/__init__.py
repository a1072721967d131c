"""The HTTP routes, one subject per file; each file has a router that the application includes."""
