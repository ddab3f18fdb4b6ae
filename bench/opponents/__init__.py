"""Players of plain scripts, as yardsticks for the house player."""
