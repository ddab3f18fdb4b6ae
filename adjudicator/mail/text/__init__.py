"""Bytes and characters: character sets, encoded words, limits, normalised letters, lines and their marks."""
