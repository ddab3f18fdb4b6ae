"""One tree of many lines: what is merged, replaced, warned of, cancelled, confirmed and bounded."""

import msgspec
import pytest

from adjudicator.engines.contract import opaque
from adjudicator.match.plans.merge import find_clashes
from adjudicator.match.plans.plan import MOST_NODES, Game, confirm_plan, parse_path, remove_node
from adjudicator.match.plans.plan_codec import dump_plan, load_plan
from adjudicator.match.plans.plan_line import Fault
from adjudicator.match.plans.wording import Writer, list_rows
from testkit.cases import check_cases
from testkit.engines.shafts import SHAFTS
from tests.match.plans.matches import LEXICON, match_of

EGYPTOS = match_of("egyptos/1")
CHEOPS = match_of("cheops/1", 3)
PHARAO = match_of("pharao/1")


def test_lines_with_the_same_beginning_share_it() -> None:
    plan = EGYPTOS.plan(0, "if M14 then N13, if L12 then K11", "if M14 then N13, if L13 then K12", "if L14 then N13")
    assert (plan.size, plan.depth) == (4, 2)
    rows = list_rows(plan, Writer(EGYPTOS.game, EGYPTOS.names, 0, LEXICON, "de"))
    assert [(row.number, row.when, row.plays) for row in rows] == [
        ("1", "M14", "N13"),
        ("1.1", "L12", "K11"),
        ("1.2", "L13", "K12"),
        ("2", "L14", "N13"),
    ]


def test_a_later_answer_replaces_the_earlier_one_and_what_hung_on_it() -> None:
    plan = EGYPTOS.plan(0, "if M14 then N13, if L12 then K11", "if L14 then N13")
    merged = EGYPTOS.merge(0, plan, "if Bob M14 then O13")
    assert EGYPTOS.write(0, merged.plan) == ["if M14 then O13", "if L14 then N13"]
    assert [node.choices for node in merged.replaced] == [(("N13",),)]
    assert not EGYPTOS.merge(0, plan, "if M14 then N13").replaced


def test_conditions_are_the_same_if_each_implies_the_other() -> None:
    plan = CHEOPS.plan(0, "if Bob C3 and A3 taken then 2 A4 keep")
    assert CHEOPS.merge(0, plan, "if A3 taken and Bob C3 then 2 A5 keep").plan.size == 1
    assert CHEOPS.merge(0, plan, "if A3 taken and not A3 free and Bob C3 then 2 A5 keep").plan.size == 1
    for other in ("if C3 and A3 taken", "if Bob 2 C3 and A3 taken", "if Bob C3", "if Bob C3 and A3 free"):
        assert CHEOPS.merge(0, plan, f"{other} then 2 A5 keep").plan.size == 2


def test_anyway_counts_for_the_answers_before_it_and_is_taken_back_by_the_same_line() -> None:
    plan = EGYPTOS.plan(0, "if M14 then N13, if L12 then K11 anyway")
    assert EGYPTOS.write(0, plan) == ["if M14 then N13 anyway, if L12 then K11 anyway"]
    plan = EGYPTOS.merge(0, plan, "if M14 then N13, if L13 then K12").plan
    # The first line still stands as it was written.
    assert EGYPTOS.write(0, plan) == [
        "if M14 then N13 anyway, if L12 then K11 anyway",
        "if M14 then N13 anyway, if L13 then K12",
    ]
    plan = EGYPTOS.merge(0, plan, "if M14 then N13, if L12 then K11").plan
    assert EGYPTOS.write(0, plan) == ["if M14 then N13, if L12 then K11", "if M14 then N13, if L13 then K12"]


def test_the_line_of_last_resort_is_one_and_waits_for_a_yes() -> None:
    plan = EGYPTOS.plan(0, "next M16 or N15", "if any then K11", "otherwise L12", confirmed=False)
    assert EGYPTOS.write(0, plan) == ["otherwise L12"]
    assert plan.nodes[0].waits
    assert not confirm_plan(plan).nodes[0].waits


def test_a_plan_has_sixty_answers_at_most() -> None:
    many = [f"{column}{row}" for column in "MNO" for row in range(1, 22)]
    plan = EGYPTOS.plan(0, *(f"if {cell} then L12" for cell in many[:MOST_NODES]))
    merged = EGYPTOS.merge(0, plan, f"if {many[MOST_NODES]} then L12")
    assert (merged.plan, merged.fault) == (plan, Fault.TOO_MANY)
    assert EGYPTOS.merge(0, plan, f"if {many[0]} then L13").fault is None
    assert EGYPTOS.merge(0, plan, "otherwise L12").fault is Fault.TOO_MANY


def test_branches_are_cancelled_by_their_numbers() -> None:
    plan = EGYPTOS.plan(0, "if M14 then N13, if L12 then K11", "if M14 then N13, if L13 then K12", "if L14 then N13")
    assert EGYPTOS.write(0, remove_node(plan, parse_path("1.1"))) == [
        "if M14 then N13, if L13 then K12",
        "if L14 then N13",
    ]
    assert EGYPTOS.write(0, remove_node(plan, parse_path("1"))) == ["if L14 then N13"]
    for number in ("3", "1.3", "1.1.1", "0"):
        with pytest.raises(LookupError):
            remove_node(plan, parse_path(number))
    with pytest.raises(ValueError, match="x"):
        parse_path("1.x")


TWO_STEPS = ("2 A4 keep", "2 A5 keep")
FACTS = [
    (CHEOPS, TWO_STEPS, ("market 10", "market 5"), True),
    (CHEOPS, TWO_STEPS, ("market 10", "A3 taken"), False),
    (CHEOPS, TWO_STEPS, ("not market 10", "market 5"), False),
    (CHEOPS, TWO_STEPS, ("A3 R", "A3 G"), True),
    (CHEOPS, TWO_STEPS, ("A3 R", "A3 taken"), True),
    (CHEOPS, TWO_STEPS, ("A3 R", "A3 free"), False),
    (CHEOPS, TWO_STEPS, ("A3 R", "A5 R"), False),
    (CHEOPS, TWO_STEPS, ("my hand has 2", "my hand has 3"), False),
    (CHEOPS, TWO_STEPS, ("law 4 lies", "law 5 lies"), False),
    (EGYPTOS, ("N13", "O13"), ("M14 black", "M14 gold"), True),
    (EGYPTOS, ("N13", "O13"), ("M14 black", "M14 free"), True),
    (EGYPTOS, ("N13", "O13"), ("M14 not black", "M14 gold"), False),
    (EGYPTOS, ("N13", "O13"), ("M14 black", "L14 gold"), False),
    (PHARAO, ("flip C4", "flip E1"), ("C3 open", "C3 fallen"), True),
    (PHARAO, ("flip C4", "flip E1"), ("C3 open", "treasure at C3"), False),
    (PHARAO, ("flip C4", "flip E1"), ("Ba at C3", "Ba at D3"), True),
    (PHARAO, ("flip C4", "flip E1"), ("treasure at C3", "treasure at D3"), False),
]


def test_lines_that_may_both_hold_are_warned_of() -> None:
    one = "if A3 taken then 2 A4 keep"
    assert find_clashes(CHEOPS.game, CHEOPS.plan(0, one, "if C3 then 2 A5 keep"))
    assert find_clashes(CHEOPS.game, CHEOPS.plan(0, "if Bob C3 then 2 A4 keep", "if Carl A3 then 2 A5 keep"))
    assert not find_clashes(CHEOPS.game, CHEOPS.plan(0, one, "if A3 taken and C3 then 2 A5 keep"))
    assert not find_clashes(CHEOPS.game, CHEOPS.plan(0, one, "if A3 free then 2 A5 keep"))
    assert not find_clashes(CHEOPS.game, CHEOPS.plan(0, one, "if C3 then 2 A4 keep"))
    with check_cases() as case:
        for match, steps, facts, excluded in FACTS:
            with case(*facts):
                lines = (f"if {fact} then {step}" for fact, step in zip(facts, steps, strict=True))
                assert bool(find_clashes(match.game, match.plan(0, *lines))) != excluded
    assert not find_clashes(EGYPTOS.game, EGYPTOS.plan(0, "if M14 then N13", "if L14 then O13"))


def test_a_plan_is_kept_as_json_and_nothing_else_is_taken_for_one() -> None:
    plan = CHEOPS.plan(
        0, "if Bob C3 and not A3 taken then 2 A4 keep; draw 1 anyway, next 2 A5 keep or end", confirmed=False
    )
    assert load_plan(dump_plan(plan)) == plan
    written = dump_plan(plan)
    for spoilt in (
        b"",
        b"[1]",
        written[:-1],
        written.replace(b'"since"', b'"until"'),
        written.replace(b"fact", b"guess"),
    ):
        with pytest.raises(msgspec.DecodeError):
            load_plan(spoilt)


def test_an_engine_that_reads_no_steps_ahead_takes_no_plans() -> None:
    assert Game.of(opaque(SHAFTS)) is None
