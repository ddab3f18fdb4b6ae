"""Orders as people write them, in five languages, and what is answered to bad ones."""

from __future__ import annotations

from itertools import combinations

import pytest

from adjudicator.engines.cheops import ENGINE
from adjudicator.engines.cheops.position import LawsInPlay, Position
from adjudicator.engines.cheops.words import _MEANINGS, MEANINGS
from adjudicator.engines.contract import AmbiguousStep, IllegalStep, UnreadableStep
from tests.engines.cheops.drawing import begin, drawn, play, reason, refused, taking

SOLD = [
    *("2 A3 sell", "2 a3 SELL", "sell 2 A3", "A3 2 sell", "2A3 sell", "2 A 3 sell", "2, A3: sell!", "2 on A3, sell"),
    *("take A3 with 2 and sell it", "Please place family 2 on A3 and sell", "2 A03 sell", "(2) A3 - sell"),
    *("2 A3 vendre", "famille 2 sur A3, je vends", "je pose 2 en A3 et je le vends", "vends 2 A3 svp"),
    *("famiglia 2 in A3, vendi", "vendo 2 A3", "metto 2 su A3 e vendo", "2 A3 vendere per favore"),
    *("verkoop 2 A3", "Ik leg 2 op A3 en verkoop", "familielid 2 op A3, verkopen"),
    *("2 A3 verkaufen", "Ich lege Familie 2 auf A3 und verkaufe", "verkaufe bitte A3 mit 2"),
    *("famiglia 2 A3 verkaufen", "2\N{NO-BREAK SPACE}A3\N{NO-BREAK SPACE}sell", "2 A\N{FULLWIDTH DIGIT THREE} sell"),
]
KEPT = [
    *("2 A3 keep", "keep 2 A3", "2 A3 garder", "je garde A3 avec 2", "2 A3 tenere", "tengo 2 A3", "conserva 2 A3"),
    *("2 A3 houden", "bewaar 2 A3", "2 A3 behalten", "behalte A3 mit 2"),
]
BOUGHT = [
    *("V A5 keep", "neighbour A5 keep", "buy a neighbor on A5 and keep it", "voisin A5 garder", "vicino in A5, tengo"),
    *("buur A5 houden", "Nachbar A5 behalten", "j'ach\N{LATIN SMALL LETTER E WITH GRAVE}te un voisin en A5, garder"),
]


@pytest.mark.parametrize("order", SOLD)
def test_selling_is_read_in_many_forms(order: str) -> None:
    assert ENGINE.parse(begin(), order).step == "2 A3 sell"


@pytest.mark.parametrize("order", KEPT)
def test_keeping_is_read_in_many_forms(order: str) -> None:
    assert ENGINE.parse(begin(), order).step == "2 A3 keep"


@pytest.mark.parametrize("order", BOUGHT)
def test_neighbours_are_read_in_many_forms(order: str) -> None:
    assert ENGINE.parse(drawn(cash=(20, 0)), order).step == "V A5 keep"


@pytest.mark.parametrize("order", ["1 A11 sell", "1 A 11 sell", "1 a11. sell", "sell 1 A11.", "1A11 sell"])
def test_a_cell_of_two_digits_is_no_cell_of_one(order: str) -> None:
    assert ENGINE.parse(begin(), order).step == "1 A11 sell"


AFTER = drawn(turn={"taken": True}, hands=("134", "1234"))
JOKER = play(drawn(covered={"R": 3, "G": 4}, held=((), (9,))), "2 A1 sell")
HELD = drawn(kept=("RB", ""), held=((10, 11, 12), ()))
BUSY = LawsInPlay(market=(1, 2))


@pytest.mark.parametrize(
    ("position", "order", "step"),
    [
        *((AFTER, order, "draw 2") for order in ("draw 2", "tire 2", "pile 2", "pesco dalla pila 2", "trek stapel 2")),
        *((AFTER, order, "draw 2") for order in ("ziehe vom Stapel 2", "draw from stack 2", "piocher 2", "je tire 2")),
        *((AFTER, order, "end") for order in ("end", "done", "fin", "finir", "termina", "klaar", "ende", "fertig", "einde")),
        *((drawn(hands=("",)), order, "pass") for order in ("pass", "je passe", "passo", "ik pas", "ich passe", "passen")),
        *((taking(1), order, "law") for order in ("law", "law 1", "Gesetz", "loi 1", "legge", "wet 1")),
        *((taking(4), order, "under R") for order in ("under R", "under red", "unter Rot", "sous rouge", "R", "law 4 under R")),
        *((taking(4), order, "under R") for order in ("sotto il rosso", "onder rood", "rouge", "law 4: under r")),
        *((taking(5), order, "under B") for order in ("under B", "B", "blu", "onder blauw", "under B.")),
        *((taking(7), order, "over B5") for order in ("over B5", "B5", "B 5", "over blue 5", "law 7 over B5", "auf B5")),
        *((taking(7), order, "over R3") for order in ("over R3", "r3", "couvre rouge 3", "copri R3", "bedek rood 3", "op R3")),
        *((taking(8, laws=BUSY), order, "remove 2") for order in ("remove 2", "remove law 2", "enlever la loi 2")),
        *((taking(8, laws=BUSY), order, "remove 2") for order in ("togli legge 2", "verwijder wet 2", "entferne Gesetz 2")),
        *((taking(8, laws=BUSY), order, "remove 2") for order in ("law 8 remove law 2",)),
        *((taking(9, cash=(25,)), order, "pay") for order in ("pay", "law 9 pay", "pay 25", "je paie 25", "pago", "betaal")),
        *((taking(9, cash=(25,)), order, "pay") for order in ("zahle 25", "pay law 9")),
        *((taking(9, cash=(25,)), order, "discard") for order in ("discard", "law 9 discard", "jeter", "scarta", "weg")),
        *((taking(10, kept=("R",)), order, "hold") for order in ("hold", "keep", "keep law 10", "law 10 hold", "garder")),
        *((taking(10, kept=("RB",)), order, "law10 B") for order in ("law10 B", "law 10 B", "law 10 sell blue", "B", "sell B")),
        *((taking(11), order, "law11 1 A9 keep") for order in ("law11 1 A9 keep", "1 A9 keep", "law 11: 1 A9 keep")),
        *((HELD, order, "law10 R") for order in ("law10 R", "loi 10 rouge", "wet 10 verkoop rood", "vendi rosso")),
        *((HELD, order, "law11 2 A7 keep") for order in ("law11 2 A7 keep", "Gesetz 11: 2 auf A7, behalten")),
        *((HELD, order, "law12 A3 B2") for order in ("law12 A3 B2", "law12 B2 A3", "swap A3 and B2", "tausche A3 mit B2")),
        *((HELD, order, "law12 A3 B2") for order in ("\N{LATIN SMALL LETTER E WITH ACUTE}change A3 contre B2", "ruil A3 B2", "scambio A3 con B2")),
        *((HELD, order, "law12 R B3") for order in ("law12 R B3", "law 12 red B3", "swap B3 for red", "wet 12 rood voor B3")),
        *((HELD, order, "law12 B B5") for order in ("law12 B B5", "law12 blue B5", "law12 B B 5")),
        *((JOKER, order, "joker B") for order in ("joker B", "B", "jolly blu", "law 9 joker blue", "Joker blau", "joker law 9 B")),
        *((JOKER, order, "joker none") for order in ("joker none", "joker aucun", "nessuno", "joker geen", "keine")),
    ],
)  # fmt: skip
def test_all_kinds_of_steps_are_read_leniently(position: Position, order: str, step: str) -> None:
    parsed = ENGINE.parse(position, order)
    assert (parsed.step, parsed.rest) == (step, "")


@pytest.mark.parametrize(
    ("position", "line", "steps"),
    [
        (drawn(hands=("123",)), "2 A3 sell draw 1", ["2 A3 sell", "draw 1"]),
        (drawn(hands=("123",)), "2 A3 sell and then draw 1", ["2 A3 sell", "draw 1"]),
        (drawn(hands=("123",)), "sell 2 A3 end", ["2 A3 sell", "end"]),
        (drawn(cash=(20,)), "V A5 keep 2 A3 sell", ["V A5 keep", "2 A3 sell"]),
        (HELD, "law10 R 2 A3 sell draw 1", ["law10 R", "2 A3 sell", "draw 1"]),
        (HELD, "law11 2 A7 keep 1 A3 sell", ["law11 2 A7 keep", "1 A3 sell"]),
        (HELD, "law12 A3 B2 2 A5 keep", ["law12 A3 B2", "2 A5 keep"]),
        (HELD, "law12 R B3 law10 B", ["law12 R B3", "law10 B"]),
        (drawn("A . . 1 2 1\nB . . 3 4"), "2 C3 law", ["2 C3", "law"]),
        (drawn("A . . 1 2 1\nB . . 3 4", hidden={"C3": 7}), "2 C3 over R3", ["2 C3", "over R3"]),
        (drawn("A . . 1 2 1\nB . . 3 4", hidden={"C3": 4}), "2 C3 under R end", ["2 C3", "under R"]),
        (drawn("A . . 1 2 1\nB . . 3 4", hidden={"C3": 12}), "2 C3 hold", ["2 C3", "hold"]),
        (taking(7, hands=("123",)), "over B5 draw 1", ["over B5", "draw 1"]),
        (taking(4, hands=("123",)), "under R draw 1", ["under R", "draw 1"]),
    ],
)
def test_a_line_of_several_steps_is_read_one_after_the_other(position: Position, line: str, steps: list[str]) -> None:
    read = []
    rest = line
    for _ in steps:
        parsed = ENGINE.parse(position, rest)
        assert rest.endswith(parsed.rest)
        position, rest = ENGINE.apply(position, parsed.step).position, parsed.rest
        read.append(parsed.step)
    assert read == steps


@pytest.mark.parametrize(
    ("position", "order", "key"),
    [
        (begin(), "draw 1", "take_first"),
        (begin(), "end", "take_first"),
        (begin(), "pass", "no_pass"),
        (begin(), "joker R", "joker_early"),
        (begin(), "over R3", "no_law_waits"),
        (begin(), "hold", "no_law_waits"),
        (begin(), "pay", "no_law_waits"),
        (begin(), "law10 R", "law_not_held"),
        (begin(), "law 3", "law_not_held"),
        (begin(), "law 13", "law_not_held"),
        (AFTER, "2 A3 sell", "already_taken"),
        (AFTER, "pass", "already_taken"),
        (AFTER, "draw 4", "no_stack"),
        (drawn(hands=("134",)), "2 A3 sell", "not_in_hand"),
        (begin(), "7 A3 sell", "no_family"),
        (drawn("A . . 3"), "2 A3 sell", "occupied"),
        (drawn("A . . V"), "2 A3 sell", "occupied"),
        (begin(), "2 B3 sell", "unsupported"),
        (begin(), "2 K1 sell", "unsupported"),
        (begin(), "2 K2 sell", "no_cell"),
        (begin(), "2 A12 sell", "no_cell"),
        (begin(), "2 A0 sell", "no_cell"),
        (begin(), "2 L1 sell", "no_cell"),
        (drawn("A 2"), "2 A2 keep", "adjacent"),
        (drawn("A 2", hands=("2",)), "A2 keep", "no_family_fits"),
        (drawn(covered={"B": 4}), "2 A3 sell", "table_full"),
        (taking(8, laws=BUSY), "discard", "must_remove"),
        (taking(8, laws=BUSY), "remove 8", "not_in_play"),
        (taking(9, cash=(20,)), "pay", "too_dear_law"),
        (taking(9, cash=(30,)), "pay 20", "pay_price"),
        (taking(9, cash=(30,)), "law 7 pay", "other_law"),
        (taking(9, cash=(30,)), "under R", "other_answer"),
        (taking(4), "hold", "other_answer"),
        (taking(7), "over R9", "no_number"),
        (taking(7), "over R1 law 4", "other_law"),
        (HELD, "law10 G", "none_kept"),
        (HELD, "law12 R B2", "same_colour"),
        (HELD, "law12 A12 A1", "no_cell"),
        (HELD, "law11 V A3 keep", "no_family"),
        (JOKER, "2 A3 sell", "name_joker"),
        (play(JOKER, "joker R"), "2 A3 sell", "over"),
    ],
)  # fmt: skip
def test_an_illegal_order_is_answered_with_its_reason(position: Position, order: str, key: str) -> None:
    assert refused(position, order, IllegalStep).key == f"cheops.{key}"


@pytest.mark.parametrize(
    ("position", "order", "key"),
    [
        (begin(), "2 A3", "sell_or_keep"),
        (begin(), "A3 sell", "which_tile"),
        (begin(), "2 sell", "which_cell"),
        (begin(), "sell", "which_cell"),
        (AFTER, "draw", "which_stack"),
        (taking(4), "under", "which_colour"),
        (taking(7), "over R", "which_number"),
        (taking(10, kept=("R",)), "law 10", "which"),
        (HELD, "law12 A3", "which"),
        (HELD, "law10", "which_colour"),
        (JOKER, "joker", "which_colour"),
        (taking(8, laws=BUSY), "remove", "which"),
    ],
)
def test_an_order_that_may_mean_several_steps_is_asked_back(position: Position, order: str, key: str) -> None:
    assert refused(position, order, AmbiguousStep).key == f"cheops.{key}"


@pytest.mark.parametrize(
    ("rows", "drawing", "order", "step"),
    [
        ("", {"covered": {"B": 4}}, "2 A3", "2 A3 keep"),
        ("", {"hands": ("2",)}, "A3 sell", "2 A3 sell"),
        ("A 1 2 1 2 1 2 1 2 1 2 .", {"hands": ("1",)}, "sell", "1 A11 sell"),
    ],
)
def test_what_was_not_said_is_filled_in_where_only_one_step_is_left(
    rows: str, drawing: dict[str, object], order: str, step: str
) -> None:
    assert ENGINE.parse(drawn(rows, **drawing), order).step == step  # type: ignore[arg-type]


@pytest.mark.parametrize("order", ["", "  ", "...", "(", "and then", "the treasure, please", "to"])
def test_without_a_word_of_the_game_nothing_is_read(order: str) -> None:
    assert refused(begin(), order, UnreadableStep).key == "cheops.unreadable"


@pytest.mark.parametrize(
    ("order", "words"),
    [
        ("2 A3 was a great move", "was great move"),
        ("not 2 A3 sell", "not"),
        ("2 A3 sell?", "?"),
        ("See you on Friday", "see you friday"),
        ("Good morning!", "good morning"),
    ],
)
def test_a_sentence_about_a_cell_is_no_order(order: str, words: str) -> None:
    note = refused(begin(), order, UnreadableStep)
    assert (note.key, note["words"]) == ("cheops.strange_words", words)


@pytest.mark.parametrize(
    ("position", "order", "nearest"),
    [
        (drawn("A . . 1 . 4", hands=("23",)), "2 B3 sell", "2 A4 sell"),
        (drawn(covered={"B": 4}), "2 A3 sell", "2 A3 keep"),
        (drawn(hands=("134",)), "2 A3 sell", "1 A3 sell"),
        (drawn("A . . 2"), "2 A4 keep", "1 A4 keep"),
        (taking(9, cash=(20,)), "pay", "discard"),
        (AFTER, "draw 4", "draw 1"),
    ],
)
def test_the_nearest_legal_orders_are_offered(position: Position, order: str, nearest: str) -> None:
    with pytest.raises(IllegalStep) as raised:
        ENGINE.parse(position, order)
    assert raised.value.nearest[0] == nearest


@pytest.mark.parametrize(
    "step", ["2 B3 sell", "nonsense", "", "law12 A1 A7", "over R9", "draw 9", "V A3 sell", "9" * 5000]
)
def test_a_step_that_is_not_legal_is_not_played(step: str) -> None:
    with pytest.raises(IllegalStep):
        ENGINE.apply(begin(), step)


def test_no_word_means_two_things() -> None:
    words = {meaning: set(text.split()) for meaning, text in _MEANINGS.items()}
    assert not [(one, other) for one, other in combinations(words, 2) if words[one] & words[other]]
    assert len(MEANINGS) == sum(map(len, words.values()))
    assert all(word == word.casefold() and word.isascii() and word.isalpha() for word in MEANINGS)


def test_a_line_of_a_reply_may_be_very_long() -> None:
    assert reason(begin(), "7" * 10_000) == "no_family"
