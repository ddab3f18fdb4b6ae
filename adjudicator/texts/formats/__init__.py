"""Formats: plain text and its columns, links that begin a letter, and feeds."""
