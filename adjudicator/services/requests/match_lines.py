"""Lines to the service with the code of a match, such as ``K7Q2 resign``, ``K7Q2 comment 14 TEXT`` or ``board K7Q2``.

A question is answered at once, unless the answer may hold a secret of the writer's seat. All else is asked back.
"""

from __future__ import annotations

from dataclasses import replace

from adjudicator.mail.commands.arguments.comment_order import CommentDeed, CommentOrder, read_comment_order
from adjudicator.mail.commands.lines.command_lines import read_line
from adjudicator.mail.commands.lines.order_lines import MOST_COMMANDS
from adjudicator.mail.commands.lines.translation import translate_command
from adjudicator.mail.commands.table.command import Argument, GivenCommand
from adjudicator.match.rulings import refusals
from adjudicator.services.answers.club_questions import Asking, attach_file
from adjudicator.services.answers.match_questions import answer_question, read_question, wanted_file
from adjudicator.services.matches.annotations.comments import check_comment
from adjudicator.services.matches.opening.match_codes import CODE_LENGTH
from adjudicator.services.matches.rows.known_matches import may_see
from adjudicator.services.matches.rows.match_rows import find_match, seat_of
from adjudicator.services.orders.commands.comment_commands import RIGHT as COMMENTS_RIGHT
from adjudicator.services.orders.commands.comment_commands import want_comment
from adjudicator.services.orders.seat_letter import LONGEST_SHOWN
from adjudicator.services.refusals_roll_back import refusals_roll_back
from adjudicator.services.refused_error import RefusedError
from adjudicator.services.requests.confirmation_letters import Asker, ask_comment, ask_for_match
from adjudicator.services.requests.service_letter import ServiceLetter
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Match, Seat

FREE = frozenset({Argument.TEXT, Argument.STEP, Argument.MESSAGE, Argument.MEMO})
"""Arguments that are free text: the rest of such a line is in anybody's words."""
GOING_ON = frozenset({MatchState.INVITING, MatchState.RUNNING})


def ask_for_matches(service_letter: ServiceLetter) -> None:
    """Ask back a command behind the code of a match, such as ``K7Q2 resign``: it is answered in the match."""
    left, orders = list[str](), list(service_letter.sorted.orders)
    while orders:
        order = orders.pop(0)
        if _answer_question(service_letter, order):
            continue
        if commented := _read_comment(service_letter, order):
            # What stands below belongs to the text: the service has no orders.
            while orders and not (
                _read_comment(service_letter, orders[0]) or _read_for_match(service_letter, orders[0])
            ):
                commented = commented[0], replace(commented[1], argument=f"{commented[1].argument}\n{orders.pop(0)}")
            _ask_for_comment(service_letter, *commented)
            continue
        found = _read_for_match(service_letter, order)
        if found is None or service_letter.player is None:
            left.append(order)
        elif service_letter.asked >= service_letter.most_asked:
            service_letter.beyond.append(order)
        else:
            asker = Asker(service_letter.inbound, service_letter.player, service_letter.language)
            ask_for_match(asker, service_letter.player, *found)
            service_letter.asked += 1
    service_letter.sorted = replace(service_letter.sorted, orders=tuple(left))


def _asking(service_letter: ServiceLetter) -> Asking:
    return Asking(service_letter.inbound, service_letter.player, service_letter.language)


def _answer_question(service_letter: ServiceLetter, line: str) -> bool:
    """Answer a question about a match, or refuse it; false if the line is none, or has to be asked back."""
    asking = _asking(service_letter)
    try:
        with refusals_roll_back(service_letter.inbound.work):
            question = read_question(asking, line)
            if question is None or not question.is_at_once:
                return False
            if len(service_letter.answers) >= MOST_COMMANDS:
                service_letter.beyond.append(line)
            elif wanted := wanted_file(asking, question):
                answer, attached = attach_file(asking, question.given, wanted, service_letter.attachment)
                service_letter.attachment = attached
                service_letter.answers.append(answer)
            else:
                service_letter.answers.append(answer_question(asking, question))
    except RefusedError as fault:
        service_letter.refuse(line, fault.refusal)
    return True


def _read_comment(service_letter: ServiceLetter, line: str) -> tuple[Match, GivenCommand] | None:
    """Read ``K7Q2 comment 14 TEXT``, for a match that is over and that the sender may see."""
    code, _, rest = line.strip().partition(" ")
    given = read_line(rest, "match") if code.isalnum() and len(code) == CODE_LENGTH else None
    player = service_letter.player
    if given is None or given.command.name != "comment" or not given.argument or player is None:
        return None
    match = find_match(service_letter.inbound.session, code)
    return (match, given) if match and may_see(service_letter.inbound.session, match, player) else None


def _ask_for_comment(service_letter: ServiceLetter, match: Match, given: GivenCommand) -> None:
    """Ask back a line about comments, or tell the faults in it."""
    language, line = service_letter.language, f"{match.code} {given.line}"[:LONGEST_SHOWN]
    try:
        _check_comment(service_letter, match, read_comment_order(given.argument))
    except RefusedError as fault:
        nearest = tuple(f"{match.code} {translate_command(one, language.language)}" for one in fault.refusal.nearest)
        service_letter.refuse(line, replace(fault.refusal, nearest=nearest))
        return
    if service_letter.asked >= service_letter.most_asked:
        service_letter.beyond.append(line)
        return
    ask_comment(Asker(service_letter.inbound, service_letter.player, language), match, given)
    service_letter.asked += 1


def _check_comment(service_letter: ServiceLetter, match: Match, order: CommentOrder) -> None:
    player = service_letter.player
    if order.deed is CommentDeed.UNREADABLE or player is None:
        raise RefusedError(refusals.bad_argument("comment", "", COMMENTS_RIGHT))
    if order.deed is CommentDeed.WRITE:
        check_comment(service_letter.inbound.work, match, player, want_comment(order), service_letter.language)


def _read_for_match(service_letter: ServiceLetter, line: str) -> tuple[Match, Seat, GivenCommand] | None:
    """Read a line as the code of a match in which the sender sits, and a command, or a question with a code behind it.

    None for everything else.

    Free text is not taken from a letter that proves nothing: we would carry anybody's words to the player.
    """
    question = read_question(_asking(service_letter), line)
    if question is not None and question.seat is not None and question.match.state in GOING_ON:
        return question.match, question.seat, question.given
    code, _, rest = line.strip().partition(" ")
    given = read_line(rest, "match") if code.isalnum() and len(code) == CODE_LENGTH else None
    if given is None or given.command.argument in FREE or service_letter.player is None:
        return None
    match = find_match(service_letter.inbound.session, code)
    seat = seat_of(match, service_letter.player.id) if match else None
    return (match, seat, given) if match and seat and match.state in GOING_ON else None
