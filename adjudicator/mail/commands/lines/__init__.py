"""Lines of a letter: which are commands, which are orders, and commands written in a language."""
