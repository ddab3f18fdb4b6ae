"""Finished matches: the archive, its search, and the pages of players."""
