"""The letter that asks an address whether it is the player's who says so."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from adjudicator.desk.desk import Desk
from adjudicator.desk.links import never_url, request_url
from adjudicator.desk.lobby import ask
from adjudicator.desk.mailing import Addressee, Ties, put
from adjudicator.desk.matches import Bells
from adjudicator.desk.scene import reader_at
from adjudicator.store.states import RequestKind
from adjudicator.store.tables import Player
from adjudicator.texts import occasions
from adjudicator.texts.facts import Offer
from adjudicator.texts.tongue import tongue


def ask_address(
    desk: Desk, session: Session, player: Player, address: str, origin: dict[str, Any], now: datetime
) -> Bells:
    """Ask an address whether a player may write from it; `origin` says who asked for that, and is kept."""
    speech = tongue(player.language)
    wish = {"player": player.id, **origin}
    request = ask(session, RequestKind.ADDRESS, address, player.name, speech.language, now, wish=wish)
    reply_to, never = desk.addresses.confirm(request.id), never_url(desk, request.id)
    occasion = occasions.ConfirmAddress(
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
