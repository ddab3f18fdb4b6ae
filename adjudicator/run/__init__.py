"""Runs the whole service on one machine: the supervisor, checks before a start, and the doctor."""
