"""Finished matches: the archive and its search, their positions, and what they say of a player."""
