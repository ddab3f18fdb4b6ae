"""Safe redirects, groups of steps, and option labels."""

from __future__ import annotations

import pytest

from adjudicator.engines.contract import Option, Rules
from adjudicator.engines.registry import newest_engine
from adjudicator.texts.facts.move_list import group_steps, steps_beginning_with
from adjudicator.texts.games.option_labels import OptionLabels
from adjudicator.texts.language.language import language_for
from adjudicator.web.request.safe_redirect import safe_path

OURS = ["/", "/m/K7Q2", "/m/K7Q2?step=M14#board", "/new?game=egyptos", "/a:b"]
NOT_OURS = ["", "m/K7Q2", "//evil.example", "///evil.example", "https://evil.example/", "/\\evil.example", "/\tx"]


@pytest.mark.parametrize("path", OURS)
def test_a_path_of_ours_is_taken(path: str) -> None:
    assert safe_path(path) == path


@pytest.mark.parametrize("path", [*NOT_OURS, "javascript:alert(1)", "/\n/evil.example", "http:/m"])
def test_a_path_that_could_lead_elsewhere_is_not(path: str) -> None:
    assert safe_path(path) == "/"


GROUPED = [
    (("M14", "N13", "M12"), [("M", ("M14", "M12")), ("N", ("N13",))]),
    (("M13 N15", "L12 K11", "M13 O16"), [("L12", ("L12 K11",)), ("M13", ("M13 N15", "M13 O16"))]),
    (("(-13:+2)", "A1"), [("A", ("A1",)), ("", ("(-13:+2)",))]),
    (("M14", "swap"), [("M", ("M14",)), ("", ("swap",))]),
    ((), []),
]


@pytest.mark.parametrize(("steps", "found"), GROUPED)
def test_steps_are_grouped_by_their_beginning(steps: tuple[str, ...], found: list[tuple[str, tuple[str, ...]]]) -> None:
    assert [(group.lead, group.steps) for group in group_steps(steps)] == found


def test_no_step_is_lost_in_sorting() -> None:
    engine = newest_engine("egyptos")
    position = engine.setup(engine.rules.complete({}), 2, {"first": 0})
    for _ in range(26):
        steps = [engine.format(step) for step in engine.legal_steps(position)]
        assert sorted(step for group in group_steps(steps) for step in group.steps) == sorted(steps)
        position = engine.apply(position, engine.legal_steps(position)[-1]).position
        if engine.to_move(position) is None:
            break


def test_a_beginning_finds_the_steps_that_go_on_from_it() -> None:
    steps = ("M1 N2", "M13 N15", "M13 O16", "M13")
    assert steps_beginning_with(steps, "m13") == ("M13 N15", "M13 O16")
    assert steps_beginning_with(steps, "M13 N15") == ()


def test_a_cell_that_several_orders_name_offers_them_all() -> None:
    steps = ("1 A3 keep", "1 A3 sell", "2 A4 keep", "draw 1")
    assert steps_beginning_with(steps, "A3") == ("1 A3 keep", "1 A3 sell")
    assert steps_beginning_with(steps, "1 A3") == ("1 A3 keep", "1 A3 sell")
    assert steps_beginning_with(steps, "draw 1") == ()
    assert steps_beginning_with(steps, "A9") == ()


def test_every_option_value_and_preset_of_every_game_has_words() -> None:
    rules = newest_engine("egyptos").rules
    words = OptionLabels(rules, language_for("en"))
    for option in rules.options:
        assert words.label(option.key) != option.key
        assert all(words.value(option.key, value) != str(value) for value in option.values)
    assert all(words.preset(name) != name for name in rules.presets)


def test_a_game_without_labels_shows_its_keys() -> None:
    rules = Rules("chess/1", "Chess", range(2, 3), ("white",), (Option("clock", "off", ("off", "on")),))
    words = OptionLabels(rules, language_for("en"))
    assert words.label("clock") == "clock"
    assert words.terms({"clock": "on"}) == [("clock", "on")]
    assert words.terms({"clock": "off"}) == []
