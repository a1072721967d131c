"""The calls over HTTP, one subject per file; each file has one function that adds its calls to the app."""
