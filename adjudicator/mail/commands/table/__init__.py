"""The table of all commands, and the topics of help."""
