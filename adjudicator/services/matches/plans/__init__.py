"""Plans and habits of a running match: kept sealed with their seats, and asked when a turn begins.

`match.plans` reads, checks, plays and writes them; this package keeps them and calls it.
"""
