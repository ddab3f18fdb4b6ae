"""One inbound letter: stored, authenticated, authorised, deduplicated, refused or quarantined."""
