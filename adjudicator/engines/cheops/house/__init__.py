"""Cheops: the house player."""
