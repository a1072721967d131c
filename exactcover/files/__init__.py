"""What goes out to files of other programs (exports), what comes in and is judged (judging), and the JSON of both (schemas)."""
