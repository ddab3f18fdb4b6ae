"""Before a match begins: new matches, confirmation requests, invitations, taking a seat, and the start.

1. `requested_setup` checks the command ``new``; `create_request` stores it until its writer confirms it.
2. `open_match` creates the match in the state `INVITING` and invites the guests.
3. Each guest answers: `join_match` seats them. If one does not come, the owner decides: see `waiting_seats`.
4. When all seats are taken, `match_rows.begin_match` deals and starts the first turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

import msgspec
from sqlalchemy.orm import Session

from adjudicator.codec import Codec
from adjudicator.engines.contract import AnyEngine, BadOption, Level, Options
from adjudicator.engines.registry import newest_engine
from adjudicator.mail.commands.arguments.new_match import ANYBODY, HOUSE_PLAYER, NewMatch
from adjudicator.mail.commands.arguments.terms_order import NO_TERMS, TermsOrder
from adjudicator.mail.trust.from_header import normalize_address
from adjudicator.match.house.levels import usual_level
from adjudicator.match.record.given_salt import NOTHING_GIVEN, Given
from adjudicator.match.rulings.refusals import RefusalKey
from adjudicator.match.timekeeping.instants import DAY
from adjudicator.match.timekeeping.terms import NoLimit, PerTurn, Terms, make_terms
from adjudicator.services.matches.clock.time_terms import check_terms, days_of
from adjudicator.services.matches.letters import opening_letters, turn_letters
from adjudicator.services.matches.opening.chosen_options import bad_option, read_options
from adjudicator.services.matches.opening.invitations import write_invitation
from adjudicator.services.matches.opening.tied_seed import give_salt, take_seed
from adjudicator.services.matches.plans.sealed_plans import begin_habits
from adjudicator.services.matches.rows.match_rows import begin_match
from adjudicator.services.players.greetings import clean_greeting
from adjudicator.services.players.invitation_limits import refuse_guests
from adjudicator.services.players.players import addresses_with
from adjudicator.services.refused_error import RefusedError
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.request_wishes import GreetingWish
from adjudicator.store.states import MatchState, RequestKind, SeatState
from adjudicator.store.tables import Match, Player, Request, Seat

DEFAULT_DAYS = 7
MOST_DAYS = 365
REQUEST_LIFE = timedelta(days=14)
HOUSE = HOUSE_PLAYER
OPEN = ANYBODY


@dataclass(frozen=True, slots=True)
class MatchSetup:
    """A requested match, checked against the rules; a request's row stores it until its writer confirms it."""

    rules: str
    options: dict[str, str | int]
    days: int | None
    opponents: tuple[str, ...]
    """For each other seat an address, `HOUSE` for the house player, or `OPEN` for the first person who joins."""
    code: str = ""
    """The code that was drawn with the seed when the match was asked for; empty before."""
    agreed: Terms | None = None
    """The terms of its time; None in rows from before there were any."""
    private: bool = False
    """Whether only its players may see it."""
    greeting: str = ""
    """Greeting in the invitations: the words of who asked for the match."""

    @property
    def guests(self) -> tuple[str, ...]:
        """The addresses that are invited."""
        return tuple(one for one in self.opponents if one not in (HOUSE, OPEN))

    @property
    def terms(self) -> Terms:
        """The terms of its time, and how the house player plays: as usual, unless somebody chose it."""
        terms = self.agreed or make_terms(
            NoLimit() if self.days is None else PerTurn(self.days * DAY), len(self.opponents) + 1
        )
        level = terms.house or usual_level(alone=all(one == HOUSE for one in self.opponents))
        return msgspec.structs.replace(terms, house=level)

    def as_row(self) -> dict[str, object]:
        """Convert to plain values for JSON."""
        return {
            "rules": self.rules,
            "options": self.options,
            "days": self.days,
            "opponents": list(self.opponents),
            "agreed": msgspec.to_builtins(self.agreed),
            "code": self.code,
            "private": self.private,
            "greeting": self.greeting,
        }

    @staticmethod
    def from_row(row: object) -> MatchSetup:
        """Convert from the values of `as_row`."""
        return _WISH.convert(row)


class _More(msgspec.Struct, frozen=True):
    """The matches after the first one, in a request for several."""

    more: tuple[MatchSetup, ...] = ()


_WISH: Codec[MatchSetup] = Codec(MatchSetup)
_MORE: Codec[_More] = Codec(_More)


def dump_setups(wishes: Sequence[MatchSetup]) -> dict[str, object]:
    """Convert the new matches of a request to plain values for JSON."""
    first, *more = (wish.as_row() for wish in wishes)
    return first | ({"more": more} if more else {})


def load_setups(row: object) -> list[MatchSetup]:
    """Convert from the values of `dump_setups`."""
    return [MatchSetup.from_row(row), *_MORE.convert(row).more]


def build_setup(
    game: str,
    opponents: Sequence[str],
    options: Options,
    days: int | None = DEFAULT_DAYS,
    terms: TermsOrder = NO_TERMS,
) -> MatchSetup:
    """Check a match against the rules of its game, and complete its options. Raises `RefusedError`."""
    engine = _engine(game)
    seats = len(opponents) + 1
    if seats not in engine.rules.seats:
        least, most = engine.rules.seats.start, engine.rules.seats.stop - 1
        raise RefusedError.of(RefusalKey.BAD_SEATS, game=engine.rules.title, seats=seats, least=least, most=most)
    if days is not None and not 1 <= days <= MOST_DAYS:
        raise RefusedError.of(RefusalKey.BAD_DAYS, days=days, most=MOST_DAYS)
    guests = [normalize_address(guest) for guest in opponents if guest not in (HOUSE, OPEN)]
    if len(set(guests)) < len(guests):
        raise RefusedError.of(RefusalKey.GUEST_TWICE)
    try:
        complete = engine.rules.complete(options)
    except BadOption as fault:
        raise bad_option(engine.rules, fault) from fault
    agreed = check_terms(engine, seats, days, terms)
    return MatchSetup(engine.rules.key, complete, days_of(agreed), tuple(opponents), agreed=agreed)


def requested_setup(wanted: NewMatch) -> MatchSetup:
    """Check the match of a command ``new``; its options may include ``preset``. Raises `RefusedError`."""
    options = dict(wanted.options)
    preset = str(options.pop("preset", ""))
    rules = _engine(wanted.game).rules
    if preset and preset not in rules.presets:
        raise bad_option(rules, BadOption("preset", preset, tuple(rules.presets)))
    chosen = dict(rules.presets.get(preset, {})) | read_options(rules, options)
    days = DEFAULT_DAYS if wanted.days is None else wanted.days or None
    wish = build_setup(wanted.game, wanted.opponents, chosen, days, wanted.terms)
    return replace(wish, private=wanted.private)


def with_greeting(wish: MatchSetup, text: str) -> MatchSetup:
    """Add the greeting of the invitations to a match, in its owner's words. Raises `RefusedError`."""
    greeting = clean_greeting(text)
    if greeting and not wish.guests:
        raise RefusedError.of(RefusalKey.NO_GUEST)
    return replace(wish, greeting=greeting)


def greet_guests(wishes: Sequence[MatchSetup], text: str) -> list[MatchSetup]:
    """Add a greeting to the invitations of all matches that have guests. Raises `RefusedError`."""
    if not any(wish.guests for wish in wishes):
        raise RefusedError.of(RefusalKey.NO_GUEST)
    return [with_greeting(wish, text) if wish.guests else wish for wish in wishes]


def create_request(
    work: UnitOfWork, kind: RequestKind, address: str, name: str, language: str, **more: object
) -> Request:
    """Store a request that waits for an answer from this address, to its signed reply address or on its page."""
    request = Request(
        kind=kind,
        address=normalize_address(address),
        name=name,
        language=language,
        created_at=work.now,
        expires_at=work.now + REQUEST_LIFE,
        wish=msgspec.to_builtins(more.pop("wish", {})),
        **more,
    )
    work.session.add(request)
    work.session.flush()
    return request


def open_match(work: UnitOfWork, owner: Player, wish: MatchSetup, given: Given = NOTHING_GIVEN) -> Match:
    """Create a match for a player whose address is confirmed; invite the others, or start it. Raises `RefusedError`."""
    check_guests(work, owner, (wish,))
    match = build_match(work, wish)
    match.seats = [Seat(number=0, player=owner, state=SeatState.JOINED)]
    give_salt(work, match.seats[0], match.code, given)
    match.seats += [_opponent_seat(number, guest, wish.terms.house) for number, guest in enumerate(wish.opponents, 1)]
    work.session.add(match)
    work.session.flush()
    for seat in match.seats:
        if seat.state is SeatState.INVITED and seat.guest:
            invite_guest(work, match, seat, wish.greeting)
    start_when_full(work, match)
    return match


def build_match(work: UnitOfWork, wish: MatchSetup) -> Match:
    """Build the row of a match that has not begun, with a seed but without seats."""
    drawn = take_seed(work, wish.code)
    return Match(
        code=drawn.code,
        rules=wish.rules,
        options=dict(wish.options),
        days=wish.days,
        terms=wish.terms,
        state=MatchState.INVITING,
        created_at=work.now,
        asked_at=drawn.asked_at,
        seed=drawn.seed,
        private=wish.private,
    )


def check_guests(work: UnitOfWork, owner: Player, wishes: Sequence[MatchSetup]) -> None:
    """Check that the guests of all these matches together may be invited. Raises `RefusedError`."""
    guests = [guest for wish in wishes for guest in wish.opponents if "@" in guest]
    if normalize_address(owner.address) in map(normalize_address, guests):
        raise RefusedError.of(RefusalKey.GUEST_SELF)
    if refusal := refuse_guests(work, owner, guests):
        raise RefusedError(refusal)


def invite_guest(work: UnitOfWork, match: Match, seat: Seat, greeting: str = "") -> None:
    """Store a request for the guest of a seat, and write the invitation of the match's owner."""
    host, wish = match.seats[0].player, GreetingWish(greeting)
    if host is None:
        raise ValueError(f"match {match.code} has no owner")
    request = create_request(work, RequestKind.JOIN, seat.guest, "", host.language, match_id=match.id, wish=wish)
    write_invitation(work, match, seat, host, request)


def find_free_seat(session: Session, match: Match, address: str) -> Seat | None:
    """Find the seat that a person may take, by the address from which they write.

    That is the one to which the address was invited, else one to which another address of theirs was, else one that is
    open to all.
    """
    invited = [seat for seat in match.seats if seat.state is SeatState.INVITED]
    kept = {seat.guest: seat for seat in reversed(invited)}
    known = addresses_with(session, address) if kept.keys() - {""} else ()
    return next((kept[one] for one in (*known, "") if one in kept), None)


def has_seat(match: Match, address: str) -> bool:
    """Has the player of this main address a seat in the match?"""
    return any(seat.player is not None and seat.player.address == normalize_address(address) for seat in match.seats)


def may_join(session: Session, match: Match, player: Player | None) -> bool:
    """Is there a seat for this player at a match that has not begun? For None: a seat that anybody may take."""
    if match.state is not MatchState.INVITING or (player is not None and has_seat(match, player.address)):
        return False
    return find_free_seat(session, match, player.address if player else "") is not None


def join_match(work: UnitOfWork, match: Match, player: Player, given: Given, *, invited: str = "") -> None:
    """Seat a player whose address is confirmed; the last seat taken starts the match. Raises `RefusedError`.

    `invited` is the address that answered, if one did: the seat that is kept for it goes before those that are kept for
    other addresses of the player.
    """
    if match.state is not MatchState.INVITING or has_seat(match, player.address):
        raise RefusedError.of(RefusalKey.NOT_JOINABLE, match=match.code)
    seat = find_free_seat(work.session, match, invited or player.address)
    if seat is None:
        raise RefusedError.of(RefusalKey.NOT_INVITED, match=match.code)
    seat.player = player
    seat.state = SeatState.JOINED
    give_salt(work, seat, match.code, given)
    work.session.flush()
    if not start_when_full(work, match):
        opening_letters.notify_waiting(work, match, seat)


def start_when_full(work: UnitOfWork, match: Match) -> bool:
    """Begin a match if every seat is taken. Has it begun?"""
    if any(seat.state is not SeatState.JOINED for seat in match.seats):
        return False
    begin_match(work, match)
    begin_habits(work.context.secret, match)
    turn_letters.notify_started(work, match)
    return True


def _opponent_seat(number: int, guest: str, level: Level | None) -> Seat:
    if guest == HOUSE:
        return Seat(number=number, house=True, level=level, state=SeatState.JOINED)
    return Seat(number=number, state=SeatState.INVITED, guest="" if guest == OPEN else normalize_address(guest))


def _engine(game: str) -> AnyEngine:
    try:
        return newest_engine(game)
    except KeyError as fault:
        raise RefusedError.of(RefusalKey.UNKNOWN_GAME, game=game) from fault
