"""A package, so that its installations can have the scope of one: they end with its last test, not with the run."""
