"""Pages about a player: signing in, preferences, addresses, time, letters, and requests that wait for a yes."""
