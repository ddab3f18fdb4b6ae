"""Orders as people write them, in five languages, and what is answered to bad ones."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from adjudicator.engines.cheops import ENGINE
from adjudicator.engines.cheops.notation.words import _MEANINGS, MEANINGS, SEVERAL_TILES
from adjudicator.engines.cheops.position.position import Position
from adjudicator.engines.contract import StepError
from adjudicator.engines.order_text import FILLERS, spellings_of
from testkit.engines.cheops import begin, drawn, laid_laws, play, taking

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


def read(position: Position, order: str) -> str:
    return ENGINE.format(ENGINE.parse(position, order).step)


@pytest.mark.parametrize("order", SOLD)
def test_selling_is_read_in_many_forms(order: str) -> None:
    assert read(begin(), order) == "2 A3 sell"


@pytest.mark.parametrize("order", KEPT)
def test_keeping_is_read_in_many_forms(order: str) -> None:
    assert read(begin(), order) == "2 A3 keep"


@pytest.mark.parametrize("order", BOUGHT)
def test_neighbours_are_read_in_many_forms(order: str) -> None:
    assert read(drawn(cash=(20, 0)), order) == "V A5 keep"


@pytest.mark.parametrize("order", ["1 A11 sell", "1 A 11 sell", "1 a11. sell", "sell 1 A11.", "1A11 sell"])
def test_a_cell_of_two_digits_is_no_cell_of_one(order: str) -> None:
    assert read(begin(), order) == "1 A11 sell"


AFTER = drawn(turn={"taken": True}, hands=("134", "1234"))
JOKER = play(drawn(covered={"R": 3, "G": 4}, held=((), (9,))), "2 A1 sell")
HELD = drawn(kept=("RB", ""), held=((10, 11, 12), ()))
BUSY = laid_laws(market=(1, 2))


def forms(position: Position, step: str, orders: str) -> list[tuple[Position, str, str]]:
    return [(position, order, step) for order in orders.split(" | ")]


@pytest.mark.parametrize(
    ("position", "order", "step"),
    [
        *forms(AFTER, "draw 2", "draw 2 | tire 2 | pile 2 | pesco dalla pila 2 | trek stapel 2"),
        *forms(AFTER, "draw 2", "ziehe vom Stapel 2 | draw from stack 2 | piocher 2 | je tire 2"),
        *forms(AFTER, "end", "end | done | fin | finir | termina | klaar | ende | fertig | einde"),
        *forms(drawn(hands=("",)), "pass", "pass | je passe | passo | ik pas | ich passe | passen"),
        *forms(taking(1), "law", "law | law 1 | Gesetz | loi 1 | legge | wet 1"),
        *forms(taking(4), "under R", "under R | under red | unter Rot | sous rouge | R | law 4 under R"),
        *forms(taking(4), "under R", "sotto il rosso | onder rood | rouge | law 4: under r"),
        *forms(taking(5), "under B", "under B | B | blu | onder blauw | under B."),
        *forms(taking(7), "over B5", "over B5 | B5 | B 5 | over blue 5 | law 7 over B5 | auf B5"),
        *forms(taking(7), "over R3", "over R3 | r3 | couvre rouge 3 | copri R3 | bedek rood 3 | op R3"),
        *forms(taking(8, laws=BUSY), "remove 2", "remove 2 | remove law 2 | enlever la loi 2"),
        *forms(taking(8, laws=BUSY), "remove 2", "togli legge 2 | verwijder wet 2 | entferne Gesetz 2"),
        *forms(taking(8, laws=BUSY), "remove 2", "law 8 remove law 2"),
        *forms(taking(9, cash=(25,)), "pay", "pay | law 9 pay | pay 25 | je paie 25 | pago | betaal"),
        *forms(taking(9, cash=(25,)), "pay", "zahle 25 | pay law 9"),
        *forms(taking(9, cash=(25,)), "discard", "discard | law 9 discard | jeter | scarta | weg"),
        *forms(taking(10, kept=("R",)), "hold", "hold | keep | keep law 10 | law 10 hold | garder"),
        *forms(taking(10, kept=("RB",)), "law10 B", "law10 B | law 10 B | law 10 sell blue | B | sell B"),
        *forms(taking(11), "law11 1 A9 keep", "law11 1 A9 keep | 1 A9 keep | law 11: 1 A9 keep"),
        *forms(HELD, "law10 R", "law10 R | loi 10 rouge | wet 10 verkoop rood | vendi rosso"),
        *forms(HELD, "law11 2 A7 keep", "law11 2 A7 keep | Gesetz 11: 2 auf A7, behalten"),
        *forms(HELD, "law12 A3 B2", "law12 A3 B2 | law12 B2 A3 | swap A3 and B2 | tausche A3 mit B2"),
        *forms(HELD, "law12 A3 B2", "e\N{COMBINING ACUTE ACCENT}change A3 contre B2 | ruil A3 B2 | scambio A3 con B2"),
        *forms(HELD, "law12 R B3", "law12 R B3 | law 12 red B3 | swap B3 for red | wet 12 rood voor B3"),
        *forms(HELD, "law12 B B5", "law12 B B5 | law12 blue B5 | law12 B B 5"),
        *forms(JOKER, "joker B", "joker B | B | jolly blu | law 9 joker blue | Joker blau | joker law 9 B"),
        *forms(JOKER, "joker none", "joker none | joker aucun | nessuno | joker geen | keine"),
    ],
)  # fmt: skip
def test_all_kinds_of_steps_are_read_leniently(position: Position, order: str, step: str) -> None:
    parsed = ENGINE.parse(position, order)
    assert (ENGINE.format(parsed.step), parsed.rest) == (step, "")


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
    found = []
    rest = line
    for _ in steps:
        parsed = ENGINE.parse(position, rest)
        assert rest.endswith(parsed.rest)
        position, rest = ENGINE.apply(position, parsed.step).position, parsed.rest
        found.append(ENGINE.format(parsed.step))
    assert found == steps


@pytest.mark.parametrize(
    ("rows", "drawing", "order", "step"),
    [
        ("", {"covered": {"B": 4}}, "2 A3", "2 A3 keep"),
        ("", {"hands": ("2",)}, "A3 sell", "2 A3 sell"),
        ("A 1 2 1 2 1 2 1 2 1 2 .", {"hands": ("1",)}, "sell", "1 A11 sell"),
    ],
)
def test_what_was_not_said_is_filled_in_where_only_one_step_is_left(
    rows: str, drawing: dict[str, Any], order: str, step: str
) -> None:
    assert read(drawn(rows, **drawing), order) == step


def test_no_word_means_two_things() -> None:
    words = {
        meaning: {form for word in text.split() for form in spellings_of(word)} for meaning, text in _MEANINGS.items()
    }
    words[""] |= FILLERS | SEVERAL_TILES
    assert not [(one, other) for one, other in combinations(words, 2) if words[one] & words[other]]
    assert len(MEANINGS) == sum(map(len, words.values()))
    assert all(word == word.casefold() and word.isascii() and word.isalpha() for word in MEANINGS)


@pytest.mark.parametrize(
    "order",
    [
        "draw nothing", "no draw", "No draw, please", "I don't draw", "je ne pioche pas", "je ne tire rien",
        "pas de pioche",
        "ich ziehe nicht", "ich ziehe keine Karte", "nichts ziehen", "non pesco", "non pesco niente", "ik trek niet",
        "geen trek", "fine", "Schluss", "ik ben klaar", "I am done", "ho finito", "j'ai fini",
    ],
)  # fmt: skip
def test_a_turn_is_ended_by_saying_that_nothing_is_drawn(order: str) -> None:
    parsed = ENGINE.parse(AFTER, order)
    assert (ENGINE.format(parsed.step), parsed.rest) == ("end", "")


@pytest.mark.parametrize("order", ["not draw 1", "no draw 2", "I don't sell 2 A3", "fine draw 1", "pas 2 A3 sell"])
def test_a_no_to_something_else_ends_no_turn(order: str) -> None:
    with pytest.raises(StepError):
        ENGINE.parse(AFTER, order)
