"""Queens on a chessboard that do not attack each other: the value, its keys, its encoding, its referee and its picture."""
