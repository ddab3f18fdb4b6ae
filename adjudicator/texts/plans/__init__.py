"""Texts of plans: what the kinds of facts and habits mean, and a plan drawn as a tree."""
