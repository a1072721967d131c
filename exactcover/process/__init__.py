"""What the machine gives: the clock, files being written, databases, child processes and what is said to them."""
