"""Confirmation letters: they ask the sender of a command whether they want it, yes or no.

A command comes in; a request's row and a letter go out. The answer comes to `confirmations`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from adjudicator.engines.registry import engine_for
from adjudicator.mail.commands.arguments.comment_order import CommentDeed, read_comment_order
from adjudicator.mail.commands.table.command import GivenCommand
from adjudicator.mail.commands.table.command_words import command_named
from adjudicator.mail.trust.authentication import Proof
from adjudicator.match.record.sealing import digest_seed
from adjudicator.services.answers.match_questions import OF_A_SEAT, SHOWS_A_SEAT
from adjudicator.services.inbound.inbound_letter import InboundLetter
from adjudicator.services.inbound.reply_limits import is_stranger, reply_quota
from adjudicator.services.links import never_url, request_address, request_url
from adjudicator.services.matches.clock.time_terms import describe_terms
from adjudicator.services.matches.opening import lobby
from adjudicator.services.matches.opening.lobby import MatchSetup, create_request
from adjudicator.services.matches.opening.tied_seed import draw_seed, seed_digest
from adjudicator.services.matches.view import calendars
from adjudicator.services.matches.view.presenter import MatchPresenter, presenter_for
from adjudicator.services.orders.seat_letter import LONGEST_SHOWN
from adjudicator.services.outbox.enqueue import LetterRefs, enqueue_letter, recipient_at, recipient_of
from adjudicator.services.players.greetings import write_greeting
from adjudicator.services.players.letter_readers import reader_of
from adjudicator.services.players.players import preference_of, validate_preference
from adjudicator.services.players.time_settings import check_time_setting
from adjudicator.services.requests.side_settings import bring_along, describe_setting
from adjudicator.store.request_wishes import CANCEL, WITHDRAW, ChoiceWish, CommentWish, SeatWish
from adjudicator.store.states import RequestKind
from adjudicator.store.tables import Match, Player, Request, Seat
from adjudicator.texts.facts.letter_facts import Offer, Reader
from adjudicator.texts.games.option_labels import OptionLabels
from adjudicator.texts.language.language import Language
from adjudicator.texts.letters import confirmation_kinds, opening_kinds
from adjudicator.texts.letters.letter_kind import F, LetterKind


@dataclass(frozen=True, slots=True)
class Asker:
    """The person in whose name a letter asks for something; they are asked in their language."""

    inbound: InboundLetter
    player: Player | None
    language: Language

    def enter(self, kind: RequestKind, **more: object) -> Request:
        """Store a request that waits for their yes."""
        inbound = self.inbound
        name = inbound.letter.sender.name if inbound.letter.sender else ""
        return create_request(inbound.work, kind, inbound.sender, name, self.language.language, **more)

    def put(self, kind: LetterKind[F], facts: F, request: Request) -> None:
        """Write the confirmation letter."""
        inbound, address = self.inbound, request_address(self.inbound.context, request)
        to = recipient_at(self.player, inbound.sender, self.language, address, self._name(request))
        refs = LetterRefs(
            inbox_id=inbound.row.id,
            in_reply_to=inbound.letter.message_id,
            stop_url="" if self.player else never_url(inbound.context, request),
            true_until=request.expires_at,
        )
        enqueue_letter(inbound.work, kind, facts, to, refs)

    def reader(self, request: Request) -> Reader:
        """Describe the reader of the letter."""
        inbound = self.inbound
        stop_url = never_url(inbound.context, request)
        return reply_quota(inbound).mark(reader_of(inbound.context, self.player, self._name(request), stop_url))

    def offers(self, request: Request) -> tuple[Offer, ...]:
        """Offer yes and no."""
        address = request_address(self.inbound.context, request)
        yes, no = self.language.gettext("yes"), self.language.gettext("no")
        return (Offer.by_mail(yes, "confirm", address), Offer.by_mail(no, "decline", address))

    def url(self, request: Request) -> str:
        """Return the URL of the page that answers the request."""
        return request_url(self.inbound.context, request)

    def _name(self, request: Request) -> str:
        return "" if is_stranger(self.inbound, self.player) else request.name


def ask_new(
    asker: Asker, wishes: Sequence[tuple[MatchSetup, str]], settings: Sequence[ChoiceWish], *, unsaid: bool
) -> None:
    """Ask for the confirmation of new matches and settings, all in one letter. A wish has the line that asked for it.

    `unsaid`: there are other words in the letter, which may have been meant for a guest.
    """
    wishes = [(replace(wish, code=draw_seed(asker.inbound.work).code), line) for wish, line in wishes]
    request = asker.enter(RequestKind.NEW, wish=lobby.dump_setups([wish for wish, _ in wishes]))
    bring_along(request, settings)
    fixed = is_stranger(asker.inbound, asker.player)
    facts = confirmation_kinds.ConfirmNew(
        reader=asker.reader(request),
        offers=asker.offers(request),
        url=asker.url(request),
        expires=request.expires_at,
        newcomer=asker.player is None,
        named=bool(request.name) or _names(settings),
        settings=_describe_settings(asker, settings),
        order="",
        matches=tuple(_asked(asker, wish, "" if fixed else line, fixed=fixed) for wish, line in wishes),
        unsaid=write_greeting(asker.language) if unsaid and any(_lacks_greeting(wish) for wish, _ in wishes) else "",
    )
    asker.put(confirmation_kinds.CONFIRM_NEW, facts, request)


def _lacks_greeting(wish: MatchSetup) -> bool:
    return bool(wish.guests) and not wish.greeting


def _asked(asker: Asker, wish: MatchSetup, line: str, *, fixed: bool) -> confirmation_kinds.AskedMatch:
    """Describe a requested match; `fixed` omits the words of its sender, who is not proved."""
    rules = engine_for(wish.rules).rules
    return confirmation_kinds.AskedMatch(
        order=line,
        code=wish.code,
        seed_digest=seed_digest(asker.inbound.work, wish.code),
        game=rules.title,
        opponents=tuple(one for one in wish.opponents if one not in wish.guests or not fixed),
        guests=len(wish.guests) if fixed else 0,
        greeting="" if fixed else wish.greeting,
        greeting_length=len(wish.greeting),
        terms=describe_terms(wish.terms),
        private=wish.private,
        options=OptionLabels(rules, asker.language).lines(wish.options),
    )


def _names(settings: Sequence[ChoiceWish]) -> bool:
    return any(one.key == "name" for one in settings)


def _describe_settings(asker: Asker, settings: Sequence[ChoiceWish]) -> tuple[str, ...]:
    fixed = is_stranger(asker.inbound, asker.player)
    return tuple(describe_setting(one, asker.language, fixed=fixed) for one in settings)


def ask_join(asker: Asker, match: Match, seat: Seat, order: str, settings: Sequence[ChoiceWish]) -> None:
    """Ask for the confirmation of taking a seat, and of settings beside it."""
    request = asker.enter(RequestKind.JOIN, match_id=match.id)
    bring_along(request, settings)
    facts = confirmation_kinds.ConfirmJoin(
        reader=asker.reader(request),
        order=order,
        offers=asker.offers(request),
        url=asker.url(request),
        expires=request.expires_at,
        newcomer=asker.player is None,
        named=bool(request.name) or _names(settings),
        settings=_describe_settings(asker, settings),
        match=MatchPresenter(asker.inbound.context, match, asker.language, "wide", seat.number).facts(),
        seed_digest=digest_seed(match.code, match.seed),
    )
    asker.put(confirmation_kinds.CONFIRM_JOIN, facts, request)


def ask_choice(asker: Asker, given: GivenCommand) -> None:
    """Ask for the confirmation of a changed preference. Raises `RefusedError` for a preference that does not exist."""
    key, value = preference_of(given.command.name, given.argument)
    validate_preference(key, value)
    _ask_wish(asker, given, ChoiceWish(key, value))


def ask_time(asker: Asker, player: Player, given: GivenCommand) -> None:
    """Ask for the confirmation of a player's setting of time. Raises `RefusedError` if it cannot be."""
    name = given.command.name
    _ask_wish(asker, given, ChoiceWish(name, check_time_setting(asker.inbound.work, player, name, given.argument)))


def ask_calendar(asker: Asker, given: GivenCommand) -> None:
    """Ask for the confirmation of another address for a player's calendar, or of none."""
    _ask_wish(asker, given, ChoiceWish(calendars.COMMAND, given.argument))


def ask_for_match(asker: Asker, player: Player, match: Match, seat: Seat, given: GivenCommand) -> None:
    """Ask whether a command for a match is meant. Its player repeats it, in an answer to the match."""
    presenter = presenter_for(asker.inbound.context, match, seat)
    facts = opening_kinds.AskedForMatch(
        reader=reply_quota(asker.inbound).mark(presenter.reader()),
        match=presenter.facts(),
        order=given.line,
        offers=(presenter.offer(given.line, "confirm"),),
        is_question=given.command.name in OF_A_SEAT | SHOWS_A_SEAT,
    )
    to = recipient_of(player, presenter.language, presenter.address)
    refs = LetterRefs(match=match, inbox_id=asker.inbound.row.id, in_reply_to=asker.inbound.letter.message_id)
    enqueue_letter(asker.inbound.work, opening_kinds.ASKED_FOR_MATCH, facts, to, refs)


def ask_comment(asker: Asker, match: Match, given: GivenCommand) -> None:
    """Ask whether a line about the comments on a match is meant.

    The words of a sender who is not proved are not carried to the player: the letter tells how many there are.
    """
    request = asker.enter(RequestKind.COMMENT, match_id=match.id, wish=CommentWish(given.argument))
    line = f"{match.code} {given.command.word(asker.language.language)} {given.argument}"
    if asker.inbound.proof is not Proof.PROVED:
        line = f"{match.code} {cover_comment(given.argument, asker.language)}"
    facts = confirmation_kinds.Confirm(
        reader=asker.reader(request),
        order=line,
        offers=asker.offers(request),
        url=asker.url(request),
        expires=request.expires_at,
    )
    asker.put(confirmation_kinds.CONFIRM, facts, request)


def cover_comment(argument: str, language: Language) -> str:
    """Write a line about comments without its text: how long that is, and where it goes."""
    order, word = read_comment_order(argument), command_named("comment").word(language.language)
    if strikes_comment(argument):
        return f"{word} {argument}"
    place = f"{order.n}.{order.number}" if order.number else str(order.n)
    count = language.gettext("(a text of %(count)s characters)") % {"count": len(order.moves + order.text)}
    return f"{word} {place} {count}"


def strikes_comment(argument: str) -> bool:
    """Does a line about comments strike one out?"""
    return read_comment_order(argument).deed is CommentDeed.STRIKE


def ask_cancel(asker: Asker, given: GivenCommand, match: Match) -> None:
    """Ask for the confirmation of calling a match off before it begins."""
    _ask_wish(asker, given, ChoiceWish(CANCEL, match.code))


def ask_withdraw(asker: Asker, given: GivenCommand, match: Match) -> None:
    """Ask for the confirmation of taking back the wish for a seat."""
    _ask_wish(asker, given, ChoiceWish(WITHDRAW, match.code))


def ask_takeover(asker: Asker, match: Match, seat: Seat, order: str) -> None:
    """Ask for the confirmation of taking over a vacant seat, or of coming back to one."""
    wish = SeatWish(seat.number, seat.epoch)
    request = asker.enter(RequestKind.TAKEOVER, match_id=match.id, wish=wish)
    facts = confirmation_kinds.ConfirmJoin(
        reader=asker.reader(request),
        order=order,
        offers=asker.offers(request),
        url=asker.url(request),
        expires=request.expires_at,
        match=MatchPresenter(asker.inbound.context, match, asker.language, "wide").facts(),
    )
    asker.put(confirmation_kinds.CONFIRM_JOIN, facts, request)


def _ask_wish(asker: Asker, given: GivenCommand, wish: ChoiceWish) -> None:
    line = " ".join(given.line.split())[:LONGEST_SHOWN]
    request = asker.enter(RequestKind.CHOICE, wish=ChoiceWish(wish.key, wish.value, line))
    facts = confirmation_kinds.Confirm(
        reader=asker.reader(request),
        order=given.line,
        offers=asker.offers(request),
        url=asker.url(request),
        expires=request.expires_at,
    )
    asker.put(confirmation_kinds.CONFIRM, facts, request)
