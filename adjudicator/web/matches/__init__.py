"""Pages about a match: its board, the forms of its players, every position, and lists of matches."""
