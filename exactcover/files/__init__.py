"""Files: exports for other programs (exports), the verdict on files (judging), and JSON Schemas (schemas)."""
