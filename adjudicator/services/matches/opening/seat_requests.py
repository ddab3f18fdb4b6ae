"""Questions about seats of a running match that one person has to answer with a yes: by letter, or on their page."""

from __future__ import annotations

from adjudicator.engines.contract import Note
from adjudicator.engines.registry import engine_for
from adjudicator.services.links import never_url, request_address, request_url
from adjudicator.services.matches.opening.lobby import create_request
from adjudicator.services.matches.rows.known_matches import may_see
from adjudicator.services.matches.view.presenter import MatchPresenter
from adjudicator.services.outbox.enqueue import LetterRefs, enqueue_letter, recipient_at
from adjudicator.services.players.letter_readers import reader_of
from adjudicator.services.players.players import find_player
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.request_wishes import SeatWish
from adjudicator.store.states import RequestKind
from adjudicator.store.tables import Match, Seat
from adjudicator.texts.facts.letter_facts import Offer
from adjudicator.texts.games.note_text import render_note
from adjudicator.texts.language.language import SOURCE, language_for
from adjudicator.texts.letters import confirmation_kinds


def ask_resign(work: UnitOfWork, match: Match, seat: Seat, order: str, refs: LetterRefs) -> None:
    """Ask a player whether they leave a match that goes on without them. `order` is the line that said so."""
    player = seat.player
    if player is None:
        raise ValueError(f"nobody sits at seat {seat.number}")
    language, wish = language_for(player.language), SeatWish(seat.number, seat.epoch)
    request = create_request(
        work, RequestKind.RESIGN, player.address, player.name, player.language, match_id=match.id, wish=wish
    )
    address = request_address(work.context, request)
    facts = confirmation_kinds.Confirm(
        reader=reader_of(work.context, player),
        order=order,
        meaning=render_note(leaving_note(match), language, None, ()),
        offers=tuple(
            Offer.by_mail(language.gettext(word), purpose, address)
            for word, purpose in (("yes", "confirm"), ("no", "decline"))
        ),
        url=request_url(work.context, request),
        expires=request.expires_at,
    )
    enqueue_letter(work, confirmation_kinds.CONFIRM, facts, recipient_at(player, "", language, address), refs)


def leaving_note(match: Match) -> Note:
    """Tell the consequence when a player leaves a match that goes on without them."""
    return Note.of("match.leaving", match=match.code, game=engine_for(match.rules).rules.title)


def offer_seat(work: UnitOfWork, match: Match, seat: Seat, guest: str, wish: SeatWish) -> None:
    """Ask somebody whether they take the seat of a player, for good or for a while."""
    kind = RequestKind.SUBSTITUTE if wish.until else RequestKind.HAND_OVER
    player, context = find_player(work.session, guest), work.context
    inviter = seat.player.language if seat.player else SOURCE
    language = language_for(player.language if player else inviter)
    request = create_request(work, kind, guest, "", language.language, match_id=match.id, wish=wish)
    address, stop_url = request_address(context, request), "" if player else never_url(context, request)
    facts = confirmation_kinds.SeatOffer(
        reader=reader_of(context, player, "", stop_url),
        order="",
        offers=tuple(
            Offer.by_mail(language.gettext(word), purpose, address)
            for word, purpose in (("yes", "join"), ("no", "decline"))
        ),
        url=request_url(context, request),
        expires=request.expires_at,
        match=MatchPresenter(
            context, match, language, "wide", linked=may_see(work.session, match, player, guest)
        ).facts(),
        inviter=seat.name,
        last=wish.day,
    )
    refs = LetterRefs(stop_url=stop_url, true_until=request.expires_at)
    enqueue_letter(work, confirmation_kinds.SEAT_OFFER, facts, recipient_at(player, guest, language, address), refs)
