"""Measurements on this machine, each beside a floor that the same parts reach when they do nothing else."""
