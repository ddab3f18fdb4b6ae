"""Egyptos: steps as they are written, and the words of five languages for them."""
