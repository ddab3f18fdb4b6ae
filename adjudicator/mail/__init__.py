"""Letters as values: bytes in, values out, no network and no clock.

Nothing here knows a game: what a person wrote leaves as lines of text for an engine to read.
"""
