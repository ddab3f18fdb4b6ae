"""Help shows what matters now and the topics; a topic, or a command with examples that are right in this match."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import product

import pytest

from adjudicator.mail.commands.lines.command_lines import read_line
from adjudicator.mail.commands.table.command import Argument, Command
from adjudicator.mail.commands.table.command_table import COMMANDS
from adjudicator.mail.commands.table.command_words import commands_for, word_for
from adjudicator.mail.commands.table.topics import BY_NAME, MOST_NOW, TOPICS, Situation
from adjudicator.mail.commands.words.setting_words import KEY_USES, LAYOUTS
from adjudicator.mail.commands.words.time_words import ABSENCE_SWITCHES, FREE_TIMES, NOTICES, WEEKDAYS
from adjudicator.mail.text.text_fold import fold_line
from adjudicator.services.answers.help_answers import EXAMPLES, HelpScene, example_lines, name_commands_now
from adjudicator.texts.language.language import LANGUAGES, language_for
from testkit.club import ANNA, BOB, START, Club, other, prose_of, text_of, to_move

CARLA = "Carla <carla@carla.example>"


def ask(club: Club, person: str, line: str = "help") -> str:
    club.answer(club.last(person), line, sender=person)
    return plain(club, person)


def plain(club: Club, person: str) -> str:
    return text_of(club.last(person)).replace("\r\n", "\n")


def lists(text: str, command: str) -> bool:
    """Does a list of a letter begin a line with a command?"""
    return re.search(rf"^  {re.escape(command)}(  |$)", text, re.MULTILINE) is not None


def test_help_shows_a_dozen_at_most_and_every_topic_that_has_commands() -> None:
    for situation, alone, can in product(Situation, (False, True), (False, True)):
        place = "service" if situation is Situation.SERVICE else "match"
        scene = HelpScene(
            language=language_for("en"),
            situation=situation,
            now=START,
            game="pharao",
            code="K7Q2",
            alone=alone,
            undoable=can,
            plannable=can,
        )
        named = name_commands_now(scene)
        assert 0 < len(named) <= MOST_NOW
        assert len(set(named)) == len(named)
        assert set(named) <= {command.name for command in commands_for(place)}


def test_help_lists_what_newcomers_look_for_where_they_can_use_it(club: Club) -> None:
    club.write(ANNA, club.context.addresses.service, "new cheops with house")
    club.answer(club.last(ANNA), "yes")
    club.work()
    words = ("hint", "layout wide|narrow|linear", "plan [boards]", "habit [HABIT]", "press TEXT")
    alone = ask(club, ANNA)
    assert [lists(alone, line) for line in words] == [True, True, True, True, False]
    club.begin()
    among_people = ask(club, to_move(club))
    assert lists(among_people, "press TEXT")
    assert not lists(among_people, "hint")
    assert not lists(among_people, "habit [HABIT]"), "Egyptos has none"


def test_every_command_is_in_one_topic() -> None:
    named = [name for topic in TOPICS for name in topic.commands]
    assert sorted(named) == sorted(command.name for command in COMMANDS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_topic_is_asked_for_in_every_language(language: str) -> None:
    for topic in TOPICS:
        for word in topic.words[language]:
            said = read_line(f"{word_for('help', language)} {word}", "match")
            assert said is not None
            assert (said.command.name, said.argument) == ("help", topic.name)


def test_who_is_to_move_and_who_waits_get_different_help(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    mine, theirs = ask(club, mover), ask(club, other(mover))
    assert lists(mine, "? MOVE")
    assert not lists(mine, "claim")
    assert lists(theirs, "claim")
    assert not lists(theirs, "? MOVE")
    for text in (mine, theirs):
        assert all(lists(text, f"help {topic.words['en'][0]}") for topic in TOPICS)


def test_help_before_the_match_and_after_it(club: Club) -> None:
    club.write(ANNA, club.context.addresses.service, "new cheops with bob@bob.example carla@carla.example")
    club.answer(club.last(ANNA), "yes")
    club.answer(club.last(BOB), "yes", sender=BOB)
    assert lists(ask(club, ANNA), "cancel CODE")
    assert not lists(ask(club, BOB), "cancel CODE")
    match = club.begin(first=BOB, second=CARLA)
    club.answer(club.last(BOB, match.code), "resign", sender=BOB)
    assert lists(ask(club, BOB), "record")


def test_a_topic_lists_all_its_commands(club: Club) -> None:
    club.begin()
    text = ask(club, ANNA, "help letters")
    assert all(f"\n  {word_for(name, 'en')}" in text for name in BY_NAME["letters"].commands)
    assert "claim" not in text


def test_several_questions_for_help_are_all_answered(club: Club) -> None:
    club.begin()
    text = ask(club, ANNA, "help time\nhelp claim\nhelp time")
    assert "Commands: deadlines and absences" in text
    assert "What it is for: the match, when the other player's time is over" in " ".join(text.split())


CHOICES = {
    Argument.LAYOUT: LAYOUTS,
    Argument.FREE_TIMES: FREE_TIMES,
    Argument.ABSENCES: ABSENCE_SWITCHES,
    Argument.NOTICES: NOTICES,
    Argument.KEY: KEY_USES,
    Argument.DIGEST: WEEKDAYS,
}
SCENES = [
    HelpScene(language_for(language), situation, START, "cheops", "K7Q2", ("M14", "M16"))
    for language in LANGUAGES
    for situation in Situation
]


def check_choices_are_in_the_language(command: Command, examples: Sequence[str], language: str) -> None:
    known: Mapping[str, str] = CHOICES.get(command.argument, {})
    for word in " ".join(examples).removeprefix(command.word(language)).split():
        meaning = known.get(fold_line(word))
        assert meaning is None or word == CHOICES[command.argument].word(meaning, language)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_every_command_has_examples_that_are_read_as_it(command: Command) -> None:
    assert command.argument.stands_alone or command.argument in EXAMPLES
    for scene in SCENES:
        examples = example_lines(scene, command)
        assert 1 <= len(examples) <= 3
        check_choices_are_in_the_language(command, examples, scene.code_of_language)
        for place in command.where:
            said = [read_line(example, place) for example in examples]
            assert [one and one.command.name for one in said] == [command.name] * len(examples)


@pytest.mark.parametrize("name", ["show", "rules", "help", "press", "absence", "new", "layout", "language", "zone"])
def test_the_examples_of_a_command_work_in_this_match(club: Club, name: str) -> None:
    club.begin()
    mover = to_move(club)
    explained = ask(club, mover, f"help {word_for(name, 'en')}").partition("What it is for")[2]
    examples = re.findall(
        r"^  (\S.*)$", re.split("\n\n\n|A line of your own|Commands of the same", explained)[0], re.MULTILINE
    )
    assert len(examples) in (2, 3)
    for example in examples:
        assert "Not played" not in ask(club, mover, example)


def test_help_at_the_service(club: Club) -> None:
    service = club.context.addresses.service
    club.begin()
    club.write(ANNA, service, "help")
    assert lists(plain(club, ANNA), "new GAME with ADDRESS")
    club.write(ANNA, service, "help time")
    assert lists(plain(club, ANNA), "absence DAY")
    assert not lists(plain(club, ANNA), "claim")
    club.write(ANNA, service, "help claim")
    assert "It works in an answer to a letter of a match." in prose_of(club.last(ANNA))


def test_help_in_a_players_language(club: Club) -> None:
    club.begin()
    ask(club, ANNA, "Sprache Deutsch")
    text = ask(club, ANNA, "Hilfe Abwesenheit")
    assert re.search(r"^  Abwesenheit \d\d?\.\d\d?\.\d{4}$", text, re.MULTILINE)
    assert "Hilfe Zeit" in text


def test_help_begins_with_orders_that_work_and_how_moves_are_written_and_ends_with_no_help(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    text = ask(club, mover)
    offered = re.findall(r"^  (\w+)  lay a pyramid on \1$", text, re.MULTILINE)
    assert len(offered) == 3
    assert text.index("You can answer now") < text.index("How a move is written") < text.index("What you can write")
    assert "  M14 N15    move the pyramid from M14 to N15\n" in text
    assert "list all commands" not in text
    assert "  16 " not in text, "no board: nobody asked for it"
    assert "Played" in ask(club, mover, offered[-1])


@pytest.mark.parametrize("layout", ["wide", "narrow", "linear"])
def test_help_fits_the_layout(club: Club, layout: str) -> None:
    club.begin()
    mover = to_move(club)
    text = ask(club, mover, f"layout {layout}")
    text = ask(club, mover)
    listed = text[text.index("What you can write") : text.index("All commands")]
    if layout == "linear":
        assert "\nlegal: all legal moves, in groups\n" in listed
    widest = max(len(line) for line in listed.splitlines() if "|" not in line and not line.startswith(("=", "What")))
    assert widest <= {"wide": 72, "narrow": 40, "linear": 72}[layout]


@pytest.mark.parametrize(
    ("game", "line", "lists_it", "said"),
    [
        ("pharao", "Hilfe aufdecken", "aufdecken C4 Nord Ost", "Regeln pharao"),
        ("pharao", "Hilfe drehen bitte", "drehen C4 90", "Regeln pharao"),
        ("cheops", "Hilfe pescare", "ziehen 1", "Regeln cheops"),
    ],
)
def test_help_for_a_word_of_the_game_tells_how_it_is_written(
    club: Club, game: str, line: str, lists_it: str, said: str
) -> None:
    club.write(ANNA, club.context.addresses.service, f"neu {game} mit haus")
    club.answer(club.last(ANNA), "ja")
    text = ask(club, ANNA, line)
    assert lists(text, lists_it)
    assert said in text
    assert "Nicht" not in str(club.last(ANNA)["Subject"])
    club.write(ANNA, club.context.addresses.service, line)
    assert lists(plain(club, ANNA), lists_it)


def test_help_for_a_word_that_nobody_knows_is_the_help_for_everything(club: Club) -> None:
    club.begin()
    assert ask(club, ANNA, "help whatsoever").partition("Skipped")[0] == ask(club, ANNA).partition("Skipped")[0]
