"""The time of a running match: its clocks, the effect of a late order on them, nudges, and the terms in words."""
