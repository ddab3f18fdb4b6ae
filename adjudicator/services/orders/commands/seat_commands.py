"""The commands of a letter to a seat. Each is a function in one of two tables, under its name.

`ACTS` are carried out at once, in the order of the letter. `ANSWERS` are built at the end, for the receipt, so that
they show the state after the whole letter.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from adjudicator.mail.commands.table.command import GivenCommand
from adjudicator.services.answers.club_questions import CLUB_QUESTIONS
from adjudicator.services.identity import credentials
from adjudicator.services.matches.rows import public_names
from adjudicator.services.orders.commands.clock_commands import CLOCK_ACTS, CLOCK_ANSWERS
from adjudicator.services.orders.commands.club_commands import (
    club_command,
    download_command,
    games_answer,
    list_answer,
    rules_command,
)
from adjudicator.services.orders.commands.comment_commands import COMMENT_ACTS
from adjudicator.services.orders.commands.consent_commands import CONSENT_ACTS
from adjudicator.services.orders.commands.hint_command import hint_command
from adjudicator.services.orders.commands.other_matches import (
    join_command,
    new_command,
    rematch_command,
    takeover_command,
)
from adjudicator.services.orders.commands.owner_commands import OWNER_ACTS
from adjudicator.services.orders.commands.past_answers import board_answer, history_answer
from adjudicator.services.orders.commands.people_commands import SEAT_ACTS
from adjudicator.services.orders.commands.plan_commands import PLAN_ACTS, plan_answer
from adjudicator.services.orders.commands.position_answers import legal_answer, preview_command, record_answer
from adjudicator.services.orders.commands.resign_command import resign_command
from adjudicator.services.orders.commands.seat_help import help_answer
from adjudicator.services.orders.commands.setting_commands import (
    addresses_answer,
    identity_command,
    setting_command,
    status_answer,
)
from adjudicator.services.orders.commands.talk_commands import TALK_ACTS
from adjudicator.services.orders.commands.undo_command import undo_command
from adjudicator.services.orders.seat_letter import SeatLetter
from adjudicator.services.orders.second_look import LOOK_ACTS, LOOK_SETTINGS
from adjudicator.services.players.time_settings import (
    TIME_SETTINGS,
)
from adjudicator.texts.facts import answer_facts

ACTS: Mapping[str, Callable[[SeatLetter, GivenCommand], None]] = {
    "resign": resign_command,
    **PLAN_ACTS,
    **COMMENT_ACTS,
    **LOOK_ACTS,
    "hint": hint_command,
    **dict.fromkeys(CLUB_QUESTIONS, club_command),
    "download": download_command,
    "show": preview_command,
    "undo": undo_command,
    "rules": rules_command,
    "new": new_command,
    "join": join_command,
    "rematch": rematch_command,
    "takeover": takeover_command,
    "language": setting_command,
    "name": setting_command,
    "layout": setting_command,
    "letters": setting_command,
    public_names.KEY: setting_command,
    "zone": setting_command,
    "o_means": setting_command,
    "stop": setting_command,
    "start": setting_command,
    **TALK_ACTS,
    **CLOCK_ACTS,
    **CONSENT_ACTS,
    **SEAT_ACTS,
    **OWNER_ACTS,
    **dict.fromkeys(sorted(credentials.CHANGES), identity_command),
}
ANSWERS: Mapping[str, Callable[[SeatLetter, GivenCommand], answer_facts.Answer]] = {
    "help": help_answer,
    "board": board_answer,
    "plan": plan_answer,
    "status": status_answer,
    "legal": legal_answer,
    "history": history_answer,
    "record": record_answer,
    "games": games_answer,
    "list": list_answer,
    "addresses": addresses_answer,
    **CLOCK_ANSWERS,
}
LEAVING = frozenset({"takeover", "hand over", "substitute"})
"""Commands about who sits where: they contradict one that ends the match."""
CLOSING = frozenset({"resign", "claim", "cancel", "finish"})
"""Commands that end the match: they contradict an order in the same letter."""
PEOPLE_ACTS = CONSENT_ACTS.keys() | SEAT_ACTS.keys()
WEIGHTY = (
    CLOSING
    | credentials.CHANGES
    | TIME_SETTINGS
    | LOOK_SETTINGS
    | {
        "letters",
        public_names.KEY,
        "o_means",
        "stop",
        "undo",
        "grant",
        "nudge",
        "new",
        "join",
        "rematch",
        "takeover",
        "calendar",
    }
    | {"publish plans"}
    | OWNER_ACTS.keys()
    | PEOPLE_ACTS
)
"""Commands that are not carried out if any line of the letter may be another person's."""
NEED_POSITION = (
    PEOPLE_ACTS
    | PLAN_ACTS.keys()
    | {
        "plan",
        "board",
        "status",
        "legal",
        "time",
        "history",
        "record",
        "show",
        "undo",
        "press",
        "tell",
        "memo",
        "diary",
        "comment",
        "claim",
        "grant",
        "nudge",
        "hint",
        "resign",
    }
)
"""Commands that mean nothing before the match has begun."""
