"""Unsubscribing: a player gets fewer letters, but no match is lost without a warning.

A player who has turned letters off still gets reminders, the letter that a deadline has passed, and the end of a match.
One letter confirms the change and says how to undo it. The other players of their matches are informed.
"""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Final

from sqlalchemy import select, update

from adjudicator.engines.contract import Note
from adjudicator.mail.address import stamp_row
from adjudicator.mail.commands.table.command_words import word_for
from adjudicator.mail.commands.words.setting_words import LETTER_CHOICES
from adjudicator.services.links import letters_url
from adjudicator.services.match_reader import MatchReader
from adjudicator.services.matches.letters import clock_letters
from adjudicator.services.outbox.enqueue import LetterRefs, enqueue_letter, recipient_of
from adjudicator.services.outbox.written_lately import was_written
from adjudicator.services.players.letter_readers import reader_for
from adjudicator.services.players.players import set_preference, validate_preference
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.states import Letters, MatchState
from adjudicator.store.tables import Match, Player, Seat
from adjudicator.texts.facts.letter_facts import Offer
from adjudicator.texts.language.language import language_for
from adjudicator.texts.letters import account_kinds

AS_ELSEWHERE: Final = "default"
"""A match has no choice of its own any more."""
TOLD_AGAIN = timedelta(days=1)
"""Turning letters off and on repeatedly writes these letters no more often than this."""


def set_subscription(work: UnitOfWork, player: Player, wanted: str) -> Note:
    """Set which letters a player gets; when turned off, write to the player and to the others in their matches.

    A choice for one match alone (`set_letters_of_seat`) stands, unless all are turned off.

    Return the note for the receipt. Raises `RefusedError`, which names the choices.
    """
    before = player.letters
    set_preference(player, "letters", wanted, work.now)
    note = Note.of("settings.letters", value=str(player.letters), match="")
    if player.letters is Letters.NONE:
        own = update(Seat).where(Seat.player_id == player.id, Seat.letters.is_not(None))
        work.session.execute(own.values(letters=None))
    if (
        player.letters is not Letters.NONE
        or before is Letters.NONE
        or was_written(work, account_kinds.UNSUBSCRIBED, player, TOLD_AGAIN)
    ):
        return note
    work.session.flush()
    plays = (
        select(Match)
        .join(Seat)
        .where(Seat.player_id == player.id, Seat.vacant_at.is_(None), Match.state == MatchState.RUNNING)
        .order_by(Match.id)
    )
    _confirm(work, player)
    reader = MatchReader()
    for match in reader.fetch(work.session, plays):
        seat = next(seat for seat in match.seats if seat.player_id == player.id)
        reader.act(work, match, partial(clock_letters.notify_unsubscribed, work, match, seat))
    reader.note(work)
    return note


def set_letters_of_seat(work: UnitOfWork, match: Match, seat: Seat, wanted: str) -> Note:
    """Set which letters about one match its player gets; the others learn when there are none. Return the note.

    Raises `RefusedError`, which names the choices.
    """
    if seat.player is None:
        raise ValueError(f"nobody reads letters at seat {seat.number} of {match.code}")
    general = seat.player.letters
    before = seat.letters or general
    seat.letters = None if wanted == AS_ELSEWHERE else Letters(validate_preference("letters", wanted, (AS_ELSEWHERE,)))
    now = seat.letters or general
    if now is Letters.NONE and before is not Letters.NONE and match.state is MatchState.RUNNING:
        clock_letters.notify_unsubscribed(work, match, seat)
    return describe_letters_of_seat(seat, match.code)


def describe_letters_of_seat(seat: Seat, match_code: str) -> Note:
    """Tell which letters about a match its player gets, and whether they chose that for it alone."""
    general = seat.player.letters if seat.player else Letters.TURNS
    return Note.of(
        "settings.letters", value=str(seat.letters or general), match=match_code, own=seat.letters is not None
    )


def _confirm(work: UnitOfWork, player: Player) -> None:
    language, service = language_for(player.language), work.context.addresses.service
    word = word_for("letters", language.language)
    facts = account_kinds.Unsubscribed(
        reader=reader_for(work.context, player),
        offers=(
            Offer.by_mail(word_for("start", language.language), "start", service),
            Offer.by_mail(f"{word} {LETTER_CHOICES.word('all', language.language)}", "letters_all", service),
        ),
        url=letters_url(work.context, player.id, stamp_row(player.created_at)),
    )
    enqueue_letter(work, account_kinds.UNSUBSCRIBED, facts, recipient_of(player, language, service), LetterRefs())
