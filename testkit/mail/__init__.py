"""Letters for tests: reply layouts, phrasings, keys that sign, and a generator of hostile letters."""
