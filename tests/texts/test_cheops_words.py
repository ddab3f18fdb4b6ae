"""The notes of Cheops in words, for every reader."""

from __future__ import annotations

import re

import pytest

from adjudicator.engines import cheops
from adjudicator.engines.cheops.position.position import Position
from adjudicator.engines.contract import Note
from adjudicator.texts.games.note_text import render_note
from adjudicator.texts.language.language import language_for
from testkit.engines.cheops import begin, cleared, drawn, laid_laws, notes_of, taking, written
from tests.texts.note_keys import keys_in_the_engine, macro_names
from tests.texts.test_cheops_refusals import HELD, JOKER, NAMES, REFUSED

ENGLISH = language_for("en")
SEVEN = "it covers any free number of a price table with its own, 20."
CHOOSE = "Choose the number, counted from the top of its table, as in: over R3"
MUST_SELL = "Treasures of this colour must be sold from now on; once the table is full, they are worthless."

TOLD: list[tuple[Position, str, str, str | None, str | None]] = [
    (drawn(cash=(20, 0)), "V A1 keep", "bought", "You bought a neighbour for 20; 3 are left.", None),
    (
        drawn(cash=(20, 0), put={"neighbours": 2}), "V A1 keep", "bought",
        "You bought a neighbour for 20; 1 is left.", "Anna bought a neighbour for 20; 1 is left.",
    ),
    (drawn(cash=(20, 0)), "V A1 keep", "kept", "You laid the neighbour on A1 and kept a treasure: red.", None),
    (
        begin(), "2 A3 sell", "sold",
        "You laid family 2 on A3 and sold a treasure for 10: blue.",
        "Anna laid family 2 on A3 and sold a treasure for 10: blue.",
    ),
    (begin(), "2 A3 sell", "purse", "You have 10 now.", None),
    (drawn(open_money="yes"), "2 A3 sell", "purse", "You have 10 now.", "Anna has 10 now."),
    (
        drawn(covered={"R": 4}, under={"R": 4}), "2 A1", "thrown_away",
        "You laid family 2 on A1; the treasure there is worthless by law 4 and goes into the box: red.",
        "Anna laid family 2 on A1; the treasure there is worthless by law 4 and goes into the box: red.",
    ),
    (
        drawn(covered={"R": 3}), "2 A1 sell", "full",
        "The price table of red is full: 1 of the 2 that end the match.", "",
    ),
    (
        drawn("A . . 1 2 3\nB . . 4 1", hidden={"C3": 7}), "3 C3", "revealed",
        f"You laid family 3 on C3 and turned over law 7: {SEVEN} {CHOOSE}",
        f"Anna laid family 3 on C3 and turned over law 7: {SEVEN}",
    ),
    (taking(2), "law", "market", "Law 2 lies on the market price now: it is 15.", ""),
    (taking(3), "law", "third", "Law 3 lies on the board: the match ends with 3 full price tables.", ""),
    (
        taking(4), "under G", "under",
        f"You put law 4 under the price table of green. {MUST_SELL}", None,
    ),
    (
        taking(5), "under G", "under", None,
        "Anna put law 5 under the price table of green. Treasures of this colour can only be kept from now on.",
    ),
    (taking(6), "under N", "under", "You put law 6 under the price table of black.", None),
    (
        taking(7), "over R3", "over", "You laid law 7 on number 3 of red: 20 instead of 15/5.",
        "Anna laid law 7 on number 3 of red: 20 instead of 15/5.",
    ),
    (
        taking(8, laws=laid_laws(third=True)), "remove 3", "removed",
        "You took law 3 out of play; law 8 went into the box with it.",
        "Anna took law 3 out of play; law 8 went into the box with it.",
    ),
    (
        taking(8, held=((), (10,))), "remove 10", "taken_from",
        "You took law 10 from Ben; law 8 went into the box with it.",
        "Anna took law 10 from you; law 8 went into the box with it.",
    ),
    (
        taking(8, held=((10,), ())), "remove 10", "taken_from",
        "You gave up your own law 10; law 8 went into the box with it.",
        "Anna gave up law 10; law 8 went into the box with it.",
    ),
    (
        taking(8, seats=3, held=((), (), (10,))), "remove 10", "taken_from",
        "You took law 10 from Cleo; law 8 went into the box with it.",
        "Anna took law 10 from Cleo; law 8 went into the box with it.",
    ),
    (
        taking(9, cash=(25, 0)), "pay", "paid",
        "You paid 25 for law 9: at the end it counts as a treasure of the colour that you name.",
        "Anna paid 25 for law 9: at the end it counts as a treasure of any colour.",
    ),
    (taking(9), "discard", "returned", "Law 9 was not paid for and went into the box.", ""),
    (taking(8), "discard", "returned", "Law 8 went into the box: there was no other law to take out of play.", ""),
    (taking(12), "hold", "held", "You kept law 12 for later.", "Anna kept law 12 for later."),
    (HELD, "law11 1 A2 keep", "used", "You used law 11.", "Anna used law 11."),
    (
        HELD, "law10 R", "sold_kept", "You used law 10 and sold a kept treasure for 10: red.",
        "Anna used law 10 and sold a kept treasure for 10: red.",
    ),
    (
        HELD, "law12 R A3", "exchanged",
        "You used law 12 and exchanged a kept treasure (red) for the one on A3 (blue).",
        "Anna used law 12 and exchanged a kept treasure (red) for the one on A3 (blue).",
    ),
    (
        HELD, "law12 A1 A2", "swapped",
        "You used law 12 and exchanged the treasures on A1 (red) and A2 (green).",
        "Anna used law 12 and exchanged the treasures on A1 (red) and A2 (green).",
    ),
    (
        drawn(hands=("", "1234")), "pass", "passed",
        "You had to pass: no tile of yours fits on the pyramid.",
        "Anna had to pass: no tile of that hand fits on the pyramid.",
    ),
    (
        HELD, "draw 2", "drew", "You drew family 2 from stack 2. On top of it now: family 1.",
        "Anna drew family 2 from stack 2. On top of it now: family 1.",
    ),
    (
        drawn(hands=("134", "1"), turn={"taken": True}, put={"stacks": ("", "2", "")}), "draw 2", "drew",
        "You drew family 2 from stack 2. The stack is empty now.", None,
    ),
    (HELD, "end", "drew_nothing", "You drew nothing and have 3 tiles in hand.", None),
    (
        drawn(hands=("1", "1234"), turn={"taken": True}), "end", "drew_nothing", None,
        "Anna drew nothing and has 1 tile in hand.",
    ),
    (JOKER, "joker R", "joker", "Your law 9 counts as a treasure: red.", "Law 9 of Anna counts as a treasure: red."),
    (JOKER, "joker none", "joker", "Your law 9 counts as no colour.", "Law 9 of Anna counts as no colour."),
    (
        drawn(covered={"R": 3, "G": 4}), "2 A1 sell", "ended",
        "Nothing more is taken: 2 price tables are full.", "",
    ),
    (cleared("K1=R", hands=("1", "1")), "1 K1 keep", "ended", "Everything is taken from the pyramid.", ""),
]  # fmt: skip
"""A position, an order, the note, and what it says to the player and to another; an empty text: the same to both."""

UNTOLD = [
    (Note.of("cheops.not_so"), "That cannot be done now."),
    (Note.of("cheops.nowhere", tile="2"), "Family 2 fits nowhere now."),
    (Note.of("cheops.nowhere", tile="V"), "There is no cell where you could lay a neighbour now."),
    (Note.of("cheops.nowhere", tile=""), "None of your tiles fits anywhere now."),
    (Note("cheops.empty"), "Everything is taken from the pyramid."),
    (Note("cheops.full"), "So many price tables are full that the match ends."),
    (Note("cheops.stuck"), "Nothing more is taken: no tile in anybody's hand fits on the pyramid."),
    (Note("cheops.passes"), "Nothing more is taken: everybody passed, one after the other."),
    (
        Note.of("cheops.ended", reason="stuck", tables=0, turns=0),
        "Nothing more is taken: no tile in anybody's hand fits on the pyramid.",
    ),
    (
        Note.of("cheops.ended", reason="passes", tables=0, turns=2),
        "Nothing more is taken: everybody passed, one after the other.",
    ),
]
"""Notes that no order above leads to, and the reasons that a letter gives for an end."""


@pytest.mark.parametrize(("position", "order", "key", "own", "theirs"), TOLD)
def test_a_step_is_worded(position: Position, order: str, key: str, own: str | None, theirs: str | None) -> None:
    note = notes_of(position, order)[key]
    if own is not None:
        assert render_note(note, ENGLISH, 0, NAMES) == own
    if theirs is not None:
        assert render_note(note, ENGLISH, 1, NAMES) == (theirs or own)


@pytest.mark.parametrize(("note", "sentence"), UNTOLD)
def test_the_other_notes_are_worded(note: Note, sentence: str) -> None:
    assert render_note(note, ENGLISH, 0, NAMES) == sentence


@pytest.mark.parametrize("law", range(1, 13))
def test_a_revealed_law_says_its_effect_and_the_order_that_answers_it(law: int) -> None:
    position = drawn("A . . 1 2 3\nB . . 4 1", hidden={"C3": law}, kept=("RG", ""), cash=(25, 0))
    note = notes_of(position, "3 C3")["revealed"]
    own, theirs = (render_note(note, ENGLISH, reader, NAMES) for reader in (0, 1))
    answer = own.removeprefix(theirs.replace("Anna", "You"))
    assert theirs.startswith(f"Anna laid family 3 on C3 and turned over law {law}: ")
    assert theirs.endswith(".")
    assert bool(answer) == (law > 3)


@pytest.mark.parametrize("law", [4, 5, 6, 7, 9, 10])
def test_the_answers_that_a_law_offers_can_be_sent_back(law: int) -> None:
    position = taking(law, kept=("RG", ""), cash=(25, 0))
    turned = Note.of("cheops.revealed", seat=0, tile="3", cell="C3", law=law, numeral=20)
    said = render_note(turned, ENGLISH, 0, NAMES)
    legal = [order for order in written(position) if re.search(rf"\b{order}\b", said)]
    assert len(legal) == (2 if law in (9, 10) else 1)


DESCRIBED = {
    "1 A1 sell": "lay family 1 on A1, sell red for 10",
    "1 A1 keep": "lay family 1 on A1, keep red",
    "V A1 sell": "buy a neighbour for 20 and lay it on A1, sell red for 10",
    "1 A1 discard": "lay family 1 on A1, put red into the box",
    "2 C3": "lay family 2 on C3, turn over the law there",
    "law": "carry out law 2",
    "under R": "put law 4 under the price table of red",
    "over R1": "put law 7 on number 1 of red, from the top",
    "remove 3": "take law 3 out of play",
    "pay": "pay 25 for law 9",
    "discard": "put law 9 into the box",
    "hold": "keep law 12 for later",
    "law12 A1 A2": "use law 12, exchange the treasures on A1 and A2",
    "draw 1": "draw from stack 1",
    "end": "end the turn without drawing",
    "law10 R": "use law 10, sell red for 10",
    "law11 1 A1 keep": "use law 11, lay family 1 on A1, keep red",
    "law12 R A2": "use law 12, exchange red for green on A2",
    "pass": "pass",
    "joker R": "count law 9 as red",
    "joker none": "count law 9 as no colour",
}
"""What letters say beside an order, where it is first legal in the positions above."""


def described() -> dict[str, Note]:
    """Describe every step that is legal in the positions above."""
    steps = [(position, step) for position, *_ in reversed(TOLD) for step in cheops.ENGINE.legal_steps(position)]
    return {cheops.ENGINE.format(step): cheops.ENGINE.describe(position, step) for position, step in steps}


def test_a_step_is_described_before_it_is_played() -> None:
    notes = described()
    assert {order: render_note(notes[order], ENGLISH, None, ()) for order in DESCRIBED} == DESCRIBED


def test_every_note_is_worded_here() -> None:
    endings = {"empty", "full", "stuck", "passes"}
    worded = {row[2] for row in TOLD} | {row[2] for row in REFUSED} | {note.key[7:] for note, _ in UNTOLD}
    assert worded | {note.key[7:] for note in described().values()} == macro_names("cheops")
    assert keys_in_the_engine(cheops) == worded - (endings - {"full"})
