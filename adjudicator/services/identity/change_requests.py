"""Requests to change a player's addresses or key: an address that is theirs already must agree.

The person who asks may have an old letter and a forged From line, or a browser that was left open. So the question goes
by mail to an established address of the player, with the time and the origin of the request. A new address has to
confirm as well, after that.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator.mail.trust.from_header import normalize_address
from adjudicator.match.rulings.refusals import Refusal, RefusalKey
from adjudicator.services.identity import credentials
from adjudicator.services.identity.address_confirmation import ask_address
from adjudicator.services.identity.credential_changes import lock_player
from adjudicator.services.identity.erasing import erase_player
from adjudicator.services.links import request_address, request_url
from adjudicator.services.matches.opening.lobby import create_request
from adjudicator.services.outbox.enqueue import LetterRefs, Recipient, enqueue_letter, recipient_of
from adjudicator.services.players.letter_readers import reader_for
from adjudicator.services.players.players import established_addresses, every_address
from adjudicator.services.refused_error import RefusedError
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.request_wishes import ADDRESS, CHANGE, AddressWish, ChangeWish
from adjudicator.store.states import RequestKind
from adjudicator.store.tables import Player, Request
from adjudicator.texts.facts.letter_facts import Offer, RequestOrigin
from adjudicator.texts.games.note_text import render_note
from adjudicator.texts.language.language import language_for
from adjudicator.texts.letters import confirmation_kinds

QUESTION_LIFE = timedelta(days=7)
MOST_OPEN = 5
"""Open questions of this kind at one player; after that no further one is asked."""
ASKED_AGAIN = timedelta(hours=1)
"""The same request repeated gets a second letter only after this time: the first letter may have been lost."""


@dataclass(frozen=True, slots=True)
class Question:
    """The address that was asked about a change; `is_new` is false when an earlier question still waits there."""

    address: str
    is_new: bool


def request_change(work: UnitOfWork, player: Player, command: str, argument: str, asked: RequestOrigin) -> Question:
    """Ask an established address to agree to a change. Raises `RefusedError`.

    1. Check the change, so that nobody is asked about something impossible.
    2. The same request again: point to the open question, or, after `ASKED_AGAIN`, replace it.
    3. Too many open questions: refuse.
    4. Store the request and write the letter.
    """
    value = credentials.validate_change(work, player, command, argument)
    wish = ChangeWish(
        player.id, command, value, asked.by, asked.sender, asked.match, asked.turn, asked.browser, asked.agreed
    )
    pending = _pending(work, player)
    for request, open_wish in pending:
        if (open_wish.command, open_wish.value) == (command, value):
            if asked.at - request.created_at < ASKED_AGAIN:
                return Question(request.address, is_new=False)
            request.expires_at = asked.at
    if sum(request.expires_at > asked.at for request, _ in pending) >= MOST_OPEN:
        raise RefusedError(Refusal.of(RefusalKey.QUESTIONS_OPEN, most=MOST_OPEN))
    address = _address_to_ask(work.session, player, asked)
    language = language_for(player.language)
    request = create_request(work, RequestKind.IDENTITY, address, player.name, language.language, wish=wish)
    request.expires_at = asked.at + QUESTION_LIFE
    _write(work, player, request, wish, asked)
    return Question(address, is_new=True)


def approve_change(work: UnitOfWork, request: Request) -> None:
    """Make the change that an established address has agreed to. A new address is asked next. Raises `RefusedError`.

    All checks are made again: the answer may come days after the question.
    """
    wish = CHANGE.convert(request.wish)
    player = lock_player(work.session, wish.player)
    if request.address not in established_addresses(work.session, player, request.created_at):
        raise RefusedError.of(RefusalKey.EXPIRED)
    command, value, asked = wish.command, wish.value, origin_of(request)
    value = credentials.validate_change(work, player, command, value)
    agreed = replace(asked, agreed=request.address)
    if command == "address":
        origin = (agreed.by, agreed.sender, agreed.match, agreed.turn, agreed.browser, agreed.agreed)
        ask_address(work, player, value, AddressWish(player.id, *origin, asked.at.isoformat()))
        return
    if command == credentials.ERASE:
        erase_player(work, player)
        return
    credentials.apply_change(work, player, command, value, agreed)


def add_address(work: UnitOfWork, request: Request) -> None:
    """Add a further address, which has just confirmed that it is the player's. Raises `RefusedError`."""
    wish = ADDRESS.convert(request.wish)
    if wish.agreed is None:  # a request of an earlier version, to which no established address has agreed
        raise RefusedError.of(RefusalKey.EXPIRED)
    player = lock_player(work.session, wish.player)
    if refusal := credentials.refuse_address_of_another(work, player, request.address):
        raise RefusedError(refusal)
    if request.address in every_address(work.session, player):
        raise RefusedError.of(RefusalKey.ALREADY_ANSWERED)
    credentials.apply_change(work, player, "address", request.address, origin_of(request))


def origin_of(request: Request) -> RequestOrigin:
    """Read the origin of a change: when, how and from where it was requested."""
    address = ADDRESS.convert(request.wish) if request.kind is RequestKind.ADDRESS else None
    wish = address or CHANGE.convert(request.wish)
    return RequestOrigin(
        at=datetime.fromisoformat(address.at) if address and address.at else request.created_at,
        by=wish.by,
        sender=wish.sender,
        match=wish.match,
        turn=wish.turn,
        browser=wish.browser,
        agreed=wish.agreed or "",
    )


def wanted_change(request: Request) -> tuple[str, str]:
    """Return the command and the value of a requested change; two empty strings for a request of another kind."""
    if request.kind is not RequestKind.IDENTITY:
        return "", ""
    wish = CHANGE.convert(request.wish)
    return wish.command, wish.value


def _pending(work: UnitOfWork, player: Player) -> list[tuple[Request, ChangeWish]]:
    query = select(Request).where(
        Request.address.in_(every_address(work.session, player)),
        Request.kind == RequestKind.IDENTITY,
        Request.done_at.is_(None),
        Request.expires_at > work.now,
    )
    found = [(request, CHANGE.convert(request.wish)) for request in work.session.scalars(query)]
    return [(request, wish) for request, wish in found if wish.player == player.id]


def _address_to_ask(session: Session, player: Player, asked: RequestOrigin) -> str:
    """Choose the address for the question: the sender's own, if it is established, else the main one.

    A player who can no longer read the main address is asked where they can answer.
    """
    established, sender = established_addresses(session, player, asked.at), normalize_address(asked.sender)
    return sender if sender in established else established[0]


def _write(work: UnitOfWork, player: Player, request: Request, wish: ChangeWish, asked: RequestOrigin) -> None:
    language, reply_to = language_for(player.language), request_address(work.context, request)
    command, value = wish.command, wish.value
    main = request.address == player.address
    reader = reader_for(work.context, player)
    facts = confirmation_kinds.ConfirmIdentity(
        reader=reader if main else replace(reader, stop_url=""),
        order=render_note(credentials.describe_change(command, value), language, None, ()),
        offers=(
            Offer.by_mail(language.gettext("yes"), "confirm", reply_to),
            Offer.by_mail(language.gettext("no"), "decline", reply_to),
        ),
        url=request_url(work.context, request),
        expires=request.expires_at,
        asked=asked,
        new_address=value if command == "address" else "",
        revokes=command == "revoke",
    )
    to = (
        recipient_of(player, language, reply_to)
        if main
        else Recipient(address=request.address, name=player.name, language=language, reply_to=reply_to)
    )
    enqueue_letter(work, confirmation_kinds.CONFIRM_IDENTITY, facts, to, LetterRefs(true_until=request.expires_at))
