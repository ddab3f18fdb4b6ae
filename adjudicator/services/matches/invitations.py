"""The letter that asks somebody to play, who may never have heard of us."""

from __future__ import annotations

from adjudicator.services.links import never_url, request_url
from adjudicator.services.matches.presenter import Scene, reader_at, reader_for
from adjudicator.services.outbox.enqueue import Ties, put, to_address
from adjudicator.services.players.players import find_player
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.tables import Match, Player, Request, Seat
from adjudicator.texts import letter_kinds
from adjudicator.texts.language import tongue
from adjudicator.texts.letter_facts import Offer


def write_invitation(work: UnitOfWork, match: Match, seat: Seat, inviter: Player, request: Request) -> None:
    """Ask a guest; he answers yes or no by writing back."""
    known = find_player(work.session, seat.guest)
    speech = tongue(known.language if known else request.language)
    address, never = work.context.addresses.confirm(request.id), never_url(work.context, request.id)
    scene = Scene(work.context, match, speech, known.layout if known else "wide", seat.number, address)
    occasion = letter_kinds.Invitation(
        reader=reader_for(work.context, known, seat.number, match) if known else reader_at(work.context, seat.name),
        match=scene.facts(),
        inviter=inviter.name,
        offers=(
            Offer.by_mail(speech.gettext("yes"), "join", address),
            Offer.by_mail(speech.gettext("no"), "decline", address),
            Offer.by_mail(speech.gettext("never"), "never", address),
        ),
        url=request_url(work.context, request.id),
        never_url=never,
        expires=request.expires_at,
    )
    to = to_address(known, seat.guest, speech, address)
    put(work, letter_kinds.INVITATION, occasion, to, Ties(match=match, stop_url=never, true_until=request.expires_at))
