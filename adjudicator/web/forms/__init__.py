"""Forms that several pages share, and how a form becomes a letter in the inbox."""
