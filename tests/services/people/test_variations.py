"""Moves that could have been played: in every game, with and without signs between them; what is wrong is named."""

from __future__ import annotations

import pytest

from adjudicator.engines.contract import AnyEngine, AnyPosition
from adjudicator.engines.registry import engines
from adjudicator.match.dealing.seeded_dealer import SeededDealer
from adjudicator.match.rulings.table import open_table
from adjudicator.services.matches.annotations import variations
from adjudicator.services.matches.annotations.variations import BadVariation, play_variation, read_variation

STEPS = 12
JOINTS = (" ", "; ", ", ", "\n")


def opening(engine: AnyEngine) -> AnyPosition:
    seats, options = min(engine.rules.seats), engine.rules.complete({})
    deal = engine.deal(options, seats, SeededDealer(b"seed" * 8, [""] * seats))
    return open_table(engine, options, seats, deal)[0].position


def line_of(engine: AnyEngine, position: AnyPosition) -> list[str]:
    """Play legal steps, each time another one of them."""
    steps = []
    for number in range(STEPS):
        legal = engine.legal_steps(position)
        if not legal:
            break
        steps.append(engine.format(legal[number * 7 % len(legal)]))
        position = engine.apply(position, legal[number * 7 % len(legal)]).position
    return steps


@pytest.mark.parametrize("rules", sorted(engines()))
def test_canonical_steps_are_read_again_however_they_are_joined(rules: str) -> None:
    engine = engines()[rules]
    position = opening(engine)
    steps = line_of(engine, position)
    for joint in JOINTS:
        assert read_variation(engine, position, joint.join(steps), strict=True) == (tuple(steps), ""), repr(joint)
    text = "Nobody saw it, and why should they?"
    assert read_variation(engine, position, f"{' '.join(steps)} {text}", strict=False) == (tuple(steps), text)
    assert len(list(play_variation(engine, position, steps))) == len(steps) + 1


@pytest.mark.parametrize("rules", sorted(engines()))
def test_an_illegal_step_is_named_by_its_number(rules: str) -> None:
    engine = engines()[rules]
    position = opening(engine)
    steps = line_of(engine, position)[:2]
    # What was just played cannot be played again in these games.
    with pytest.raises(BadVariation) as caught:
        read_variation(engine, position, "; ".join([*steps, "@@@"]), strict=True)
    assert (caught.value.number, caught.value.text) == (len(steps) + 1, "@@@")


@pytest.mark.parametrize(
    ("text", "number", "step"),
    [
        ("M14 A1", 2, "A1"),
        ("M14 M14", 2, "M14"),
        ("A1 is bad", 1, "A1"),
        ("Z99", 1, "Z99"),
        ("nothing of it", 1, "nothing"),
    ],
)
def test_an_illegal_step_is_not_taken_for_text(text: str, number: int, step: str) -> None:
    engine = engines()["egyptos/1"]
    with pytest.raises(BadVariation) as caught:
        read_variation(engine, opening(engine), text, strict=False)
    assert (caught.value.number, caught.value.text) == (number, step)


def test_a_line_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(variations, "MOST_STEPS", 3)
    engine = engines()["egyptos/1"]
    position = opening(engine)
    with pytest.raises(BadVariation) as caught:
        read_variation(engine, position, "; ".join(line_of(engine, position)), strict=True)
    assert caught.value.number == len(("three", "of", "them")) + 1
