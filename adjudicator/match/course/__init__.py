"""The course of a match, from its record: the steps that stand, possible entries, places, and verification."""
