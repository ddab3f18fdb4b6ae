"""A year of a whole club on a clock that is set by hand: people, their letters, and everything that goes wrong.

They want digests at all hours in twelve zones, reminders, quiet hours, and all letters or only those of their turns.

`python -m testkit.year` plays it and prints what it counted;
`tests/services/time/test_simulated_year.py` plays a short one.
"""
