"""Bytes, characters and lines: the ground floor of mail parsing, with no idea of senders or replies.

Read `size_limits.py` first: it parses every incoming letter, after it has checked on the bytes that parsing is cheap.
Then `line_kind.py`: the kinds of lines, and the mark for a line that its writer may not see as it reads.
"""
