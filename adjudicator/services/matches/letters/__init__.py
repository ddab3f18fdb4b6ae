"""Letters about a match: the readers of each news, and its contents."""
