"""Matches: rows and locks, invitations and the lobby, letters about a match, clocks and outages, the archive."""
