"""Position of Das Gold des Pharao: the pieces on the table, how they are dealt, and their worth at the end."""
