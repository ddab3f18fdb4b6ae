"""Answers about the club, its archive and its help, whoever asks and wherever they write to.

`search_terms` reads a search of the archive, `archive_words` says what was sought. Each of the others answers some
commands, for letters to a seat (`orders`), to the service (`requests`) and to a digest (`digest`) alike.
"""
