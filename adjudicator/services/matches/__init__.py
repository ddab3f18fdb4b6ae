"""Matches, in layers from below: clock, rows, plans, names, finished, annotations, view, statistics, letters, opening,
seats, deadlines.
"""
