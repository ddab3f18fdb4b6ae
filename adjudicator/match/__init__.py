"""A match between people, as values: dealing, the record, the clock, rulings and the house player."""
