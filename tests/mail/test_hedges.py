"""Hedges in five languages are found, and harmless phrases with the same words are not."""

import pytest

from adjudicator.engines.cheops.notation import words as cheops
from adjudicator.engines.egyptos.notation import words as egyptos
from adjudicator.engines.pharao.notation import words as pharao
from adjudicator.mail.commands.lines.command_lines import close_commands, read_line
from adjudicator.mail.commands.lines.short_answers import hedge_of_answer
from adjudicator.mail.lexicon import hedges
from adjudicator.mail.lexicon.hedges import Doubt, find_hedge
from testkit.cases import check_cases

NEGATION, ALTERNATIVE, CORRECTION, CONDITION, QUESTION = Doubt
TABLES = {
    NEGATION: hedges.NEGATIONS,
    ALTERNATIVE: hedges.ALTERNATIVES,
    CORRECTION: hedges.RETRACTIONS | hedges.REPLACEMENTS | hedges.SECOND_THOUGHTS,
    CONDITION: hedges.CONDITIONS,
}
FILLERS = {
    "cheops": {word for word, meaning in cheops.MEANINGS.items() if not meaning},
    "pharao": {word for word, meaning in pharao.MEANINGS.items() if not meaning},
    "egyptos": egyptos.POLITE | egyptos.ORIGIN,
}


@pytest.mark.parametrize(
    ("line", "doubt", "word"),
    [
        ("pas A C5", NEGATION, "pas"),
        ("no flip F4", NEGATION, "no"),
        ("don't resign", NEGATION, "don't"),
        ("don\u2019t end", NEGATION, "don\u2019t"),
        ("ich gebe nicht auf", NEGATION, "nicht"),
        ("n'abandonne pas", NEGATION, "n"),
        ("NO, M14", NEGATION, "NO"),
        ("tutto tranne M14", NEGATION, "tranne"),
        ("in plaats van draw 1", CORRECTION, "in plaats van"),
        ("oops, I mean L12", CORRECTION, "oops"),
        ("Correction: M14", CORRECTION, "Correction"),
        ("M14 (or N15)", ALTERNATIVE, "or"),
        ("entweder M14 oder N15", ALTERNATIVE, "entweder"),
        ("end o draw 1", ALTERNATIVE, "o"),
        ("A F4 of end", ALTERNATIVE, "of"),
        ("A F4 / end", ALTERNATIVE, "/"),
        ("si tu joues M14", CONDITION, "si"),
        ("vielleicht M14", CONDITION, "vielleicht"),
        ("M14?", QUESTION, "?"),
    ],
)
def test_a_hedge_is_found_and_quoted(line: str, doubt: Doubt, word: str) -> None:
    hedge = find_hedge(line)
    assert hedge is not None
    assert (hedge.doubt, hedge.word) == (doubt, word)


@pytest.mark.parametrize(
    "line",
    [
        "M14", "No problem, M14", "Kein Problem: M14", "pas de souci", "nessun problema", "geen haast", "S\u00ec, M14",
        "Si, M14", "flip B3 NE", "rotate C1 SE", "under N", "under O", "flip B3 NO", "sorry for the delay, M14",
        "I'd like to play M14", "can't wait!", "perch\u00e9 no", "s'il vous pla\u00eet", "2 A3 sell", "(-13:+2)",
    ],
)  # fmt: skip
def test_harmless_phrases_are_no_hedges(line: str) -> None:
    assert find_hedge(line) is None


def test_only_the_part_that_asks_is_asked_about() -> None:
    hedge = find_hedge("M14. How are you?")
    assert hedge is not None
    assert hedge.about == "How are you?"


@pytest.mark.parametrize("doubt", TABLES)
def test_a_hedging_word_is_no_filler_of_any_game(doubt: Doubt) -> None:
    """An engine skips filler words, so a filler that may be a no would be lost. Words that clash are in `BETWEEN`."""
    single = {phrase[0] for phrase in TABLES[doubt] if len(phrase) == 1}
    clashes = {game: single & fillers for game, fillers in FILLERS.items()}
    assert clashes == {"cheops": set(), "pharao": set(), "egyptos": set()}


def test_the_small_words_that_clash_count_only_between_two_orders() -> None:
    everywhere = set().union(*FILLERS.values())
    assert {("of",), ("o",)} <= hedges.BETWEEN
    assert not {word for (word,) in hedges.BETWEEN} - everywhere - {"o", "od", "ev"}
    for line in ("2 of A3", "the bust of B2", "o"):
        hedge = find_hedge(line)
        assert hedge is None or hedge.sides


@pytest.mark.parametrize("table", TABLES)
def test_every_hedging_word_is_found(table: Doubt) -> None:
    with check_cases() as case:
        for word in map(" ".join, TABLES[table]):
            with case(word):
                assert find_hedge(f"{word} M14") is not None or find_hedge(f"{word}' M14") is not None


def test_a_long_line_costs_little() -> None:
    assert find_hedge("M14 " * 100_000) is None
    assert close_commands("resgin " * 100_000, "match", "en") == ()
    assert read_line("please " * 100_000, "match") is None


@pytest.mark.parametrize(
    ("typed", "language", "meant"),
    [
        ("resgin", "en", ("resign",)), ("aufgebn", "de", ("aufgeben",)), ("abandoner", "fr", ("abandonner",)),
        ("histroy", "en", ("history",)), ("hlep", "de", ("Hilfe",)), ("M14", "en", ()), ("hello", "en", ()),
        ("zurück", "de", ("zurücknehmen",)), ("Retour !", "fr", ("reprendre le coup",)),
        ("indietro", "it", ("ritira mossa",)), ("terug", "nl", ("terugnemen",)), ("back", "en", ("undo",)),
    ],
)  # fmt: skip
def test_a_mistyped_command_is_recognised(typed: str, language: str, meant: tuple[str, ...]) -> None:
    assert close_commands(typed, "match", language) == meant


@pytest.mark.parametrize(
    ("answer", "open_"),
    [
        ("yes", False), ("no", False), ("Ja, gerne!", False), ("sure, why not?", False), ("Anna", False),
        ("not yet", True),
        ("Ich wei\u00df nicht", True), ("maybe later", True), ("peut-\u00eatre", True), ("what is this?", True),
               ("thanks, no problem", False), ("oui, mais pas avant lundi", False), ("Join", False), ("never", False),
    ],
)  # fmt: skip
def test_a_reply_may_leave_a_question_open(answer: str, open_: bool) -> None:
    assert bool(hedge_of_answer([answer])) is open_
