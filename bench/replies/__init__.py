"""Generated replies through the services: is what their writer ordered played, and nothing else?

A scene is a match in mid-play, in one game and language. A letter is a phrasing of an order (or words that order
nothing), laid out as a mail program does it, with a signature, and sometimes with a third person's words in it. Every
letter is judged in a fresh copy of its scene's database, and what changed there is compared with what was meant.
"""
