"""Matches: their rows under a lock, the lobby, notifications, clocks, archive."""
