import json

import pytest

from testkit.console import Console
from testkit.engines.shafts import SHAFTS


@pytest.mark.parametrize("player", ["random", "house", "house --level easy"])
def test_a_playout_is_lines_of_json_that_can_be_played_again(shafts_console: Console, player: str) -> None:
    ran = shafts_console(
        "playout",
        "Shafts",
        "--seats",
        "3",
        "--seed",
        "S",
        "--option",
        "acts=3",
        "--player",
        *player.split(),
        "--seconds",
        "0.01",
    )
    assert ran.exit_code == 0, ran.output
    first, *decisions, last = map(json.loads, ran.output.splitlines())
    assert (first["game"], first["seats"], first["options"]) == ("shafts", 3, {"acts": 3, "target": 5})
    position = SHAFTS.setup(first["options"], 3, first["deal"])
    for decision in decisions:
        assert list(decision) == ["to_move", "legal", "step"]
        assert decision["to_move"] == SHAFTS.to_move(position)
        assert decision["legal"] == [SHAFTS.format(step) for step in SHAFTS.legal_steps(position)]
        position = SHAFTS.apply(position, SHAFTS.parse(position, decision["step"]).step).position
    outcome = SHAFTS.outcome(position)
    assert outcome
    assert last["reason"] == outcome.reason
    assert [(seat["score"], seat["place"]) for seat in last["result"]] == list(
        zip(outcome.scores, outcome.places, strict=True)
    )


def test_the_same_seed_plays_the_same_game(shafts_console: Console) -> None:
    one, again, other = (shafts_console("playout", "shafts", "--seed", seed).output for seed in ("1", "1", "2"))
    assert one == again != other


def test_a_preset_stands_under_the_options_that_are_given(shafts_console: Console) -> None:
    ran = shafts_console("playout", "shafts", "--preset", "long", "--option", "target=2")
    assert json.loads(ran.output.splitlines()[0])["options"] == {"acts": 3, "target": 2}


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["chess"], "no game 'chess' is installed; there is shafts"),
        (["shafts", "--seats", "5"], "Shafts is not played at 5 seats, but at 2, 3, 4"),
        (["shafts", "--preset", "short"], "no preset 'short' in shafts/1; there is plain, long"),
        (["shafts", "--option", "acts"], "option 'acts' should be written KEY=VALUE"),
        (["shafts", "--option", "acts=9"], "option acts=9: expected one of 1..3"),
        (["shafts", "--option", "acts=some"], "option acts=some: expected one of 1..3"),
        (["shafts", "--option", "art=1"], "option art=1: expected one of acts, target"),
    ],
)
def test_wrong_words_are_told_in_one_line(shafts_console: Console, words: list[str], line: str) -> None:
    ran = shafts_console("playout", *words)
    assert (ran.exit_code, ran.output) == (1, f"Error: {line}\n")
