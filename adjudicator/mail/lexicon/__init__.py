"""Words and phrases of mail programs and of people, in the languages that they use: data and patterns, no decisions.

`wordlist.py` explains how a list is written. `clients.py` and `header_names.py` hold the words around a quote,
`closings.py` and `contact_lines.py` those of signatures, `courtesy.py` and `hedges.py` the words around an order.
"""
