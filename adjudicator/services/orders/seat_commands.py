"""What a seat can ask for besides moves. Each command is a function in one of two tables, found by its name.

Acts are carried out at once; answers are looked up when the letter has had its effect.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta

from sqlalchemy import func, select

from adjudicator.engines.contract import Note
from adjudicator.mail.commands.command_lines import Said, commands_for
from adjudicator.match import match_end, refusals
from adjudicator.match.record import dump
from adjudicator.match.refusals import Refusal, RefusalKey
from adjudicator.match.ruling import AnyPreview, Preview, preview
from adjudicator.services.identity import credentials
from adjudicator.services.identity.change_requests import request_change
from adjudicator.services.identity.credential_changes import told
from adjudicator.services.matches import clock_control, notifications, outages
from adjudicator.services.matches.archive import record_of
from adjudicator.services.matches.match_rows import TWO, finish, grant, leave, let_house_play, names, others_play_on
from adjudicator.services.matches.presenter import scene_for
from adjudicator.services.matches.unsubscribe import choose_letters
from adjudicator.services.orders.order_wording import WORDING
from adjudicator.services.orders.seat_letter import Sitting
from adjudicator.services.outbox.letter_headers import AttachedText
from adjudicator.services.players import absences
from adjudicator.services.players.players import choice_of, choose
from adjudicator.services.refused_error import RefusedError
from adjudicator.services.row_counts import count_rows
from adjudicator.store.states import Letters, MatchState
from adjudicator.store.tables import Grant, Press
from adjudicator.texts import answer_facts
from adjudicator.texts.boards import draw
from adjudicator.texts.letter_facts import Asked

LONGEST_PRESS = 2000
PRESS_A_DAY = 50
"""Letters that one player can have written to the others of a match in a day."""
MOST_DAYS = 60
"""Days that one player can give in one turn, all grants together."""
GRANTS_A_TURN = 5
LATEST = timedelta(days=365)
"""How far ahead grants can move a deadline, whoever gives them."""


def resign(sitting: Sitting, said: Said) -> None:
    """Give the match up. Where others play on, the house player takes the seat over, and the match goes on."""
    match, seat, case = sitting.match, sitting.seat, sitting.case
    if _is_over(sitting, said):
        return
    if others_play_on(match, seat):
        leave(case.work, match, seat)
        sitting.receipt.do(said, Note.of("match.left", seat=seat.number))
        case.session.flush()
        notifications.house_plays(case.work, match, seat)
        return
    left = any(other.resigned_at is not None for other in match.seats)
    how = match_end.cancelled("all_resigned") if left else match_end.resigned(seat.number, len(match.seats))
    finish(match, how, case.now)
    sitting.receipt.do(said, Note.of("match.resigned", seat=seat.number))
    sitting.advance()


def claim(sitting: Sitting, said: Said) -> None:
    """Act on a turn whose time has passed: the match ends between two, among more the house player plays the turn."""
    match, case = sitting.match, sitting.case
    if _is_over(sitting, said):
        return
    late = match.to_move
    if late is None or late == sitting.seat.number or match.due_at is None or case.now <= match.due_at:
        sitting.receipt.refuse(said.line, refusals.nothing_to_claim())
        return
    if (since := outages.in_outage(case.session, match, case.now)) is not None:
        sitting.receipt.refuse(said.line, refusals.service_was_away(since))
        return
    if len(match.seats) > TWO:
        let_house_play(case.work, match)
        sitting.receipt.do(said, Note.of("match.stood_in", seat=sitting.seat.number, late_seat=late))
        case.session.flush()
        asker = sitting.seat
        notifications.house_plays(case.work, match, match.seats[late], asker=asker)
        return
    finish(match, match_end.claimed(late, len(match.seats)), case.now)
    sitting.receipt.do(said, Note.of("match.claimed", seat=sitting.seat.number, late_seat=late))
    sitting.advance()


def grant_days(sitting: Sitting, said: Said) -> None:
    """Give the one who is to move more days, late or not."""
    match = sitting.match
    if _is_over(sitting, said):
        return
    if match.to_move is None or match.to_move == sitting.seat.number or match.due_at is None:
        sitting.receipt.refuse(said.line, refusals.nothing_to_claim())
        return
    if not said.argument.isdecimal() or not 1 <= int(said.argument) <= MOST_DAYS:
        sitting.receipt.refuse(said.line, refusals.bad_argument("grant", said.argument, ("grant 3",)))
        return
    days, left = int(said.argument), _days_to_give(sitting)
    if days > left:
        nearest = (f"grant {left}",) if left else ()
        sitting.receipt.refuse(said.line, refusals.granted_enough(MOST_DAYS, GRANTS_A_TURN, left, nearest))
        return
    case = sitting.case
    grant(match, days, case.now)
    case.session.add(Grant(match_id=match.id, turn=match.turn, seat=sitting.seat.number, days=days, at=case.now))
    sitting.receipt.do(said, Note.of("match.granted", seat=sitting.seat.number, late_seat=match.to_move, days=days))
    sitting.granted += days
    case.session.flush()


def _days_to_give(sitting: Sitting) -> int:
    """Count the days that the writer can still give in this turn."""
    match, case = sitting.match, sitting.case
    given = select(func.count(), func.coalesce(func.sum(Grant.days), 0)).where(
        Grant.match_id == match.id, Grant.turn == match.turn, Grant.seat == sitting.seat.number
    )
    times, days = case.session.execute(given).one()
    if times >= GRANTS_A_TURN or match.due_at is None:
        return 0
    room = case.now + LATEST - max(match.due_at, case.now)
    return max(0, min(MOST_DAYS - days, room // timedelta(days=1)))


def press(sitting: Sitting, said: Said) -> None:
    """Carry a few words to the others."""
    text = said.argument.strip()
    if not text or len(text) > LONGEST_PRESS:
        sitting.receipt.refuse(said.line[:72], refusals.bad_argument("press", text[:72], ("press Good luck!",)))
        return
    case = sitting.case
    if _pressed_today(sitting) >= PRESS_A_DAY:
        sitting.receipt.refuse(said.line[:72], Refusal.of(RefusalKey.PRESSED_ENOUGH, most=PRESS_A_DAY))
        return
    sitting.receipt.do(said, Note.of("match.pressed", seat=sitting.seat.number))
    notifications.press(case.work, sitting.match, sitting.seat, text)


def _pressed_today(sitting: Sitting) -> int:
    return count_rows(
        sitting.case.session,
        Press.match_id == sitting.match.id,
        Press.seat == sitting.seat.number,
        Press.at > sitting.case.now - timedelta(days=1),
    )


def setting(sitting: Sitting, said: Said) -> None:
    """Set one of the player's choices: language, layout, zone, or which letters he wants."""
    if sitting.seat.player is None:
        return
    key, value = choice_of(said.command.name, said.argument)
    case, player = sitting.case, sitting.seat.player
    if key == "letters":
        choose_letters(case.work, player, value)
        sitting.receipt.do(said, Note.of("settings.letters", value=value))
        return
    try:
        sitting.receipt.do(said, choose(player, key, value, case.now))
    except RefusedError as fault:
        sitting.receipt.refuse(said.line, fault.refusal)


def absence(sitting: Sitting, said: Said) -> None:
    """Enter until when the player is away. The clock of this match heeds it at once, the others at the next sweep."""
    case, player = sitting.case, sitting.seat.player
    if player is None:
        return
    try:
        settled = absences.settle(case.work, player, said.argument)
    except RefusedError as fault:
        sitting.receipt.refuse(said.line, fault.refusal)
        return
    sitting.receipt.do(said, absences.declare(case.work, player, settled))
    clock_control.settle_for_writer(case.work, sitting.match)


def identify(sitting: Sitting, said: Said) -> None:
    """Ask an address of the player whether they really want to be known in another way."""
    case, player = sitting.case, sitting.seat.player
    if player is None:
        return
    by = "letter" if case.by_mail else "page"
    asked = Asked(at=case.now, by=by, sender=case.sender, match=sitting.match.code, turn=sitting.letter_turn)
    argument = said.argument or case.letter.key
    try:
        question = request_change(case.work, player, said.command.name, argument, asked)
    except RefusedError as fault:
        sitting.receipt.refuse(said.line, fault.refusal)
        return
    sitting.receipt.wait_for(said, Note.of("settings.asked", address=question.address))


def addresses_answer(sitting: Sitting, said: Said) -> answer_facts.Answer:
    """Tell how the player is known."""
    player = sitting.seat.player
    if player is None:
        raise ValueError(f"nobody sits at seat {sitting.seat.number}")
    return told(sitting.case.session, player, said.line)


def show(sitting: Sitting, said: Said) -> None:
    """Show where an order would lead, and play nothing."""
    table, seat = sitting.taken.table, sitting.seat.number
    shown = preview(table, seat, said.argument, WORDING)
    if isinstance(shown, Preview):
        sitting.receipt.ask(said, lambda sitting, said: _preview_answer(sitting, said, shown))
    else:
        sitting.receipt.refuse(said.line, shown)


def help_answer(sitting: Sitting, said: Said) -> answer_facts.Answer:
    """List the commands that work in a match."""
    language = sitting.seat.player.language if sitting.seat.player else "en"
    return answer_facts.HelpAnswer(order=said.line, commands=command_lines("match", language))


def board_answer(_sitting: Sitting, said: Said) -> answer_facts.Answer:
    """Show the board."""
    return answer_facts.BoardAnswer(order=said.line)


def status_answer(sitting: Sitting, said: Said) -> answer_facts.Answer:
    """Tell how the match stands, and how letters reach the player."""
    player = sitting.seat.player
    return answer_facts.StatusAnswer(
        order=said.line,
        language=player.language if player else "en",
        thinned=player is not None and player.letters is not Letters.ALL,
    )


def history_answer(sitting: Sitting, said: Said) -> answer_facts.Answer:
    """List every step so far."""
    scene = scene_for(sitting.case.context, sitting.match, sitting.seat)
    sitting.case.session.refresh(sitting.match, ["steps"])
    return answer_facts.HistoryAnswer(order=said.line, events=scene.events(sitting.match.steps))


def record_answer(sitting: Sitting, said: Said) -> answer_facts.Answer:
    """Attach the record."""
    sitting.case.session.refresh(sitting.match, ["steps"])
    name = f"{sitting.match.code}.json"
    text = dump(record_of(sitting.match)).decode()
    sitting.receipt.attachment = AttachedText(name, "application/json", text)
    return answer_facts.RecordAnswer(order=said.line, attachment=name)


def command_lines(where: str, language: str) -> tuple[answer_facts.CommandLine, ...]:
    """List the commands that count somewhere, by their words in a language."""
    return tuple(
        answer_facts.CommandLine(word=command.word(language), argument=command.argument, summary=command.summary)
        for command in commands_for(where)
    )


def _preview_answer(sitting: Sitting, said: Said, shown: AnyPreview) -> answer_facts.Answer:
    scene = scene_for(sitting.case.context, sitting.match, sitting.seat)
    view = sitting.taken.engine.view(shown.table.position, sitting.seat.number)
    return answer_facts.PreviewAnswer(
        order=said.line,
        step="; ".join(one.step for one in shown.played),
        board=draw(view, scene.layout, scene.tongue, names=names(sitting.match)),
        said=tuple(scene.say(note) for one in shown.played for note in one.notes if note.seen_by(scene.seat)),
    )


def _is_over(sitting: Sitting, said: Said) -> bool:
    if sitting.match.state is MatchState.RUNNING:
        return False
    sitting.receipt.refuse(said.line, refusals.match_over())
    return True


ACTS: Mapping[str, Callable[[Sitting, Said], None]] = {
    "resign": resign,
    "claim": claim,
    "grant": grant_days,
    "press": press,
    "show": show,
    "language": setting,
    "layout": setting,
    "zone": setting,
    "absence": absence,
    "stop": setting,
    "start": setting,
    **dict.fromkeys(sorted(credentials.CHANGES), identify),
}
ANSWERS: Mapping[str, Callable[[Sitting, Said], answer_facts.Answer]] = {
    "help": help_answer,
    "board": board_answer,
    "status": status_answer,
    "history": history_answer,
    "record": record_answer,
    "addresses": addresses_answer,
}
CLOSING = frozenset({"resign", "claim"})
"""Commands that end the match: beside a move they contradict it."""
WEIGHTY = CLOSING | credentials.CHANGES | {"stop", "grant", "absence"}
"""Commands that are not carried out while a line of the letter may be somebody else's."""
