"""Letters that ask for a signed yes."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.engines.registry import engine_for
from adjudicator.mail.commands.command_lines import Said
from adjudicator.match import refusals
from adjudicator.match.refusals import Refusal
from adjudicator.services.inbound.inbound_letter import Case
from adjudicator.services.inbound.reply_limits import is_stranger, quota
from adjudicator.services.links import never_url, request_url
from adjudicator.services.matches.lobby import HOUSE, OPEN, Wish, ask
from adjudicator.services.matches.presenter import Scene, reader_at, reader_for
from adjudicator.services.outbox.enqueue import Addressee, Ties, put, to_player
from adjudicator.services.players import absences
from adjudicator.services.players.players import BadChoice, choice_of, settle
from adjudicator.store.request_wishes import ChoiceWish
from adjudicator.store.states import RequestKind
from adjudicator.store.tables import Match, Player, Request, Seat
from adjudicator.texts import letter_kinds
from adjudicator.texts.language import Tongue
from adjudicator.texts.letter_facts import Offer, Reader
from adjudicator.texts.letter_kinds import F, LetterKind


def ask_new(case: Case, player: Player | None, speech: Tongue, wishes: Sequence[tuple[Wish, str]]) -> None:
    """Ask whether somebody really wants new matches, all of them in one letter; each comes with its line."""
    first, *more = (wish.as_row() for wish, _ in wishes)
    request = _request(case, RequestKind.NEW, speech, wish=first | ({"more": more} if more else {}))
    fixed = is_stranger(case, player)
    occasion = letter_kinds.ConfirmNew(
        reader=_reader(case, player, request),
        offers=_offers(case, speech, request),
        url=_url(case, request),
        expires=request.expires_at,
        order="",
        matches=tuple(_asked(wish, "" if fixed else line, fixed=fixed) for wish, line in wishes),
    )
    _put(case, player, speech, letter_kinds.CONFIRM_NEW, occasion, request)


def _asked(wish: Wish, line: str, *, fixed: bool) -> letter_kinds.AskedMatch:
    """Tell what was asked for; `fixed` leaves out the addresses, as nobody vouches for whoever wrote them."""
    rules = engine_for(wish.rules).rules
    guests = [one for one in wish.opponents if one not in (HOUSE, OPEN)]
    return letter_kinds.AskedMatch(
        order=line,
        game=rules.title,
        opponents=tuple(one for one in wish.opponents if one not in guests or not fixed),
        guests=len(guests) if fixed else 0,
        days=wish.days,
        options=tuple(
            f"{option.key}={wish.options[option.key]}"
            for option in rules.options
            if wish.options[option.key] != option.default
        ),
    )


def ask_join(case: Case, player: Player | None, speech: Tongue, match: Match, seat: Seat, order: str) -> None:
    """Ask whether somebody really wants a seat."""
    request = _request(case, RequestKind.JOIN, speech, match_id=match.id)
    occasion = letter_kinds.ConfirmJoin(
        reader=_reader(case, player, request),
        order=order,
        offers=_offers(case, speech, request),
        url=_url(case, request),
        expires=request.expires_at,
        match=Scene(case.context, match, speech, "wide", seat.number).facts(),
    )
    _put(case, player, speech, letter_kinds.CONFIRM_JOIN, occasion, request)


def ask_choice(case: Case, player: Player, speech: Tongue, said: Said) -> Refusal | None:
    """Ask whether a player really wants a setting changed; one that does not exist is refused at once."""
    key, value = choice_of(said.command.name, said.argument)
    try:
        settle(key, value)
    except BadChoice as fault:
        nearest = tuple(f"{fault.key} {right}" for right in fault.right)
        return refusals.bad_argument(fault.key, fault.value, nearest)
    _ask_wish(case, player, speech, said, key, value)
    return None


def ask_absence(case: Case, player: Player, speech: Tongue, said: Said) -> Refusal | None:
    """Ask whether a player is really away; a day that cannot be had is refused at once."""
    try:
        settled = absences.settle(case.work, player, said.argument)
    except absences.NotAway as fault:
        return fault.refusal
    _ask_wish(case, player, speech, said, absences.KEY, settled)
    return None


def _ask_wish(case: Case, player: Player, speech: Tongue, said: Said, key: str, value: str) -> None:
    request = _request(case, RequestKind.CHOICE, speech, wish=ChoiceWish(key, value))
    occasion = letter_kinds.Confirm(
        reader=_reader(case, player, request),
        order=said.line,
        offers=_offers(case, speech, request),
        url=_url(case, request),
        expires=request.expires_at,
    )
    _put(case, player, speech, letter_kinds.CONFIRM, occasion, request)


def _request(case: Case, kind: RequestKind, speech: Tongue, **more: object) -> Request:
    name = case.letter.sender.name if case.letter.sender else ""
    return ask(case.work, kind, case.sender, name, speech.language, **more)


def _reader(case: Case, player: Player | None, request: Request) -> Reader:
    room = quota(case)
    if player is not None:
        return room.mark(reader_for(case.context, player))
    return room.mark(reader_at(case.context, _name(case, player, request), never_url(case.context, request.id)))


def _name(case: Case, player: Player | None, request: Request) -> str:
    return "" if is_stranger(case, player) else request.name


def _offers(case: Case, speech: Tongue, request: Request) -> tuple[Offer, ...]:
    address = case.context.addresses.confirm(request.id)
    yes, no = speech.gettext("yes"), speech.gettext("no")
    return (Offer.by_mail(yes, "confirm", address), Offer.by_mail(no, "decline", address))


def _url(case: Case, request: Request) -> str:
    return request_url(case.context, request.id)


def _put(case: Case, player: Player | None, speech: Tongue, kind: LetterKind[F], occasion: F, request: Request) -> None:
    address = case.context.addresses.confirm(request.id)
    to = (
        to_player(player, speech, address)
        if player
        else Addressee(address=case.sender, tongue=speech, name=_name(case, player, request), reply_to=address)
    )
    stop_url = "" if player else never_url(case.context, request.id)
    ties = Ties(
        inbox_id=case.row.id, in_reply_to=case.letter.message_id, stop_url=stop_url, true_until=request.expires_at
    )
    put(case.work, kind, occasion, to, ties)
