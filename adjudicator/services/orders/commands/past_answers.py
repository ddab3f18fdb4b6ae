"""Answers about the past: the board after an entry, and the moves of some turns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from adjudicator.mail.commands.table.command import GivenCommand
from adjudicator.mail.text.text_fold import fold_line
from adjudicator.match.rulings import refusals
from adjudicator.services.matches.finished.archive import is_open_to_study
from adjudicator.services.matches.names.named_seats import find_named_seat, ways_of_person
from adjudicator.services.matches.names.shown_names import seat_name
from adjudicator.services.matches.positions.past_positions import frame_at
from adjudicator.services.matches.statistics.elsewhere import find_elsewhere
from adjudicator.services.matches.view.presenter import presenter_for
from adjudicator.services.orders.seat_letter import SeatLetter
from adjudicator.services.refused_error import RefusedError
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Seat
from adjudicator.texts.facts import answer_facts, position_facts


def check_board(seat_letter: SeatLetter, given: GivenCommand) -> None:
    """Refuse a position that never was, and the seat of nobody."""
    number, _, name = given.argument.partition(" from ")
    last = seat_letter.match.entry_count
    if number and int(number) > last:
        raise RefusedError(refusals.bad_argument("board", number, ("board 0", f"board {last}")))
    if name:
        _find_seat(seat_letter, name, f"board {number} from")


def check_history(seat_letter: SeatLetter, given: GivenCommand) -> None:
    """Refuse turns that never were, and a last one before the first."""
    turns, running = _turns(given), seat_letter.match.turn
    if turns and not 1 <= turns[0] <= min(turns[1], running):
        raise RefusedError(refusals.bad_argument("history", given.argument, (f"history 1-{running}",)))


def board_answer(seat_letter: SeatLetter, given: GivenCommand) -> answer_facts.Answer:
    """Show the board as it stands, or as it stood after an entry."""
    match, own = seat_letter.match, seat_letter.seat
    if not given.argument and match.state is not MatchState.FINISHED:
        return position_facts.BoardAnswer(order=given.line)
    seat_letter.inbound.session.refresh(match, ["entries"])
    if not given.argument:
        return position_facts.BoardAnswer(order=given.line, elsewhere=_find_elsewhere(seat_letter, match.entry_count))
    number, _, name = given.argument.partition(" from ")
    frame = frame_at(match, int(number))
    if frame is None:
        raise ValueError(f"{match.code} has no entry {number}")
    seen_by = _find_seat(seat_letter, name, f"board {number} from") if name else own
    is_open = is_open_to_study(match, seat_letter.inbound.now)
    presenter = presenter_for(seat_letter.inbound.context, match, own)
    if is_open:
        presenter = replace(presenter, seat=seen_by.number)
    event = presenter.event(frame.row) if frame.row else None
    return position_facts.PositionAnswer(
        order=given.line,
        n=frame.n,
        last=match.entry_count,
        board=presenter.board_at(frame),
        said=(event.said or event.order) if event else "",
        turn=event.turn if event else 0,
        seen_by=seat_name(seen_by, seat_letter.language, public=False) if is_open and seen_by is not own else "",
        too_early=not is_open and seen_by is not own,
        elsewhere=_find_elsewhere(seat_letter, frame.n),
    )


def _find_elsewhere(seat_letter: SeatLetter, n: int) -> position_facts.StoodElsewhere | None:
    """Tell in which other finished matches the position after an entry stood; None while the match runs."""
    inbound = seat_letter.inbound
    return find_elsewhere(inbound.session, inbound.context.site, seat_letter.match, n)


def _find_seat(seat_letter: SeatLetter, name: str, command: str) -> Seat:
    own = seat_letter.seat
    if fold_line(name) in set(ways_of_person(own)):
        return own
    return find_named_seat(own, name, command, seat_letter.language)


def history_answer(seat_letter: SeatLetter, given: GivenCommand) -> answer_facts.Answer:
    """List every step so far, or those of some turns."""
    match = seat_letter.match
    presenter = presenter_for(seat_letter.inbound.context, match, seat_letter.seat)
    seat_letter.inbound.session.refresh(match, ["entries"])
    turns = _turns(given)
    if turns is None:
        return position_facts.HistoryAnswer(order=given.line, events=presenter.history())
    first, last = turns[0], min(turns[1], match.turn)
    return position_facts.HistoryAnswer(order=given.line, events=presenter.history(first, last), first=first, last=last)


def _turns(given: GivenCommand) -> tuple[int, int] | None:
    first, _, last = given.argument.partition("-")
    return (int(first), int(last or first)) if first else None


CHECKS: Mapping[str, Callable[[SeatLetter, GivenCommand], None]] = {"board": check_board, "history": check_history}
"""Checks by command: each raises `RefusedError` for a question that has no answer."""
