"""Lines of a match that came to the service: in an answer to the host's letter to all, or in a new letter.

Nothing of them is carried out: which match, and which of its turns, is known only in an answer to a letter of the
match. The refusal says so, and names the matches in which the writer is to move. It goes to their own address.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from sqlalchemy import select

from adjudicator.engines.registry import engine_for
from adjudicator.mail.commands.lines.command_lines import read_line
from adjudicator.mail.lexicon.plan_words import PLAN_WORDS
from adjudicator.mail.text.text_fold import fold_line
from adjudicator.match.plans.letter_lines import begins_plan
from adjudicator.match.rulings import refusals
from adjudicator.match.rulings.refusals import Refusal
from adjudicator.services.match_reader import MatchReader
from adjudicator.services.matches.opening.match_codes import write_code
from adjudicator.services.matches.rows.match_rows import load_match
from adjudicator.services.matches.view.plan_view import plan_lexicon
from adjudicator.services.orders.answered_letter import find_answered_letter
from adjudicator.services.orders.order_wording import is_step
from adjudicator.services.requests.service_letter import ServiceLetter
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Match, Player, Seat
from adjudicator.texts.letters import host_kinds

MOST_LOOKED_AT = 10
"""Matches of the writer in which a line is tried as a step, and of which they are told."""
LIST = "list"
_THEN = frozenset(word for words in PLAN_WORDS["then"].values() for word in words)
"""A line that begins with "if" and has no code is one of a plan only with such a word: sentences begin with it, too."""


def refuse_misplaced(service_letter: ServiceLetter, line: str) -> Refusal | None:
    """Refuse a line that belongs to a match; None if it does not."""
    player = service_letter.player
    if player is None:
        return None
    answered = find_answered_letter(service_letter.inbound, player.id)
    to_all = answered is not None and answered.kind == host_kinds.BROADCAST.name
    playing = select(Match).join(Seat).where(Match.state == MatchState.RUNNING, Seat.player_id == player.id)
    query, reader = playing.where(Seat.vacant_at.is_(None)).order_by(Match.id.desc()), MatchReader()
    running = reader.fetch(service_letter.inbound.session, query.limit(MOST_LOOKED_AT))
    behind = _without_code(line, running)
    plans = (behind != line or not _THEN.isdisjoint(fold_line(line).split())) and begins_plan(behind, plan_lexicon())
    for_a_match = bool(running or reader.faulty) and (plans or read_line(behind, "match") is not None)
    is_misplaced = to_all or for_a_match or any(reader.read_each(running, partial(_is_step_in, line)))
    names = [name for name in reader.read_each(running, partial(_name_if_awaited, player)) if name]
    reader.note(service_letter.inbound.work)
    if not is_misplaced and not any(_begins_with(line, one.code) for one in reader.faulty.values()):
        return None
    return refusals.misplaced(line, names, (LIST,), reader.say(service_letter.language), to_all=to_all)


def _without_code(line: str, matches: Sequence[Match]) -> str:
    """Take the code of one of the writer's matches off the head of a line."""
    return line.strip().partition(" ")[2] if any(_begins_with(line, one.code) for one in matches) else line


def _is_step_in(line: str, match: Match) -> bool:
    """Is a line a move in a match, perhaps behind its code?"""
    return is_step(load_match(match).table, _without_code(line, (match,)))


def _begins_with(line: str, code: str) -> bool:
    """Does a line begin with the code of a match, and go on behind it?"""
    head, _, rest = line.strip().partition(" ")
    return head.strip("[]:,").upper() == code and bool(rest)


def _name_if_awaited(player: Player, match: Match) -> str:
    """Name a match in which a player is to move; empty for another one."""
    if match.to_move is None or match.seats[match.to_move].player is not player:
        return ""
    return f"{write_code(match.code)} ({engine_for(match.rules).rules.title})"
