"""Deadlines: a sweep's work on time that has run out, and on outages."""
