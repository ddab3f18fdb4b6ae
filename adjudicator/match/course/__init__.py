"""The course of a match, from its record: the steps that stand, what may follow, places, and verification."""
