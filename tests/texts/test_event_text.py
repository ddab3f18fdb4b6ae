from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.texts.facts.letter_facts import Event
from adjudicator.texts.games.event_text import mark_runs, write_event
from adjudicator.texts.language.language import language_for

PLANNED = Event(turn=8, seat=1, order="draw 1", said="You drew.", by="plan")
HABIT = replace(PLANNED, by="habit", ends="cancel habit end")


@pytest.mark.parametrize(
    ("event", "seat", "said"),
    [
        (PLANNED, 1, "You drew (as planned)."),
        (PLANNED, 0, "You drew (planned)."),
        (PLANNED, None, "You drew (planned)."),
        (replace(PLANNED, said=""), 1, "draw 1 (as planned)"),
        (HABIT, 1, 'You drew (your habit, which "cancel habit end" ends).'),
        (replace(HABIT, ends=""), 1, "You drew (your habit)."),
        (HABIT, 0, "You drew."),
        (replace(PLANNED, by=""), 1, "You drew."),
    ],
)
def test_a_step_tells_its_player_and_the_others_how_it_came(event: Event, seat: int | None, said: str) -> None:
    assert write_event(event, seat, language_for("en")) == said


def test_of_several_planned_steps_of_a_turn_the_last_tells_it() -> None:
    events = (PLANNED, PLANNED, HABIT, replace(PLANNED, turn=9), replace(PLANNED, turn=9, seat=0))
    assert [event.by for event in mark_runs(events)] == ["", "plan", "habit", "plan", "plan"]
