"""Help: the commands that matter now and the topics, the commands of one topic, or one command with examples.

Letters to the service and letters to a seat ask for the same; a `HelpScene` says where the reader stands.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from adjudicator.engines.contract import OMeans
from adjudicator.engines.planning import HasHabits
from adjudicator.engines.registry import list_rules, newest_engine
from adjudicator.mail.commands.arguments.durations import translate_durations
from adjudicator.mail.commands.lines.order_lines import INVITING
from adjudicator.mail.commands.lines.translation import write_command
from adjudicator.mail.commands.table.command import Argument, Command, GivenCommand, Place
from adjudicator.mail.commands.table.command_table import COMMANDS
from adjudicator.mail.commands.table.command_words import (
    command_named,
    commands_for,
    house_argument,
    seat_word,
    word_for,
)
from adjudicator.mail.commands.table.topics import BY_NAME, NOW, TOPICS, Situation, Topic, topic_of
from adjudicator.mail.commands.words.match_words import BOARD_USES, WITH_WORDS
from adjudicator.mail.commands.words.past_words import FILE_KINDS, LINE_WORDS, PAST_RESULTS
from adjudicator.mail.commands.words.reply_words import ALWAYS_WORDS, NONE_WORDS, SWITCHES
from adjudicator.mail.commands.words.setting_words import (
    CALENDAR_USES,
    LETTER_CHOICES,
    O_MEANINGS,
    PUBLIC_NAMES,
    TURN_USES,
)
from adjudicator.mail.commands.words.time_words import BACK_WORDS
from adjudicator.services.players.greetings import write_greeting
from adjudicator.texts.facts import answer_facts, help_facts, plan_facts
from adjudicator.texts.facts.letter_facts import Offer
from adjudicator.texts.games.rulebook import render_notation
from adjudicator.texts.games.step_help import find_step_help
from adjudicator.texts.language.language import N_, Language
from adjudicator.texts.language.plan_examples import SOMEBODY
from adjudicator.texts.plans.plan_kinds import list_examples, list_facts, list_habits

MOST_WORDS = 2
MOST_OFFERS = 3
LEFT_TO_UNDO = "rules"
"""The command whose place in the help an undo takes, while there is something to take back."""
IN_PLAY = frozenset({Situation.MOVE, Situation.WAIT})
"""Where the reader's match is being played."""
AWAY = timedelta(days=10)
WISHES = (N_("Good luck!"), N_("Well played!"))
NOTE_TO_SELF = N_("next: the north side")
THOUGHT = N_("I hope that nobody sees the north side")
REMARK = N_("here the match turned")
GUEST = "bob@example.org"


@dataclass(frozen=True, slots=True)
class HelpScene:
    """Where the reader of a help letter stands, and the material of examples."""

    language: Language
    situation: Situation
    now: datetime
    game: str
    """The short name of the match's game, or of one that is played here."""
    code: str
    """The code of the match, or one such as there are."""
    legal: tuple[str, ...] = ()
    """Some legal steps of the reader, if they are to move."""
    offers: tuple[Offer, ...] = ()
    """Orders that are valid as an answer to the letter."""
    other: str = SOMEBODY
    """The name of another player."""
    several: bool = True
    """Whether there are several other players."""
    undoable: bool = False
    """Whether the reader could take back a step now."""
    plannable: bool = False
    """Whether an answer to another player could be planned."""
    alone: bool = False
    """Whether the reader plays against the house alone: it gives hints, and reads no messages."""

    @property
    def place(self) -> Place:
        """Where the reader writes to."""
        return Place.SERVICE if self.situation is Situation.SERVICE else Place.MATCH

    @property
    def code_of_language(self) -> str:
        """The code of the reader's language."""
        return self.language.language


def explain_help(scene: HelpScene, given: GivenCommand) -> answer_facts.Answer:
    """Answer ``help``, ``help TOPIC``, ``help COMMAND``, or ``help`` with a word of a game's orders."""
    if not given.argument:
        return _overview(scene, given.line)
    topic = BY_NAME.get(given.argument)
    if topic is not None and topic.name == "plans" and scene.situation in IN_PLAY:
        return _plans(scene, given.line, topic)
    if topic is not None:
        return _topic(scene, given.line, topic)
    command = next((one for one in COMMANDS if one.name == given.argument), None)
    return _command(scene, given.line, command) if command else _step(scene, given)


def example_lines(scene: HelpScene, command: Command) -> tuple[str, ...]:
    """Write examples of a command in the reader's language that are right where they stand."""
    language = scene.code_of_language
    if command.argument.stands_alone:
        return command.words[language][:MOST_WORDS]
    arguments = _of_command(scene, command) or EXAMPLES[command.argument](scene)
    return tuple(write_command(command, argument, language) for argument in arguments)


def _overview(scene: HelpScene, order: str) -> help_facts.HelpAnswer:
    word, language = word_for("help", scene.code_of_language), scene.code_of_language
    topics = tuple(
        help_facts.CommandLine(word=f"{word} {topic.words[language][0]}", argument="", summary=topic.summary)
        for topic in TOPICS
        if _commands_of(scene, topic)
    )
    named = name_commands_now(scene)
    shown = next(said for said in (word_for(name, language) for name in named) if said.isalpha())
    return help_facts.HelpAnswer(
        order=order,
        commands=tuple(_line(command_named(name), language) for name in named),
        topics=topics,
        example=f"{word} {shown}",
        offers=scene.offers[:MOST_OFFERS],
        notation=render_notation(scene.game, scene.language) if scene.situation in IN_PLAY else "",
    )


def name_commands_now(scene: HelpScene) -> list[str]:
    """Name the commands that matter most where the reader stands, without those that they cannot use there."""
    has_habits = scene.plannable and isinstance(newest_engine(scene.game), HasHabits)
    usable = {"hint": scene.alone, "press": not scene.alone, "plan": scene.plannable, "habit": has_habits}
    named = [name for name in NOW[scene.situation] if usable.get(name, True)]
    may_undo = scene.undoable and scene.situation is Situation.MOVE
    return ["undo" if may_undo and name == LEFT_TO_UNDO else name for name in named]


def _topic(scene: HelpScene, order: str, topic: Topic) -> help_facts.HelpTopicAnswer:
    lines = tuple(_line(command, scene.code_of_language) for command in _commands_of(scene, topic))
    return help_facts.HelpTopicAnswer(order=order, summary=topic.summary, commands=lines)


def _plans(scene: HelpScene, order: str, topic: Topic) -> plan_facts.HelpPlansAnswer:
    """Tell how a plan is written in the match's game."""
    engine, language = newest_engine(scene.game), scene.code_of_language
    return plan_facts.HelpPlansAnswer(
        order=order,
        examples=list_examples(scene.game, language, scene.other, several=scene.several),
        facts=list_facts(engine, language),
        habits=list_habits(engine, language, word_for("habit", language)),
        commands=tuple(_line(command, language) for command in _commands_of(scene, topic)),
    )


def _command(scene: HelpScene, order: str, command: Command) -> help_facts.HelpCommandAnswer:
    language = scene.code_of_language
    topic = topic_of(command.name)
    return help_facts.HelpCommandAnswer(
        order=order,
        command=_line(command, language),
        examples=example_lines(scene, command),
        words=command.words[language],
        only_in_match=scene.place not in command.where,
        greeting=write_greeting(scene.language) if command.name in INVITING else "",
        topic=f"{word_for('help', language)} {topic.words[language][0]}" if topic else "",
    )


def _step(scene: HelpScene, given: GivenCommand) -> answer_facts.Answer:
    """Tell how a kind of step is written, in the match's game or in all that have the word; else answer ``help``."""
    games = {scene.game} if scene.place is Place.MATCH else {rules.name for rules in list_rules()}
    found = [(newest_engine(game).rules, find_step_help(game, given.argument, scene.language)) for game in games]
    shown = [(rules, rows) for rules, rows in found if rows]
    if not shown:
        return _overview(scene, given.line)
    return help_facts.HelpStepAnswer(
        order=given.line,
        word=given.argument,
        games=tuple(
            help_facts.StepHelp(
                game=rules.title,
                rules=write_command(command_named("rules"), rules.name, scene.code_of_language),
                orders=tuple(Offer(order, said=meaning) for order, meaning in rows),
            )
            for rules, rows in sorted(shown, key=lambda one: one[0].title)
        ),
    )


def _commands_of(scene: HelpScene, topic: Topic) -> list[Command]:
    known = commands_for(scene.place)
    return [command for command in map(command_named, topic.commands) if command in known]


def _line(command: Command, language: str) -> help_facts.CommandLine:
    return help_facts.CommandLine(word=command.word(language), argument=command.argument, summary=command.summary)


def _of_command(scene: HelpScene, command: Command) -> tuple[str, ...]:
    """Return the arguments of a command whose kind of argument says too little."""
    if command.name == "invite":
        return (GUEST,)
    if command.name == "cancel":
        return ("", scene.code) if scene.place is Place.MATCH else (scene.code,)
    return ()


def _invitations(scene: HelpScene) -> tuple[str, ...]:
    language = scene.code_of_language
    anybody = f"{scene.game} {WITH_WORDS[language][0]} {seat_word('open', language)}"
    guest = f"{scene.game} {WITH_WORDS[language][0]} {GUEST} days=3"
    return guest, house_argument(scene.game, language, "fair"), anybody


def _habits(scene: HelpScene) -> tuple[str, ...]:
    """Give an example of a habit of the game."""
    engine = newest_engine(scene.game)
    if not isinstance(engine, HasHabits):
        return ()
    habits = (engine.read_habit(kind.example) for kind in engine.habit_kinds)
    return tuple(engine.format_habit(habit, scene.code_of_language) for habit in habits if habit)[:1]


def _topics(scene: HelpScene) -> tuple[str, ...]:
    language = scene.code_of_language
    return (BY_NAME["time"].words[language][0], word_for("absence", language))


EXAMPLES: Mapping[Argument, Callable[[HelpScene], tuple[str, ...]]] = {
    Argument.TEXT: lambda scene: tuple(map(scene.language.gettext, WISHES)),
    Argument.MESSAGE: lambda scene: tuple(
        f"{names}: {scene.language.gettext(WISHES[0])}" for names in ("Bob", "Bob, Carl")
    ),
    Argument.MEMO: lambda scene: (scene.language.gettext(NOTE_TO_SELF), NONE_WORDS[scene.code_of_language][0]),
    Argument.DIARY: lambda scene: (scene.language.gettext(THOUGHT), f"{NONE_WORDS[scene.code_of_language][0]} 1"),
    Argument.COMMENT: lambda scene: (
        f"14 {scene.language.gettext(REMARK)}",
        f"14 {LINE_WORDS[scene.code_of_language][0]} M12 N13: {scene.language.gettext(REMARK)}",
        f"{NONE_WORDS[scene.code_of_language][0]} 14.1",
    ),
    Argument.LETTERS: lambda scene: tuple(
        LETTER_CHOICES.word(choice, scene.code_of_language) for choice in ("turns", "all")
    ),
    Argument.PUBLIC_NAME: lambda scene: ("Sphinx", PUBLIC_NAMES.word("none", scene.code_of_language)),
    Argument.CHAIN_LINE: lambda _: ("5f3a 91c0 77aa 0b12",),
    Argument.GAMES: lambda scene: ("", scene.game),
    Argument.PAST: lambda scene: (
        "",
        f"Anna {scene.game} {scene.now.year}",
        f"Anna {PAST_RESULTS.word('won', scene.code_of_language)}",
    ),
    Argument.STEP: lambda scene: scene.legal or ("M14",),
    Argument.DAYS: lambda _: ("3", "7"),
    Argument.DATE: lambda scene: (
        (scene.now + AWAY).date().isoformat(),
        BACK_WORDS[scene.code_of_language][0],
    ),
    Argument.UNTIL: lambda scene: ((scene.now + AWAY).date().isoformat(),),
    Argument.LAYOUT: lambda _: ("narrow", "linear"),
    Argument.LANGUAGE: lambda _: ("fr", "de"),
    Argument.SIDE: lambda scene: tuple(O_MEANINGS.word(side, scene.code_of_language) for side in OMeans),
    Argument.ZONE: lambda _: ("Paris", "UTC+1"),
    Argument.GAME: lambda scene: (scene.game, *([""] if scene.place is Place.MATCH else ())),
    Argument.CODE: lambda _: ("K7Q2",),
    Argument.INVITATION: _invitations,
    Argument.ADDRESS: lambda _: ("me@work.example",),
    Argument.KEY: lambda _: ("required", "none"),
    Argument.SEAT: lambda scene: tuple(seat_word(use, scene.code_of_language) for use in ("house", "open")),
    Argument.TOPIC: _topics,
    Argument.FREE_TIMES: lambda _: ("weekends", "nights 23-7"),
    Argument.ABSENCES: lambda _: ("", "auto"),
    Argument.OPENED: lambda scene: ("", seat_word("open", scene.code_of_language)),
    Argument.NOTICES: lambda _: ("ask", "count"),
    Argument.REMINDERS: lambda scene: (
        translate_durations("3d 1d 4h", scene.code_of_language),
        NONE_WORDS[scene.code_of_language][0],
    ),
    Argument.QUIET: lambda scene: ("22-7", NONE_WORDS[scene.code_of_language][0]),
    Argument.FILE: lambda scene: tuple(
        f"K7Q2 {FILE_KINDS.word(kind, scene.code_of_language)}" for kind in ("text", "html")
    ),
    Argument.CALENDAR: lambda scene: ("", CALENDAR_USES.word("new", scene.code_of_language)),
    Argument.DIGEST: lambda _: ("18:00", "8:00 mon thu"),
    Argument.SWITCH: lambda scene: (
        SWITCHES.word("on", scene.code_of_language),
        f"{ALWAYS_WORDS[scene.code_of_language][0]} {SWITCHES.word('off', scene.code_of_language)}",
    ),
    Argument.DELAY: lambda scene: ("30m", SWITCHES.word("off", scene.code_of_language)),
    Argument.TURNS: lambda scene: tuple(
        TURN_USES.word(use, scene.code_of_language) for use in ("in the digest", "at once")
    ),
    Argument.NODE: lambda _: ("", "1.1"),
    Argument.BOARDS: lambda scene: ("", BOARD_USES.word("boards", scene.code_of_language)),
    Argument.HABIT: lambda scene: ("", *_habits(scene)),
    Argument.OPENING: lambda scene: (scene.game,),
    Argument.POSITION: lambda _: ("", "0"),
    Argument.RANGE: lambda _: ("", "1-3"),
    Argument.ENTRY: lambda _: ("", "2"),
    Argument.NUMBER: lambda _: ("", "2"),
    Argument.PROPOSAL: lambda scene: ("K7Q2",) if scene.place is Place.SERVICE else ("", "2"),
    Argument.NAME: lambda _: ("Bob", "2"),
    Argument.SUCCESSOR: lambda _: (GUEST,),
    Argument.STAND_IN: lambda scene: (f"{(scene.now + AWAY).date().isoformat()} {GUEST}",),
}
"""Arguments of a command in its examples, by kind of argument."""
