"""Which lines are plans, in five languages, and how those that are not are told apart."""

import random
import textwrap

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from adjudicator.mail.lexicon.plan_words import PLAN_WORDS
from adjudicator.match.plans.line_reader import MOST_READS, Budget, read_line
from adjudicator.match.plans.plan import MOST_PLIES
from adjudicator.match.plans.plan_line import BrokenLine, Chatter, Fault, PlanLine
from testkit.cases import check_cases
from tests.match.plans.matches import Match, match_of

EGYPTOS = match_of("egyptos/1")
CHEOPS = match_of("cheops/1", 3)
PHARAO = match_of("pharao/1", 2)
MATCHES = (EGYPTOS, CHEOPS, PHARAO)

SAME_IN_ALL_LANGUAGES = [
    (
        EGYPTOS,
        """if M14 then N13
        wenn M14 dann N13
        si M14 alors N13
        se M14 allora N13
        als M14 dan N13
        falls Bob M14 legt, dann lege ich bitte N13
        s'il pose M14, alors je pose N13
        IF M14, THEN N13.
        indien hij M14 legt dan leg ik N13
        If Bob lays M14 then I N13""",
    ),
    (
        EGYPTOS,
        """if M14 then N13, if L12 then K11
        if M14 N13 L12 K11
        if M14, N13, L12, K11""",
    ),
    (
        EGYPTOS,
        """if M14 gold then N13
        wenn M14 gold dann N13
        si M14 or alors N13
        se M14 oro allora N13""",
    ),
    (
        EGYPTOS,
        """if M14 free and N12 black then N13
        si N12 noir et M14 libre alors N13
        als M14 vrij en N12 zwart dan N13""",
    ),
    (
        EGYPTOS,
        """if not M14 gold then N13
        wenn nicht M14 gold dann N13
        si pas M14 or alors N13
        als M14 niet goud dan N13""",
    ),
    (
        EGYPTOS,
        """otherwise N13
        sonst N13
        sinon N13
        altrimenti N13
        anders N13
        if any then N13
        next N13""",
    ),
    (
        EGYPTOS,
        """next M16 or N15
        als nächstes M16 oder N15
        ensuite M16 ou N15
        poi M16 o N15
        daarna M16 of N15""",
    ),
    (
        EGYPTOS,
        """if M14 then N13 anyway
        wenn M14 dann N13 trotzdem
        si M14 alors N13 quand même
        se M14 allora N13 comunque""",
    ),
    (
        CHEOPS,
        """if Bob C3 then 2 B4 sell; draw 1
        wenn Bob C3 dann 2 B4 verkaufen; ziehen 1
        si Bob C3 alors 2 B4 vendre, puis piocher 1
        se Bob C3 allora 2 B4 vendi, poi pesca 1
        als Bob C3 dan 2 B4 verkopen + trek 1""",
    ),
    (
        CHEOPS,
        """if anybody C3 then 2 A4 keep
        if C3 then 2 A4 keep
        wenn jemand C3 dann 2 A4 behalten
        if C3 2 A4 keep""",
    ),
    (
        CHEOPS,
        """if law 4 lies then 2 A4 keep
        wenn Gesetz 4 liegt dann 2 A4 behalten
        se legge 4 in gioco allora 2 A4 tieni""",
    ),
    (
        CHEOPS,
        """if my hand has 2 then 2 A4 keep
        wenn meine Hand 2 hat dann 2 A4 behalten
        als mijn hand 2 heeft dan 2 A4 houden""",
    ),
    (
        PHARAO,
        """if flip C4 then A C3
        wenn aufdecken C4 dann A C3
        si retourner C4 alors A C3
        als onthul C4 dan A C3""",
    ),
    (
        PHARAO,
        """if C3 open and I carry then A C4; drop
        wenn C3 offen und ich trage dann A C4 und ablegen""",
    ),
    (
        PHARAO,
        """if Bp at C3 then steal blue
        wenn Bp auf C3 dann stehlen blau
        se Bp in C3 allora rubare blu""",
    ),
]
"""The same plan in other words, one a line."""

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
                     "if M14 then N13,\nif L12 then K11", "if M14 then N13\n, if L12 then K11"):  # fmt: skip
            with case(line):
                assert EGYPTOS.plan(0, line) == EGYPTOS.plan(0, line.replace("\n", " "))


def test_the_beginning_of_a_broken_line_is_no_plan_of_its_own() -> None:
    (read,) = EGYPTOS.read(0, "if M14 then N13,\nif L12 then K99 perhaps")
    assert isinstance(read, BrokenLine)


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
