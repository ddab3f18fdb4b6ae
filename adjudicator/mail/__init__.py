"""Letters as values: bytes in, values out, no network and no clock.

One exception: a DKIM signature carries the time at which it was made.

Nothing here knows a game: what a person wrote leaves as lines of text for an engine to read.
"""
