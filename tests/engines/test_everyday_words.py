"""Words that people put into an order and that change nothing of it, in each language and each game."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from adjudicator.engines.cheops import ENGINE as CHEOPS
from adjudicator.engines.cheops.notation.words import LOCAL_WORDS as CHEOPS_LOCAL
from adjudicator.engines.cheops.notation.words import MEANINGS as CHEOPS_WORDS
from adjudicator.engines.contract import StepError
from adjudicator.engines.egyptos import ENGINE as EGYPTOS
from adjudicator.engines.egyptos.notation.words import KNOWN as EGYPTOS_WORDS
from adjudicator.engines.egyptos.notation.words import LOCAL_WORDS as EGYPTOS_LOCAL
from adjudicator.engines.order_text import FILLERS, spellings_of
from adjudicator.engines.pharao import ENGINE as PHARAO
from adjudicator.engines.pharao.notation.words import LOCAL_WORDS as PHARAO_LOCAL
from adjudicator.engines.pharao.notation.words import MEANINGS as PHARAO_WORDS
from adjudicator.mail.lexicon.hedges import Doubt, find_hedge
from testkit.engines import cheops, egyptos, pharao

MAP = """
       A    B    C    D
    3  #    #    #    #
    2  #    NEW  EW   #
    1  @NE  NEW  NW   #
"""
TABLE = pharao.drawn(MAP, "A:B2 P:B1", "A:B2+3 P:A1", lying="B2=2 B2=5", hidden={"B3": "curve"})
LAID = cheops.drawn(turn={"taken": True}, hands=("134", "1234"))


@pytest.mark.parametrize("filler", sorted(FILLERS))
def test_a_filler_changes_no_order(filler: str) -> None:
    assert PHARAO.format(PHARAO.parse(TABLE, f"A {filler} C2").step) == "A C2"
    assert CHEOPS.format(CHEOPS.parse(cheops.begin(), f"2 {filler} A3 sell").step) == "2 A3 sell"
    assert EGYPTOS.format(EGYPTOS.parse(egyptos.begin(), f"{filler} M13").step) == "M13"


@pytest.mark.parametrize(
    ("order", "step"),
    [
        ("Mein Archäologe soll bitte die Karte B3 aufdecken.", "flip B3"),
        ("Der Träger soll nach C1 gehen", "P C1"),
        ("Ich decke noch B3 auf", "flip B3"),
        ("und dann noch B3 auf aufdecken", "flip B3"),
        ("mon archéologue doit aller en C2", "A C2"),
        ("mijn archeoloog moet maar naar C2 gaan", "A C2"),
        ("dann geht er auf C1", "P C1"),
    ],
)
def test_pharao_reads_orders_as_people_say_them(order: str, step: str) -> None:
    assert PHARAO.format(PHARAO.parse(TABLE, order).step) == step


@pytest.mark.parametrize(
    ("order", "step"),
    [
        ("pioche pile n\u00b0 1", "draw 1"),
        ("pioche dans la pile n\u00b02", "draw 2"),
        ("pioche pile n\u00ba 3", "draw 3"),
        ("pioche pile numéro 3", "draw 3"),
        ("ziehe vom Stapel Nr. 2", "draw 2"),
        ("Pioche 3 stp", "draw 3"),
        ("pioche dans la pile du milieu", "draw 2"),
        ("ich ziehe vom mittleren Stapel", "draw 2"),
        ("trek van de middelste stapel", "draw 2"),
        ("pesca dal mazzo di mezzo", "draw 2"),
        ("draw from the middle stack", "draw 2"),
        ("1) pioche 1", "draw 1"),
        ("3. draw 2", "draw 2"),
    ],
)
def test_cheops_reads_the_number_of_a_stack_as_people_write_it(order: str, step: str) -> None:
    assert CHEOPS.format(CHEOPS.parse(LAID, order).step) == step


@pytest.mark.parametrize("mark", ["1) ", "1. ", "(1) ", "12. "])
@pytest.mark.parametrize(
    "order", ["2 A3 sell", "2 A3 vendre", "2 A3 verkaufen", "ma tuile 2 va en A3, vendre", "sell 2 A3", "vendi 2 A3"]
)
def test_the_number_of_a_list_is_no_family(mark: str, order: str) -> None:
    assert CHEOPS.format(CHEOPS.parse(cheops.begin(), mark + order).step) == "2 A3 sell"


@pytest.mark.parametrize("order", ["1. A3 sell", "1 A3. sell"])
def test_a_number_before_a_cell_alone_is_a_family(order: str) -> None:
    assert CHEOPS.format(CHEOPS.parse(cheops.begin(), order).step) == "1 A3 sell"


@pytest.mark.parametrize("count", ["j\u2019ai 2 cartes", "ich habe 3 Karten", "ik heb 2 kaarten", "I have 2 cards"])
def test_a_count_of_tiles_is_no_family(count: str) -> None:
    with pytest.raises(StepError):
        CHEOPS.parse(cheops.begin(), count)


@pytest.mark.parametrize(
    "order",
    ["loi sous rouge", "je la mets sous le barème rouge", "Gesetz unter rot", "law under red", "wet onder rood"],
)
def test_a_law_goes_under_a_price_table_in_words(order: str) -> None:
    assert CHEOPS.format(CHEOPS.parse(cheops.taking(4), order).step) == "under R"


@pytest.mark.parametrize("verb", ["legen", "hinlegen", "legen bitte"])
@pytest.mark.parametrize("sides", ["von Nord nach Ost", "Nord und Ost offen", "bitte mit Norden und Osten offen"])
@pytest.mark.parametrize("then", ["", ", dann A nach B3", " und dann geht der Archäologe nach B3"])
def test_to_lay_a_card_is_not_to_drop_a_treasure(verb: str, sides: str, then: str) -> None:
    waits = pharao.play(TABLE, "flip B3")
    parsed = PHARAO.parse(waits, f"{sides} {verb}{then}")
    assert PHARAO.format(parsed.step).startswith("turn")
    assert "leg" not in parsed.rest


@pytest.mark.parametrize("order", ["ik leg \u2019m op M13", "zet 'm maar op M13", "ik zet 'm op m13"])
def test_a_shortened_word_is_no_column(order: str) -> None:
    assert EGYPTOS.format(EGYPTOS.parse(egyptos.begin(), order).step) == "M13"


GERMAN = {
    "Pharao": ["Archäologe", "Träger", "grün", "grüne", "Büste", "Norden", "Süden", "südlich", "östlich", "läuft"],
    "Cheops": ["über", "grün", "grünen", "für", "Plättchen"],
    "Egyptos": ["möchte"],
}
KNOWN = {"Pharao": PHARAO_WORDS.keys(), "Cheops": CHEOPS_WORDS.keys(), "Egyptos": EGYPTOS_WORDS}


@pytest.mark.parametrize(("game", "word"), [(game, word) for game, words in GERMAN.items() for word in words])
def test_german_words_are_read_with_and_without_umlauts(game: str, word: str) -> None:
    assert set(spellings_of(word)) <= KNOWN[game]


@pytest.mark.parametrize(
    ("game", "words"), [("Pharao", PHARAO_LOCAL), ("Cheops", CHEOPS_LOCAL), ("Egyptos", EGYPTOS_LOCAL)]
)
def test_the_german_words_that_we_write_are_read_in_both_spellings(
    game: str, words: Mapping[str, Mapping[str, str]]
) -> None:
    for word in " ".join(words["de"].values()).split():
        assert set(spellings_of(word)) <= KNOWN[game], word


@pytest.mark.parametrize("line", ["und dann noch A5 auf", "Bitte noch eine Lampe legen", "danach noch auf B5 gehen"])
def test_the_german_also_is_no_negation(line: str) -> None:
    assert find_hedge(line) is None


@pytest.mark.parametrize("line", ["weder A5 noch B5", "niet A5 noch B5", "ik speel noch A5 noch B5"])
def test_neither_nor_is_a_negation(line: str) -> None:
    hedge = find_hedge(line)
    assert hedge is not None
    assert hedge.doubt is Doubt.NEGATION


@pytest.mark.parametrize("side", ["NO", "NE", "SE", "O"])
@pytest.mark.parametrize("behind", ["und W offen", "et S", "e S aperti", "en W open", "W", "offen, A nach C2"])
def test_a_side_at_the_beginning_is_no_negation(side: str, behind: str) -> None:
    assert find_hedge(f"{side} {behind}") is None


@pytest.mark.parametrize("line", ["NO, M13", "NO M13", "No W", "NO thanks, M13", "no, A C2", "NE joue pas M13"])
def test_a_no_at_the_beginning_stays_one(line: str) -> None:
    assert find_hedge(line) is not None
