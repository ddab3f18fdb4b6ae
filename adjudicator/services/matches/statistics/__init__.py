"""Sums over all finished matches of a game: statistics and openings."""
