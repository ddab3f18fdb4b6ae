"""Why orders of Cheops are refused, in words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.engines.cheops import ENGINE
from adjudicator.engines.cheops.position.position import Position
from adjudicator.engines.contract import StepError
from adjudicator.texts.formats.plain_text import shorten_headline
from adjudicator.texts.games.note_text import render_note
from adjudicator.texts.language.language import language_for
from testkit.engines.cheops import begin, cleared, drawn, laid_laws, play, taking

NAMES = ("Anna", "Ben", "Cleo")
JOKER = replace(drawn(held=((9,), ())), ending="full")
HELD = drawn(hands=("134", "1234"), kept=("RRG", ""), held=((10, 11, 12), ()), turn={"taken": True})

REFUSED = [
    (play(JOKER, "joker R"), "2 A3 sell", "finished", "The match is over."),
    (begin(), "draw 1", "take_first", "First you have to lay a tile and take what lies there."),
    (drawn(hands=("", "12")), "draw 1", "take_first", "First you have to pass, as no tile of yours fits"),
    (HELD, "3 A3 keep", "already_taken", "You have laid your tile in this turn; only drawing a tile and using your"),
    (drawn(hands=("1", "2"), turn={"taken": True, "passed": True}), "1 A3", "already_taken", "You have passed in this"),
    (begin(), "pass", "no_pass", "You may not pass: a tile of yours fits on the pyramid."),
    (
        taking(7), "draw 1", "law_first",
        "Law 7 has to be carried out first. Choose the number, counted from the top of its table, as in: over R3",
    ),
    (begin(), "under R", "no_law_waits", "There is no law to carry out now."),
    (begin(), "joker R", "joker_early", "The colour that law 9 counts as is named only after the end."),
    (JOKER, "end", "name_joker", "Nothing is left but to name the colour that law 9 counts as, as in: joker R"),
    (begin(), "2 K2 sell", "no_cell", "There is no cell K2: row K has only 1."),
    (begin(), "2 Z4 sell", "no_cell", "There is no cell Z4: the rows go from A, the lowest, up to K."),
    (drawn("A 1 V"), "2 A1", "occupied", "A tile of family 1 lies on A1 already."),
    (drawn("A 1 V"), "2 A2", "occupied", "A neighbour lies on A2 already."),
    (drawn("A . . 1"), "2 B3 sell", "unsupported", "B3 rests on A3 and A4; there is no tile on A4 yet."),
    (begin(), "2 B3 sell", "unsupported", "B3 rests on A3 and A4; neither of them has a tile yet."),
    (drawn("A . . 2"), "2 A4 sell", "adjacent", "Family 2 already lies beside A4, on A3."),
    (
        drawn("A 1 . 2", hands=("12", "3")), "A2 keep", "no_family_fits",
        "None of your tiles fits on A2: each of these families already lies beside it: 1, 2.",
    ),
    (drawn(hands=("", "3")), "A2 keep", "no_family_fits", "You have no tile to lay on A2."),
    (drawn(hands=("13", "12")), "2 A3 sell", "not_in_hand", "You have no tile of family 2; in your hand are: 1, 3."),
    (drawn(hands=("", "12")), "2 A3 sell", "not_in_hand", "You have no tile of family 2; your hand is empty."),
    (begin(), "7 A3 sell", "no_family", "There is no family 7: there are 1, 2, 3 and 4."),
    (drawn(cash=(40, 0), turn={"bought": True}), "V A3", "neighbour_bought", "You have bought a neighbour in this"),
    (drawn(cash=(40, 0), put={"neighbours": 0}), "V A3", "no_neighbour_left", "No neighbours are left."),
    (drawn(cash=(40, 0), hands=("", "1")), "V A3", "no_tiles", "Only who has a family tile in hand may buy"),
    (drawn(cash=(15, 0)), "V A3", "too_dear_neighbour", "A neighbour costs 20, and you have 15."),
    (cleared("K1=R", cash=(20, 0), hands=("1", "1")), "V K1 keep", "no_turn_after", "With a neighbour on K1 none of"),
    (drawn(under={"R": 4}), "2 A1 keep", "must_sell", "Treasures of this colour must be sold, by law 4: red."),
    (drawn(under={"R": 5}), "2 A1 sell", "must_keep", "Treasures of this colour cannot be sold, by law 5: red."),
    (drawn(covered={"R": 4}), "2 A1 sell", "table_full", "The price table of red is full: treasures of this colour"),
    (
        drawn(covered={"R": 4}, under={"R": 4}), "2 A1 keep", "worthless",
        "The price table of red is full and has law 4 under it: what you take there is worthless. Write discard.",
    ),
    (begin(), "2 A1 discard", "no_discard", "Treasures of this colour are not thrown away: red."),
    (drawn("A . . 1 2 3\nB . . 4 1"), "3 C3 keep", "law_cell", "A law lies on C3, which is neither sold nor kept"),
    (
        drawn("A . . 1 2 4\nB . . 4 1", held=((11,), ())), "law11 3 C3", "treasures_only",
        "A law lies on C3; law 11 takes treasures only.",
    ),
    (drawn(), "2 A1 keep blue", "other_treasure", "The treasure on A1 has another colour: red."),
    (drawn("A . . 1 2 3\nB . . 4 1"), "3 C3 blue", "other_treasure", "No treasure lies open on C3."),
    (drawn(turn={"taken": True}), "draw 1", "hand_full", "You have 4 tiles in hand; that is all that you may have."),
    (HELD, "draw 5", "no_stack", "There is no stack 5: there are 1, 2 and 3."),
    (
        drawn(hands=("1", "1"), turn={"taken": True}, put={"stacks": ("", "", "")}), "draw 1", "stacks_empty",
        "All stacks are empty.",
    ),
    (
        drawn(hands=("1", "1"), turn={"taken": True}, put={"stacks": ("1", "", "2")}), "draw 2", "stack_empty",
        "Stack 2 is empty.",
    ),
    (
        drawn(hands=("1", "1"), turn={"taken": True}, draw_source="front"), "draw 2", "front_only",
        "In this match you draw from the front stack only, now stack 1 and not 2.",
    ),
    (taking(7), "law 4 R", "other_law", "Law 7 has to be carried out, not law 4."),
    (
        taking(7), "remove 3", "other_answer",
        "That does not carry out law 7. Choose the number, counted from the top of its table, as in: over R3",
    ),
    (taking(9, cash=(25, 0)), "pay 20", "pay_price", "Law 9 costs 25, not 20."),
    (taking(9, cash=(20, 0)), "pay", "too_dear_law", "Law 9 costs 25, and you have 20."),
    (taking(4, under={"R": 6}), "under R", "place_taken", "Law 6 lies under the price table of red already."),
    (taking(7), "over R6", "no_number", "The price table of red has no number 6: there are 5."),
    (
        taking(7, covered={"R": 2}), "over R2", "covered",
        "Number 2 of red is covered; the topmost free one is number 3.",
    ),
    (
        taking(8, laws=laid_laws(third=True, market=(2,))), "discard", "must_remove",
        "Law 8 takes another law out of play; name one of these: 2, 3.",
    ),
    (taking(8), "remove 3", "nothing_to_remove", "There is no other law in play; law 8 goes into the box alone."),
    (
        taking(8, laws=laid_laws(third=True)), "remove 7", "not_in_play",
        "Law 7 is not in play; these are: 3.",
    ),
    (begin(), "law10 R", "law_not_held", "You do not have law 10."),
    (play(taking(10), "hold"), "law10 R", "law_waits", "You got law 10 in this turn; you may use it from your next"),
    (
        drawn(hands=("14", "1"), kept=("R", ""), held=((10,), ()), turn={"taken": True, "drawn": True},
              draw_rule="refill"),
        "law10 R", "after_draw", "You have drawn a tile: law 10 had to be used before that.",
    ),
    (drawn(held=((10,), ())), "law10", "nothing_to_sell", "You have kept no treasure that could be sold now."),
    (HELD, "law10 B", "none_kept", "You have kept no treasure of this colour: blue."),
    (drawn("A 1 2", held=((12,), ())), "law12 A1 A3", "no_treasure", "No treasure lies on A1."),
    (HELD, "law12 A3 A3", "two_treasures", "An exchange needs two treasures: name two cells, or a colour"),
    (HELD, "law12 R A1", "same_colour", "Two treasures of the same colour are not exchanged: red."),
    (
        drawn(kept=("G", ""), held=((12,), ()), under={"R": 4}), "law12 G A1", "may_not_keep",
        "Treasures of this colour may not be kept, by law 4: red.",
    ),
    (begin(), "please", "unreadable", "We find no step of Cheops in it. Write a tile, a cell and what you do"),
    (begin(), "bonjour", "strange_words", 'These words are not clear: "bonjour". Write a tile, a cell and what you do'),
    (taking(8, laws=laid_laws(third=True, market=(2,))), "remove", "which", "That can be done in 2 ways."),
    (begin(), "2 sell", "which_cell", "Family 2 fits on several cells. Write which."),
    (drawn(cash=(20, 0)), "V keep", "which_cell", "The neighbour can lie on several cells. Write which."),
    (begin(), "sell", "which_cell", "A tile can be laid in several ways. Write which tile, and on which cell."),
    (begin(), "A3 sell", "which_tile", "Several tiles can be laid on A3: 1, 2, 3, 4. Write which."),
    (begin(), "2 A3", "sell_or_keep", "The treasure on A3 can be sold or kept. Write sell or keep, too."),
    (HELD, "draw", "which_stack", "Write the stack to draw from, too: 1, 2, 3."),
    (taking(4), "under", "which_colour", "Write the colour, too, as its letter: R red, G green, B blue"),
    (taking(7), "over R", "which_number", "Write which number of red, counted from the top of its table."),
]  # fmt: skip


@pytest.mark.parametrize(("position", "order", "key", "sentence"), REFUSED)
def test_a_refusal_says_why(position: Position, order: str, key: str, sentence: str) -> None:
    with pytest.raises(StepError) as raised:
        ENGINE.parse(position, order)
    note = raised.value.reason
    assert note.key == f"cheops.{key}"
    said = render_note(note, language_for("en"), 0, NAMES)
    assert said.startswith(sentence)
    assert "..." not in shorten_headline(said)
