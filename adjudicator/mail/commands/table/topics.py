"""Topics of help, the commands of each, and the commands that matter most in each situation.

A new command is entered in one topic, where its place in the list is the place in the letter.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from adjudicator.mail.commands.table.command import _
from adjudicator.mail.commands.words.word_index import Words, index_words, parse_words


class Situation(StrEnum):
    """Where the reader of a help letter stands."""

    MOVE = "move"
    """They are to move."""
    WAIT = "wait"
    """Another is to move."""
    OVER = "over"
    OWNER = "owner"
    """Their match has not begun, and they decide about its seats."""
    SEATED = "seated"
    """A match of somebody else has not begun."""
    SERVICE = "service"
    """They write to the service's own address."""


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic of help."""

    name: str
    summary: str
    """Description for help, as a gettext msgid."""
    words: Words
    commands: tuple[str, ...]


TOPICS = (
    Topic(
        "play",
        _("the board, moves and what you can do in a match"),
        parse_words(en="play", de="Spiel", fr="jeu", it="gioco", nl="spel"),
        (
            *("help", "show", "hint", "undo", "legal", "board", "status", "press", "tell", "memo", "diary"),
            *("confirm orders", "delay", "wait", "resign", "o_means"),
        ),
    ),
    Topic(
        "time",
        _("deadlines and absences"),
        parse_words(en="time", de="Zeit", fr="temps", it="tempo", nl="tijd"),
        ("time", "claim", "grant", "nudge", "pause", "resume", "absence", "absences", "away_letters", "off", "zone"),
    ),
    Topic(
        "plans",
        _("what you want played later, and what is done for you"),
        parse_words(en="plans", de="Pläne", fr="plans", it="piani", nl="plannen"),
        ("plan", "cancel plan", "confirm plan", "as planned", "publish plans", "habit", "cancel habit"),
    ),
    Topic(
        "people",
        _("matches with others: new ones, seats, what you decide together"),
        parse_words(en="people", de="Leute", fr="joueurs", it="persone", nl="mensen"),
        (
            *("new", "lobby", "join", "list", "invite", "seat", "fewer", "cancel"),
            *("offer draw", "agree", "refuse", "withdraw", "takeover", "hand over", "substitute", "expel", "finish"),
            "rematch",
        ),
    ),
    Topic(
        "letters",
        _("which letters you get, how they look, and where you write from"),
        parse_words(en="letters", de="Briefe", fr="lettres", it="lettere", nl="brieven"),
        (
            *("letters", "digest", "turns", "remind", "quiet", "calendar"),
            *("name", "layout", "language", "stop", "start"),
            *("address", "main", "forget", "addresses", "revoke", "key", "public_name", "erase_me"),
        ),
    ),
    Topic(
        "archive",
        _("games and their rules, and what was played"),
        parse_words(en="archive", de="Archiv", fr="archives", it="archivio", nl="archief"),
        (
            *("archive", "comment", "openings", "statistics", "games", "rules", "history", "record", "download"),
            "verify",
        ),
    ),
)
BY_NAME: Mapping[str, Topic] = {topic.name: topic for topic in TOPICS}
TOPIC_WORDS = index_words({topic.name: topic.words for topic in TOPICS})

MOST_NOW = 12
NOW: Mapping[Situation, tuple[str, ...]] = {
    Situation.MOVE: (
        *("show", "hint", "legal", "board", "layout", "status", "history"),
        *("press", "plan", "habit", "absence", "resign", "rules"),
    ),
    Situation.WAIT: (
        *("board", "layout", "status", "time", "history", "press"),
        *("claim", "grant", "plan", "habit", "absence", "resign"),
    ),
    Situation.OVER: (
        "rematch",
        "comment",
        "board",
        "history",
        "record",
        "press",
        "new",
        "join",
        "list",
        "games",
        "rules",
    ),
    Situation.OWNER: ("invite", "seat", "fewer", "cancel", "list", "new", "rules", "zone", "language", "layout"),
    Situation.SEATED: ("list", "new", "join", "games", "rules", "off", "zone", "language", "layout"),
    Situation.SERVICE: (
        *("new", "lobby", "join", "list", "archive", "rules"),
        *("absence", "language", "layout", "zone", "letters", "addresses"),
    ),
}
"""The commands that matter now, a dozen at most as far as they can be used; all others are listed by topic."""


def topic_of(command: str) -> Topic | None:
    """Find the topic in which help lists a command."""
    return next((topic for topic in TOPICS if command in topic.commands), None)
