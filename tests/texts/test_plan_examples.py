from __future__ import annotations

import pytest

from adjudicator.engines.contract import Note
from adjudicator.match.plans.line_reader import read_line
from adjudicator.match.plans.plan_line import PlanLine
from adjudicator.texts.language.language import LANGUAGES
from adjudicator.texts.language.plan_examples import EXAMPLES, write_plan_example, write_plan_line
from adjudicator.texts.plans.plan_kinds import list_examples
from tests.match.plans.matches import match_of

MATCHES = {game: match_of(f"{game}/1") for game in EXAMPLES}


@pytest.mark.parametrize(("game", "kind"), [(game, kind) for game, lines in EXAMPLES.items() for kind in lines])
def test_an_example_is_the_same_plan_in_every_language(game: str, kind: str) -> None:
    setting = MATCHES[game].setting(seat=0)
    read = [read_line(write_plan_line(EXAMPLES[game][kind], game, language), setting) for language in LANGUAGES]
    assert all(isinstance(one, PlanLine) for one in read), read
    assert len({one.branches for one in read if isinstance(one, PlanLine)}) == 1


@pytest.mark.parametrize("game", EXAMPLES)
@pytest.mark.parametrize("several", [True, False])
@pytest.mark.parametrize("language", LANGUAGES)
def test_an_example_reads_in_a_match_of_its_size(game: str, several: bool, language: str) -> None:
    engine = MATCHES[game].game.engine
    seats = max(engine.rules.seats) if several else min(engine.rules.seats)
    setting = match_of(engine.rules.key, seats).setting(seat=0)
    for line in list_examples(game, language, "Bob", several=several and seats > 2):
        assert isinstance(read_line(line.example, setting), PlanLine), line.example


def test_an_example_names_a_player_of_the_match() -> None:
    line = write_plan_example(Note.of("x", game="cheops", names=("Carl", "Dora")), "named", "de")
    assert line == "wenn Carl A3 dann 2 A4 behalten; ziehen 1"


def test_a_game_without_examples_shows_the_form() -> None:
    assert write_plan_example(Note.of("x", game="nim"), "two", "fr") == "si … alors …, si … alors …"
    assert list_examples("nim", "fr")[0].example == "si … alors …"
