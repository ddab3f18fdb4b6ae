"""Das Gold des Pharao: what lies on the table, how it is dealt and laid out, and what it is worth at the end."""
