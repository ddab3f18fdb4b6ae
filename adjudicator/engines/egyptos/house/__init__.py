"""Egyptos: the house player."""
