"""Matches, in layers from below: clock, rows, view, letters, opening, seats, deadlines."""
