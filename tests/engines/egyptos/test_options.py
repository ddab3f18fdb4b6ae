"""The options and presets of a match."""

import pytest

from adjudicator.engines.contract import BadOption
from adjudicator.engines.egyptos import ENGINE
from adjudicator.engines.egyptos.position.rules import RULES, Variant

DEFAULTS = {
    "isolation": "forbidden",
    "isolation_test": "removal",
    "overline": "wins",
    "opening": "none",
    "repetition_draw": 3,
    "move_cap": 200,
    "contact": "corner",
}


@pytest.mark.parametrize(
    ("preset", "options"), [("miro", DEFAULTS), ("collector", DEFAULTS | {"isolation": "allowed"})]
)
def test_presets(preset: str, options: dict[str, str | int]) -> None:
    assert RULES.complete(RULES.presets[preset]) == options


def test_the_first_preset_is_the_publishers() -> None:
    assert next(iter(RULES.presets)) == "miro"


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("isolation", "maybe"),
        ("repetition_draw", 2),
        ("repetition_draw", "3"),
        ("repetition_draw", False),
        ("move_cap", 10_001),
        ("move_cap", -1),
        ("move_cap", True),
        ("contact", "edge"),
        ("board", "big"),
    ],
)
def test_anything_else_is_refused(key: str, value: str | int) -> None:
    with pytest.raises(BadOption):
        ENGINE.setup({key: value}, 2, {"first": 0})


@pytest.mark.parametrize(("key", "value"), [("repetition_draw", 0), ("move_cap", 0), ("move_cap", 10_000)])
def test_numbers_that_mean_never_or_much(key: str, value: int) -> None:
    assert getattr(Variant.of({key: value}), key) == value
