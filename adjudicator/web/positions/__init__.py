"""Pages of the positions of a match: one at a time, all of them as a film, with comments, and as files."""
