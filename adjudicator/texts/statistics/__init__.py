"""Texts of statistics: their words, and their plots."""
