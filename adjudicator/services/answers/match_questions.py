"""Questions about a match in a letter to the service, from anybody who may see it: ``K7Q2 board 14``, ``record K7Q2``.

Nothing proves who wrote such a letter. So it is answered with what a spectator may see, and to a player of the match
with what they see at their seat if the game hides nothing. A question whose answer may hold a secret of the writer's
seat is not answered here: it is asked back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from adjudicator.engines.registry import engine_for
from adjudicator.mail.commands.lines.command_lines import read_line
from adjudicator.mail.commands.table.command import GivenCommand
from adjudicator.mail.commands.table.command_words import word_for
from adjudicator.mail.text.text_fold import fold_line
from adjudicator.match.rulings import refusals
from adjudicator.match.rulings.refusals import RefusalKey
from adjudicator.services.answers.club_questions import Asking, find_wanted_file
from adjudicator.services.answers.download_answers import WantedFile
from adjudicator.services.matches.finished.archive import is_open_to_study
from adjudicator.services.matches.opening.match_codes import CODE_LENGTH, is_mintable
from adjudicator.services.matches.positions.past_positions import frame_at
from adjudicator.services.matches.rows.known_matches import find_known_match
from adjudicator.services.matches.rows.match_rows import load_match, seat_of
from adjudicator.services.matches.view.presenter import MatchPresenter
from adjudicator.services.matches.view.time_reports import TimeReporter
from adjudicator.services.refused_error import RefusedError
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Match, Seat
from adjudicator.texts.facts import answer_facts, position_facts
from adjudicator.texts.facts.move_list import group_steps
from adjudicator.texts.language.written_orders import write_order

FILES = frozenset({"record", "download"})
OF_A_SEAT = frozenset({"time", "legal"})
"""Questions of a player of the match; others have no part in the answers."""
SHOWS_A_SEAT = frozenset({"board", "history", "status"})
"""Questions whose answers show the view of a seat, or what its player has set."""
MOST_WORDS = 3
"""Words of a command before a code, as in ``mögliche Züge K7Q2``."""


@dataclass(frozen=True, slots=True)
class MatchQuestion:
    """A question, the match that it is about, and the seat of who asks; None: a spectator's."""

    match: Match
    given: GivenCommand
    seat: Seat | None

    @property
    def is_at_once(self) -> bool:
        """Can it be answered without a secret of the seat, and is it the asker's to ask?"""
        if self.given.command.name in FILES:
            return True
        if self.seat is None:
            return self.given.command.name not in OF_A_SEAT
        hides = engine_for(self.match.rules).rules.secrets and self.match.state is not MatchState.FINISHED
        return self.given.command.name == "time" or not hides


def read_question(asking: Asking, line: str) -> MatchQuestion | None:
    """Read a question with the code of a match before or behind it; None for another line.

    Raises `RefusedError` if the sender may see no such match.
    """
    words = line.split()
    for at, word in enumerate(words[: MOST_WORDS + 1]):
        code = word.strip("[]().:,!?").upper()
        if len(code) != CODE_LENGTH or not code.isalnum():
            continue
        given = read_line(" ".join([*words[:at], *words[at + 1 :]]), "match")
        if given is None or given.command.name not in QUESTIONS.keys() | FILES:
            continue
        inbound, player = asking.inbound, asking.player
        try:
            match = find_known_match(inbound.session, code, player, inbound.sender)
        except RefusedError:
            if is_mintable(code):
                raise
            continue
        if match.position is None:
            return None
        seat = seat_of(match, player.id) if player else None
        return MatchQuestion(match, given, seat if seat is not None and seat.vacant_at is None else None)
    return None


def wanted_file(asking: Asking, question: MatchQuestion) -> WantedFile | None:
    """Return the file that a question asks for; None if it asks for none. Raises `RefusedError`.

    A stranger gets the address of a file in place of a long list: nobody can have one sent to somebody else.
    """
    name = question.given.command.name
    if name == "download":
        return find_wanted_file(replace(asking, match=question.match), question.given)
    if name == "record":
        return WantedFile(question.match, "json")
    return WantedFile(question.match, "text") if name == "history" and asking.player is None else None


def answer_question(asking: Asking, question: MatchQuestion) -> answer_facts.Answer:
    """Answer a question that asks for no file. Raises `RefusedError`."""
    return QUESTIONS[question.given.command.name](asking, question)


def _presenter(asking: Asking, question: MatchQuestion) -> MatchPresenter:
    """Draw and tell for the seat of who asks, if nothing is hidden there."""
    match, seat = question.match, question.seat
    asking.inbound.session.refresh(match, ["entries"])
    own = None if seat is None or engine_for(match.rules).rules.secrets else seat.number
    layout = asking.player.layout if asking.player else "wide"
    return MatchPresenter(asking.inbound.context, match, asking.language, layout, own, public=seat is None)


def _show_board(asking: Asking, question: MatchQuestion) -> answer_facts.Answer:
    match, (number, _, name) = question.match, question.given.argument.partition(" from ")
    last = match.entry_count
    presenter, n = _presenter(asking, question), int(number or last)
    frame = frame_at(match, n)
    if frame is None:
        code = match.code
        raise RefusedError(refusals.bad_argument("board", number, (f"{code} board 0", f"{code} board {last}")))
    seen_by = _seat_named(presenter, name)
    is_open = is_open_to_study(match, asking.inbound.now)
    if seen_by is not None and is_open:
        presenter = replace(presenter, seat=seen_by)
    event = presenter.event(frame.row) if frame.row else None
    return position_facts.PositionAnswer(
        order=question.given.line,
        code=match.code,
        n=n,
        last=last,
        board=presenter.board_at(frame),
        said=(event.said or event.order) if event else "",
        turn=event.turn if event else 0,
        seen_by=presenter.names()[seen_by] if seen_by is not None and is_open else "",
        too_early=seen_by is not None and not is_open,
    )


def _seat_named(presenter: MatchPresenter, name: str) -> int | None:
    """Find the seat that somebody names; None if nobody is named. Raises `RefusedError`."""
    if not name:
        return None
    names = [fold_line(one) for one in presenter.names()]
    if fold_line(name) not in names:
        code = presenter.match.code
        right = [f"{code} board {presenter.match.entry_count} from {one}" for one in presenter.names()]
        raise RefusedError(refusals.bad_argument("board", name, right))
    return names.index(fold_line(name))


def _list_moves(asking: Asking, question: MatchQuestion) -> answer_facts.Answer:
    match, (first, _, last) = question.match, question.given.argument.partition("-")
    presenter = _presenter(asking, question)
    if not first:
        return position_facts.HistoryAnswer(order=question.given.line, code=match.code, events=presenter.history())
    begin, end = int(first), int(last or first)
    if not 1 <= begin <= min(end, match.turn):
        raise RefusedError(
            refusals.bad_argument("history", question.given.argument, (f"{match.code} history 1-{match.turn}",))
        )
    end = min(end, match.turn)
    events = presenter.history(begin, end)
    return position_facts.HistoryAnswer(
        order=question.given.line, code=match.code, events=events, first=begin, last=end
    )


def _list_legal(asking: Asking, question: MatchQuestion) -> answer_facts.Answer:
    match, seat = question.match, question.seat
    moves = seat is not None and match.to_move == seat.number and not match.house_to_move
    orders = load_match(match).orders if moves and match.state is MatchState.RUNNING else ()
    legal = [write_order(match.rules, order, asking.language.language) for order in orders]
    return position_facts.LegalAnswer(order=question.given.line, count=len(legal), groups=group_steps(legal))


def _tell_time(asking: Asking, question: MatchQuestion) -> answer_facts.Answer:
    inbound, seat = asking.inbound, question.seat
    if seat is None:
        raise RefusedError.of(RefusalKey.NO_MATCH, match=question.match.code)
    reporter = TimeReporter(inbound.context, question.match, seat.number, inbound.now, asking.language)
    presenter = replace(_presenter(asking, question), seat=seat.number, now=inbound.now)
    return position_facts.MatchTimeAnswer(
        order=question.given.line,
        match=presenter.facts(),
        mine=question.match.to_move == seat.number,
        turn=reporter.report_turn(),
        nudge=word_for("nudge", asking.language.language),
        seats=reporter.report_seats(),
    )


QUESTIONS: Mapping[str, Callable[[Asking, MatchQuestion], answer_facts.Answer]] = {
    "board": _show_board,
    "history": _list_moves,
    "legal": _list_legal,
    "time": _tell_time,
}
