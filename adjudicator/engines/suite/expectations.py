# ruff: noqa: S101 - the suite is made of assertions
"""Assertions about single values: a refused step, a note, an outcome."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import is_dataclass

import pytest

from adjudicator.engines.contract import AnyEngine, AnyPosition, Deal, Json, Note, Outcome, StepError, View
from adjudicator.engines.planning import Fact, HasFacts
from adjudicator.engines.suite.cases import Case

LANGUAGES = ("en", "de", "fr", "it", "nl")


@contextmanager
def expect_refusal(case: Case, position: AnyPosition, kind: type[StepError] = StepError) -> Iterator[None]:
    """Expect a refusal with a reason and legal suggestions, and an unchanged position."""
    before = hash(position)
    with pytest.raises(kind) as raised:
        yield
    assert hash(position) == before
    check_note(case, raised.value.reason)
    legal = legal_orders(case.engine, position)
    assert set(raised.value.nearest) <= set(legal)
    assert len(set(raised.value.nearest)) == len(raised.value.nearest)


def legal_orders(engine: AnyEngine, position: AnyPosition) -> list[str]:
    """List the legal steps in canonical notation."""
    return [engine.format(step) for step in engine.legal_steps(position)]


def check_note(case: Case, note: Note) -> None:
    """Expect a note with a key of this game, existing seats and plain values."""
    seats = range(case.seats)
    assert note.key.partition(".")[0] == case.engine.rules.name
    assert note.key.partition(".")[2].isidentifier()
    assert note.audience is None or note.audience <= set(seats)
    for name, value in note.values:
        assert _is_plain(value), f"{note.key}: {name}"
        if name == "seat" or name.endswith("_seat"):
            assert value in seats, f"{note.key}: {name}"
    hash(note)


def _is_plain(value: object) -> bool:
    if isinstance(value, tuple):
        return all(map(_is_plain, value))
    return value is None or isinstance(value, str | int | bool)


def check_fact(engine: HasFacts[View], fact: Fact) -> None:
    """Expect that a fact reads as itself in every language."""
    for language in LANGUAGES:
        said, denied = engine.format_fact(fact, language)
        read = engine.read_fact(said)
        assert read is not None, said
        assert (read.denied() if denied else read) == fact, said


def check_outcome(case: Case, outcome: Outcome) -> None:
    """Expect places as after a race (place N has N - 1 seats before it), and a reason that can be worded."""
    assert len(outcome.places) == case.seats
    for place in outcome.places:
        assert place == 1 + sum(other < place for other in outcome.places)
    assert len(outcome.scores) in (0, case.seats)
    assert outcome.reason.isidentifier()


def check_frozen(value: object) -> None:
    """Expect a frozen dataclass with slots, so that nothing can be changed or added by accident."""
    assert is_dataclass(value)
    assert not hasattr(value, "__dict__")
    with pytest.raises((AttributeError, TypeError)):
        setattr(value, "surprise", 1)  # noqa: B010 - no such attribute is the point


def spoilt_deals(deal: Deal) -> Iterator[dict[str, Json]]:
    """Yield variants of a deal that `Engine.deal` cannot produce."""
    yield {**deal, "surprise": 1}
    for key, value in deal.items():
        yield {other: kept for other, kept in deal.items() if other != key}
        for wrong in (None, "", -1, 10**6, 1.5, [], {"": None}, [*value, *value] if isinstance(value, list) else True):
            if wrong != value or type(wrong) is not type(value):
                yield {**deal, key: wrong}
        if isinstance(value, list) and value:
            yield {**deal, key: value[:-1]}
