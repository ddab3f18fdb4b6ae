"""Letters about a match: to whom each news goes, and what stands in it."""
