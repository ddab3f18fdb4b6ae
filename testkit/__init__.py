"""Test helpers that tests, bench and chaos share; README.md lists them."""
