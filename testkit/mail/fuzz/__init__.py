"""Hostile letters, each made from a seed."""
