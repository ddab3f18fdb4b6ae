"""Which lines are plans, in five languages, and how those that are not are told apart."""

import random
import textwrap
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from adjudicator.mail.lexicon.plan_words import PLAN_WORDS
from adjudicator.match.plans.line_reader import MOST_READS, MOST_READS_OF_LETTER, MOST_STEPS, Budget, read_line
from adjudicator.match.plans.plan import MOST_PLIES
from adjudicator.match.plans.plan_line import BrokenLine, Chatter, Fault, PlanLine
from testkit.cases import check_cases
from testkit.if_chatter import ORDERS, check_sentence, draw_sentence
from tests.match.plans.matches import Match
from tests.match.plans.spellings import CHEOPS, EGYPTOS, MATCHES, PHARAO, SAME_IN_ALL_LANGUAGES

SEVERAL = [
    ("if M14 or L14 then N13", ["if M14 then N13", "if L14 then N13"]),
    ("if M14 then N13, otherwise L12", ["if M14 then N13", "otherwise L12"]),
    ("if M14 then N13, next L12 or L11", ["if M14 then N13, next L12 or L11"]),
    ("if M14 then N13, if L12 then K11 anyway", ["if M14 then N13 anyway, if L12 then K11 anyway"]),
    ("if M14 then N13, if any then K11", ["if M14 then N13, if any then K11"]),
    ("1    if Bob lays N13   you lay L12", ["if N13 then L12"]),
]
MANY_CELLS = " or ".join(f"M{row}" for row in range(14, 23))
BROKEN = [
    (EGYPTOS, "if M14", Fault.NO_ANSWER),
    (EGYPTOS, "if M14 then", Fault.NO_ANSWER),
    (EGYPTOS, "if M14 then N13 or L12", Fault.OR_IN_ANSWER),
    (EGYPTOS, "if M14 then N13 then L12", Fault.SECOND_THEN),
    (EGYPTOS, "if M14 then N13; if L12 then K11", Fault.SEMICOLON_IF),
    (EGYPTOS, "if M14 then N13; L12", Fault.UNREADABLE_ANSWER),
    (EGYPTOS, "if M14 N15 then N13", Fault.UNREADABLE_CONDITION),
    (EGYPTOS, "if M14 then N13 wins", Fault.UNREADABLE_ANSWER),
    (EGYPTOS, "if M14 then resign", Fault.UNREADABLE_ANSWER),
    (EGYPTOS, "if Rob M14 then N13", Fault.UNKNOWN_NAME),
    (EGYPTOS, "if Anna M14 then N13", Fault.OWN_NAME),
    (EGYPTOS, "if Bob frobs M14 then N13", Fault.UNREADABLE_CONDITION),
    (CHEOPS, "se Bob frobba 3 A1 allora 2 A4 tenere", Fault.UNREADABLE_CONDITION),
    (EGYPTOS, "if not M14 then N13", Fault.NOT_BEFORE_MOVE),
    (EGYPTOS, "if Bob does not M14 then N13", Fault.NOT_BEFORE_MOVE),
    (EGYPTOS, "wenn nicht M14 dann N13", Fault.NOT_BEFORE_MOVE),
    (EGYPTOS, "wenn Bob M14 nicht legt, dann N13", Fault.NOT_BEFORE_MOVE),
    (EGYPTOS, "si pas M14 alors N13", Fault.NOT_BEFORE_MOVE),
    (EGYPTOS, "si non M14 alors N13", Fault.NOT_BEFORE_MOVE),
    (EGYPTOS, "se non M14 allora N13", Fault.NOT_BEFORE_MOVE),
    (EGYPTOS, "als niet M14 dan N13", Fault.NOT_BEFORE_MOVE),
    (CHEOPS, "if not C3 then 2 A4 keep", Fault.NOT_BEFORE_MOVE),
    (PHARAO, "if not flip C4 then end", Fault.NOT_BEFORE_MOVE),
    (EGYPTOS, "1.1 if M14 then N13", Fault.NUMBERED),
    (EGYPTOS, "next M14 or N15, if L12 then K11", Fault.BEHIND_NEXT),
    (EGYPTOS, f"if {'M14 N13 ' * (MOST_PLIES // 2 + 1)}", Fault.NO_ANSWER),
    (EGYPTOS, ", ".join(["if M14 then N13"] * (MOST_PLIES // 2 + 1)), Fault.TOO_DEEP),
    (EGYPTOS, f"if {MANY_CELLS} then N13, if {MANY_CELLS} then L12", Fault.TOO_MANY),
    (EGYPTOS, "if M14 then N13" + ", if L12 then K11" * 400, Fault.TOO_LONG),
    (CHEOPS, "if C3 then 2 A4", Fault.INCOMPLETE_ANSWER),
    (CHEOPS, "if C3 then draw", Fault.INCOMPLETE_ANSWER),
    (CHEOPS, "if C3 2 A4", Fault.NO_ANSWER),
    (PHARAO, "if flip C4 then rotate C3", Fault.INCOMPLETE_ANSWER),
    (PHARAO, "if flip C4 then go to C3", Fault.INCOMPLETE_ANSWER),
    (PHARAO, "if flip C4 go to C3", Fault.NO_ANSWER),
    (PHARAO, "if " + " and ".join(["Bob goes to D5"] * 9) + " then end", Fault.TOO_MANY),
]  # fmt: skip
CHATTER = """
if you like, we can play again
If I am late then please wait
otherwise all is well here
next week I am away
if you have a problem,
If I get you right you mean this:
wenn du magst, spielen wir noch einmal
sonst geht es uns gut
als nächstes fahre ich in den Urlaub
s'il te plaît, M14
si tu veux, on rejoue
ensuite je pars en vacances
se vuoi, giochiamo ancora
poi vado in ferie
als je wilt spelen we nog eens
anders gaat het goed
SE
M14
""".strip().split("\n")


def written(match: Match, line: str) -> list[str]:
    return match.write(0, match.plan(0, line))


def test_a_line_means_the_same_in_every_language() -> None:
    with check_cases() as case:
        for match, text in SAME_IN_ALL_LANGUAGES:
            plain, *others = map(str.strip, text.split("\n"))
            for line in others:
                with case(line):
                    assert match.plan(0, line) == match.plan(0, plain)
                    assert len(match.read(0, line)) == 1


def test_a_plan_is_written_as_lines_that_can_be_sent_again() -> None:
    with check_cases() as case:
        for line, lines in SEVERAL:
            with case(line):
                assert written(EGYPTOS, line) == lines
        for match, text in SAME_IN_ALL_LANGUAGES:
            plan = match.plan(0, text.split("\n")[0])
            for language in ("en", "de", "fr", "it", "nl"):
                with case(text, language):
                    assert match.plan(0, *match.write(0, plan, language)) == plan


def test_a_broken_line_is_told_with_its_fault() -> None:
    with check_cases() as case:
        for match, line, fault in BROKEN:
            with case(line):
                (read,) = match.read(0, line)
                assert isinstance(read, BrokenLine)
                assert read.fault is fault


def test_chatter_is_no_plan() -> None:
    with check_cases() as case:
        for match in MATCHES:
            for line in CHATTER:
                with case(match.game.engine.rules.key, line):
                    assert match.read(0, line) == (Chatter(line),)


def test_a_name_that_is_a_word_of_plans_is_a_name_too() -> None:
    engine = CHEOPS.game
    match = Match(engine, CHEOPS.table, (), ("Anna", "Dan", "Will"))
    named = match.plan(0, "if Dan C3 then 2 A4 keep")
    assert match.write(0, named) == ["if Dan C3 then 2 A4 keep"]
    assert match.plan(0, "als Dan C3 dan 2 A4 houden") == match.plan(0, "si Dan C3 alors 2 A4 garder") == named
    assert match.write(0, match.plan(0, "als Will A3 en Dan C3 dan 2 A4 houden")) == [
        "if Will A3 and Dan C3 then 2 A4 keep"
    ]
    three = Match(PHARAO.game, PHARAO.table, (), ("Anna", "Bob", "Dan"))
    line = "if anybody A F1; end and Dan A F1 then end"
    assert three.write(0, three.plan(0, line)) == [line]


TOLD = {
    "en": ["if Bob rotates C4 then A C4; end", "if Bob turns over C4 then A C3; end"],
    "de": ["wenn Bob C4 rotiert dann A C4; Ende", "wenn Bob C4 aufdeckt dann A C3; Ende"],
    "fr": ["si Bob pivote C4 alors A C4; fin", "si Bob retourne C4 alors A C3; fin"],
    "it": ["se Bob ruota C4 allora A C4; finire", "se Bob scopre C4 allora A C3; finire"],
    "nl": ["als Bob C4 roteert dan A C4; klaar", "als Bob C4 onthult dan A C3; klaar"],
}


TOLD_IN_CHEOPS = {
    "en": ["if Bob sells 3 A1; draws 1 then 2 A4 keep", "if Bob keeps V A4 then 2 A3 sell; draw 2"],
    "de": ["wenn Bob 3 A1 verkauft; zieht 1 dann 2 A4 behalten", "wenn Bob V A4 behält dann 2 A3 verkaufen; ziehen 2"],
    "fr": ["si Bob vend 3 A1; pioche 1 alors 2 A4 garder", "si Bob garde V A4 alors 2 A3 vendre; piocher 2"],
    "it": ["se Bob vende 3 A1; pesca 1 allora 2 A4 tenere", "se Bob tiene V A4 allora 2 A3 vendere; pescare 2"],
    "nl": ["als Bob 3 A1 verkoopt; trekt 1 dan 2 A4 houden", "als Bob V A4 houdt dan 2 A3 verkopen; trekken 2"],
}


@pytest.mark.parametrize("language", TOLD_IN_CHEOPS)
def test_a_condition_of_cheops_is_worded_as_somebody_says_it(language: str) -> None:
    lines = "if Bob 3 A1 sell; draw 1 then 2 A4 keep", "if Bob V A4 keep then 2 A3 sell; draw 2"
    plan = CHEOPS.plan(0, *lines)
    assert CHEOPS.write(0, plan, language) == TOLD_IN_CHEOPS[language]
    assert CHEOPS.plan(0, *TOLD_IN_CHEOPS[language]) == plan


@pytest.mark.parametrize("language", TOLD)
def test_a_condition_is_worded_as_somebody_says_it(language: str) -> None:
    plan = PHARAO.plan(0, "if rotate C4 then A C4; end", "if flip C4 then A C3; end")
    assert PHARAO.write(0, plan, language) == TOLD[language]
    assert PHARAO.plan(0, *TOLD[language]) == plan


@pytest.mark.parametrize(
    "name", ["Dan", "Nord", "A", "C4", "Ende", "Fin", "Will", "Jean-Luc", "und", "Rosa", "Der Archäologe"]
)
@pytest.mark.parametrize("language", TOLD)
def test_a_condition_reads_back_whatever_the_other_player_is_called(language: str, name: str) -> None:
    match = Match(PHARAO.game, PHARAO.table, (), ("Anna", name))
    lines = (
        "if rotate C4 then A C4; end",
        "if flip C4 NE then A C3; end",
        "if steal red then end",
        "if take 2 then end",
    )
    plan = match.plan(0, *lines)
    assert match.plan(0, *match.write(0, plan, language)) == plan


@pytest.mark.parametrize("width", [34, 60, 72])
def test_line_breaks_of_a_mail_program_change_nothing(width: int) -> None:
    with check_cases() as case:
        for match, text in SAME_IN_ALL_LANGUAGES:
            for line in map(str.strip, text.split("\n")):
                long = ", ".join([line] * 3) if line.endswith(("M14 then N13", "M14 alors N13")) else line
                with case(long):
                    broken = "\n\n  ".join(textwrap.wrap(long, width))
                    assert match.plan(0, broken) == match.plan(0, long)


def test_a_line_goes_on_where_something_must_follow() -> None:
    with check_cases() as case:
        for line in ("if\nM14 then N13", "if M14\nthen N13", "if M14 then\nN13", "if M14 then N13\nanyway",
                     "if M14 then N13 and\nif L12 then K11", "wenn M14 dann N13 und\nsonst L12",
                     "if M14 then N13,\nif L12 then K11", "if M14 then N13\n, if L12 then K11"):  # fmt: skip
            with case(line):
                assert EGYPTOS.plan(0, line) == EGYPTOS.plan(0, line.replace("\n", " "))


def test_to_turn_a_hidden_card_is_to_turn_it_over() -> None:
    told = "if Bob turns over C4 then end"
    with check_cases() as case:
        for line in ("if Bob turns C4 then end", "wenn Bob C4 dreht dann Ende", "si Bob tourne C4 alors fin",
                     "se Bob gira C4 allora finire", "als Bob C4 draait dan klaar"):  # fmt: skip
            with case(line):
                assert written(PHARAO, line) == [told]


BESIDE_A_PLAN = [
    (EGYPTOS, "if Bob M14 then N13, if L12 then K11", ("L14", "pass", "M14 N15")),
    (CHEOPS, "if Bob C3 then 3 A3 keep; draw 1", ("1 C9 keep", "2 A4 sell; draw 2", "draw 2", "end")),
    (PHARAO, "if Bob A F1 then A B5; flip C5", ("A C3", "rotate C4 NE", "flip C4; end", "end")),
]  # fmt: skip
"""Plans, and orders that people write below them or above them."""


def test_an_order_is_no_part_of_the_plan_above_it() -> None:
    with check_cases() as case:
        for match, line, orders in BESIDE_A_PLAN:
            plan, engine = match.plan(0, line), match.game.engine
            for language in ("en", "de", "fr", "it", "nl"):
                (written,) = match.write(0, plan, language)
                for order in orders:
                    said = "; ".join(match.game.planner.format_ahead(one, language) for one in order.split("; "))
                    for lines in ((written, said), (said, written)):
                        with case(engine.rules.key, *lines):
                            read = match.read(0, *lines)
                            assert [one.text for one in read] == list(lines)
                            assert [type(one) for one in read if one.text == written] == [PlanLine]


def test_a_line_goes_on_behind_a_word_that_joins_though_it_might_be_two_letters_of_the_board() -> None:
    above, below = "als klaar dan roteren C4 oost zuid en", "als klaar dan einde"
    assert PHARAO.write(0, PHARAO.plan(0, above)) == ["if end then rotate C4 NES"]
    assert PHARAO.plan(0, f"{above}\n{below}") == PHARAO.plan(0, f"{above} {below}")


def test_a_line_that_begins_with_or_goes_on_with_the_plan_above_it() -> None:
    plan = CHEOPS.plan(0, "next 3 A3 keep; draw 1 or 2 A4 sell; draw 2 or 3 A4 sell; draw 2")
    with check_cases() as case:
        for language, word in {"en": "or", "de": "oder", "fr": "ou", "it": "oppure", "nl": "of"}.items():
            (line,) = CHEOPS.write(0, plan, language)
            above, _, behind = line.rpartition(f" {word} ")
            broken = f"{above}\n{word} {behind}"
            with case(broken):
                assert above
                assert CHEOPS.plan(0, broken) == plan


def test_the_beginning_of_a_broken_line_is_no_plan_of_its_own() -> None:
    (read,) = EGYPTOS.read(0, "if M14 then N13,\nif L12 then K99 perhaps")
    assert isinstance(read, BrokenLine)


@pytest.mark.parametrize(
    "below",
    [
        *("se qualcuno C3 allora 2 A4 tenere", "otherwise 2 A4 keep", "altrimenti end", "next 2 A4 keep or end"),
        *("Ciao Bob, a presto!", "M14", "o 2 A4 forse", ""),
    ],
)
@pytest.mark.parametrize(
    ("match", "line"),
    [
        (CHEOPS, "if C3 then under {}"),
        (CHEOPS, "se Bob sotto N allora sotto {}"),
        (CHEOPS, "als iemand C3 dan onder {}"),
        (CHEOPS, "anders 2 A4 houden, als Bob C3 dan onder {}"),
        (PHARAO, "otherwise end, if Bob A F1 then rotate C4 {}"),
        (PHARAO, "se anybody A F1 allora rotate C4 {}"),
    ],
)
def test_a_letter_of_the_board_ends_a_line_also_where_it_is_a_word_of_plans(
    match: Match, line: str, below: str
) -> None:
    """The Italian "o" and "e" join, and "se" is "if"; each is a stack or a side, too, in lines of all languages."""
    with check_cases() as case:
        read_here = 0
        for letter in ("O", "E", "SE", "o", "e", "se", "N", "NE"):
            written = line.format(letter)
            (alone,) = match.read(0, written)
            if isinstance(alone, PlanLine):
                read_here += 1
                with case(written):
                    first, *_ = match.read(0, f"{written}\n{below}")
                    assert first == alone
        assert read_here


def test_a_letter_has_a_budget_and_no_line_more_than_its_share() -> None:
    setting = EGYPTOS.setting(0)
    budget = Budget()
    for line in ("if M14 " + "or M15 " * 90 + "then N13 x", "if " + "M14 a a a N13 a a a " * 30):
        left = budget.left
        assert isinstance(read_line(line, setting, budget), BrokenLine)
        assert left - MOST_READS <= budget.left < left
    assert read_line("if M14 then N13", setting, Budget(0)) == BrokenLine("if M14 then N13", Fault.TOO_LONG)
    few = Budget(1)
    assert isinstance(read_line("if M14 then N13", setting, few), BrokenLine)
    assert few.left == 0


@pytest.mark.parametrize("match", [EGYPTOS, CHEOPS, PHARAO])
def test_the_game_is_asked_as_often_as_the_budget_allows_and_nothing_twice(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    setting, asked = match.setting(0), Counter[tuple[object, ...]]()
    facts, planner = setting.game.facts, setting.game.planner
    assert facts is not None
    for name, read in (("read_fact", facts.read_fact), ("read_ahead", planner.read_ahead)):

        def count(*given: Any, name: str = name, read: Callable[..., object] = read) -> object:
            asked[name, *map(str, given)] += 1
            return read(*given)

        monkeypatch.setattr(type(planner), name, staticmethod(count))
    budget = Budget()
    line = "if " + "not M14 so not anyway of then - if not A3 " * 20
    assert not isinstance(read_line(line, setting, budget), PlanLine)
    spent = MOST_READS_OF_LETTER - budget.left
    assert 0 < asked.total() <= spent * MOST_STEPS
    assert {count for (name, *_), count in asked.items() if name == "read_fact"} <= {1}
    asked.clear()
    read_line(line, setting, budget)
    assert (asked.total(), MOST_READS_OF_LETTER - budget.left) == (0, spent)


SENTENCES = 200
EVERYDAY = """
    hello thanks we you I am at home today tomorrow week holiday weather good bad late sorry dog coffee see
    hallo danke wir du ich bin zuhause heute morgen woche urlaub wetter gut schlecht spät leider hund kaffee
    bonjour merci nous tu je suis maison demain semaine vacances temps bon mauvais tard désolé chien café
    ciao grazie noi sono casa oggi domani settimana vacanza tempo buono cattivo tardi cane
    bedankt wij jij ben thuis vandaag week vakantie weer goed slecht laat helaas hond koffie
    : . ! ? ... - , ; + 2026 14:30 :-)
""".split()  # noqa: SIM905 - a list of words reads better so
STEPS = ("M14", "N13", "2 A4 keep", "C3", "flip C4", "NE", ",", ";", "+", "\n", "Bob")
GRAMMAR = sorted({phrase for table in PLAN_WORDS.values() for phrases in table.values() for phrase in phrases})


def test_what_people_say_beside_their_moves_is_no_plan_and_stops_no_order() -> None:
    chance = random.Random(5)
    with check_cases() as case:
        for _ in range(SENTENCES):
            sentence = draw_sentence(chance)
            for game in ORDERS:
                with case(game, sentence):
                    check_sentence(sentence, game)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32))
def test_chatter_with_if_is_never_a_plan(seed: int) -> None:
    chance = random.Random(seed)
    begins = [phrase for role in ("if", "otherwise", "next") for table in PLAN_WORDS[role].values() for phrase in table]
    for match in MATCHES:
        words = [chance.choice(EVERYDAY if chance.random() < 0.7 else GRAMMAR) for _ in range(chance.randint(3, 30))]
        # One word at least that no plan has.
        line = " ".join([chance.choice(begins), *words, chance.choice(EVERYDAY[:-12])])
        assert not any(isinstance(one, PlanLine) for one in match.read(0, line)), line


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from([*GRAMMAR, *STEPS]), max_size=40))
@example(["if", "M14", "then", "then", "or", ",", ",", "\n", "\n"])
def test_no_mixture_of_words_breaks_the_reader(words: list[str]) -> None:
    for match in MATCHES:
        read = match.read(0, "if " + " ".join(words))
        plans = [branch for one in read if isinstance(one, PlanLine) for branch in one.branches]
        assert all(plans)
