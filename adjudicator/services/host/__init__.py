"""Deeds of the host in matches: each has a reason, is told to all players, and is kept in the record."""
