"""Arguments of commands: dates, spans, terms, names, and the orders made of them."""
