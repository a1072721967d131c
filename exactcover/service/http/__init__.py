"""HTTP as the server speaks it: connections, what is refused, bodies, and errors. Not here: the routes."""
