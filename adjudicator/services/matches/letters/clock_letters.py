"""Letters about time: it ran out, stopped or was given; and who plays for whom from now on."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from adjudicator.match.match_terms import TWO
from adjudicator.match.timekeeping.terms import Late
from adjudicator.services.matches.clock import match_clock
from adjudicator.services.matches.letters.notice import Notice, seated_people, write_to_all, write_to_seat
from adjudicator.services.matches.letters.turn_facts import turn_facts
from adjudicator.services.matches.rows.match_rows import load_match
from adjudicator.services.matches.view.presenter import MatchPresenter
from adjudicator.services.matches.view.waiting_view import waiting_news
from adjudicator.services.players.players import seat_accepts_mail
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.states import EntryKind
from adjudicator.store.tables import Match, Seat
from adjudicator.texts.facts.letter_facts import Offer, WaitingOrders
from adjudicator.texts.games.order_purposes import PURPOSES
from adjudicator.texts.language.fitted_names import fit_names
from adjudicator.texts.letters import clock_kinds, seat_kinds, turn_kinds
from adjudicator.texts.letters.letter_kind import LetterKind
from adjudicator.texts.times.times import format_short_end

MORE_DAYS = 3
"""The days that a letter about a late player proposes to give."""


def notify_late(work: UnitOfWork, match: Match) -> None:
    """Tell all players that a deadline has passed, what follows, and the others which commands they have."""
    culprit = match_clock.mover_of(match)
    if culprit is None:
        return
    since, loaded = match.due_at or match.since or work.now, load_match(match)
    then, grace = _consequence(match), match_clock.grace_until(match)
    may_be_given = grace is not None or then in ("claim", "claim_turn")
    can_expel = match.header is not None and len(list(seated_people(match))) > TWO
    for seat in seated_people(match):

        def build_facts(presenter: MatchPresenter) -> clock_kinds.Overdue:
            facts = turn_facts(work, presenter, loaded)
            grant = _grant_offer(presenter, culprit.name)
            if presenter.seat != culprit.number:
                claims = (_claim_offer(presenter, then),) if then in ("claim", "claim_turn") else ()
                expels = (presenter.command("expel", "expel", culprit.name),) if can_expel else ()
                facts["offers"] = (*claims, *([grant] if may_be_given else []), *expels)
            return clock_kinds.Overdue(
                late=culprit.number,
                since=since,
                grace_until=grace,
                then=then,
                ends=match_clock.ends_by_itself(match),
                **facts,
            )

        kind = clock_kinds.OVERDUE if seat is culprit else clock_kinds.OVERDUE_OTHER
        if seat_accepts_mail(seat, asks_something=True, urgent=seat is culprit):
            write_to_seat(work, match, seat, Notice(kind, build_facts, while_turn=match.turn))


def _grant_offer(presenter: MatchPresenter, name: str) -> Offer:
    """Offer to give a player more days."""
    words = presenter.language.ngettext("give %(name)s %(num)d day more", "give %(name)s %(num)d days more", MORE_DAYS)
    words, values = fit_names(presenter.language.language, words, {"name": name, "num": MORE_DAYS})
    return replace(presenter.command("grant", "grant", str(MORE_DAYS)), said=words % values)


def _claim_offer(presenter: MatchPresenter, purpose: str) -> Offer:
    """Offer to claim a turn, and say from when on if that cannot be done yet."""
    offer, grace = presenter.command("claim", purpose), match_clock.grace_until(presenter.match)
    if grace is None:
        return offer
    language = presenter.language
    moment = format_short_end(grace, presenter.reader().zone, language)
    said = language.gettext("after %(moment)s, %(purpose)s")
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
    write_to_all(work, match, _about_seat(clock_kinds.AUTOMATIC_DAY, match, gone))


def notify_long_silence(work: UnitOfWork, match: Match, silent: Seat) -> None:
    """Ask a player who was silent for long in a match without a limit whether they still want to play."""
    write_to_seat(work, match, silent, _about_seat(clock_kinds.LONG_SILENCE, match, silent))


def notify_seat_lost(work: UnitOfWork, match: Match, gone: Seat) -> None:
    """Tell all players, also the one who had it, that a seat was lost because of lateness."""
    notice = _about_seat(clock_kinds.SEAT_LOST, match, gone)
    write_to_all(work, match, notice)
    write_to_seat(work, match, gone, notice)


def _about_seat(kind: LetterKind[clock_kinds.ClockStop], match: Match, gone: Seat) -> Notice[clock_kinds.ClockStop]:
    def build_facts(presenter: MatchPresenter) -> clock_kinds.ClockStop:
        return clock_kinds.ClockStop(
            reader=presenter.reader(),
            match=presenter.facts(),
            kept_orders=_lapsed(presenter, gone),
            gone=gone.number,
        )

    return Notice(kind, build_facts, while_turn=match.turn)


def _lapsed(presenter: MatchPresenter, seat: Seat) -> WaitingOrders | None:
    """Tell the player of a seat, and nobody else, of orders that waited and are not played any more."""
    return waiting_news(presenter) if presenter.seat == seat.number else None


def notify_bot_plays(work: UnitOfWork, match: Match, seat: Seat, *, asker: Seat | None = None) -> None:
    """Tell the others that the house player plays for a seat: from now on after a resignation, or one turn, which
    `asker` claimed.
    """

    def build_facts(presenter: MatchPresenter) -> seat_kinds.HousePlays:
        return seat_kinds.HousePlays(
            reader=presenter.reader(),
            match=presenter.facts(),
            kept_orders=_lapsed(presenter, seat),
            seat=seat.number,
            name=seat.name,
            asker=asker.name if asker else "",
            case=_house_case(seat, asker, mine=presenter.seat == seat.number),
        )

    notice = Notice(seat_kinds.HOUSE_PLAYS, build_facts, in_record=seat.vacant_at is not None)
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

    def build_facts(presenter: MatchPresenter) -> clock_kinds.ClockStop:
        return clock_kinds.ClockStop(reader=presenter.reader(), match=presenter.facts(), gone=quiet.number)

    write_to_all(work, match, Notice(clock_kinds.QUIET, build_facts, asks_something=False), leave_out=quiet)


def notify_outage(work: UnitOfWork, match: Match) -> None:
    """Tell all players that an outage of the service has moved the deadline."""
    loaded = load_match(match)

    def build_facts(presenter: MatchPresenter) -> turn_kinds.Turn:
        return turn_kinds.Turn(**turn_facts(work, presenter, loaded))

    write_to_all(work, match, Notice(clock_kinds.OUTAGE, build_facts, while_turn=match.turn))


def notify_clock_stop(work: UnitOfWork, match: Match, gone: Seat, kind: LetterKind[clock_kinds.ClockStop]) -> None:
    """Tell the others that the clock of the player to move has stopped or runs again; `kind` says which."""

    def build_facts(presenter: MatchPresenter) -> clock_kinds.ClockStop:
        return clock_kinds.ClockStop(reader=presenter.reader(), match=presenter.facts(), gone=gone.number)

    write_to_all(work, match, Notice(kind, build_facts, while_turn=match.turn), leave_out=gone)


def notify_bounce_limit(work: UnitOfWork, match: Match, gone: Seat) -> None:
    """Tell all players that the clock runs although letters to the player to move bounce.

    It is the only letter that also goes to the bouncing address: perhaps that works again.
    """

    def build_facts(presenter: MatchPresenter) -> clock_kinds.ClockStop:
        return clock_kinds.ClockStop(reader=presenter.reader(), match=presenter.facts(), gone=gone.number)

    write_to_all(work, match, Notice(clock_kinds.PATIENCE_OVER, build_facts, while_turn=match.turn), leave_out=gone)
    write_to_seat(work, match, gone, Notice(clock_kinds.PATIENCE_OVER, build_facts, while_turn=match.turn))


def notify_granted(work: UnitOfWork, match: Match, giver: Seat, days: int) -> None:
    """Tell the others that a player has extended the deadline."""
    loaded = load_match(match)

    def build_facts(presenter: MatchPresenter) -> clock_kinds.Granted:
        facts = turn_facts(work, presenter, loaded)
        if match.entries and match.entries[-1].kind is EntryKind.GRANT:  # the opening tells it
            facts["news"] = facts["news"][:-1]
        return clock_kinds.Granted(giver=giver.number, more_days=days, **facts)

    write_to_all(work, match, Notice(clock_kinds.GRANTED, build_facts, while_turn=match.turn), leave_out=giver)
