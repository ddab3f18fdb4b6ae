"""Texts of plans: the meanings of the kinds of facts and habits, and a plan drawn as a tree."""
