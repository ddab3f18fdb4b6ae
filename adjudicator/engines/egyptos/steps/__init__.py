"""Steps of Egyptos: the legal ones, the effect of each, and the reason why another is not legal."""
