import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from adjudicator.engines.contract import Seat
from adjudicator.match.rulings.descriptions import split_pieces
from adjudicator.match.rulings.order_reader import Refused
from adjudicator.match.rulings.refusals import RefusalKey
from adjudicator.match.rulings.ruling import rule_on
from adjudicator.match.rulings.table import Table, open_table
from testkit.engines.shafts import SHAFTS, shafts_deal
from tests.match.rulings.tables import OPTIONS, refusal_keys, ruled, steps, table


def test_orders_of_one_letter_are_played_in_their_order_until_the_turn_passes() -> None:
    ruling = ruled("shore 1\ndig 2; end")
    assert steps(ruling.played) == ["0:shore 1", "0:dig 2", "0:end"]
    assert [entry.order for entry in ruling.played] == ["shore 1", "dig 2", "end"]
    assert (ruling.turn, ruling.table.to_move, ruling.revealed) == (2, 1, True)
    assert not ruling.refused
    assert not ruling.not_reached


def test_a_letter_may_leave_its_turn_unfinished() -> None:
    ruling = ruled("shore 1")
    assert (ruling.turn, ruling.table.to_move) == (1, 0)


def test_a_refused_order_undoes_the_whole_letter_when_nothing_was_revealed() -> None:
    start = table()
    ruling = ruled("shore 1\nshore 2\nshore 2\nend", start)
    assert ruling.table == start
    assert (ruling.played, ruling.undone, ruling.not_reached) == ((), ("shore 1", "shore 2"), ("end",))
    (refused,) = ruling.refused
    assert (refused.order, refused.refusal.key) == ("shore 2", "illegal")
    assert refused.refusal.nearest == ("dig 1", "dig 2", "dig 3")
    assert refused.refusal.note.key == "shafts.not_now"


def test_a_refused_order_undoes_only_what_came_after_the_last_reveal() -> None:
    ruling = ruled("dig 1\nshore 2\nshore 2")
    assert steps(ruling.played) == ["0:dig 1"]
    assert ruling.undone == ("shore 2",)
    assert refusal_keys(ruling) == ["illegal"]
    assert (ruling.turn, ruling.table.to_move, ruling.halted) == (1, 0, False)


def test_a_decision_that_answers_a_reveal_is_undone_with_what_follows_it() -> None:
    ruling = ruled("dig 1\nright\nshore 1\nshore 1", table("fork 1 1 1"))
    assert steps(ruling.played) == ["0:dig 1"]
    assert ruling.undone == ("right", "shore 1")
    assert [refused.order for refused in ruling.refused] == ["shore 1"]
    assert ruling.revealed
    assert not ruling.halted


def test_a_reveal_that_asks_for_a_decision_stops_the_letter_and_what_came_before_stands() -> None:
    ruling = ruled("dig 1\nshore 2\nend", table("fork 1 1 1"))
    assert steps(ruling.played) == ["0:dig 1"]
    assert (ruling.halted, ruling.not_reached, ruling.refused) == (True, ("shore 2", "end"), ())
    assert SHAFTS.legal_steps(ruling.position) == [("left", 0), ("right", 0)]


def test_words_behind_a_step_in_the_same_order_answer_what_it_reveals() -> None:
    ruling = ruled("dig 1 left\nend", table("fork 1 1 1"))
    assert [(entry.order, entry.step) for entry in ruling.played] == [
        ("dig 1", "dig 1"), ("left", "left"), ("end", "end")
    ]  # fmt: skip


def test_words_that_do_not_fit_what_was_revealed_are_not_reached() -> None:
    ruling = ruled("dig 1 left", table("1 1 1 1"))
    assert (steps(ruling.played), ruling.not_reached, ruling.halted) == (["0:dig 1"], ("left",), True)


def test_the_server_plays_the_only_legal_step_and_the_letter_goes_on() -> None:
    ruling = ruled("dig 1\nshore 2\nend", table("wall 1 1 1"))
    assert steps(ruling.played) == ["0:dig 1", "0:on!", "0:shore 2", "0:end"]


def test_an_order_that_names_the_only_legal_step_is_counted_as_played() -> None:
    ruling = ruled("dig 1\non\nend", table("wall 1 1 1"))
    assert [(entry.order, entry.step, entry.forced) for entry in ruling.played] == [
        ("dig 1", "dig 1", False), ("on", "on", True), ("end", "end", False)
    ]  # fmt: skip


def test_a_forced_step_behind_a_reveal_is_not_undone() -> None:
    ruling = ruled("dig 1\non\nshore 2\nshore 2", table("wall 1 1 1"))
    assert steps(ruling.played) == ["0:dig 1", "0:on!"]
    assert ruling.undone == ("shore 2",)


def test_lines_behind_the_end_of_the_turn_are_not_reached() -> None:
    ruling = ruled("shore 1\nend\nshore 2\nnonsense 7\nThanks for the game!")
    assert ruling.not_reached == ("shore 2", "nonsense 7")
    assert ruling.ignored == ("Thanks for the game!",)


def test_a_letter_never_plays_in_a_later_turn_of_its_own_seat() -> None:
    trapped = table("trap 1 1 1", seats=2)
    first = ruled("dig 1", trapped)
    assert (first.turn, first.table.to_move) == (2, 1)
    back = rule_on(first.table, 1, 2, ["shore 1", "end", "shore 2", "end"])
    assert steps(back.played) == ["1:shore 1", "1:end", "0:skip!"]
    assert (back.turn, back.table.to_move) == (4, 1)
    assert back.not_reached == ("shore 2", "end")


def test_forced_steps_at_the_opening_are_played_for_any_seat() -> None:
    opened, played = open_table(SHAFTS, OPTIONS, 2, shafts_deal(1, "1", "", ""))
    assert (played, opened.turn, opened.to_move) == ((), 1, 1)
    shored = rule_on(opened, 1, 1, ["shore 1", "end"])
    assert steps(shored.played) == ["1:shore 1", "1:end", "0:dig 1!"]
    assert shored.outcome is not None


@pytest.mark.parametrize(
    ("seat", "turn", "key", "values"),
    [
        (1, 1, "not_your_turn", {"seat": 0}),
        (0, 9, "stale", {"letter_turn": 9, "turn": 1}),
        (1, 9, "not_your_turn", {"seat": 0}),
    ],
)
def test_the_wrong_seat_or_letter_plays_nothing(seat: Seat, turn: int, key: str, values: dict[str, int]) -> None:
    start = table()
    ruling = ruled("shore 1\nend", start, seat, turn)
    (refused,) = ruling.refused
    assert (refused.refusal.key, dict(refused.refusal.values)) == (key, values)
    assert (ruling.table, refused.order, ruling.not_reached) == (start, "shore 1; end", ())


@pytest.mark.parametrize("closed", [False, True])
def test_an_order_after_the_end_is_refused(closed: bool) -> None:
    over = SHAFTS.setup(OPTIONS, 2, shafts_deal(0, "1" if closed else "", "", ""))
    assert refusal_keys(rule_on(Table(SHAFTS, over, 7, closed=closed), 0, 7, ["dig 1"])) == ["match_over"]


def test_a_match_that_ends_within_a_letter_leaves_the_rest_unread() -> None:
    rich = Table(SHAFTS, SHAFTS.setup({"acts": 3, "target": 1}, 2, shafts_deal(0, "1", "wall wall", "fork trap")))
    ruling = rule_on(rich, 0, 1, ["dig 1", "dig 2", "ciao"])
    assert ruling.outcome is not None
    assert (ruling.not_reached, ruling.ignored) == (("dig 2",), ("ciao",))


@pytest.mark.parametrize("letter", ["", " \n ; \n"])
def test_an_empty_letter_is_refused(letter: str) -> None:
    assert refusal_keys(ruled(letter)) == ["nothing_written"]


def test_an_order_with_several_meanings_lists_them() -> None:
    (refused,) = ruled("dig").refused
    assert (refused.refusal.key, refused.refusal.nearest) == ("ambiguous", ("dig 1", "dig 2", "dig 3"))


def named_by(refused: Refused) -> tuple[str, ...]:
    """List the pieces that a refusal tells of: of two that exclude each other, it names both."""
    if refused.refusal.key is not RefusalKey.CONTRADICTORY:
        return (refused.order,)
    pieces = refused.refusal.note["commands"]
    assert isinstance(pieces, tuple)
    assert refused.order in pieces
    return tuple(map(str, pieces))


@example(
    cards=["1", "2", "3", "trap", "fork", "wall", "1", "2", "3", "trap", "fork", "wall"],
    letter=["shore 1", "shore 2", "dig 2", "dig 1"],
)
@given(
    cards=st.permutations(["1", "2", "3", "trap", "fork", "wall", "1", "2", "3", "trap", "fork", "wall"]),
    letter=st.lists(
        st.sampled_from(
            [
                "dig 1",
                "dig 2",
                "dig 3 left",
                "shore 1",
                "shore 2",
                "right",
                "left",
                "on",
                "end",
                "hello",
                "dig 7",
                "dig",
                "x9",
            ]
        ),
        min_size=1,
        max_size=9,
    ),
)
def test_every_piece_is_accounted_for_exactly_once(cards: list[str], letter: list[str]) -> None:
    start = table(" ".join(cards[:4]), " ".join(cards[4:8]), " ".join(cards[8:]))
    ruling = rule_on(start, 0, 1, letter)
    told = [
        *(entry.order for entry in ruling.played if entry.order),
        *(piece for refused in ruling.refused for piece in named_by(refused)),
        *(*ruling.undone, *ruling.not_reached, *ruling.ignored),
    ]
    assert sorted(" ".join(told).split()) == sorted(" ".join(letter).split())
    again = start
    for entry in ruling.played:
        assert (entry.seat, entry.turn, entry.forced) == (again.to_move, again.turn, again.only_step() is not None)
        again, _ = again.after(SHAFTS.parse(again.position, entry.step).step)
    assert again == ruling.table
    assert ruling.table.only_step() is None
    assert ruling.played or ruling.refused or ruling.halted
    assert len(ruling.refused) <= 1


def test_orders_are_cut_at_semicolons_and_line_ends() -> None:
    assert split_pieces(["a; b;", " c\r\nd e ", ";"]) == ("a", "b", "c", "d e")
