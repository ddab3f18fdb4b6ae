"""Plans and habits of a running match: kept sealed with their seats, and asked when a turn begins.

Orders that wait for a second look are kept in the same way.
`match.plans` reads, checks, plays and writes them; this package keeps them and calls it.
"""
