"""Letters about a match that are no answers: start, turn, reminder, messages of players, clocks, end.

Each `notify_...` function writes one kind of letter, for each seat in its own view, language and with its own reply
address (`presenter`). A receipt is not among them: see `orders.receipts`. Next: `outbox.enqueue`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Generic, Literal, TypedDict

from sqlalchemy import select

from adjudicator.engines.contract import Note
from adjudicator.engines.registry import engine_for
from adjudicator.mail.commands.command import Argument
from adjudicator.mail.commands.command_lines import house_argument, seat_word, word_for
from adjudicator.mail.commands.translation import translate_command
from adjudicator.match.match_result import EndKind
from adjudicator.match.match_terms import TWO
from adjudicator.match.record.record import MENDABLE
from adjudicator.match.timekeeping.terms import Late
from adjudicator.services.matches.clock import match_clock
from adjudicator.services.matches.letters.delivery import Delivery, choose_delivery
from adjudicator.services.matches.rows.match_rows import LoadedMatch, load_match, notes_of
from adjudicator.services.matches.rows.seat_holders import former_players, list_counts, name_at
from adjudicator.services.matches.view.memos import find_memo
from adjudicator.services.matches.view.named_seats import way_to_name
from adjudicator.services.matches.view.presenter import MatchPresenter, news_since_own_turn, presenter_for, reader_for
from adjudicator.services.outbox.coalescing import DEFERRABLE
from adjudicator.services.outbox.enqueue import LetterRefs, enqueue_letter, find_held_until, recipient_of
from adjudicator.services.outbox.held_news import MESSAGES, hold_news
from adjudicator.services.players.held_turns import hold_until
from adjudicator.services.players.players import accepts_mail, seat_accepts_mail
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.states import EntryKind, MatchState, SeatState
from adjudicator.store.tables import Match, Player, Press, Seat
from adjudicator.texts import letter_kinds
from adjudicator.texts.argument_names import name_argument
from adjudicator.texts.language import language_for
from adjudicator.texts.letter_facts import Event, MatchFacts, Offer, Reader
from adjudicator.texts.letter_facts import Press as PressFacts
from adjudicator.texts.letter_facts import Proposal as ProposalFacts
from adjudicator.texts.letter_kinds import F, LetterKind
from adjudicator.texts.order_purposes import PURPOSES
from adjudicator.texts.times import format_short_end

MORE_DAYS = 3
"""The days that a letter about a late player proposes to give."""

MOST_CODED = 3
"""Matches of which a reminder of several has an example."""


@dataclass(frozen=True, slots=True)
class Notice(Generic[F]):
    """A letter for one or several seats, and the rules for who gets it."""

    kind: LetterKind[F]
    build_facts: Callable[[MatchPresenter], F]
    """Builds the letter's facts for one reader."""
    while_turn: int | None = None
    """The letter is current only during this turn."""
    asks_something: bool = True
    urgent: bool = False
    left: bool = False
    """Also write to players who have left the match."""
    proposal: int = 0
    """The number of the proposal that the letter asks about: a bare yes or no answers it."""
    can_wait: bool = False
    """May it wait for the digest of a reader who wants turns there?"""
    in_record: bool = False
    """Whether an act of the record says the same: then the news of the next letter tells it in any case."""
    true_until: datetime | None = None
    """The letter is current only until this moment."""
    reply_to: str = ""
    """Where answers go; empty: to the seat."""


def notify_waiting(work: UnitOfWork, match: Match, seat: Seat) -> None:
    """Tell a seated player which invited players have not answered yet."""

    def build_facts(presenter: MatchPresenter) -> letter_kinds.Waiting:
        return letter_kinds.Waiting(
            reader=presenter.reader(),
            match=presenter.facts(),
            missing=missing_guests(presenter),
            offers=owner_offers(presenter),
        )

    write_to_seat(work, match, seat, Notice(letter_kinds.WAITING, build_facts))


def notify_seat_free(
    work: UnitOfWork, match: Match, seats: Sequence[Seat], why: letter_kinds.NoGuest, deadline: datetime
) -> None:
    """Ask the owner of a match that has not begun what becomes of the seats that nobody took."""

    def build_facts(presenter: MatchPresenter) -> letter_kinds.SeatFree:
        return letter_kinds.SeatFree(
            reader=presenter.reader(),
            match=presenter.facts(),
            guests=tuple(seat.guest for seat in seats),
            why=why,
            offers=owner_offers(presenter),
            deadline=deadline,
        )

    write_to_seat(work, match, match.seats[0], Notice(letter_kinds.SEAT_FREE, build_facts))


def notify_silence(work: UnitOfWork, match: Match, deadline: datetime | None) -> None:
    """Tell the owner of a match that has not begun which guests have not answered."""

    def build_facts(presenter: MatchPresenter) -> letter_kinds.Silence:
        return letter_kinds.Silence(
            reader=presenter.reader(),
            match=presenter.facts(),
            missing=missing_guests(presenter),
            offers=owner_offers(presenter),
            deadline=deadline,
        )

    write_to_seat(work, match, match.seats[0], Notice(letter_kinds.SILENCE, build_facts))


def notify_called_off(work: UnitOfWork, match: Match, *, by_owner: bool, leave_out: Seat | None = None) -> None:
    """Tell the seated players that the match does not take place."""

    def build_facts(presenter: MatchPresenter) -> letter_kinds.CalledOff:
        return letter_kinds.CalledOff(
            reader=presenter.reader(), match=presenter.facts(), owner=match.seats[0].name, by_owner=by_owner
        )

    write_to_all(work, match, Notice(letter_kinds.CALLED_OFF, build_facts, urgent=True), leave_out=leave_out)


def owner_offers(presenter: MatchPresenter) -> tuple[Offer, ...]:
    """Offer the owner of a match that has not begun what they can decide about its seats; others nothing."""
    match = presenter.match
    if match.state is not MatchState.INVITING or presenter.seat != 0:
        return ()
    states = [(seat.state, bool(seat.guest)) for seat in match.seats]
    free, opened = (SeatState.DECLINED, True) in states, (SeatState.INVITED, False) in states
    offers = list[Offer]()
    if free or opened or states.count((SeatState.INVITED, True)) == 1:
        address = name_argument(Argument.ADDRESS, presenter.language)
        house, anybody = (seat_word(use, presenter.language.language) for use in ("house", "open"))
        offers = [presenter.command("invite", "invite", address), presenter.command("seat", "seat_house", house)]
        if not opened and not match.private:
            offers.append(presenter.command("seat", "seat_open", anybody))
        if len(match.seats) - 1 in engine_for(match.rules).rules.seats:
            offers.append(presenter.command("fewer", "fewer"))
    return (*offers, presenter.command("cancel", "cancel"))


def missing_guests(presenter: MatchPresenter) -> tuple[str, ...]:
    """Name the guests who have not answered; to others than seat 0, whose player invited them, tell their number."""
    silent = [seat.guest for seat in presenter.match.seats if seat.state is SeatState.INVITED and seat.guest]
    if presenter.seat == 0 or not silent:
        return tuple(silent)
    return (presenter.language.ngettext("%(num)d guest", "%(num)d guests", len(silent)) % {"num": len(silent)},)


def notify_started(work: UnitOfWork, match: Match) -> None:
    """Tell everybody that the match has begun, with the commitment to its deal."""
    loaded = load_match(match)

    def build_facts(presenter: MatchPresenter) -> letter_kinds.Start:
        return letter_kinds.Start(commitment=match.commitment, **turn_facts(work, presenter, loaded))

    write_to_all(work, match, Notice(letter_kinds.START, build_facts))


def notify_changed(work: UnitOfWork, loaded: LoadedMatch, *, answered: Seat | None = None) -> None:
    """Tell the players of a new turn, or of the end. `answered` is the seat whose receipt tells it already.

    Between two, who waits is told of each turn. Among three and more only those to whom something was done are: the
    letter of their own turn tells the rest.
    """
    match = loaded.match
    if match.end is not None:
        notify_over(work, match)
        return
    for seat in _people(match):
        if seat is answered:
            continue
        kind = letter_kinds.YOUR_TURN if seat.number == match.to_move else letter_kinds.THEIR_TURN
        if kind == letter_kinds.THEIR_TURN and len(match.seats) > TWO and not _concerns(loaded, seat):
            continue
        if seat_accepts_mail(seat, asks_something=kind == letter_kinds.YOUR_TURN):
            notify_seat(work, seat, kind, loaded, can_wait=kind == letter_kinds.YOUR_TURN)


def _concerns(loaded: LoadedMatch, seat: Seat) -> bool:
    """Was something done to the player of a seat in the steps that were just played?"""
    notes = (note for row in loaded.fresh for note in notes_of(row) if note.seen_by(seat.number))
    return any(note.concerns(seat.number) for note in notes)


def notify_seat(
    work: UnitOfWork,
    seat: Seat,
    kind: LetterKind[letter_kinds.Turn],
    loaded: LoadedMatch,
    *,
    can_wait: bool = False,
) -> None:
    """Write the state of the match to one seat. The kinds are your_turn and their_turn."""

    def build_facts(presenter: MatchPresenter) -> letter_kinds.Turn:
        return letter_kinds.Turn(**turn_facts(work, presenter, loaded))

    notice = Notice(kind, build_facts, while_turn=loaded.match.turn, can_wait=can_wait)
    write_to_seat(work, loaded.match, seat, notice)


def notify_reminded(work: UnitOfWork, loaded: LoadedMatch, others: Sequence[Match] = (), address: str = "") -> None:
    """Remind a player of a turn, and of others that wait for them in other matches: `address` takes answers for all."""
    match, seat = loaded.match, _mover(loaded.match)

    def build_facts(presenter: MatchPresenter) -> letter_kinds.Reminder:
        facts = turn_facts(work, presenter, loaded)
        if others:
            facts["offers"] = tuple(_coded_offers(work, (match, *others), address))
        else:
            again = translate_command("remind 1d 6h", presenter.language.language)
            facts["offers"] = (*facts["offers"], presenter.offer(again, "remind"))
        return letter_kinds.Reminder(
            others=tuple(presenter_for(work.context, other, _mover(other), work.now).facts() for other in others),
            is_last=match.remind_at is None,
            spare_day=match_clock.takes_spare_day(work, match),
            **facts,
        )

    # With several turns the letter is current, whatever becomes of the first.
    while_turn = None if others else match.turn
    latest = max(one.due_at for one in (match, *others) if one.due_at is not None)
    notice = Notice(letter_kinds.REMINDER, build_facts, while_turn=while_turn, true_until=latest, reply_to=address)
    write_to_seat(work, match, seat, notice)


def _coded_offers(work: UnitOfWork, matches: Sequence[Match], address: str) -> Iterator[Offer]:
    """Offer a step in each of the first matches, behind its code, and help."""
    for match in matches[:MOST_CODED]:
        presenter = presenter_for(work.context, match, _mover(match), work.now)
        for one in presenter.example_offers(load_match(match), most=1):
            yield replace(Offer.by_mail(f"{match.code} {one.order}", "play", address), said=one.said)
    word = word_for("help", language_for(_player(_mover(matches[0])).language).language)
    yield Offer.by_mail(word, "help", address)


def _mover(match: Match) -> Seat:
    seat = match_clock.mover_of(match)
    if seat is None:
        raise ValueError(f"no person is to move in {match.code}")
    return seat


def notify_over(work: UnitOfWork, match: Match) -> None:
    """Tell all players the result, and the seed and salts with which the deal can be verified."""
    work.session.flush()  # `presenter.ending` reads the row of the last step
    loaded, end = load_match(match), match.end
    if end is None:
        raise ValueError(f"match {match.code} has not ended")

    counted = list_counts(work.session, match)

    def build_facts(presenter: MatchPresenter) -> letter_kinds.MatchOver:
        return letter_kinds.MatchOver(
            places=end.places,
            reason=presenter.ending(work.session),
            scores=end.scores,
            commitment=match.commitment,
            seed="" if end.kind is EndKind.TIME and match.record_version > 1 else match.seed.hex(),
            seed_public=end.at + MENDABLE,
            salts=tuple(seat.salt for seat in match.seats),
            record_url=f"{work.context.site}/m/{match.code}/record.json",
            counted=counted,
            **turn_facts(work, presenter, loaded) | {"offers": _offers_after(presenter)},
        )

    write_to_all(work, match, Notice(letter_kinds.MATCH_OVER, build_facts, urgent=True, left=True))
    service = work.context.addresses.service
    for player in former_players(work.session, match):
        if accepts_mail(player, asks_something=False, urgent=True):
            language = language_for(player.language)
            presenter = MatchPresenter(work.context, match, language, player.layout, former=player)
            to = recipient_of(player, language, service)
            enqueue_letter(work, letter_kinds.MATCH_OVER, build_facts(presenter), to, LetterRefs(match=match))


def _offers_after(presenter: MatchPresenter) -> tuple[Offer, ...]:
    """Offer lines that begin another match; a former player's letter goes to no seat, and offers none."""
    if presenter.seat is None:
        return ()
    game, language = engine_for(presenter.match.rules).rules.name, presenter.language.language
    seat = presenter.match.seats[presenter.seat]
    others = [one for one in presenter.match.seats if one.by_person and one is not seat]
    rematch = (presenter.command("rematch", "rematch"),) if others and seat.by_person else ()
    return (*rematch, presenter.command("new", "house", house_argument(game, language)))


def notify_press(work: UnitOfWork, match: Match, author: Seat, text: str) -> None:
    """Send a player's message to the other players of the match."""
    work.session.add(Press(match_id=match.id, seat=author.number, at=work.now, text=text))

    def build_facts(presenter: MatchPresenter) -> letter_kinds.PressLetter:
        return letter_kinds.PressLetter(
            reader=presenter.reader(),
            match=presenter.facts(),
            press=(PressFacts(author=author.name, text=text),),
            offers=(presenter.command("press", "press", "..."), *_tell_alone(presenter, author)),
        )

    write_to_all(work, match, Notice(letter_kinds.PRESS, build_facts), leave_out=author)


def _tell_alone(presenter: MatchPresenter, author: Seat) -> tuple[Offer, ...]:
    """Offer to write back to the author alone, where more than one would read it otherwise."""
    match = presenter.match
    own = match.seats[presenter.seat or 0]
    if sum(seat.by_person for seat in match.seats) <= TWO:
        return ()
    return (presenter.command("tell", "tell", f"{way_to_name(match, own, author)}: ..."),)


def notify_late(work: UnitOfWork, match: Match) -> None:
    """Tell all players that a deadline has passed, what follows, and the others which commands they have."""
    culprit = match_clock.mover_of(match)
    if culprit is None:
        return
    since, loaded = match.due_at or match.since or work.now, load_match(match)
    then = _consequence(match)
    can_expel = match.header is not None and len(list(_people(match))) > TWO
    for seat in _people(match):

        def build_facts(presenter: MatchPresenter) -> letter_kinds.Overdue:
            facts = turn_facts(work, presenter, loaded)
            grant = replace(
                presenter.command("grant", "grant", str(MORE_DAYS)),
                said=presenter.language.ngettext(
                    "give %(name)s %(num)d day more", "give %(name)s %(num)d days more", MORE_DAYS
                )
                % {"name": culprit.name, "num": MORE_DAYS},
            )
            if presenter.seat != culprit.number:
                claims = (_claim_offer(presenter, then),) if then in ("claim", "claim_turn") else ()
                expels = (presenter.command("expel", "expel", culprit.name),) if can_expel else ()
                facts["offers"] = (*claims, grant, *expels)
            return letter_kinds.Overdue(
                late=culprit.number,
                since=since,
                grace_until=match_clock.grace_until(match),
                then=then,
                ends=match_clock.ends_by_itself(match),
                **facts,
            )

        kind = letter_kinds.OVERDUE if seat is culprit else letter_kinds.OVERDUE_OTHER
        if seat_accepts_mail(seat, asks_something=True, urgent=seat is culprit):
            write_to_seat(work, match, seat, Notice(kind, build_facts, while_turn=match.turn))


def _claim_offer(presenter: MatchPresenter, purpose: str) -> Offer:
    """Offer to claim a turn, and say from when on if that cannot be done yet."""
    offer, grace = presenter.command("claim", purpose), match_clock.grace_until(presenter.match)
    if grace is None:
        return offer
    language = presenter.language
    moment = format_short_end(grace, presenter.reader().zone, language)
    said = language.gettext("after %(moment)s: %(purpose)s")
    return replace(offer, said=said % {"moment": moment, "purpose": language.gettext(PURPOSES[purpose])})


def _consequence(match: Match) -> Literal["claim", "claim_turn", "house", "lose"]:
    match match_clock.terms_of(match).late:
        case Late.CLAIM:
            return "claim" if len(match.seats) == TWO else "claim_turn"
        case Late.LOSE:
            return "lose"
        case _:
            return "house"


def notify_automatic_day(work: UnitOfWork, match: Match, gone: Seat) -> None:
    """Tell all players that a day of absence was taken because the time of the player to move ran out."""
    write_to_all(work, match, _about_seat(letter_kinds.AUTOMATIC_DAY, match, gone))


def notify_long_silence(work: UnitOfWork, match: Match, silent: Seat) -> None:
    """Ask a player who was silent for long in a match without a limit whether they still want to play."""
    write_to_seat(work, match, silent, _about_seat(letter_kinds.LONG_SILENCE, match, silent))


def notify_seat_lost(work: UnitOfWork, match: Match, gone: Seat) -> None:
    """Tell all players, also the one who had it, that a seat was lost because of lateness."""
    notice = _about_seat(letter_kinds.SEAT_LOST, match, gone)
    write_to_all(work, match, notice)
    write_to_seat(work, match, gone, notice)


def _about_seat(kind: LetterKind[letter_kinds.ClockStop], match: Match, gone: Seat) -> Notice[letter_kinds.ClockStop]:
    def build_facts(presenter: MatchPresenter) -> letter_kinds.ClockStop:
        return letter_kinds.ClockStop(reader=presenter.reader(), match=presenter.facts(), gone=gone.number)

    return Notice(kind, build_facts, while_turn=match.turn)


def notify_bot_plays(work: UnitOfWork, match: Match, seat: Seat, *, asker: Seat | None = None) -> None:
    """Tell the others that the house player plays for a seat: from now on after a resignation, or one turn, which
    `asker` claimed.
    """

    def build_facts(presenter: MatchPresenter) -> letter_kinds.HousePlays:
        return letter_kinds.HousePlays(
            reader=presenter.reader(),
            match=presenter.facts(),
            seat=seat.number,
            name=seat.name,
            asker=asker.name if asker else "",
            case=_house_case(seat, asker, mine=presenter.seat == seat.number),
        )

    notice = Notice(letter_kinds.HOUSE_PLAYS, build_facts, in_record=seat.vacant_at is not None)
    write_to_all(work, match, notice, leave_out=asker)


def _house_case(
    seat: Seat, asker: Seat | None, *, mine: bool
) -> Literal["claimed_mine", "claimed", "late_mine", "late", "left", "left_free"]:
    if seat.vacant_at is not None:
        return "left" if seat.by_house else "left_free"
    if asker is not None:
        return "claimed_mine" if mine else "claimed"
    return "late_mine" if mine else "late"


def notify_unsubscribed(work: UnitOfWork, match: Match, quiet: Seat) -> None:
    """Tell the others that a player has turned letters off."""

    def build_facts(presenter: MatchPresenter) -> letter_kinds.ClockStop:
        return letter_kinds.ClockStop(reader=presenter.reader(), match=presenter.facts(), gone=quiet.number)

    write_to_all(work, match, Notice(letter_kinds.QUIET, build_facts, asks_something=False), leave_out=quiet)


def notify_outage(work: UnitOfWork, match: Match) -> None:
    """Tell all players that an outage of the service has moved the deadline."""
    loaded = load_match(match)

    def build_facts(presenter: MatchPresenter) -> letter_kinds.Turn:
        return letter_kinds.Turn(**turn_facts(work, presenter, loaded))

    write_to_all(work, match, Notice(letter_kinds.OUTAGE, build_facts, while_turn=match.turn))


def notify_clock_stop(work: UnitOfWork, match: Match, gone: Seat, kind: LetterKind[letter_kinds.ClockStop]) -> None:
    """Tell the others that the clock of the player to move has stopped or runs again; `kind` says which."""

    def build_facts(presenter: MatchPresenter) -> letter_kinds.ClockStop:
        return letter_kinds.ClockStop(reader=presenter.reader(), match=presenter.facts(), gone=gone.number)

    write_to_all(work, match, Notice(kind, build_facts, while_turn=match.turn), leave_out=gone)


def notify_bounce_limit(work: UnitOfWork, match: Match, gone: Seat) -> None:
    """Tell all players that the clock runs although letters to the player to move bounce.

    It is the only letter that also goes to the bouncing address: perhaps that works again.
    """

    def build_facts(presenter: MatchPresenter) -> letter_kinds.ClockStop:
        return letter_kinds.ClockStop(reader=presenter.reader(), match=presenter.facts(), gone=gone.number)

    write_to_all(work, match, Notice(letter_kinds.PATIENCE_OVER, build_facts, while_turn=match.turn), leave_out=gone)
    write_to_seat(work, match, gone, Notice(letter_kinds.PATIENCE_OVER, build_facts, while_turn=match.turn))


def notify_granted(work: UnitOfWork, match: Match, giver: Seat, days: int) -> None:
    """Tell the others that a player has extended the deadline."""
    loaded = load_match(match)

    def build_facts(presenter: MatchPresenter) -> letter_kinds.Granted:
        facts = turn_facts(work, presenter, loaded)
        if match.entries and match.entries[-1].kind is EntryKind.GRANT:  # the opening tells it
            facts["news"] = facts["news"][:-1]
        return letter_kinds.Granted(giver=giver.number, more_days=days, **facts)

    write_to_all(work, match, Notice(letter_kinds.GRANTED, build_facts, while_turn=match.turn), leave_out=giver)


def notify_nudged(work: UnitOfWork, loaded: LoadedMatch, seat: Seat, asker: Seat) -> None:
    """Ask the player to move, in the name of another one, whether they have seen their turn."""
    match = loaded.match

    def build_facts(presenter: MatchPresenter) -> letter_kinds.Nudge:
        since = match.since or work.now
        return letter_kinds.Nudge(asker=asker.number, since=since, **turn_facts(work, presenter, loaded))

    write_to_seat(work, match, seat, Notice(letter_kinds.NUDGE, build_facts, while_turn=match.turn))


def notify_rematch(work: UnitOfWork, match: Match, asker: Seat, asked: Sequence[Seat], expires: datetime) -> None:
    """Ask players of a match that is over for another one."""

    def build_facts(presenter: MatchPresenter) -> letter_kinds.Rematch:
        return letter_kinds.Rematch(
            reader=presenter.reader(),
            match=presenter.facts(),
            asker=asker.number,
            expires=expires,
            offers=(presenter.command("rematch", "rematch"),),
        )

    for seat in asked:
        if seat_accepts_mail(seat, asks_something=True):
            write_to_seat(work, match, seat, Notice(letter_kinds.REMATCH, build_facts))


def notify_deed(work: UnitOfWork, match: Match, notes: Sequence[Note]) -> None:
    """Tell all players what the host did and why."""
    notice = _host_notice(work, match, notes)
    for seat in _people(match):
        if seat_accepts_mail(seat, asks_something=seat.number == match.to_move, urgent=True):
            write_to_seat(work, match, seat, notice)


def notify_put_out(work: UnitOfWork, match: Match, seat: Seat, *notes: Note) -> None:
    """Tell a player that the host gives their seat to somebody else. Call it while they still sit there."""
    write_to_seat(work, match, seat, _host_notice(work, match, notes, still_here=False))


def _host_notice(
    work: UnitOfWork, match: Match, notes: Sequence[Note], *, still_here: bool = True
) -> Notice[letter_kinds.HostDeed]:
    loaded = load_match(match)

    def build_facts(presenter: MatchPresenter) -> letter_kinds.HostDeed:
        facts = turn_facts(work, presenter, loaded, shown=still_here, offered=still_here and match.end is None)
        told = tuple(presenter.say(note) for note in notes if note.seen_by(presenter.seat))
        return letter_kinds.HostDeed(told=told, still_here=still_here, **facts)

    return Notice(letter_kinds.HOST_DEED, build_facts)


def notify_broadcast(work: UnitOfWork, text: str, match: Match | None = None) -> int:
    """Send the host's words to the players of a match, or once to everybody who plays; return to how many."""
    if match is not None:
        seats = [seat for seat in _people(match) if seat_accepts_mail(seat, asks_something=True, urgent=True)]

        def build_facts(presenter: MatchPresenter) -> letter_kinds.MatchBroadcast:
            return letter_kinds.MatchBroadcast(reader=presenter.reader(), match=presenter.facts(), text=text)

        for seat in seats:
            write_to_seat(work, match, seat, Notice(letter_kinds.MATCH_BROADCAST, build_facts))
        return len(seats)
    going_on = Match.state.in_((MatchState.RUNNING, MatchState.INVITING))
    playing = select(Seat.player_id).join(Match).where(going_on, Seat.vacant_at.is_(None))
    players = work.session.scalars(select(Player).where(Player.id.in_(playing)).order_by(Player.id)).all()
    told = [player for player in players if accepts_mail(player, asks_something=True, urgent=True)]
    for player in told:
        facts = letter_kinds.Broadcast(reader=reader_for(work.context, player), text=text)
        to = recipient_of(player, language_for(player.language), work.context.addresses.service)
        enqueue_letter(work, letter_kinds.BROADCAST, facts, to, LetterRefs())
    return len(told)


class TurnFacts(TypedDict):
    """The facts that every letter about a running match has."""

    reader: Reader
    match: MatchFacts
    board: str
    news: tuple[Event, ...]
    hint: str
    offers: tuple[Offer, ...]
    press: tuple[PressFacts, ...]
    proposals: tuple[ProposalFacts, ...]
    stays_known: tuple[Event, ...]
    memo: str


def turn_facts(
    work: UnitOfWork, presenter: MatchPresenter, loaded: LoadedMatch, *, shown: bool = True, offered: bool = True
) -> TurnFacts:
    """Collect the facts that every letter about a running match has; a receipt may omit the board and the offers."""
    match = presenter.match
    return {
        "reader": presenter.reader(),
        "match": presenter.facts(loaded),
        "board": presenter.board(loaded, offer_steps=match.to_move == presenter.seat) if shown else "",
        "news": presenter.events(news_since_own_turn(work.session, loaded, presenter.seat)) if shown else (),
        "hint": "" if shown else presenter.warnings(loaded),
        "offers": (
            *(presenter.offers(loaded) if offered else ()),
            *presenter.nudge(),
            *(presenter.answers_to(loaded.proposals) if shown or offered else ()),
        ),
        "press": tuple(
            PressFacts(author=name_at(match, loaded.holdings, row.seat, row.at), text=row.text) for row in loaded.press
        ),
        "proposals": presenter.proposals(loaded.proposals),
        "stays_known": presenter.events(loaded.stays_known) if shown else (),
        "memo": _memo(work, presenter) if shown else "",
    }


def waiting_facts(presenter: MatchPresenter) -> TurnFacts:
    """Collect the same facts for a match that has not begun."""
    return {
        "reader": presenter.reader(),
        "match": presenter.facts(),
        "board": "",
        "news": (),
        "hint": "",
        "offers": owner_offers(presenter),
        "press": (),
        "proposals": (),
        "stays_known": (),
        "memo": "",
    }


def _memo(work: UnitOfWork, presenter: MatchPresenter) -> str:
    """Find what the reader noted for themselves, for a letter of their own turn."""
    match, seat = presenter.match, presenter.seat
    if seat is None or seat != match.to_move:
        return ""
    return find_memo(work.session, match, match.seats[seat].player_id)


def write_to_all(work: UnitOfWork, match: Match, notice: Notice[F], *, leave_out: Seat | None = None) -> None:
    """Write a letter to all players, as far as they want such letters."""
    for seat in _people(match, left=notice.left):
        if seat is not leave_out:
            deliver_to_seat(work, match, seat, notice)


def deliver_to_seat(work: UnitOfWork, match: Match, seat: Seat, notice: Notice[F]) -> None:
    """Write a letter to the player of a seat, or keep its news for their next one, as they wish."""
    delivery = choose_delivery(
        seat,
        notice.kind.name,
        moves=seat.number == match.to_move,
        asks_something=notice.asks_something,
        urgent=notice.urgent,
    )
    told = delivery is Delivery.HOLD and notice.in_record and match.header is not None
    if delivery is not Delivery.NEITHER and not told:
        write_to_seat(work, match, seat, notice, kept=delivery is Delivery.HOLD)


def write_to_seat(work: UnitOfWork, match: Match, seat: Seat, notice: Notice[F], *, kept: bool = False) -> None:
    """Write a letter to the player of a seat; or keep its news."""
    player, presenter = _player(seat), presenter_for(work.context, match, seat, work.now)
    name = notice.kind.name
    asks = name not in DEFERRABLE or (seat.number == match.to_move and name not in MESSAGES)
    patience = timedelta(0) if asks else work.context.patience
    to = recipient_of(player, presenter.language, notice.reply_to or presenter.address)
    refs = LetterRefs(
        match=match,
        while_turn=notice.while_turn,
        true_until=notice.true_until,
        patience=patience,
        proposal=notice.proposal,
    )
    if kept:
        hold_news(work, notice.kind, notice.build_facts(presenter), to, refs)
        return
    if notice.can_wait:
        refs = replace(refs, digest_until=hold_until(player, match.due_at, work.now))
    if (held_until := find_held_until(work, notice.kind, to, refs)) is not None:
        # What the letter says of the time that is left has to be right when it leaves.
        presenter = replace(presenter, now=held_until)
        refs = refs if asks else replace(refs, patience=held_until - work.now)
    enqueue_letter(work, notice.kind, notice.build_facts(presenter), to, refs)


def _people(match: Match, *, left: bool = False) -> Iterator[Seat]:
    """List the seats of people; those who have left the match only if `left` is true."""
    return (seat for seat in match.seats if seat.player is not None and (left or seat.vacant_at is None))


def _player(seat: Seat) -> Player:
    if seat.player is None:
        raise ValueError(f"nobody sits at seat {seat.number}")
    return seat.player
