"""Das Gold des Pharao: what a seat may see, and how boards and pictures are laid out."""
