"""A player's own lines in a reply, apart from quotes, attributions, signatures and our own text.

Read `reply.py` first: every line of a reply gets a kind. `classify.py` finds the quotes (by marks, attributions, quoted
headers and our own words), `signature_block.py` sorts the rest, and `alternatives.py` compares plain text with HTML.
"""
