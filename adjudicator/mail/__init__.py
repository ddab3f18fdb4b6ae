"""Mail as values: bytes in, values out; no network, no database, no clock.

Nothing here knows a game: a player's text leaves as lines, and an engine reads them. One exception to "no clock": a
DKIM signature carries the time of signing.

- `text`: characters, lines and limits. Below all others.
- `lexicon`: words of mail programs and of people, in many languages.
- `trust`: who sent a letter, and how well that is proved.
- `incoming`: the bytes of a letter as a `Letter`. Start with `incoming/letter.py`.
- `reply`: a player's own lines, apart from quotes and signatures. Start with `reply/reply.py`.
- `commands`: lines that ask for something, such as `undo`. Start with `commands/table/command_table.py`.
- `outgoing`: a letter of ours as bytes. Start with `outgoing/compose.py`.

`address.py` mints and reads our signed addresses; all sub-packages rely on it to know our own mail.
"""
