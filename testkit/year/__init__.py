"""A year of a whole club on a clock that is set by hand: people, their letters, and everything that goes wrong.

`python -m testkit.year` plays it and prints what it counted;
`tests/services/time/test_simulated_year.py` plays a short one.
"""
