"""Pages of a match: its board, the forms of its players, its turns, and lists of matches."""
