"""Texts of players about a match: memos, diaries, and comments with the moves they mean."""
