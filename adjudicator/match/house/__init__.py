"""The house player, and games that are played without people."""
