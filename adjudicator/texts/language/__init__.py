"""A language: its catalog, its locale, and what templates call to write numbers, names, spans and orders in it."""
