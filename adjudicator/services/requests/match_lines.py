"""Lines to the service that begin with the code of a match, such as ``K7Q2 resign`` or ``K7Q2 comment 14 TEXT``."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.mail.commands.arguments.comment_order import CommentDeed, CommentOrder, read_comment_order
from adjudicator.mail.commands.lines.command_lines import read_line
from adjudicator.mail.commands.lines.translation import translate_command
from adjudicator.mail.commands.table.command import Argument, GivenCommand
from adjudicator.match.rulings import refusals
from adjudicator.services.matches.annotations.comments import check_comment
from adjudicator.services.matches.opening.match_codes import CODE_LENGTH
from adjudicator.services.matches.rows.known_matches import may_see
from adjudicator.services.matches.rows.match_rows import find_match, seat_of
from adjudicator.services.orders.commands.comment_commands import RIGHT as COMMENTS_RIGHT
from adjudicator.services.orders.commands.comment_commands import want_comment
from adjudicator.services.orders.seat_letter import LONGEST_SHOWN
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
    """Read a line as the code of a match in which the sender sits, and a command. None for everything else.

    Free text is not taken from a letter that proves nothing: we would carry anybody's words to the player.
    """
    code, _, rest = line.strip().partition(" ")
    given = read_line(rest, "match") if code.isalnum() and len(code) == CODE_LENGTH else None
    if given is None or given.command.argument in FREE or service_letter.player is None:
        return None
    match = find_match(service_letter.inbound.session, code)
    seat = seat_of(match, service_letter.player.id) if match else None
    return (match, seat, given) if match and seat and match.state in GOING_ON else None
