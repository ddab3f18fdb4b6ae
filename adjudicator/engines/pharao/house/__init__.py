"""Das Gold des Pharao: the house player."""
