"""The time of a running match: its clocks, what a late order does to them, nudges, and the terms in words."""
