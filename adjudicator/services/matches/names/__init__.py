"""Names of matches and their players, as a reader sees them."""
