"""Why orders of Das Gold des Pharao are refused, in words."""

from __future__ import annotations

import pytest

from adjudicator.engines.contract import StepError
from adjudicator.engines.pharao import ENGINE
from adjudicator.engines.pharao.position.position import Position
from adjudicator.texts.formats.plain_text import shorten_headline
from adjudicator.texts.games.note_text import render_note
from adjudicator.texts.language.language import language_for
from testkit.engines.pharao import begin, drawn, play
from tests.engines.pharao.test_orders import table

NAMES = ("Anna", "Ben", "Cleo", "Dirk")
SHORT = "  A B\n 1 @NESW EW"
ROW = "  A B C D\n 1 @NESW EW EW EW"
FALLEN = drawn("  A B C\n 2 # . #\n 1 @NESW EW #", "A:B1 P:A1", "A:A1 P:A1")

REFUSED = [
    (begin(), "A C9", "no_such_cell", "There is no card C9: the columns go from A to F, the rows from 1 to 6."),
    (play(begin(stall_rounds=1), "end, end"), "end", "over", "The match is over."),
    (
        play(table(), "flip B3"), "A C2", "lay_first",
        "First you have to lay B3, which you turned over: a curve. Open can be: NE, ES, SW, NW. Write it as in:",
    ),
    (
        play(table(), "flip B3"), "turn NS", "no_such_lying",
        "B3 cannot be open to north and south: it is a curve. Open can be: NE, ES, SW, NW.",
    ),
    (
        play(table(), "flip B3"), "turn", "which_sides",
        "The card can lie in several ways. Write the sides that you want open.",
    ),
    (table(), "turn NS", "nothing_flipped", "No card waits to be laid: turn one over first, as in: flip C4 NE"),
    (
        table(left=0), "A C2", "no_actions",
        "Your three actions are spent. You can still take, drop or steal a treasure, or write end.",
    ),
    (table(), "flip C3", "flip_far", "Your archaeologist must stand beside C3 to turn it over; he is on B2."),
    (
        drawn("  A B C\n 2 # EW #\n 1 @NESW EW #", "A:B2 P:A1", "A:A1 P:A1"), "flip B3", "flip_wall",
        "A wall of B2 separates your archaeologist there from B3.",
    ),
    (
        drawn("  A B C\n 2 NS EW NS\n 1 @NESW EW #", "A:B2 P:A1", "A:A1 P:A1"), "flip", "nothing_to_flip",
        "B2, where your archaeologist stands, is open towards no hidden card.",
    ),
    (table(), "flip B2", "face_up", "B2 lies face up already."),
    (FALLEN, "flip B2", "fallen", "B2 has fallen; nothing is left there."),
    (FALLEN, "A B2", "fallen", "B2 has fallen; nothing is left there."),
    (table(), "A B3", "hidden", "B3 still lies face down."),
    (table(), "porter flip B3", "not_his_work", "Only your archaeologist turns cards over."),
    (table(), "archaeologist rotate C1", "not_his_work", "Only your porter rotates cards."),
    (table(), "P take 2", "not_his_work", "Only your archaeologist carries treasures."),
    (table("P:B1"), "take 2", "figure_lost", "Your archaeologist fell with the pyramid; he is lost."),
    (table("A:B2"), "lamp", "figure_lost", "Your porter fell with the pyramid; he is lost."),
    (table("P:B1"), "A C2", "figure_lost", "Your archaeologist fell with the pyramid; he is lost."),
    (table("A:B2"), "rotate C1", "figure_lost", "Your porter fell with the pyramid; he is lost."),
    (drawn(SHORT, "", "A:A1 P:A1"), "A B1", "figure_lost", "Your archaeologist fell with the pyramid; he is lost."),
    (drawn(SHORT, "", "A:A1 P:A1"), "B1", "both_lost", "Both your figures are lost."),
    (table(), "take 2 on C2", "elsewhere", "Your archaeologist is on B2, not on C2."),
    (table(), "lamp on C1", "elsewhere", "Your porter is on B1, not on C1."),
    (table(), "A B2", "there_already", "Your archaeologist is on B2 already."),
    (table(), "P B1", "there_already", "Your porter is on B1 already."),
    (table(), "A B1", "wall", "A wall stands between B2 and B1."),
    (table(), "A C1", "no_way", "No way leads from B2 to C1 now."),
    (drawn(ROW), "A D1", "too_far", "From A1 to D1 it takes 3 actions; write every step."),
    (
        drawn(ROW, "A:A1+2 P:A1 *B1 *C1", "A:A1 P:A1", carry_lamp_bonus="no"), "A D1", "carrier_on_foot",
        "D1 is too far for one action: in this match nobody runs over lanterns with a treasure in his hands.",
    ),
    (
        drawn("  A B C\n 2 # # #\n 1 @NESW NS #", "A:B1 P:A1", "A:A1 P:A1"), "archaeologist", "stuck",
        "There is no way on from B1 now.",
    ),
    (table(), "rotate A1 NS", "rotate_start", "A1 is the start card, which is never rotated."),
    (table(), "rotate C2 NS", "rotate_far", "Your porter must stand on or beside C2 to rotate it; he is on B1."),
    (
        drawn("  A B C\n 1 @NESW NESW EW", "A:A1 P:B1", "A:A1 P:A1"), "rotate B1 NS", "rotate_cross",
        "B1 is a crossing: however it lies, all its sides are open.",
    ),
    (table(), "rotate C1 NW", "rotate_same", "C1 is open to north and west already."),
    (
        table(), "rotate C1 NS", "no_such_lying",
        "C1 cannot be open to north and south: it is a curve. Open can be: NE, ES, SW.",
    ),
    (table(), "rotate A2", "hidden", "A2 still lies face down."),
    (drawn("  A B\n 1 @NESW NESW"), "rotate", "nothing_to_rotate", "Your porter on A1 can reach no card to rotate."),
    (table("A:B2 P:B1 *B1"), "lamp", "lantern_here", "A lantern of yours lies on B1 already."),
    (table(), "unlamp", "no_lantern_here", "No lantern of yours lies on B1, where your porter stands."),
    (
        table("A:B2 P:B1 *A1 *C1 *B2 *C2 *D1"), "lamp", "no_lanterns_left",
        "All your lanterns are laid; your porter would have to take one up first.",
    ),
    (table("A:B2+2 P:B1"), "take 2", "hands_full", "You carry a treasure already: drop it first."),
    (table("A:B2+5 P:B1"), "take 2", "hands_full", "You carry the bust already: drop it first."),
    (
        play(table("A:B2+3 P:B1"), "drop"), "take 3", "just_dropped",
        "You have just laid it down on B2: only after another action may you take it up again.",
    ),
    (table(), "take 3", "no_treasure", "That does not lie on B2; there lies: a treasure worth 2, the bust."),
    (table("A:C2 P:B1"), "take 3", "no_treasure", "No treasure lies on C2, where your archaeologist stands."),
    (table("A:B2+3 P:B1"), "drop 2", "carries_other", "What you carry is a treasure worth 3."),
    (table(), "drop", "nothing_carried", "Your archaeologist carries nothing."),
    (table(), "steal green", "nobody_there", "Nobody in this match plays green."),
    (table(), "steal red", "steal_self", "That is your own colour."),
    (
        table("A:C2 P:B1"), "steal", "nobody_to_rob",
        "Nobody on C2, where your archaeologist stands, carries a treasure.",
    ),
    (
        table("A:C2 P:B1"), "steal blue", "steal_elsewhere",
        "To steal you must be on the same card: your archaeologist is on C2, that of Ben on B2.",
    ),
    (drawn(SHORT, "A:A1 P:A1", "P:A1"), "steal blue", "steal_elsewhere", "The archaeologist of Ben is lost."),
    (drawn(SHORT), "steal blue", "steal_nothing", "The archaeologist of Ben carries nothing."),
    (
        begin(), "please", "unreadable",
        "We find no step of the game in it. Write who does what and where, as in: A C3; flip C4 NE; P B2",
    ),
    (
        begin(), "bonjour", "strange_words",
        'These words are not clear: "bonjour". Write who does what and where, as in: A C3; flip C4 NE; P B2',
    ),
    (
        drawn(SHORT), "B1", "which_figure",
        "Both your figures can go to B1. Write A for the archaeologist, P for the porter, as in: A B1",
    ),
    (table(), "porter", "where_to", "Write the card to go to, too, as in: P C3"),
    (table(), "rotate", "which_card", "Write which card."),
    (table(), "rotate B1", "which_sides", "The card can lie in several ways. Write the sides that you want open."),
    (
        table(), "rotate B1 N", "which_sides",
        "A card that is open to north can lie in several ways. Write all the sides that you want open.",
    ),
    (
        play(table(), "flip B3"), "turn N", "which_sides",
        "A card that is open to north can lie in several ways. Write all the sides that you want open.",
    ),
    (
        play(table(), "flip B3"), "O", "which_o",
        "O is east in some languages and west in others. Write E for east, W for west.",
    ),
    (table(), "flip B3 O", "which_o", "O is east in some languages and west in others. Write E for east, W for west."),
    (table(), "take", "which_treasure", "Several treasures lie here. Write which one you take."),
    (
        drawn(SHORT, "A:B1 P:A1", "A:B1+2 P:A1", "A:B1+3 P:A1"), "steal", "whom",
        "Several here carry a treasure. Write the colour of the one from whom you take it.",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("position", "order", "key", "sentence"), REFUSED)
def test_a_refusal_says_why(position: Position, order: str, key: str, sentence: str) -> None:
    with pytest.raises(StepError) as raised:
        ENGINE.parse(position, order)
    note = raised.value.reason
    assert note.key == f"pharao.{key}"
    said = render_note(note, language_for("en"), 0, NAMES)
    assert said.startswith(sentence)
    assert "..." not in shorten_headline(said)
