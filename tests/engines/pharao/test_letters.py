"""Whole turns in one letter, as a match rules on them."""

from adjudicator.engines.pharao import ENGINE
from adjudicator.engines.pharao.notation.notation import Step
from adjudicator.engines.pharao.position.position import Position
from adjudicator.match.rulings.ruling import Ruling, preview_step, rule_on
from adjudicator.match.rulings.table import Table
from testkit.engines.pharao import drawn

MAP = "  A B C D\n 2 # NES # #\n 1 @NESW NEW EW EW"
SEATS = ("A:B1 P:A1", "A:A1 P:A1")


def ruled(position: Position, *lines: str) -> Ruling[Position, Step]:
    return rule_on(Table(ENGINE, position), 0, 1, lines)


def steps(ruling: Ruling[Position, Step]) -> list[str]:
    return [entry.step for entry in ruling.played]


def test_a_turn_is_played_by_one_letter() -> None:
    ruling = ruled(drawn(MAP, *SEATS, hidden={"B3": "tee"}), "A B2; flip B3 NEW", "lamp", "Thanks, and good luck!")
    assert steps(ruling) == ["A B2", "flip B3", "turn NEW", "lamp"]
    assert [entry.order for entry in ruling.played] == ["A B2", "flip B3", "NEW", "lamp"]
    assert ruling.ignored == ("Thanks, and good luck!",)
    assert ruling.turn == 2


def test_a_card_without_a_wish_stops_the_letter_and_asks() -> None:
    ruling = ruled(drawn(MAP, *SEATS, hidden={"B3": "tee"}), "A B2, flip B3, A B3")
    assert (steps(ruling), ruling.halted) == (["A B2", "flip B3"], True)
    assert ruling.not_reached == ("A B3",)
    assert ruling.revealed


def test_sides_are_a_wish_in_the_letter_of_the_card_and_an_order_in_the_next() -> None:
    position = drawn(MAP, "A:B2 P:A1", "A:A1 P:A1", hidden={"B3": "straight"})
    for lines in (["flip B3 EN"], ["flip B3; EN"], ["flip B3", "EN"]):
        assert steps(ruled(position, *lines)) == ["flip B3", "turn EW"]
    seen = ruled(position, "flip B3").position
    (refused,) = ruled(seen, "EN").refused
    assert refused.refusal.reason is not None
    assert refused.refusal.reason.key == "pharao.no_such_lying"
    assert refused.refusal.nearest == ("turn NS", "turn EW")


def test_a_slip_behind_a_card_leaves_the_card_and_gives_the_choice_back() -> None:
    ruling = ruled(drawn(MAP, *SEATS, hidden={"B3": "straight"}), "A B2", "flip B3 E", "A B3")
    assert (steps(ruling), ruling.undone) == (["A B2", "flip B3"], ("E",))
    assert ruling.refused[0].refusal.reason is not None
    assert ruling.refused[0].refusal.reason.key == "pharao.wall"


def test_a_slip_before_any_card_undoes_the_letter() -> None:
    ruling = ruled(drawn(MAP, *SEATS), "A B2", "A D1")
    assert (ruling.played, ruling.undone) == ((), ("A B2",))
    assert ruling.refused[0].refusal.reason is not None
    assert ruling.refused[0].refusal.reason.key == "pharao.too_far"


def test_a_crossing_lies_by_itself_and_a_wish_for_it_does_no_harm() -> None:
    for order in ("flip B3", "flip B3 SW"):
        ruling = ruled(drawn(MAP, "A:B2 P:A1", "A:A1 P:A1", hidden={"B3": "cross"}), order)
        assert steps(ruling) == ["flip B3", "turn NESW"]
        assert ruling.turn == 1


def test_a_trap_ends_the_letter_with_the_turn() -> None:
    position = drawn(MAP, "A:B2 P:A1", "A:A1 P:A1", chambers="B3", photos=((1, "mummy"),))
    ruling = ruled(position, "flip B3 N", "A B3", "take 2")
    assert steps(ruling) == ["flip B3", "turn NS"]
    assert ruling.not_reached == ("A B3", "take 2")
    assert ruling.turn == 2


def test_a_preview_shows_no_card() -> None:
    table = Table(ENGINE, drawn(MAP, *SEATS))
    assert not hasattr(preview_step(table, 0, "flip B3"), "table")
    before = preview_step(table, 0, "A B2, flip B3")
    assert [entry.step for entry in getattr(before, "played", ())] == ["A B2"]
    shown = preview_step(table, 0, "A B2, lamp")
    assert [entry.step for entry in getattr(shown, "played", ())] == ["A B2", "lamp"]
