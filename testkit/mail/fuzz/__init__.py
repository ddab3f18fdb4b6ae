"""A fuzzer of letters: each seed gives one hostile letter, always the same.

`letter.py` starts from a reply (`replies.py`), changes its parts (`part_mutations.py`, with `odd_values.py` and
`bombs.py`) and then its bytes (`byte_mutations.py`). `check.py` reads it with every parser and checks the outcome.
"""
