"""Adjudicator: slow board games by e-mail, judged by a machine."""

__version__ = "0.2.0"
