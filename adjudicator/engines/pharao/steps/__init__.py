"""Das Gold des Pharao: which steps are legal, what each does, and why another is not legal."""
