"""The letter that asks a new address whether it belongs to the player who claims it."""

from __future__ import annotations

from adjudicator.services.links import never_url, request_address, request_url
from adjudicator.services.matches.opening.lobby import create_request
from adjudicator.services.outbox.enqueue import LetterRefs, Recipient, enqueue_letter
from adjudicator.services.players.letter_readers import reader_at
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.request_wishes import AddressWish
from adjudicator.store.states import RequestKind
from adjudicator.store.tables import Player
from adjudicator.texts.facts.letter_facts import Offer
from adjudicator.texts.language.language import language_for
from adjudicator.texts.letters import confirmation_kinds


def ask_address(work: UnitOfWork, player: Player, address: str, wish: AddressWish) -> None:
    """Write to the address that a player claims. The wish, which says who asked and how, is stored with the request."""
    language = language_for(player.language)
    request = create_request(work, RequestKind.ADDRESS, address, player.name, language.language, wish=wish)
    reply_to, never = request_address(work.context, request), never_url(work.context, request)
    facts = confirmation_kinds.ConfirmAddress(
        reader=reader_at(work.context, "", never),
        order=f"address {address}",
        offers=(
            Offer.by_mail(language.gettext("yes"), "confirm", reply_to),
            Offer.by_mail(language.gettext("no"), "decline", reply_to),
        ),
        url=request_url(work.context, request),
        expires=request.expires_at,
        player=player.name,
        address=player.address,
    )
    to = Recipient(address=address, language=language, reply_to=reply_to)
    enqueue_letter(
        work, confirmation_kinds.CONFIRM_ADDRESS, facts, to, LetterRefs(stop_url=never, true_until=request.expires_at)
    )
