"""Verifiable randomness: every draw of a match follows from its seed and from what its players gave."""
