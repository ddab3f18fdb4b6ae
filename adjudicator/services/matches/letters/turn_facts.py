"""The facts that every letter about a match has."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import TypedDict

from adjudicator.engines.registry import engine_for
from adjudicator.mail.commands.table.command import Argument
from adjudicator.mail.commands.table.command_words import seat_word
from adjudicator.services.matches.annotations.memos import find_memo
from adjudicator.services.matches.rows.match_rows import LoadedMatch
from adjudicator.services.matches.rows.proposal_rows import is_open
from adjudicator.services.matches.rows.seat_holders import name_at
from adjudicator.services.matches.view.news import news_since_own_turn
from adjudicator.services.matches.view.plan_view import plan_news
from adjudicator.services.matches.view.presenter import MatchPresenter
from adjudicator.services.matches.view.waiting_view import waiting_news
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.states import Letters, MatchState, SeatState
from adjudicator.store.tables import ProposalRow
from adjudicator.texts.facts.letter_facts import Event, MatchFacts, Offer, PlanNews, Reader, WaitingOrders
from adjudicator.texts.facts.letter_facts import Press as PressFacts
from adjudicator.texts.facts.letter_facts import Proposal as ProposalFacts
from adjudicator.texts.letters.argument_names import name_argument


def owner_offers(presenter: MatchPresenter) -> tuple[Offer, ...]:
    """Offer the owner of a match that has not begun the decisions about its seats; offer others nothing."""
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
    plan: PlanNews | None
    kept_orders: WaitingOrders | None


def turn_facts(
    work: UnitOfWork, presenter: MatchPresenter, loaded: LoadedMatch, *, shown: bool = True, offered: bool = True
) -> TurnFacts:
    """Collect the facts that every letter about a running match has; a receipt may omit the board and the offers."""
    match, facts = presenter.match, presenter.facts(loaded)
    return {
        "reader": presenter.reader(),
        "match": facts,
        "board": presenter.board(loaded, offer_steps=match.to_move == presenter.seat) if shown else "",
        "news": presenter.events(news_since_own_turn(work.session, loaded, presenter.seat)) if shown else (),
        "hint": "" if shown else presenter.warnings(loaded),
        "offers": (
            *(presenter.offers(loaded) if offered else ()),
            *presenter.nudge(),
            *(presenter.answers_to(loaded.proposals) if shown or offered else ()),
        ),
        "press": _press(presenter, loaded, None if shown or not _gets_press(presenter) else work.now),
        "proposals": presenter.proposals(_worth_saying(facts, loaded.proposals)),
        "stays_known": presenter.events(loaded.stays_known) if shown else (),
        "memo": _memo(work, presenter) if shown else "",
        "plan": plan_news(presenter, loaded) if shown else None,
        "kept_orders": waiting_news(presenter) if _plays(presenter) else None,
    }


def _gets_press(presenter: MatchPresenter) -> bool:
    """Does the reader get each message in a letter of its own?"""
    seat = presenter.match.seats[presenter.seat] if presenter.seat is not None else None
    return seat is not None and seat.player is not None and (seat.letters or seat.player.letters) is not Letters.NONE


def _worth_saying(facts: MatchFacts, rows: Iterable[ProposalRow]) -> list[ProposalRow]:
    """Leave out a pause that runs where the sentence on whose turn it is tells of it."""
    return [row for row in rows if facts.clock != "paused" or is_open(row) or "resumed" in row.values]


def _press(presenter: MatchPresenter, loaded: LoadedMatch, since: datetime | None) -> tuple[PressFacts, ...]:
    """Collect the messages since the turn began, or those of the letter that is judged at `since`.

    Others came in letters of their own. Somebody else may have written from the reader's seat.
    """
    match, reader = presenter.match, presenter.match.seats[presenter.seat] if presenter.seat is not None else None
    authors = ((row, name_at(match, loaded.holdings, row.seat, row.at)) for row in loaded.press)
    return tuple(
        PressFacts(
            author=name,
            text=row.text,
            number=row.id,
            own=reader is not None and row.seat == reader.number and name == reader.name,
        )
        for row, name in authors
        if since is None or row.at >= since
    )


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
        "plan": None,
        "kept_orders": None,
    }


def _plays(presenter: MatchPresenter) -> bool:
    """Does the reader play on? A player who has left was told once about their orders."""
    return presenter.seat is not None and presenter.match.seats[presenter.seat].by_person


def _memo(work: UnitOfWork, presenter: MatchPresenter) -> str:
    """Find the reader's memo, for a letter of their own turn."""
    match, seat = presenter.match, presenter.seat
    if seat is None or seat != match.to_move:
        return ""
    return find_memo(work.session, match, match.seats[seat].player_id)
