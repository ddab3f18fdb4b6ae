"""The letter that asks an address whether it is the player's who says so."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from adjudicator.services.context import Desk
from adjudicator.services.links import never_url, request_url
from adjudicator.services.matches.lobby import ask
from adjudicator.services.matches.match_rows import Bells
from adjudicator.services.matches.presenter import reader_at
from adjudicator.services.outbox.enqueue import Addressee, Ties, put
from adjudicator.store.states import RequestKind
from adjudicator.store.tables import Player
from adjudicator.texts import letter_kinds
from adjudicator.texts.language import tongue
from adjudicator.texts.letter_facts import Offer


def ask_address(
    desk: Desk, session: Session, player: Player, address: str, origin: dict[str, Any], now: datetime
) -> Bells:
    """Ask an address whether a player may write from it; `origin` says who asked for that, and is kept."""
    speech = tongue(player.language)
    wish = {"player": player.id, **origin}
    request = ask(session, RequestKind.ADDRESS, address, player.name, speech.language, now, wish=wish)
    reply_to, never = desk.addresses.confirm(request.id), never_url(desk, request.id)
    occasion = letter_kinds.ConfirmAddress(
        reader=reader_at(desk, "", never),
        order=f"address {address}",
        offers=(
            Offer.by_mail(speech.gettext("yes"), "confirm", reply_to),
            Offer.by_mail(speech.gettext("no"), "decline", reply_to),
        ),
        url=request_url(desk, request.id),
        expires=request.expires_at,
        player=player.name,
        address=player.address,
    )
    to = Addressee(address=address, tongue=speech, reply_to=reply_to)
    return put(session, "confirm_address", occasion, to, Ties(stop_url=never, true_until=request.expires_at), now)
