"""Commands: a line is one only if all of it has a command's shape, in any of the five languages."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.mail.commands.lines.command_lines import read_line
from adjudicator.mail.commands.lines.short_answers import is_no
from adjudicator.mail.commands.table.command import Argument, Command, Place
from adjudicator.mail.commands.table.command_table import COMMANDS
from adjudicator.mail.commands.table.command_words import commands_for
from adjudicator.mail.commands.words.word_index import index_words, parse_words
from testkit.cases import check_cases

LANGUAGES = ("de", "en", "fr", "it", "nl")
EXAMPLES = {
    Argument.NOTHING: "",
    Argument.ALONE: "",
    Argument.TEXT: "Good luck!",
    Argument.STEP: "M14 N15",
    Argument.DAYS: "3",
    Argument.DATE: "14 March",
    Argument.UNTIL: "until 10 January",
    Argument.LAYOUT: "narrow",
    Argument.SIDE: "east",
    Argument.LANGUAGE: "fr",
    Argument.ZONE: "Europe/Paris",
    Argument.GAME: "egyptos",
    Argument.CODE: "K7Q2",
    Argument.INVITATION: "egyptos with bob@example.org",
    Argument.ADDRESS: "bob@example.org",
    Argument.KEY: "required",
    Argument.SEAT: "house",
    Argument.TOPIC: "time",
    Argument.FREE_TIMES: "weekends nights 23-7",
    Argument.ABSENCES: "auto",
    Argument.DIGEST: "8:00 mon thu",
    Argument.TURNS: "in the digest",
    Argument.NOTICES: "count",
    Argument.REMINDERS: "3d 4h",
    Argument.QUIET: "22-7",
    Argument.SWITCH: "on",
    Argument.DELAY: "30m",
    Argument.CALENDAR: "new",
    Argument.FILE: "K7Q2 html",
    Argument.ENTRY: "14",
    Argument.NUMBER: "2",
    Argument.PROPOSAL: "K7Q2",
    Argument.POSITION: "14 from Anna",
    Argument.RANGE: "10-20",
    Argument.NAME: "Bob",
    Argument.SUCCESSOR: "carl@example.org",
    Argument.OPENED: "open",
    Argument.STAND_IN: "until 10 January by carl@example.org",
    Argument.MESSAGE: "Bob: see you",
    Argument.MEMO: "watch row 9",
    Argument.DIARY: "watch row 9",
    Argument.COMMENT: "14 the turning point",
    Argument.NODE: "1.1",
    Argument.BOARDS: "boards",
    Argument.HABIT: "draw stack 2 1 3",
    Argument.LETTERS: "all",
    Argument.CHAIN_LINE: "5F3A 91C0",
    Argument.PUBLIC_NAME: "Sphinx",
    Argument.GAMES: "cheops",
    Argument.PAST: "Anna cheops 2026",
    Argument.OPENING: "egyptos M14 L13",
}


def said(line: str, where: str = "match") -> tuple[str, str] | None:
    read = read_line(line, where)
    return None if read is None else (read.command.name, read.argument)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_every_word_of_the_table_is_understood(command: Command) -> None:
    example = EXAMPLES[command.argument]
    with check_cases() as case:
        for place, language in product(sorted(command.where), LANGUAGES):
            for word in command.words[language]:
                line = f"{word} {example}".strip()
                with case(place, language, word):
                    for spelt in (line, f"  {word.upper()} {example} ", f"- {line}", f"*{line}*"):
                        assert said(spelt, place) == (command.name, example)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_every_command_has_a_word_in_each_language_and_a_summary(command: Command) -> None:
    assert [command.word(language) for language in LANGUAGES] == [command.words[one][0] for one in LANGUAGES]
    assert command.summary
    assert not command.summary.endswith(".")


def test_names_and_places_are_complete() -> None:
    names = [command.name for command in COMMANDS]
    assert len(set(names)) == len(names)
    assert {command.name for command in commands_for("match")} >= {"help", "resign", "press", "show", "claim", "grant"}
    assert {command.name for command in commands_for("service")} >= {"help", "games", "rules", "new", "join", "list"}
    assert said("resign", "service") is None
    assert said("join K7Q2", "match") == ("join", "K7Q2")


@pytest.mark.parametrize(
    ("line", "command", "argument"),
    [
        ("help", "help", ""),
        ("HELP!!", "help", ""),
        ("?", "help", ""),
        ("? M16", "show", "M16"),
        ("?M16", "show", "M16"),
        ("show", "board", ""),
        ("? help", "help", ""),
        ("?Hilfe", "help", ""),
        ("show board", "board", ""),
        ("? status", "status", ""),
        ("? resign", "show", "resign"),
        ("? help me", "show", "help me"),
        ("resign.", "resign", ""),
        ("j\u2019abandonne", "resign", ""),
        ("zuege", "history", ""),
        ("zuge", "history", ""),
        ("ETAT", "status", ""),
        ("press: Well  seen, Anna!", "press", "Well  seen, Anna!"),
        ("PRESS Größe", "press", "Größe"),
        ("press", "press", ""),
        ("grant 3 days", "grant", "3"),
        ("grant +3", "grant", "3"),
        ("verleng 2 dagen", "grant", "2"),
        ("grant lots", "grant", "lots"),
        ("layout étroit", "layout", "narrow"),
        ("Layout breit.", "layout", "wide"),
        ("layout huge", "layout", "huge"),
        ("language Français", "language", "fr"),
        ("Sprache Niederländisch", "language", "nl"),
        ("language xx", "language", "xx"),
        ("zone New York", "zone", "New York"),
        ("time zone Europe/Rome", "zone", "Europe/Rome"),
    ],
)
def test_a_command_is_read_with_what_it_means(line: str, command: str, argument: str) -> None:
    assert said(line) == (command, argument)
    read = read_line(line, "match")
    assert read is not None
    assert read.line == line


@pytest.mark.parametrize(
    ("line", "place", "command", "argument"),
    [
        ("Brett bitte", "match", "board", ""),
        ("bord 14 graag", "match", "board", "14"),
        ("plateau s'il vous plaît", "match", "board", ""),
        ("Darstellung schmal bitte", "match", "layout", "narrow"),
        ("présentation étroite, merci", "match", "layout", "narrow"),
        ("Bitte Sprache deutsch", "service", "language", "de"),
        ("regels van Egyptos aub", "service", "rules", "egyptos"),
        ("règles de cheops svp", "service", "rules", "cheops"),
        ("the rules of egyptos", "service", None, None),
        ("neu egyptos mit haus bitte", "service", "new", "egyptos mit haus"),
        ("Bitte neu egyptos mit haus", "service", "new", "egyptos mit haus"),
        ("nouveau cheops avec maison s'il vous plaît", "service", "new", "cheops avec maison"),
        ("new egyptos with bob@example.org days=5, thanks!", "service", "new", "egyptos with bob@example.org days=5"),
        ("name Dan", "service", "name", "Dan"),
        ("archive Dan", "service", "archive", "Dan"),
        ("memo thanks to Bob, please", "match", "memo", "thanks to Bob, please"),
    ],
)
def test_polite_words_are_no_part_of_a_command_whose_words_are_known(
    line: str, place: str, command: str | None, argument: str | None
) -> None:
    read = read_line(line, place)
    assert (read and read.command.name, read and read.argument) == (command, argument)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "help me please",
        "board looks good",
        "resign yourself to it",
        "I shall never resign",
        "history teaches us a lot",
        "status quo",
        "stop it now",
        "claim it",
        "layout of the pyramids is nice today",
        "language is a virus from space",
        "helpful",
        "-- resign",
        "resign?",
        "/help",
    ],
)
def test_chatter_is_no_command(line: str) -> None:
    assert said(line) is None


STEPS = (
    *("M14", "M14 N15", "M14-N15", "M14 to N15", "(-13:+2)", "swap", "pass", "2 A3 sell", "2 A3 keep", "V B2", "law"),
    *("under R", "over R3", "remove 5", "discard", "pay", "hold", "draw 1", "law10 R", "law12 A3 B2", "end"),
    *("joker none", "A C3", "P C3", "flip C4", "turn NES", "rotate C4 NE", "lamp", "unlamp", "take 2", "take bust"),
    *("drop", "steal red"),
)


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("place", list(Place))
def test_a_step_of_a_game_is_no_command(step: str, place: Place) -> None:
    assert said(step, place) is None


@pytest.mark.parametrize(
    ("line", "command", "argument"),
    [
        ("join k7q2", "join", "K7Q2"),
        ("join [K7Q2]", "join", "K7Q2"),
        ("rules Das Gold des Pharao", "rules", "das gold des pharao"),
        ("rules", "rules", ""),
        ("new", "new", ""),
        ("Neue Partie egyptos mit haus", "new", "egyptos mit haus"),
        ("list", "list", ""),
    ],
)
def test_commands_to_the_service_are_read_alike(line: str, command: str, argument: str) -> None:
    assert said(line, "service") == (command, argument)


@given(st.text(max_size=60), st.sampled_from(list(Place)))
def test_no_line_breaks_the_reader(line: str, place: Place) -> None:
    read_line(line, place)


@pytest.mark.parametrize(
    ("lines", "no"),
    [
        (["no"], True),
        (["", "Nein, danke"], True),
        (["*non merci*"], True),
        (["NO."], True),
        (["nee"], True),
        (["rifiuto"], True),
        (["yes"], False),
        (["nobody asked"], False),
        (["ja", "no"], False),
        ([], False),
    ],
)
def test_an_answer_that_begins_with_no_is_one(lines: list[str], no: bool) -> None:
    assert is_no(lines) is no


def test_a_word_cannot_have_two_meanings() -> None:
    with pytest.raises(ValueError, match="halt"):
        index_words({"stop": parse_words(en="halt"), "go": parse_words(en="go", de="HALT!")})
