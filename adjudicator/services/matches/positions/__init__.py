"""Positions of a match as it goes on: those after its entries, and those that are kept in memory."""
