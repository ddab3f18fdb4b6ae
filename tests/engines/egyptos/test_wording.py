"""What is told of steps and of refusals, worded."""

import pytest

from adjudicator.engines.contract import StepError
from adjudicator.engines.egyptos import ENGINE
from adjudicator.engines.egyptos.position.coordinates import FIRST
from adjudicator.engines.egyptos.position.position import Position
from adjudicator.texts.games.note_text import render_note
from adjudicator.texts.language.language import language_for
from testkit.engines.egyptos import begin, drawn, notes_of, play
from tests.engines.egyptos.test_draws import LAST, SHUTTLE
from tests.engines.egyptos.test_laying import LADDER
from tests.engines.egyptos.test_moving import BRIDGE, STUCK
from tests.engines.egyptos.test_rows import UP
from tests.texts.note_keys import macro_names

LAID = play(begin(), "M13")
TOLD = [
    (begin(), "M13", "laid", "Your first pyramid lies on M13, as always.", "The first pyramid of Anna lies on M13, as"),
    (play(begin(), LADDER.rpartition(",")[0]), "N2", "laid", "You laid N2. It was the last of the twelve.", None),
    (drawn(BRIDGE), "L11 M11", "moved", "You moved L11 to M11.", "Anna moved L11 to M11."),
    (drawn(STUCK), "pass", "passed", "You had to pass: none of your pyramids can be moved.", None),
    (play(begin(), LADDER), "O2", "moving", "All pyramids are laid; from now on they are moved. You move first.", None),
    (play(begin(), UP), "M17", "five", "You completed a row of 5: M13, M14, M15, M16, M17.", None),
    (
        play(begin(opening="swap"), "M13, M12, N13"),
        "swap",
        "swapped",
        None,
        "You took over black; your opponent goes on",
    ),
    (drawn(BRIDGE, move_cap=1), "L11 M11", "cap", "There was no row of five in 1 move.", None),
    (
        play(drawn(BRIDGE), SHUTTLE.removesuffix(f", {LAST}")),
        LAST,
        "repetition",
        "The same pattern",
        None,
    ),
]
REFUSED = [
    (begin(), "M14", "first", "The first pyramid stands on M13."),
    (LAID, "M13", "occupied", "A pyramid of Anna stands on M13 already."),
    (LAID, "M16", "touches_nothing", "M16 touches no pyramid."),
    (play(begin(contact="side"), "M13"), "N14", "touches_nothing", "N14 touches no pyramid by a side."),
    (LAID, "hello", "unreadable", "There is no square in your line. Write one like M14."),
    (LAID, "M14 is nice", "strange_words", 'These words are not clear: "is", "nice". Write only the cells.'),
    (LAID, "M14 N14", "one_cell", "Pyramids are still being laid: name one cell, not M14, N14."),
    (LAID, "swap M14", "several_steps", "These are several steps; only one can be played in a turn."),
    (LAID, "swap", "no_swap", "This match is played without exchanging the colours."),
    (play(begin(opening="swap"), "M13"), "swap", "swap_early", "The colours can be exchanged only when three"),
    (play(begin(opening="swap"), "M13, M12, N13, O13"), "swap", "swap_late", "It is too late to exchange the colours"),
    (LAID, "pass", "no_pass", "Nobody may pass who can lay or move a pyramid."),
    (play(LAID, "M14, M12"), "M14 N14", "still_laying", "Pyramids are moved only when all are laid; you have 11 left."),
    (drawn(BRIDGE), "L11", "where_to", "L11 can move to several cells. Write where to, too."),
    (drawn(BRIDGE), "M11", "which_pyramid", "Several of your pyramids can move to M11. Write which one, too."),
    (drawn(BRIDGE), "A1", "unreachable", "None of your pyramids can move to A1."),
    (drawn(BRIDGE), "L11 M11 N11", "two_cells", "A move has two cells, from where and to where, and these are more"),
    (drawn(BRIDGE), "A1 M11", "empty", "No pyramid stands on A1."),
    (drawn(BRIDGE), "N14 M14", "not_yours", "The pyramid on N14 is not yours but of Ben."),
    (drawn(BRIDGE), "L11 L11", "same_place", "L11 would stay where it is: a move must lead to another cell."),
    (drawn(BRIDGE), "L11 L10", "touches_itself", "L10 touches no pyramid but L11, the one that moves away."),
    (drawn(BRIDGE), "M13 M14", "isolates", "M13 must stay: without it these would be cut off: N12, N13,"),
    (drawn(BRIDGE, isolation_test="after_move"), "M13 I14", "leaves_apart", "M13 would not join all pyramids again on"),
    (drawn(STUCK), "C13 C14", "must_pass", "None of your pyramids can be moved without cutting off others"),
    (play(begin(), f"{UP}, M17"), "N17", "over", "The match is over."),
]
NAMES = ("Anna", "Ben")


@pytest.mark.parametrize(("position", "order", "key", "own", "theirs"), TOLD)
def test_a_step_is_told(position: Position, order: str, key: str, own: str | None, theirs: str | None) -> None:
    note = notes_of(position, order)[key]
    said = [render_note(note, language_for("en"), reader, NAMES) for reader in (0, 1)]
    assert not own or said[0].startswith(own)
    assert not theirs or said[1].startswith(theirs)


@pytest.mark.parametrize(("position", "order", "key", "sentence"), REFUSED)
def test_a_refusal_says_why(position: Position, order: str, key: str, sentence: str) -> None:
    with pytest.raises(StepError) as raised:
        ENGINE.parse(position, order)
    note = raised.value.reason
    assert note.key == f"egyptos.{key}"
    reader = ENGINE.to_move(position)
    assert render_note(note, language_for("en"), reader, NAMES).startswith(sentence)


def test_a_step_that_was_not_read_from_an_order_has_its_reason_too() -> None:
    with pytest.raises(StepError) as raised:
        ENGINE.apply(drawn(BRIDGE), (FIRST,))
    said = render_note(raised.value.reason, language_for("en"), 0, NAMES)
    assert said == "All pyramids are laid: name two cells, from where and to where."


DESCRIBED = {
    "to_lay": (begin(), "M13", "lay a pyramid on M13"),
    "to_move": (drawn(BRIDGE), "L11 M11", "move the pyramid from L11 to M11"),
    "to_pass": (drawn(STUCK), "pass", "pass"),
    "to_swap": (play(begin(opening="swap"), "M13, M12, N13"), "swap", "exchange colours"),
}


@pytest.mark.parametrize("key", DESCRIBED)
def test_what_a_step_would_do_is_worded(key: str) -> None:
    position, order, words = DESCRIBED[key]
    note = ENGINE.describe(position, ENGINE.parse(position, order).step)
    assert note.key == f"egyptos.{key}"
    assert render_note(note, language_for("en"), None, ()) == words


def test_every_note_is_worded_here() -> None:
    worded = {key for _, _, key, *_ in TOLD} | {key for _, _, key, _ in REFUSED} | {"all_laid", *DESCRIBED}
    assert worded == macro_names("egyptos")
