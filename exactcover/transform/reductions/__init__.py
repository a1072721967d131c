"""From one model to another, one arrow per file, each with its way back."""
