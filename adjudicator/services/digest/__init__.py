"""The digest: one letter with all matches of a player, and one answer that acts in many of them."""
