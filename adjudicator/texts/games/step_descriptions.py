"""Descriptions of the effects of steps, in words, beside the orders that letters and pages offer."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.engines.contract import Note
from adjudicator.texts.games.note_text import render_note
from adjudicator.texts.language.language import Language


def render_descriptions(notes: Sequence[Note], language: Language) -> str:
    """Say the effect of the steps of one order: ``lay a pyramid on M14``, or several of them, joined by "then"."""
    said = ""
    for note in notes:
        own = render_note(note, language, None, ())
        said = language.gettext("%(first)s, then %(second)s") % {"first": said, "second": own} if said else own
    return said
