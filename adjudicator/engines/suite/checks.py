# ruff: noqa: S101 - the suite is made of assertions
"""The checks. `adjudicator.engines.suite` tells how to run them."""

from __future__ import annotations

import json
from contextlib import suppress
from importlib.util import find_spec
from itertools import pairwise, product

import msgspec
import pytest

from adjudicator.engines.contract import (
    AnyEngine,
    AnyPosition,
    BadOption,
    Describer,
    HasCompass,
    HasKinds,
    IllegalStep,
    Localizer,
    OMeans,
    Revealed,
    StepError,
    UnreadableStep,
    View,
)
from adjudicator.engines.openings import HasOpenings
from adjudicator.engines.planning import Fact, HasFacts, HasHabits, Planner, TellsSteps
from adjudicator.engines.suite.cases import Case
from adjudicator.engines.suite.chance import Chance
from adjudicator.engines.suite.expectations import (
    check_fact,
    check_frozen,
    check_note,
    check_outcome,
    expect_refusal,
    legal_orders,
    spoilt_deals,
)
from adjudicator.engines.suite.walks import WALKS, random_walk, sample_positions, start_match

OTHER_LANGUAGES = ("de", "fr", "it", "nl")
FEW = 8
BEGINNING = 3
SOME = 30
"""The steps of a position, roughly, that are read in four languages more."""
NONSENSE = ("", " ", "?", "42 42 42 42", "Good morning!", "lorem ipsum", "\N{SNOWMAN}", "(", "x" * 500)


def test_the_table_of_facts_is_sound(contract_case: Case) -> None:
    rules = contract_case.engine.rules
    name, _, version = rules.key.partition("/")
    assert name.isidentifier()
    assert name == name.lower()
    assert version.isdecimal()
    assert rules.title
    assert rules.seats
    assert all(side.isidentifier() for side in rules.sides)
    assert find_spec(rules.home)
    assert len({option.key for option in rules.options}) == len(rules.options)
    assert all(option.admits(option.default) for option in rules.options)
    for options in rules.presets.values():
        assert rules.complete(options).keys() == {option.key for option in rules.options}


def test_options_that_the_rules_do_not_have_are_refused(contract_case: Case) -> None:
    rules = contract_case.engine.rules
    for key in ("surprise", *(option.key for option in rules.options)):
        with pytest.raises(BadOption) as raised:
            rules.complete({key: "surprise"})
        assert raised.value.expected or not rules.options


def test_all_chance_is_the_dealers_and_plain_json(contract_case: Case) -> None:
    engine, seats = contract_case.engine, contract_case.seats
    deals = []
    for number in range(40):
        chances = [Chance(f"deal {number}") for _ in range(2)]
        first, second = (engine.deal(contract_case.chosen, seats, chance) for chance in chances)
        assert json.loads(json.dumps(first)) == first == second
        deals.append((json.dumps(first, sort_keys=True), chances[0].draws))
    assert any(draws for _, draws in deals) == (len({deal for deal, _ in deals}) > 1)


def test_a_deal_that_no_dealer_dealt_is_refused(contract_case: Case) -> None:
    engine, seats = contract_case.engine, contract_case.seats
    for deal in spoilt_deals(engine.deal(contract_case.chosen, seats, Chance("spoilt"))):
        with pytest.raises(ValueError, match=r"\w"):
            engine.setup(contract_case.chosen, seats, deal)


def test_the_same_deal_is_the_same_match(contract_case: Case) -> None:
    assert start_match(contract_case, "same") == start_match(contract_case, "same")
    played = random_walk(contract_case, 0)
    position = played.positions[0]
    for step, after, notes in zip(played.steps, played.positions[1:], played.notes, strict=True):
        result = contract_case.engine.apply(position, step)
        assert (result.position, result.notes) == (after, notes)
        position = after


def test_a_match_by_the_usual_rules_comes_to_an_end(contract_case: Case) -> None:
    if contract_case.usual:
        assert all(random_walk(contract_case, number).over for number in range(WALKS))


def test_somebody_is_to_move_until_it_is_over(contract_case: Case) -> None:
    engine = contract_case.engine
    for position in sample_positions(contract_case):
        seat, outcome, legal = engine.to_move(position), engine.outcome(position), engine.legal_steps(position)
        assert (seat is None) == (outcome is not None) == (not legal)
        assert seat is None or seat in range(contract_case.seats)
        if outcome is not None:
            check_outcome(contract_case, outcome)


def test_the_idle_step_is_legal_at_the_beginning_of_every_turn(contract_case: Case) -> None:
    engine = contract_case.engine
    for number in range(WALKS if engine.rules.idle_step else 0):
        first, *others = random_walk(contract_case, number).positions
        turns = [after for before, after in pairwise(others) if engine.to_move(after) != engine.to_move(before)]
        for position in (first, *turns):
            if engine.to_move(position) is not None:
                assert engine.rules.idle_step in legal_orders(engine, position)


def test_the_legal_steps_come_once_each_and_in_a_fixed_order(contract_case: Case) -> None:
    engine = contract_case.engine
    for position in sample_positions(contract_case):
        legal = list(engine.legal_steps(position))
        assert legal == list(engine.legal_steps(position))
        assert len(set(legal)) == len(legal)


def test_every_legal_step_can_be_played_and_changes_only_what_it_returns(contract_case: Case) -> None:
    engine = contract_case.engine
    for position in sample_positions(contract_case):
        before = hash(position)
        for step in engine.legal_steps(position):
            result = engine.apply(position, step)
            assert isinstance(result.position, engine.position_type)
            assert isinstance(result.revealed, Revealed)
            assert result.shown or not result.revealed
            for note in result.notes:
                check_note(contract_case, note)
        assert hash(position) == before


def test_a_step_that_is_not_legal_is_refused(contract_case: Case) -> None:
    engine, played = contract_case.engine, random_walk(contract_case, 1)
    for position in sample_positions(contract_case):
        legal = set(engine.legal_steps(position))
        for step in dict.fromkeys(played.steps[::20]):
            if step not in legal:
                with expect_refusal(contract_case, position, IllegalStep):
                    engine.apply(position, step)


def test_a_written_step_reads_as_itself(contract_case: Case) -> None:
    engine = contract_case.engine
    for position in sample_positions(contract_case):
        written = legal_orders(engine, position)
        assert len(set(written)) == len(written)
        for step, order in zip(engine.legal_steps(position), written, strict=True):
            assert order == " ".join(order.split())
            # Records are plain ASCII, and keep "#" for orders that are still secret.
            assert order.isascii()
            assert order.isprintable()
            assert order[0] != "#"
            parsed = engine.parse(position, order)
            assert (parsed.step, parsed.rest) == (step, "")


def test_a_step_in_the_words_of_a_language_reads_as_itself(contract_case: Case) -> None:
    engine = contract_case.engine
    if not isinstance(engine, Localizer):
        return
    for position in sample_positions(contract_case):
        legal = engine.legal_steps(position)
        for step in legal[:: 1 + len(legal) // SOME]:
            order = engine.format(step)
            assert engine.translate(order, "en") == engine.translate(order, "a language of nobody") == order
            for language in OTHER_LANGUAGES:
                said = engine.translate(order, language)
                # It is one order of a letter: one line, and no semicolon, which begins the next one.
                assert said == " ".join(said.split())
                assert ";" not in said
                if said != order:
                    parsed = engine.parse(position, said)
                    assert (parsed.step, parsed.rest) == (step, ""), said


def test_what_we_write_ourselves_is_read_the_same_whatever_an_o_means(contract_case: Case) -> None:
    engine = contract_case.engine
    if not isinstance(engine, HasCompass):
        return
    readings = [engine.reading_o(meaning) for meaning in OMeans]
    for position in sample_positions(contract_case):
        legal = engine.legal_steps(position)
        for step in legal[:: 1 + len(legal) // SOME]:
            written = engine.format(step)
            said = (
                {engine.translate(written, language) for language in OTHER_LANGUAGES}
                if isinstance(engine, Localizer)
                else set()
            )
            for order in {written, *said}:
                assert not engine.leaves_o_open(order), order
                assert engine.spell_out_o(order, OMeans.WEST, "fr") == order
                for reading in readings:
                    assert reading.rules == engine.rules
                    assert reading.parse(position, order).step == step


def test_case_and_blanks_around_an_order_do_not_matter(contract_case: Case) -> None:
    engine = contract_case.engine
    for position in sample_positions(contract_case):
        for order in legal_orders(engine, position)[:5]:
            step = engine.parse(position, order).step
            for variant in (f"  {order}\t", order.upper(), order.lower(), order.replace(" ", "\u00a0")):
                assert engine.parse(position, variant).step == step


def test_nonsense_is_refused_with_a_reason(contract_case: Case) -> None:
    for position in sample_positions(contract_case):
        for text in NONSENSE:
            with expect_refusal(contract_case, position, StepError):
                contract_case.engine.parse(position, text)


def test_an_order_for_another_position_is_played_or_refused_but_never_breaks(contract_case: Case) -> None:
    engine, played = contract_case.engine, random_walk(contract_case, 2)
    foreign = [engine.format(step) for step in dict.fromkeys(played.steps[::20])]
    for position in sample_positions(contract_case):
        legal = set(legal_orders(engine, position))
        for order in foreign:
            if order in legal:
                assert engine.format(engine.parse(position, order).step) == order
            else:
                with suppress(StepError):
                    assert engine.format(engine.parse(position, order).step) in legal


def test_positions_are_plain_values(contract_case: Case) -> None:
    engine = contract_case.engine
    for position in sample_positions(contract_case):
        check_frozen(position)
        stored = msgspec.json.encode(position)
        again = msgspec.json.decode(stored, type=engine.position_type)
        assert (again, hash(again)) == (position, hash(position))
        assert msgspec.json.encode(again) == stored
        assert list(engine.legal_steps(again)) == list(engine.legal_steps(position))


def test_everybody_has_a_view_that_can_be_kept_and_compared(contract_case: Case) -> None:
    engine = contract_case.engine
    for position in sample_positions(contract_case):
        for seat in (None, *range(contract_case.seats)):
            view = engine.view(position, seat)
            check_frozen(view)
            assert isinstance(view, View)
            assert (view.rules, view.seat, view.to_move) == (engine.rules.key, seat, engine.to_move(position))
            assert len(view.sides) == contract_case.seats
            assert set(view.sides) <= {"", *engine.rules.sides}
            assert (view, hash(view)) == (engine.view(position, seat), hash(engine.view(position, seat)))


def test_a_seat_cannot_tell_a_resampled_position_from_the_true_one(contract_case: Case) -> None:
    engine = contract_case.engine
    for position in sample_positions(contract_case):
        for seat in range(contract_case.seats):
            resampled = engine.resample(position, seat, Chance("imagine"))
            assert resampled == engine.resample(position, seat, Chance("imagine"))
            assert engine.view(resampled, seat) == engine.view(position, seat)
            if engine.to_move(position) == seat:
                assert legal_orders(engine, resampled) == legal_orders(engine, position)


def test_a_step_that_reveals_nothing_shows_nothing_new(contract_case: Case) -> None:
    engine = contract_case.engine
    for position in sample_positions(contract_case):
        seat = engine.to_move(position)
        if seat is None:
            continue
        resampled = engine.resample(position, seat, Chance("reveal"))
        assert engine.rules.secrets or resampled == position
        for step in engine.legal_steps(position):
            result = engine.apply(position, step)
            assert engine.rules.secrets or not result.revealed
            if not result.revealed and resampled != position:
                other = engine.apply(resampled, step)
                assert result.shown == other.shown
                assert engine.view(result.position, seat) == engine.view(other.position, seat)


def test_a_description_tells_nothing_that_the_seat_to_move_does_not_know(contract_case: Case) -> None:
    engine = contract_case.engine
    if not isinstance(engine, Describer):
        return
    for position in sample_positions(contract_case):
        seat = engine.to_move(position)
        if seat is None:
            continue
        resampled = engine.resample(position, seat, Chance("describe"))
        for step in engine.legal_steps(position):
            described = engine.describe(position, step)
            check_note(contract_case, described)
            assert described.seen_by(seat)
            assert engine.describe(resampled, step) == described
            if isinstance(engine, HasKinds):
                assert engine.kind_of(position, step) == described.key


def test_facts_are_what_a_seat_may_know(contract_case: Case) -> None:
    engine = contract_case.engine
    if not isinstance(engine, HasFacts):
        return
    for position in sample_positions(contract_case)[::4]:
        for seat in range(contract_case.seats):
            facts = engine.facts(engine.view(position, seat))
            twin = engine.resample(position, seat, Chance("facts"))
            assert engine.facts(engine.view(twin, seat)) == facts
            for text in sorted(facts)[:: 1 + len(facts) // SOME]:
                check_fact(engine, Fact(text))
                check_fact(engine, Fact(text, holds=False))
            some = [Fact(text) for text in sorted(facts)[:: 1 + len(facts) // SOME]]
            for one, other in product(some, repeat=2):
                assert not engine.exclude_each_other(one, other), (one, other)
                assert engine.exclude_each_other(one, one.denied()), one


def test_each_kind_of_fact_has_an_example(contract_case: Case) -> None:
    engine = contract_case.engine
    if not isinstance(engine, HasFacts):
        return
    assert len({kind.key for kind in engine.fact_kinds}) == len(engine.fact_kinds)
    for kind in engine.fact_kinds:
        assert engine.read_fact(kind.example), kind
    for text in NONSENSE:
        assert engine.read_fact(text) is None


def test_a_step_can_be_planned_in_the_words_of_any_language(contract_case: Case) -> None:
    engine = contract_case.engine
    if not isinstance(engine, Planner):
        return
    for position in sample_positions(contract_case)[::4]:
        legal = engine.legal_steps(position)
        for step in legal[:: 1 + len(legal) // FEW]:
            order = engine.format(step)
            assert engine.includes([order], [order])
            assert engine.never_legal(position, order, engine.to_move(position)) is None
            for language in ("en", *OTHER_LANGUAGES):
                written = [engine.format_ahead(order, language)]
                if isinstance(engine, TellsSteps):
                    written.append(engine.tell_ahead(order, language))
                for said in written:
                    planned = engine.read_ahead(position, said)
                    assert (planned.text, planned.complete, planned.rest) == (order, True, ""), said


def test_a_planned_step_reads_the_same_whatever_is_hidden(contract_case: Case) -> None:
    engine = contract_case.engine
    if not isinstance(engine, Planner):
        return
    for position in sample_positions(contract_case)[::4]:
        seat = engine.to_move(position) or 0
        twin = engine.resample(position, seat, Chance("plan"))
        for step in engine.legal_steps(position)[:FEW]:
            order = engine.format(step)
            assert engine.read_ahead(twin, order) == engine.read_ahead(position, order)
            assert engine.never_legal(twin, order, seat) == engine.never_legal(position, order, seat)
            result = engine.apply(position, step)
            assert bool(engine.weigh(result.revealed, result.notes)) == bool(result.revealed)
    for text in NONSENSE:
        with pytest.raises(UnreadableStep):
            engine.read_ahead(position, text)


def test_a_habit_reads_back_and_wants_legal_steps_only(contract_case: Case) -> None:
    engine = contract_case.engine
    if not isinstance(engine, HasHabits):
        return
    habits = [engine.read_habit(kind.example) for kind in engine.habit_kinds]
    for habit in habits:
        assert habit is not None
        assert engine.replaces(habit, habit)
        for language in ("en", *OTHER_LANGUAGES):
            assert engine.read_habit(engine.format_habit(habit, language)) == habit
    assert not any(map(engine.read_habit, NONSENSE))
    chosen = [habit for habit in habits if habit]
    for position in sample_positions(contract_case):
        seat = engine.to_move(position)
        wanted = engine.habit_step(position, chosen, peeked=False)
        assert wanted is None or wanted in engine.legal_steps(position)
        assert engine.habit_step(position, [], peeked=False) is None
        if seat is not None:
            twin = engine.resample(position, seat, Chance("habit"))
            assert engine.habit_step(twin, chosen, peeked=False) == wanted


def test_every_match_begins_with_the_first_position_of_its_openings(contract_case: Case) -> None:
    engine, seats = contract_case.engine, contract_case.seats
    if not isinstance(engine, HasOpenings):
        return
    assert engine.opening_length > 0
    assert set(engine.opening_options) <= {option.key for option in engine.rules.options}
    key = engine.opening(engine.first_position(contract_case.chosen, seats), ())
    assert {engine.opening(start_match(contract_case, f"deal {n}"), ()) for n in range(WALKS * 4)} == {key}


def test_the_key_of_an_opening_tells_no_secret_and_stands_for_what_can_be_played(contract_case: Case) -> None:
    engine = contract_case.engine
    if not isinstance(engine, HasOpenings):
        return
    walk = random_walk(contract_case, 0)
    orders = list(map(engine.format, walk.steps))
    for played, position in enumerate(walk.positions[: engine.opening_length]):
        line = orders[:played]
        key = engine.opening(position, line)
        for seat in range(contract_case.seats):
            assert engine.opening(engine.resample(position, seat, Chance("opening")), line) == key
    for played, position in enumerate(walk.positions[:BEGINNING]):
        for (one, twin), *others in _alike(engine, position, orders[:played]).values():
            behind = _alike(engine, twin, [*orders[:played], one]).keys()
            for other, position_behind in others[:1]:
                assert _alike(engine, position_behind, [*orders[:played], other]).keys() == behind


def _alike(engine: AnyEngine, position: AnyPosition, line: list[str]) -> dict[str, list[tuple[str, AnyPosition]]]:
    """Sort the positions behind each legal step by their keys."""
    found: dict[str, list[tuple[str, AnyPosition]]] = {}
    assert isinstance(engine, HasOpenings)
    for step in engine.legal_steps(position):
        order, behind = engine.format(step), engine.apply(position, step).position
        found.setdefault(engine.opening(behind, [*line, order]), []).append((order, behind))
    return found


def test_a_spectator_sees_no_more_than_any_seat(contract_case: Case) -> None:
    engine = contract_case.engine
    for position in sample_positions(contract_case):
        for seat in range(contract_case.seats):
            # What a seat does not know is dealt anew: a spectator who notices has seen what the seat cannot.
            resampled = engine.resample(position, seat, Chance("spectator"))
            assert engine.view(resampled, None) == engine.view(position, None)
