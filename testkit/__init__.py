"""Rigs that tests, bench and chaos share; README.md tells which does what."""
