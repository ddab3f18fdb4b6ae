"""Records of version 1: their shape, chain, replay and verification.

Nothing here changes any more: matches that began under version 1 stay there, and their records verify for ever.
"""
