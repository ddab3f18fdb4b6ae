"""The catalogue of commands: for each one the places where people meet it. `test_catalogue` fails on a missing cell.

Words, an example in each language and the topic of help are in the program's own tables; the rest is here. A new
command adds a row. Where a cell cannot apply, the row says why.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Absent:
    """A cell that does not apply, and why."""

    why: str


@dataclass(frozen=True, slots=True)
class Offer:
    """A letter that offers the command: the file that does it, and the words by which it does."""

    path: str
    words: str


@dataclass(frozen=True, slots=True)
class Row:
    """The cells of one command that no table of the program has."""

    receipt: str
    """What tells the result: the key of a note (``match.granted``), or the template of an answer (``_board.txt``)."""
    offer: Offer | Absent | None = None
    """None: help offers it among what matters now."""
    control: Absent | None = None
    """None: an element of a page has it as its `data-command`."""


SHOWN = Absent("the page shows it already")
RARE = Absent("it is needed once in years: help lists it with its topic")
ONCE = Absent("it is set once: help lists it with its topic, and the preferences show it")
SELDOM = Absent("it is needed a few times in a match at most: help lists it with its topic")
PLAN_VIEW = "adjudicator/services/matches/view/plan_view.py"
SECOND_LOOK = "adjudicator/services/matches/view/waiting_view.py"
PRESENTER = "adjudicator/services/matches/view/presenter.py"
LETTERS = "adjudicator/services/matches/letters"
TURN_LETTERS = f"{LETTERS}/turn_letters.py"
CLOCK_LETTERS = f"{LETTERS}/clock_letters.py"
TURN_FACTS = f"{LETTERS}/turn_facts.py"
REFUSALS = "adjudicator/services/inbound/refusal_letters.py"

CATALOGUE: Mapping[str, Row] = {
    "help": Row(
        "_help.txt",
        Offer("adjudicator/services/matches/view/presenter.py", 'command("help"'),
        Absent("a page has a control for each thing that can be done"),
    ),
    "board": Row("_board.txt", Offer(REFUSALS, 'command("board"'), SHOWN),
    "status": Row("_status.txt", control=SHOWN),
    "legal": Row("_legal.txt", control=SHOWN),
    "time": Row("_time.txt"),
    "history": Row("_history.txt", control=SHOWN),
    "record": Row("_record.txt"),
    "show": Row("_preview.txt", Offer("adjudicator/services/matches/view/presenter.py", 'f"? {order}"')),
    "undo": Row("match.undone", Offer(PRESENTER, 'command("undo"')),
    "press": Row("match.pressed", Offer(TURN_LETTERS, 'command("press"')),
    "tell": Row("match.told", Offer("adjudicator/services/matches/letters/private_press.py", 'command("tell"')),
    "memo": Row("match.noted", Offer("templates/mail/_memo.txt", 'suggest("memo')),
    "diary": Row(
        "match.diary_kept", Absent("help lists it with its topic, and the page of the match has a field for it")
    ),
    "comment": Row("match.commented", Offer(TURN_LETTERS, 'command("comment"')),
    "plan": Row("_plan.txt", Offer("templates/mail/_help_plans.txt", "commands")),
    "cancel plan": Row("match.plan_cancelled", Offer(PLAN_VIEW, 'word_for("cancel plan"')),
    "confirm plan": Row("match.plan_confirmed", SELDOM),
    "publish plans": Row("match.plans_published", Offer(TURN_LETTERS, 'command("publish plans"')),
    "as planned": Row("match.held_played", Offer(PLAN_VIEW, 'word_for("as planned"')),
    "habit": Row("_habits.txt", Offer("templates/mail/_help_plans.txt", "habits")),
    "cancel habit": Row("match.habit_ended", Offer("templates/mail/_habits.txt", "answer.cancel")),
    "confirm orders": Row("settings.second_look", ONCE),
    "delay": Row("settings.second_look", ONCE),
    "wait": Row("match.orders_back", Offer(SECOND_LOOK, 'word_for("wait"')),
    "claim": Row("match.claimed", Offer(CLOCK_LETTERS, 'command("claim"')),
    "grant": Row("match.granted", Offer(CLOCK_LETTERS, 'command("grant"')),
    "nudge": Row("match.nudged", Offer(PRESENTER, 'command("nudge"')),
    "hint": Row("match.hint_asked", Offer(PRESENTER, 'command("hint"')),
    "resign": Row("match.resigned"),
    "rematch": Row("match.rematch_asked", Offer(TURN_LETTERS, 'command("rematch"')),
    "games": Row("_games.txt", Offer(REFUSALS, '"games"'), Absent("the front page lists the games")),
    "rules": Row("_rules.txt", Offer("templates/mail/invitation/body.txt", 'suggest("rules ')),
    "new": Row("match.opened", Offer("templates/mail/called_off/body.txt", 'suggest("new ')),
    "join": Row("match.joined", Offer("templates/mail/waiting/body.txt", 'suggest("join ')),
    "list": Row("_list.txt", Offer(REFUSALS, '"list"'), Absent("every page has a link to one's matches")),
    "lobby": Row("_lobby.txt", control=Absent("the front page lists the free seats, each with a button")),
    "archive": Row("_archive.txt"),
    "openings": Row("_openings.txt", Offer("templates/mail/_archive.txt", 'suggest("openings")')),
    "statistics": Row("_statistics.txt", Offer("templates/mail/_archive.txt", 'suggest("statistics")')),
    "verify": Row("_verify.txt", Offer("templates/mail/_record.txt", 'suggest("verify')),
    "download": Row("_download.txt", Offer("templates/mail/_record.txt", 'suggest("download')),
    "name": Row("settings.name", Offer("templates/mail/_newcomer.txt", 'suggest("name ')),
    "layout": Row("settings.layout", Offer("templates/mail/_footer.txt", '"layout narrow"')),
    "language": Row("settings.language"),
    "zone": Row("settings.zone"),
    "o_means": Row("settings.o_means", Offer("adjudicator/services/matches/view/order_examples.py", "o_word(")),
    "absence": Row("settings.absence", Offer("adjudicator/services/automated/auto_replies.py", '"absence"')),
    "absences": Row("_absences.txt", RARE),
    "away_letters": Row("settings.away_letters", RARE),
    "off": Row("settings.off"),
    "remind": Row("settings.remind", Offer(TURN_LETTERS, 'translate_command("remind')),
    "quiet": Row("settings.quiet", ONCE),
    "calendar": Row("_calendar.txt", ONCE),
    "digest": Row("settings.digest", Offer("templates/mail/digest/body.txt", 'suggest("digest ')),
    "turns": Row("settings.digest", SELDOM),
    "letters": Row("settings.letters", Offer("templates/mail/_status.txt", 'suggest("letters all")')),
    "stop": Row("settings.letters", RARE),
    "start": Row("settings.letters", Offer("adjudicator/services/matches/letters/unsubscribe.py", '"start"')),
    "invite": Row("match.invited", Offer(TURN_FACTS, 'command("invite"')),
    "seat": Row("match.seat_given", Offer(TURN_FACTS, 'command("seat"')),
    "fewer": Row("match.fewer", Offer(TURN_FACTS, 'command("fewer"')),
    "cancel": Row("match.called_off", Offer(TURN_FACTS, 'command("cancel"')),
    "offer draw": Row("match.proposed", SELDOM),
    "pause": Row("match.proposed", SELDOM),
    "resume": Row("match.paused", SELDOM),
    "agree": Row("match.answered", Offer(PRESENTER, '("agree", "refuse")')),
    "refuse": Row("match.answered", Offer(PRESENTER, '("agree", "refuse")')),
    "withdraw": Row("match.took_back", SELDOM),
    "expel": Row("match.proposed", Offer(CLOCK_LETTERS, 'command("expel"')),
    "hand over": Row("match.invited", SELDOM),
    "substitute": Row("match.invited", SELDOM),
    "finish": Row("match.alone", Offer(PRESENTER, 'command("finish"')),
    "takeover": Row("match.taken", SELDOM),
    "address": Row("settings.asked", RARE),
    "main": Row("settings.asked", RARE),
    "forget": Row("settings.asked", RARE),
    "addresses": Row("_addresses.txt", control=SHOWN),
    "revoke": Row("settings.asked", RARE),
    "key": Row("settings.asked", RARE),
    "public_name": Row("settings.public_name", Offer("templates/mail/_status.txt", 'suggest("public name')),
    "erase_me": Row("settings.asked", RARE),
}
