"""Position of Egyptos: the pieces on the table, how they are dealt and laid out, and their worth at the end."""
