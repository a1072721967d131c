"""From one model to another, one arrow a file, each with its way back."""
