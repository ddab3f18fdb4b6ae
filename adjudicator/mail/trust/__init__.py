"""Who sent a letter, and how well that is proved.

Read `sender_policy.py` first: the three policies that a host can choose from. The other modules supply its evidence:
the From header (`from_header.py`), the findings of the host's mail server (`auth_results.py`) or our own check of DKIM
signatures (`dkim_verify.py`), and the verdict on them (`authentication.py`).
"""
