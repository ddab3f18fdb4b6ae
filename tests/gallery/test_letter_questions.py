"""The letters for readers who are asked what a letter says come from real matches, and their key from the database."""

from __future__ import annotations

from collections import Counter
from datetime import datetime, time, timedelta
from pathlib import Path

import msgspec
import pytest

from adjudicator.engines.suite.chance import Chance
from testkit.club import prose_of
from testkit.letter_matches import list_plans
from testkit.letter_questions import Drawn, draw_letters, play_letters, write_letters

SEED = 1
CHOSEN = (1, 4, 6, 13)
"""Of Egyptos a match with late players and one that nobody joins; one of Cheops with talk; a late one of Pharao."""
COUNT = 24
KINDS = 16
TOLD_ELSEWHERE = frozenset({"house_plays", "confirm"})
"""Letters whose reader may be to move, which another letter has told."""


@pytest.fixture(scope="module")
def letters() -> list[Drawn]:
    plans = list(list_plans(SEED))
    return list(play_letters([plans[number] for number in CHOSEN], SEED, "en", "wide"))


def test_a_letter_tells_until_when_its_reader_has_time(letters: list[Drawn]) -> None:
    found = set()
    for one in letters:
        kind = one.truth["kind"]
        for deadline in one.truth["until"]:
            if deadline["yours"] and not (kind in TOLD_ELSEWHERE and deadline["what"] == "your turn"):
                at = datetime.fromisoformat(deadline["local"])
                day, clock = (at, f"{at:%H:%M}") if at.time() != time() else (at - timedelta(days=1), "24:00")
                said = f"{day:%A} {day.day} {day:%B}, {clock}"
                assert said in prose_of(one.letter), f"{kind}: {deadline['what']}, {said}"
                found.add(kind)
    assert found >= {"your_turn", "start", "receipt", "reminder", "overdue", "granted", "proposal", "press"}


def test_the_key_knows_what_happened_and_what_can_be_done(letters: list[Drawn]) -> None:
    turns = [one.truth for one in letters if one.truth["kind"] == "your_turn"]
    assert turns
    for truth in turns:
        assert truth["turn_of"] == "you"
        assert truth["since_your_last_step"]
        assert any(right["what"].startswith("your turn") for right in truth["may"])


def test_drawn_letters_are_of_all_games_and_of_many_kinds(letters: list[Drawn]) -> None:
    drawn = draw_letters(letters, COUNT, Chance("a draw"))
    assert len(drawn) == COUNT
    assert {one.truth["game"] for one in drawn} == {"egyptos", "cheops", "pharao"}
    kinds = Counter(one.truth["kind"] for one in drawn)
    assert len(kinds) >= KINDS
    assert max(kinds.values()) == kinds["receipt"]


def test_the_key_can_be_kept_apart_from_the_letters(letters: list[Drawn], tmp_path: Path) -> None:
    write_letters(tmp_path / "letters", letters[:3], tmp_path / "key.json")
    names = ["letter-01.txt", "letter-02.txt", "letter-03.txt"]
    assert sorted(file.name for file in (tmp_path / "letters").iterdir()) == names
    key = msgspec.json.decode((tmp_path / "key.json").read_bytes())
    assert list(key) == names
    shown = (tmp_path / "letters" / "letter-01.txt").read_text()
    assert shown.startswith(f"Subject: {letters[0].letter['Subject']}\nFrom: ")
