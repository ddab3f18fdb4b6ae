"""Facts that choose a sentence, so that a template has nothing to decide."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from adjudicator.texts.facts.account_facts import CalendarAnswer
from adjudicator.texts.facts.letter_facts import MatchFacts, Player
from adjudicator.texts.facts.lobby_facts import GameLine, ListAnswer, MatchLine

DUE = datetime(2026, 3, 4, 12, tzinfo=UTC)


def match_of(*names: str, to_move: int | None = None, due: datetime | None = None, **others: object) -> MatchFacts:
    facts: dict[str, object] = {"players": tuple(Player(name=name) for name in names), "to_move": to_move, "due": due}
    return MatchFacts(code="K7Q2", game="Egyptos", game_word="egyptos", url="", **(facts | others))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("names", "asked", "told", "free"),
    [
        (("Anna", "Bob"), False, "full", 0),
        (("Anna", "Bob"), True, "full", 0),
        (("Anna", ""), False, "free", 1),
        (("Anna", ""), True, "asked", 1),
        (("Anna", "", ""), True, "asked_and_free", 2),
    ],
)
def test_the_sentence_about_players_says_which_seats_are_free(
    names: tuple[str, ...], asked: bool, told: str, free: int
) -> None:
    match = match_of(*names)
    assert match.tell_seats(asked=asked) == told
    assert match.free_seats == free


@pytest.mark.parametrize(
    ("left", "mine", "narrow", "late", "due", "told"),
    [
        (None, True, False, False, DUE, ""),
        (60, False, False, False, DUE, ""),
        (60, True, False, False, DUE, "long"),
        (60, True, True, False, DUE, "short"),
        (60, True, True, False, None, "long"),
        (60, True, False, True, DUE, ""),
        (60, True, True, True, DUE, ""),
    ],
)
def test_only_the_player_to_move_hears_of_the_time_that_is_left(
    left: int | None, mine: bool, narrow: bool, late: bool, due: datetime | None, told: str
) -> None:
    assert match_of("Anna", "Bob", left=left, late=late, due=due).tell_left(mine=mine, narrow=narrow) == told


@pytest.mark.parametrize(("to_move", "name"), [(None, ""), (0, "Anna"), (1, "Bob")])
def test_the_mover_is_named(to_move: int | None, name: str) -> None:
    assert match_of("Anna", "Bob", to_move=to_move).mover == name


@pytest.mark.parametrize(("seats", "has_range"), [((2,), False), ((2, 3), True), ((2, 3, 4), True), ((2, 4), False)])
def test_numbers_of_players_are_a_range_if_none_is_missing(seats: tuple[int, ...], has_range: bool) -> None:
    assert GameLine(name="egyptos", title="Egyptos", seats=seats).has_range is has_range


@pytest.mark.parametrize(("turns", "absences", "is_empty"), [(0, 0, True), (1, 0, False), (0, 1, False)])
def test_a_calendar_is_empty_without_turns_and_absences(turns: int, absences: int, is_empty: bool) -> None:
    answer = CalendarAnswer(order="calendar", attachment="", turns=turns, absences=absences, url="", renew="", end="")
    assert answer.is_empty is is_empty


@pytest.mark.parametrize(("matches", "offers"), [(0, False), (2, False), (3, True)])
def test_a_digest_is_offered_from_three_matches_on(matches: int, offers: bool) -> None:
    lines = tuple(MatchLine(match=match_of("Anna", "Bob"), seat=0) for _ in range(matches))
    assert ListAnswer(order="list", matches=lines).offers_digest is offers
