"""How a seat changes hands, and what the players of a match decide together."""
