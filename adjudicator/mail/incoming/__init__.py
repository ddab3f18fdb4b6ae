"""An incoming letter, from bytes to a `Letter`.

Read `letter.py` first: it calls all other modules in order. `headers.py` and `body.py` read the two halves of a letter;
`html_*.py` and `css.py` turn HTML into text, `tnef.py` and `rtf.py` unpack Outlook's attachments, `smime.py` and
`openpgp.py` read signed text; `auto_reply.py` and `bounce.py` recognise mail that no person wrote.
"""
