"""Finished matches: the archive and its search, and what they say of a player."""
