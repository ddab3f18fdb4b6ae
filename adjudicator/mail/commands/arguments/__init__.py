"""What stands behind a command: dates, spans, terms, names, and the orders made of them."""
