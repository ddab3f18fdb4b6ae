"""Seats that change hands, and decisions that the players of a match take together."""
