"""An outgoing letter, from values to bytes.

Read `compose.py` first: it builds headers (`header_writer.py`) and MIME parts (`mime.py`) and has the result signed
(`dkim_sign.py`). `lint.py` checks finished letters in tests and in the `lint` command.
"""
