"""The check of a branch: what is refused at once, what is doubted, and what is left for later."""

import pytest

from adjudicator.match.plans.check import Objection, Verdict, trace_answer
from adjudicator.match.plans.plan import NO_PLAN
from testkit.cases import check_cases
from tests.match.plans.matches import Match, match_of

EGYPTOS = match_of("egyptos/1")
CHEOPS = match_of("cheops/1", 2)
LATE_CHEOPS = CHEOPS.play("1 A1 sell; end", "2 A2 sell; end")
THREE = match_of("cheops/1", 3)
PHARAO = match_of("pharao/1")
FINE, OPEN, LATER, DOUBT, REFUSED = Verdict

CASES = [
    (EGYPTOS, "if M14 then N13", [FINE]),
    (EGYPTOS, "if M14 then N13, if L12 then K11", [FINE, FINE]),
    (EGYPTOS, "if M13 then N13", [REFUSED, Objection.CONDITION]),
    (EGYPTOS, "if M15 then N13", [REFUSED, Objection.CONDITION]),
    (EGYPTOS, "if M14 then M14", [REFUSED, Objection.ANSWER]),
    (EGYPTOS, "if M14 then N13, if N13 then K11", [FINE, REFUSED, Objection.CONDITION]),
    (EGYPTOS, "if M14 then N13, if M12 then K19", [FINE, REFUSED, Objection.ANSWER]),
    (EGYPTOS, "if M14 gold then K19", [LATER]),
    (EGYPTOS, "otherwise M13", [REFUSED, Objection.ANSWER]),
    (EGYPTOS, "next M13 or N13", [LATER]),
    (EGYPTOS, "next M13 or M13", [REFUSED, Objection.ANSWER]),
    (CHEOPS, "if A3 then 2 A4 keep; end", [FINE]),
    (CHEOPS, "if A3 then 2 A4 keep", [OPEN]),
    (CHEOPS, "if A3 then 2 A4 keep, if A6 then 3 A7 keep", [REFUSED, Objection.LEAVES_OPEN]),
    (CHEOPS, "if A3 then 2 A4 keep; end; end", [FINE]),
    (CHEOPS, "if A3 then 2 A4 keep; end; 3 A6 keep", [REFUSED, Objection.GOES_ON]),
    (CHEOPS, "if A3 then 2 A4 keep; draw 1, if A6 then 4 A8 keep; end", [LATER, LATER]),
    (CHEOPS, "if C4 then 2 A4 keep; end", [DOUBT, Objection.CONDITION]),
    (CHEOPS, "if A3 then 2 B3 keep; end", [DOUBT, Objection.ANSWER]),
    (CHEOPS, "if V A3 then 2 A4 keep; end", [LATER]),
    (CHEOPS, "if A3 free then 2 A3 keep; end", [LATER]),
    (LATE_CHEOPS, "if A1 then 2 A4 keep; end", [REFUSED, Objection.CONDITION]),
    (LATE_CHEOPS, "if A3 then 3 A1 keep; end", [REFUSED, Objection.ANSWER]),
    (LATE_CHEOPS, "if A5 then 2 A7 keep; end", [REFUSED, Objection.ANSWER]),
    (THREE, "if A3 then 2 A3 keep; end", [LATER]),
    (THREE, "if Bob A3 and Carl A4 then 2 A5 keep; end", [LATER]),
    (PHARAO, "if end then flip E1", [LATER]),
    (PHARAO, "if flip E1 then A E1", [LATER]),
    (PHARAO, "if lamp then lamp; end", [FINE]),
    (PHARAO, "if lamp then lamp; lamp", [DOUBT, Objection.ANSWER]),
]


def test_a_branch_is_played_through_as_far_as_nothing_comes_to_light() -> None:
    with check_cases() as case:
        for match, line, expected in CASES:
            with case(match.game.engine.rules.key, line):
                seat = 1 - match.to_move if match is not THREE else (match.to_move + 2) % 3
                anonymous = Match(match.game, match.table, match.events, shifted(match, seat))
                marks = anonymous.check(seat, line)
                objections = [mark.objection for mark in marks if mark.objection]
                assert [*(mark.verdict for mark in marks), *objections] == expected


def test_a_doubt_about_the_others_has_no_reason_that_is_worded_for_who_is_to_move() -> None:
    """ "First you have to lay F3" would tell the writer what the other player has to do."""
    with check_cases() as case:
        for match, line in (
            (PHARAO.play("flip F2"), "if A F4 then flip E1"),
            (PHARAO, "if A F4 then flip E1"),
            (CHEOPS, "if C4 then 2 A4 keep; end"),
        ):
            with case(match.game.engine.rules.key, line):
                (mark, *_) = match.check(1 - match.to_move, line)
                assert (mark.verdict, mark.reason) == (DOUBT, None)
    (mark,) = EGYPTOS.check(1 - EGYPTOS.to_move, "if M15 then N13")
    assert mark.reason is not None


@pytest.mark.parametrize("game", ["cheops/1", "pharao/1"])
@pytest.mark.parametrize("seats", [3, 4])
def test_a_condition_on_somebody_who_plays_after_the_writer_is_refused(game: str, seats: int) -> None:
    match = match_of(game, seats)
    begin = {"cheops/1": "A3", "pharao/1": "lamp"}[game]
    answer = {"cheops/1": "2 A4 keep; end", "pharao/1": "end"}[game]
    for away in range(1, seats):
        writer = (match.to_move + away) % seats
        for other in range(seats):
            if other == writer:
                continue
            (mark,) = match.check(writer, f"if {match.names[other]} {begin} then {answer}")
            late = (other - match.to_move) % seats > away
            assert (mark.objection is Objection.AFTER_YOU) == late, (away, other)
            assert mark.seat == (other if late else None)
    # Whoever is to move plans for what comes behind their own turn: everybody else plays before they do again.
    for other in range(seats):
        if other != match.to_move:
            (mark,) = match.check(match.to_move, f"if {match.names[other]} {begin} then {answer}")
            assert mark.objection is not Objection.AFTER_YOU


BOARDS = [
    (EGYPTOS, "if M14 then N13, if L12 then K11", (1, 1), {"M13", "M14", "N13", "L12", "K11"}, ""),
    (EGYPTOS, "if M14 then N13, if L12 then K11", (1,), {"M13", "M14", "N13"}, ""),
    (EGYPTOS, "otherwise N13", (1,), None, ""),
    (CHEOPS, "if A3 then 2 A4 keep; end", (1,), {"A3", "A4"}, ""),
    (CHEOPS, "if A3 then 2 A4 keep", (1,), {"A3", "A4"}, ""),
    (CHEOPS, "if A3 then 2 A4 keep; draw 1", (1,), {"A3", "A4"}, "draw 1"),
    (CHEOPS, "if A3 then draw 1", (1,), None, ""),
    (CHEOPS, "if V A3 then 2 A4 keep", (1,), None, ""),
    (THREE, "if Bob A3 then 2 A4 keep; end", (1,), None, ""),
]


def test_the_board_behind_an_answer_is_shown_as_far_as_nothing_comes_to_light() -> None:
    with check_cases() as case:
        for match, line, path, taken, left in BOARDS:
            with case(line, path):
                seat = 1 - match.to_move if match is not THREE else (match.to_move + 1) % 3
                reached = trace_answer(match.side(seat), match.plan(seat, line), path, match.events)
                assert (reached is None) == (taken is None)
                if reached is not None and match.game.facts is not None:
                    facts = match.game.facts.facts(reached.table.engine.view(reached.table.position, seat))
                    assert {fact.split()[0] for fact in facts if fact.endswith(" taken")} == taken
                    assert "; ".join(reached.left) == left
    with pytest.raises(LookupError):
        trace_answer(EGYPTOS.side(0), NO_PLAN, (1,))


def shifted(match: Match, seat: int) -> tuple[str, ...]:
    """Give the names so that the writer is Anna, wherever they sit."""
    others = iter(("Bob", "Carl", "Dora"))
    return tuple("Anna" if number == seat else next(others) for number in range(len(match.names)))


def test_a_condition_that_surely_reveals_needs_anyway() -> None:
    # C3 holds a law that lies face down.
    (mark,) = THREE.check((THREE.to_move + 1) % 3, "if C3 then 2 A4 keep")
    assert (mark.verdict, mark.objection) == (Verdict.REFUSED, Objection.REVEALS)
    (mark,) = THREE.check((THREE.to_move + 1) % 3, "if C3 then 2 A4 keep anyway")
    assert mark.verdict is Verdict.LATER


def test_what_has_been_played_before_the_line_can_be_its_condition() -> None:
    match = THREE.play("1 A1 sell; end")
    last = (match.to_move + 1) % 3
    assert [mark.verdict for mark in match.check(last, "if A1 then 2 A4 keep")] == [Verdict.LATER]
    assert [mark.verdict for mark in match.check(match.to_move, "if A1 then 2 A4 keep")] == [Verdict.LATER]


def test_in_ones_own_turn_nothing_is_sure_but_what_never_changes() -> None:
    assert [mark.verdict for mark in EGYPTOS.check(1, "if M14 then N13")] == [Verdict.LATER]
    assert [mark.verdict for mark in EGYPTOS.check(1, "if M14 then M13")] == [Verdict.REFUSED]


def test_a_refusal_names_the_step_the_reason_and_legal_steps() -> None:
    (mark,) = EGYPTOS.check(0, "if M14 then K19")
    assert mark.reason is not None
    assert (mark.step, mark.reason.key) == ("K19", "egyptos.touches_nothing")
    assert mark.nearest
