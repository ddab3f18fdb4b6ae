"""The commands of an answer to a digest that concern no match: settings, questions, new matches, identity.

The writer answered a letter of ours, so their choice is carried out at once, as in an answer to a match.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from adjudicator.engines.contract import Note
from adjudicator.engines.registry import engines
from adjudicator.mail.commands.table.command import GivenCommand
from adjudicator.mail.commands.table.topics import Situation
from adjudicator.services.answers.club_answers import list_games, list_matches
from adjudicator.services.answers.club_questions import (
    CLUB_QUESTIONS,
    Asking,
    ask_club,
    attach_file,
    find_wanted_file,
    find_wanted_rules,
    tell_rules,
)
from adjudicator.services.answers.help_answers import HelpScene, explain_help
from adjudicator.services.identity.change_requests import request_change
from adjudicator.services.identity.credential_changes import describe_credentials
from adjudicator.services.identity.credentials import CHANGES
from adjudicator.services.inbound.inbound_letter import InboundLetter
from adjudicator.services.matches.clock.match_clock import refresh_clocks
from adjudicator.services.matches.letters import opening_letters
from adjudicator.services.matches.letters.unsubscribe import set_subscription
from adjudicator.services.matches.opening import lobby, waiting_seats
from adjudicator.services.matches.rows import public_names
from adjudicator.services.matches.view import calendars
from adjudicator.services.orders.commands.new_matches import read_setup
from adjudicator.services.orders.commands.other_matches import join_at_once, take_over_at_once, withdraw_at_once
from adjudicator.services.outbox.letter_headers import AttachedText
from adjudicator.services.players.digest_times import DIGEST
from adjudicator.services.players.greetings import write_greeting
from adjudicator.services.players.players import preference_of, set_preference
from adjudicator.services.players.time_settings import (
    DIGEST_SETTINGS,
    TIME_SETTINGS,
    answer_digest,
    apply_time_setting,
    check_time_setting,
    describe_absences,
)
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Player
from adjudicator.texts.facts import answer_facts
from adjudicator.texts.facts.letter_facts import RequestOrigin
from adjudicator.texts.language.language import Language, language_for

ASKS_ALONE = frozenset({"absences", DIGEST})
"""Commands that ask something without an argument, and set something with one."""


@dataclass(frozen=True, slots=True)
class Writer:
    """The player who answered a digest, and their letter."""

    inbound: InboundLetter
    player: Player
    attached: list[AttachedText] = field(default_factory=list)
    """The files that answers add to the receipt."""
    has_loose_words: bool = False
    """Whether the letter has words that go to nobody."""

    @property
    def language(self) -> Language:
        """The player's language."""
        return language_for(self.player.language)


def is_question(given: GivenCommand) -> bool:
    """Does a command ask something, so that it is answered at the end?"""
    name = given.command.name
    if name == calendars.COMMAND:
        return given.argument != calendars.OFF
    return name in ANSWERS and (name not in ASKS_ALONE or not given.argument)


def carry_out(writer: Writer, given: GivenCommand) -> tuple[Note, bool]:
    """Carry a command out; return the note for the receipt, and whether it still waits for a yes.

    Raises `RefusedError`.
    """
    name = given.command.name
    if name in CHANGES:
        return _ask_change(writer, given), True
    return (ACTS.get(name) or _set)(writer, given), False


def answer(writer: Writer, given: GivenCommand) -> answer_facts.Answer:
    """Answer a question. Raises `RefusedError`."""
    return ANSWERS[given.command.name](writer, given)


def _set(writer: Writer, given: GivenCommand) -> Note:
    work, player, name = writer.inbound.work, writer.player, given.command.name
    if name in TIME_SETTINGS:
        note = apply_time_setting(work, player, name, check_time_setting(work, player, name, given.argument))
        if name not in DIGEST_SETTINGS:
            refresh_clocks(work, player)
        return note
    key, value = preference_of(name, given.argument)
    if key == public_names.KEY:
        return public_names.choose_public_name(work, player, value)
    if key == "letters":
        return set_subscription(work, player, value)
    note = set_preference(player, key, value, writer.inbound.now)
    if key == "zone":
        refresh_clocks(work, player)
    return note


def _ask_change(writer: Writer, given: GivenCommand) -> Note:
    inbound = writer.inbound
    asked = RequestOrigin(at=inbound.now, by="letter", sender=inbound.sender)
    argument = given.argument or inbound.letter.key
    question = request_change(inbound.work, writer.player, given.command.name, argument, asked)
    return Note.of("settings.asked", address=question.address)


def _new(writer: Writer, given: GivenCommand) -> Note:
    inbound = writer.inbound
    wish = read_setup(given)
    match = lobby.open_match(inbound.work, writer.player, wish)
    waits = match.state is MatchState.INVITING
    if waits:
        opening_letters.notify_waiting(inbound.work, match, match.seats[0])
    unsaid = write_greeting(writer.language) if wish.guests and not given.greeting and writer.has_loose_words else ""
    return Note.of("match.opened", match=match.code, waits=waits, unsaid=unsaid)


def _cancel(writer: Writer, given: GivenCommand) -> Note:
    waiting_seats.cancel_own_match(writer.inbound.work, writer.player, given.argument)
    return Note.of("match.called_off", match=given.argument.upper())


def _end_calendar(writer: Writer, _given: GivenCommand) -> Note:
    return calendars.end_calendar(writer.player)


def _help(writer: Writer, given: GivenCommand) -> answer_facts.Answer:
    game = next(iter(engines().values())).rules.name
    scene = HelpScene(writer.language, Situation.SERVICE, writer.inbound.now, game, "K7Q2")
    return explain_help(scene, given)


def _calendar(writer: Writer, given: GivenCommand) -> answer_facts.Answer:
    inbound, player = writer.inbound, writer.player
    calendars.set_calendar(player, calendars.check_use(given.argument))
    told, file = calendars.answer_calendar(inbound.work, player, given.line)
    writer.attached.append(file)
    return told


def _ask_club(writer: Writer, given: GivenCommand) -> answer_facts.Answer:
    return ask_club(_asking(writer), given)


def _download(writer: Writer, given: GivenCommand) -> answer_facts.Answer:
    asking = _asking(writer)
    wanted = find_wanted_file(asking, given)
    answer, file = attach_file(asking, given, wanted, writer.attached[0] if writer.attached else None)
    if file is not None and not writer.attached:
        writer.attached.append(file)
    return answer


def _asking(writer: Writer) -> Asking:
    return Asking(writer.inbound, writer.player, writer.language)


ACTS: Mapping[str, Callable[[Writer, GivenCommand], Note]] = {
    "new": _new,
    "join": lambda writer, given: join_at_once(writer.inbound, writer.player, given),
    "takeover": lambda writer, given: take_over_at_once(writer.inbound, writer.player, given),
    "withdraw": lambda writer, given: withdraw_at_once(writer.inbound, writer.player, given),
    "cancel": _cancel,
    calendars.COMMAND: _end_calendar,
}
ANSWERS: Mapping[str, Callable[[Writer, GivenCommand], answer_facts.Answer]] = {
    "help": _help,
    "games": lambda writer, given: list_games(given, writer.language),
    "rules": lambda writer, given: tell_rules(find_wanted_rules(given), given, writer.language),
    "list": lambda writer, given: list_matches(writer.inbound.work, writer.player, given, writer.language),
    "addresses": lambda writer, given: describe_credentials(writer.inbound.session, writer.player, given.line),
    "absences": lambda writer, given: describe_absences(writer.inbound.work, writer.player, given.line),
    calendars.COMMAND: _calendar,
    DIGEST: lambda writer, given: answer_digest(writer.player, given.line),
    **dict.fromkeys(CLUB_QUESTIONS, _ask_club),
    "download": _download,
}
