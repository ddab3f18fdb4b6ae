"""The host: what they do to matches, each deed with a reason, told to all players and kept in the record."""
