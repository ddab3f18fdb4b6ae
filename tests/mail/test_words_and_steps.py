"""A step of a game wins over a word: no command of ours is written as an order, in any language, game or position."""

from __future__ import annotations

import re
from functools import cache

import pytest

from adjudicator.engines.cheops.notation import words as cheops_words
from adjudicator.engines.contract import AnyEngine, AnyPosition, StepError, UnreadableStep
from adjudicator.engines.egyptos.notation import words as egyptos_words
from adjudicator.engines.pharao.notation import words as pharao_words
from adjudicator.engines.registry import engines
from adjudicator.engines.suite.cases import cases_of
from adjudicator.engines.suite.walks import random_walk
from adjudicator.mail.commands.lines.command_lines import close_commands, read_line
from adjudicator.mail.commands.lines.order_lines import sort_order_lines
from adjudicator.mail.commands.table.command import Argument, Place
from adjudicator.mail.commands.table.command_table import COMMANDS
from adjudicator.mail.commands.words import match_words, reply_words, setting_words, time_words
from adjudicator.mail.commands.words.word_index import index_words
from adjudicator.mail.text.text_fold import fold_line
from adjudicator.services.matches.opening.match_codes import CODE_LENGTH, is_mintable
from adjudicator.texts.language.language import LANGUAGES
from adjudicator.texts.language.written_orders import write_order
from docs.generate import ARGUMENTS
from tests.mail.planned_commands import PLAN_LINES, PLANNED

RESERVED = {**PLANNED, **PLAN_LINES}
CELLS = re.compile(r"\b[A-Z]?\d+")
MOST_CASES = 4
AN_ORDER_ITSELF = "show"
"""Its example is an order, which the page and the letter only try."""
PLAN_WORDS = frozenset({"SE"})
"""Words of a plan that are a card's sides in capitals. A plan's line is tried before the engine, only as a whole."""
NEED_MORE = frozenset({"NEW", "ZONE"})
"""Commands that are a card's sides in capitals. Alone on a line they are nothing else, as they need an argument."""
ONLY_WITH_MORE = frozenset({"turns", "TURNS"})
"""Words that are a command only before an argument that no order has."""

NUMBERED = {"bord 14": {"cheops"}, "moves 10-20": {"pharao"}}
"""Questions with a number that a lenient reading of a game takes for an order, as it overlooks their word."""


@cache
def positions() -> tuple[tuple[AnyEngine, AnyPosition], ...]:
    """Pick from play-outs of every game one position for each choice of kinds of steps."""
    found: dict[tuple[str, frozenset[str]], tuple[AnyEngine, AnyPosition]] = {}
    for engine in engines().values():
        for case in [case for case in cases_of(engine) if case.usual][:MOST_CASES]:
            for position in random_walk(case, 0).positions:
                legal = map(engine.format, engine.legal_steps(position))
                kinds = frozenset(CELLS.sub("#", step).partition(" ")[0] for step in legal)
                found.setdefault((engine.rules.key, kinds), (engine, position))
    return tuple(found.values())


def lines_of_commands() -> set[str]:
    """List every word of the command table, alone and with its example."""
    return {
        f"{word} {rest}".strip()
        for command in COMMANDS
        for words in command.words.values()
        for word in words
        for rest in ("", ARGUMENTS[command.argument] if command.name != AN_ORDER_ITSELF else "")
    }


def readings(line: str) -> set[str]:
    """Name the games that take a line for an order, legal or not, somewhere."""
    return {engine.rules.name for engine, position in positions() if is_read(engine, position, line)}


def is_read(engine: AnyEngine, position: AnyPosition, line: str) -> bool:
    try:
        engine.parse(position, line)
    except UnreadableStep:
        return False
    except StepError:
        return True
    return True


def test_a_word_that_is_an_order_alone_is_no_command_alone() -> None:
    assert [read_line(word, place) for word in ONLY_WITH_MORE for place in Place] == [None] * 4
    assert [read_line(f"turns {more}", place) for more in ("left", "N5", "SE") for place in Place] == [None] * 6


def test_no_command_is_an_order_of_a_game() -> None:
    lines = lines_of_commands() | {line for planned in RESERVED.values() for line in planned.lines()}
    lines |= {line.upper() for line in lines if " " not in line}
    read = {line: games for line in sorted(lines) if (games := readings(line))}
    assert read == {word: {"pharao"} for word in PLAN_WORDS | NEED_MORE | ONLY_WITH_MORE} | NUMBERED


def test_a_question_with_a_number_is_no_order_wherever_one_could_be_read() -> None:
    for line in NUMBERED:
        assert [given.line for given in sort_order_lines([line], Place.MATCH, lambda _: True).commands] == [line]


@pytest.mark.parametrize("word", sorted(NEED_MORE))
def test_sides_of_a_card_are_an_order_where_a_card_waits(word: str) -> None:
    waiting = sort_order_lines([word], Place.MATCH, lambda _: True)
    other = sort_order_lines([word], Place.MATCH, lambda _: False)
    assert (waiting.orders, waiting.commands) == ((word,), ())
    assert (other.orders, [given.command.name for given in other.commands]) == ((), [word.lower()])


def test_an_order_is_seen_where_there_is_one() -> None:
    assert readings("draw") == {"cheops"}
    assert readings("retirer") == {"cheops"}
    assert "pharao" in readings("reprendre la place")


def test_no_order_of_a_game_is_a_command() -> None:
    planned = index_words({name: one.words for name, one in RESERVED.items()})
    orders = {
        (engine.rules.key, engine.format(step))
        for engine, position in positions()
        for step in engine.legal_steps(position)
    }
    shown = {write_order(rules, order, code) for rules, order in orders for code in LANGUAGES}
    for order in shown:
        assert [read_line(order, place) for place in Place] == [None, None]
        assert fold_line(order) not in planned


def test_no_word_has_two_meanings() -> None:
    built = {command.name: command.words for command in COMMANDS}
    assert not built.keys() & RESERVED.keys()
    index_words({name: one.words for name, one in RESERVED.items()} | built)


def words_of_ours() -> set[str]:
    """List every word that a letter can have with a meaning, as it could be a code."""
    lists = (match_words.WITH, reply_words.AND, match_words.HOUSE, match_words.OPEN, time_words.DAY, reply_words.NONE)
    answers = (
        time_words.BACK,
        reply_words.NO,
        reply_words.YES,
        reply_words.PLEASE,
        reply_words.UNDO,
        reply_words.STOPS,
    )
    orders = (egyptos_words.KNOWN, cheops_words.MEANINGS, cheops_words.NEGATIONS, pharao_words.MEANINGS)
    tables = (
        setting_words.LAYOUTS,
        setting_words.O_MEANINGS,
        setting_words.KEY_USES,
        setting_words.LANGUAGES,
        match_words.OPTIONS,
    )
    lines = {*lines_of_commands(), *(line for planned in RESERVED.values() for line in planned.lines())}
    for words in (*lists, *answers, *orders, *tables):
        lines |= set(words)
    for engine in engines().values():
        lines |= {engine.rules.name, engine.rules.title, *engine.rules.sides, *engine.rules.presets}
        lines |= {word for option in engine.rules.options for word in (option.key, *map(str, option.values))}
    for engine, position in positions():
        lines |= {engine.format(step) for step in engine.legal_steps(position)}
    return {word.upper() for line in lines for word in re.findall(r"\w+", fold_line(line))}


def test_no_word_is_a_match_code() -> None:
    words = words_of_ours()
    assert {"DRAW", "SWAP", "PASS", "TAKE", "KEEP", "DAYS", "NEXT", "THEN", "BACK", "HAND"} <= words
    examples = {ARGUMENTS[Argument.CODE], *ARGUMENTS[Argument.CHAIN_LINE].upper().split()}
    assert {word for word in words - examples if is_mintable(word)} == set()
    assert any(len(word) == CODE_LENGTH for word in words)


@pytest.mark.parametrize("code", ["K7Q2", "2KKK", "KKK2", "222K"])
def test_a_code_with_a_letter_and_a_digit_can_be_minted(code: str) -> None:
    assert is_mintable(code)


@pytest.mark.parametrize("code", ["", "K7Q", "K7Q22", "KQQK", "2222", "K7O2", "K1Q2", "k7q2"])
def test_other_codes_are_not_minted(code: str) -> None:
    assert not is_mintable(code)


@pytest.mark.parametrize(
    "line", ["résumé", "Résumé 18:00", "re\N{COMBINING ACUTE ACCENT}sume\N{COMBINING ACUTE ACCENT}"]
)
def test_a_word_with_accents_is_not_the_command_without_them(line: str) -> None:
    """The French summary would end a pause."""
    assert [read_line(line, place) for place in Place] == [None, None]
    assert close_commands(line, Place.MATCH, "fr") == ("récapitulatif",)
    resume = read_line("resume", Place.MATCH)
    assert resume is not None
    assert resume.command.name == "resume"


def test_a_question_of_four_words_is_a_command() -> None:
    asked = read_line("What can I play", Place.MATCH)
    assert asked is not None
    assert asked.command.name == "legal"
