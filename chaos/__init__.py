"""Fault injection: breaks a whole installation while robots play on it, and checks that no letter was lost."""
