"""Verifiable randomness: every draw of a match follows from its seed and from its players' gifts."""
