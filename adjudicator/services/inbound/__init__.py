"""One inbound letter: stored, authenticated, authorised, deduplicated, refused or quarantined.

`intake` stores it. `jobs.judging` calls the other modules and hands an `inbound_letter.InboundLetter` to the package of
its destination: `orders` (a seat), `requests` (the service, a request), `automated` (bounces and auto-replies).
"""
