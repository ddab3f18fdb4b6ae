"""Texts of a game, from its own templates: boards, notes, options, rules, and steps in words."""
