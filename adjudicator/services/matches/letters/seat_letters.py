"""Letters about seats that change hands: news for the table, and the welcome to the new player."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from adjudicator.engines.contract import Note
from adjudicator.mail.commands.table.command_words import word_for
from adjudicator.match.course.course import PUT_OUT
from adjudicator.match.record.record import Why
from adjudicator.services.matches.letters.notice import (
    Notice,
    deliver_to_seat,
    seated_people,
    write_to_all,
    write_to_seat,
)
from adjudicator.services.matches.letters.turn_facts import turn_facts
from adjudicator.services.matches.rows.known_matches import may_see
from adjudicator.services.matches.rows.match_rows import load_match
from adjudicator.services.matches.rows.seat_holders import list_press
from adjudicator.services.matches.view.plan_view import plan_gone
from adjudicator.services.matches.view.presenter import MatchPresenter
from adjudicator.services.matches.view.waiting_view import orders_gone, waiting_news
from adjudicator.services.outbox.enqueue import LetterRefs, enqueue_letter, recipient_of
from adjudicator.services.players.letter_readers import reader_for
from adjudicator.services.players.players import accepts_mail, seat_accepts_mail
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.tables import Match, Player, Seat
from adjudicator.texts.facts.letter_facts import Press as PressFacts
from adjudicator.texts.facts.letter_facts import WaitingOrders
from adjudicator.texts.facts.position_facts import HistoryAnswer
from adjudicator.texts.language.language import language_for
from adjudicator.texts.letters import seat_kinds


def notify_seat_news(work: UnitOfWork, match: Match, seat: Seat, note: Note, *, told: Seat | None = None) -> None:
    """Tell everybody else at the table that a seat has changed hands."""

    def build_facts(presenter: MatchPresenter) -> seat_kinds.SeatNews:
        return seat_kinds.SeatNews(reader=presenter.reader(), match=presenter.facts(), news_said=presenter.say(note))

    left_out = told or seat
    write_to_all(work, match, Notice(seat_kinds.SEAT_NEWS, build_facts, in_record=True), leave_out=left_out)


def notify_taken_back(work: UnitOfWork, match: Match, note: Note, concerned: Collection[int | None]) -> None:
    """Tell that the board has gone back, but to those whom a letter of the new turn tells it.

    `concerned` are the seats that cannot wait for their next letter: who asked for it, and whose turn is no more.
    """

    def build_facts(presenter: MatchPresenter) -> seat_kinds.SeatNews:
        return seat_kinds.SeatNews(reader=presenter.reader(), match=presenter.facts(), news_said=presenter.say(note))

    for seat in seated_people(match):
        by_turn = seat.number == match.to_move or seat_accepts_mail(seat, asks_something=False)
        if not by_turn and seat.player_id != work.writer_id:
            urgent = seat.number in concerned
            deliver_to_seat(work, match, seat, Notice(seat_kinds.SEAT_NEWS, build_facts, urgent=urgent, in_record=True))


def notify_left(work: UnitOfWork, match: Match, seat: Seat) -> None:
    """Tell a player that they have left, as they asked."""
    note = left_note(match, seat)

    def build_facts(presenter: MatchPresenter) -> seat_kinds.SeatNews:
        return seat_kinds.SeatNews(
            reader=presenter.reader(),
            match=presenter.facts(),
            kept_orders=waiting_news(presenter),
            news_said=presenter.say(note),
        )

    write_to_seat(work, match, seat, Notice(seat_kinds.SEAT_NEWS, build_facts))


def left_note(match: Match, seat: Seat) -> Note:
    """Say to a player that they have left, and how the seat goes on."""
    back = match.header is not None
    return Note.of("match.left", seat=seat.number, match=match.code, house=seat.by_house, back=back)


def lost_note(match: Match, why: Why, *, house: bool) -> Note:
    """Say to a player that they have lost their seat, what becomes of it, and how they come back if they may."""
    return Note.of("match.seat_lost", match=match.code, why=why, house=house, back=why not in PUT_OUT)


@dataclass(frozen=True, slots=True)
class Gone:
    """The orders and the plan of a player at a seat that is not theirs any more."""

    orders: WaitingOrders | None
    """Orders that waited."""
    plan: tuple[str, ...]
    """The lines of their plan, in their language."""


NOTHING_GONE = Gone(None, ())


def find_gone(work: UnitOfWork, match: Match, seat: Seat) -> Gone:
    """Find what goes with a seat when it changes hands. Call it while its player still sits there."""
    return Gone(
        orders_gone(work.context.secret, match, seat),
        plan_gone(work.context.secret, match, seat, language_for(seat.player.language if seat.player else "")),
    )


def write_to_outsider(work: UnitOfWork, match: Match, player: Player, note: Note, gone: Gone = NOTHING_GONE) -> None:
    """Tell somebody who does not sit at the table, or not any more, what has become of a seat."""
    if not accepts_mail(player, asks_something=True, urgent=True):
        return
    language, service = language_for(player.language), work.context.addresses.service
    linked = may_see(work.session, match, player)
    presenter = MatchPresenter(work.context, match, language, player.layout, public=False, linked=linked)
    facts = seat_kinds.SeatNews(
        reader=reader_for(work.context, player),
        match=presenter.facts(),
        kept_orders=gone.orders,
        news_said=presenter.say(note),
        plan_gone=gone.plan,
    )
    enqueue_letter(work, seat_kinds.SEAT_NEWS, facts, recipient_of(player, language, service), LetterRefs(match=match))


def notify_welcome(work: UnitOfWork, match: Match, seat: Seat, before: str) -> None:
    """Welcome a new player: the board, the rules of this match, all moves, and the press that everybody read.

    Nothing else of the former player is in it.
    """
    work.session.flush()
    work.session.refresh(match, ["entries"])
    loaded = load_match(match)
    press = tuple(
        PressFacts(author=one.author, text=one.text, number=one.number) for one in list_press(work.session, match)
    )

    def build_facts(presenter: MatchPresenter) -> seat_kinds.Welcome:
        facts = turn_facts(work, presenter, loaded)
        facts["news"], facts["press"] = (), press
        history = HistoryAnswer(order=word_for("history", presenter.language.language), events=presenter.history())
        return seat_kinds.Welcome(before=before, answers=(history,), **facts)

    write_to_seat(work, match, seat, Notice(seat_kinds.WELCOME, build_facts))
