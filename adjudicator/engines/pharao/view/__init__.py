"""View of Das Gold des Pharao: everything that a seat may see, and the layout of boards and pictures."""
