"""Commands in letters: their table, their words in five languages, dates, and lines that are orders."""
