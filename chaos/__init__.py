"""Breaks a whole installation on purpose while a club plays on it, and counts what was lost: nothing may be."""
