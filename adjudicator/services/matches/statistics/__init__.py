"""What all finished matches of a game say together: statistics and openings."""
