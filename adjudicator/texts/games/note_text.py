"""Notes as sentences: the events, in the reader's language and from the reader's side."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from jinja2.runtime import Macro

from adjudicator.engines.contract import Note, Seat
from adjudicator.texts.facts.letter_facts import Result
from adjudicator.texts.formats.plain_text import one_line
from adjudicator.texts.language.language import Language

MOST_SENTENCES = 2048
"""Sentences that are kept, a kilobyte each: whoever looks at a match again sees nearly all of its notes again."""


class NoWords(LookupError):
    """There is no macro for a note."""


def render_note(note: Note, language: Language, reader: Seat | None, names: Sequence[str]) -> str:
    """Render a note for a reader (None: a spectator); `names` are the players by seat.

    The note ``egyptos.laid`` is rendered by the macro ``laid(note, who, you)`` of ``notes/egyptos.txt``: `who` returns
    the name of a seat, `you` tells whether it is the reader's. Raises `NoWords`.
    """
    return _worded("notes", note, language, reader, names)


def render_headline(note: Note, language: Language, reader: Seat | None, names: Sequence[str]) -> str:
    """Render a note in a few words for a subject; empty if it has no headline.

    Headlines are macros like those of `render_note`, in ``headlines/egyptos.txt``; most notes have none.
    """
    try:
        return _worded("headlines", note, language, reader, names)
    except NoWords:
        return ""


def render_result(result: Result, language: Language) -> str:
    """Say who has won, in one sentence without a full stop."""
    words = language.find_template("", "mail/_results.txt")
    if words is None:
        raise NoWords(result.kind)
    return one_line(getattr(words.module, result.kind)(result))


def _worded(folder: str, note: Note, language: Language, reader: Seat | None, names: Sequence[str]) -> str:
    return _word(folder, note, language, reader, tuple(names))


@lru_cache(maxsize=MOST_SENTENCES)
def _word(folder: str, note: Note, language: Language, reader: Seat | None, names: tuple[str, ...]) -> str:
    words = _find_words(folder, note.key, language)
    if words is None:
        raise NoWords(note.key)
    return one_line(words(note, lambda seat: names[seat], lambda seat: seat == reader))


@cache  # a page words hundreds of notes; there are some hundred keys
def _find_words(folder: str, key: str, language: Language) -> Macro | None:
    """Find the macro for the notes of a key; None if there is none."""
    prefix, _, name = key.partition(".")
    macros = language.find_template(prefix, f"{folder}/{prefix}.txt")
    return getattr(macros.module, name, None) if macros else None
