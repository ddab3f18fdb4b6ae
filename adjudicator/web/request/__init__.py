"""Surroundings of a request: its context, visitor, language and session, and the limits on it."""
