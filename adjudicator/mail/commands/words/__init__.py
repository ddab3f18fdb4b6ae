"""Words of commands and replies in five languages, and their look-up."""
