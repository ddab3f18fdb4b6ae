"""Benchmarks, each compared with a floor: the rate that the same components reach alone on this machine."""
