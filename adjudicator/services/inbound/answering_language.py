"""The language of an answer: the player's, or for somebody else the one in which they seem to write."""

from __future__ import annotations

from adjudicator.mail.commands.lines.writer_language import guess_language
from adjudicator.services.inbound.inbound_letter import InboundLetter
from adjudicator.store.tables import Player
from adjudicator.texts.language.language import SOURCE, Language, language_for


def answering_language(inbound: InboundLetter, player: Player | None) -> Language:
    """Return the language of the answer to a letter.

    What somebody has written decides. Its subject may be of a letter of ours, and only helps where that is unclear.
    """
    if player is not None:
        return language_for(player.language)
    lines = inbound.reply.lines
    if written := guess_language(lines, ""):
        return language_for(written)
    subject = () if inbound.reply.quoted else (inbound.letter.subject,)
    return language_for(guess_language((*lines, *subject), inbound.letter.language) or SOURCE)
