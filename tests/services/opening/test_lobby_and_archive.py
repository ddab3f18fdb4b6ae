"""`lobby` and `archive` by letter: seats that one may take with the line that does, and matches that are over."""

from __future__ import annotations

import pytest

from testkit.agreed_match import CARLA
from testkit.club import ANNA, BOB, Club, address_of, prose_of, text_of, to_move
from testkit.seats_at_table import begin_table, resign

XAVER = "Xaver <xaver@xaver.example>"


def offer_seat(club: Club, person: str, line: str = "new egyptos with open") -> str:
    """Let a person open a match with a free seat; return its code."""
    club.write(person, club.context.addresses.service, line)
    club.answer(club.last(person), "yes")
    return club.match().code


def asked(club: Club, person: str, line: str) -> str:
    club.write(person, club.context.addresses.service, line)
    return text_of(club.last(person)).replace("\r", "")


def test_the_lobby_lists_free_seats_with_the_line_that_joins_also_to_a_stranger(club: Club) -> None:
    code = offer_seat(club, ANNA)
    told = asked(club, XAVER, "lobby")
    assert f"{code} Egyptos: 1 free seat; 7 days for each turn" in told
    assert "Players: Anna" in told
    assert f"\n  join {code}\n" in told
    club.write(XAVER, club.context.addresses.service, f"join {code}")
    club.answer(club.last(XAVER), "yes")
    assert club.match().turn > 0
    assert code not in asked(club, BOB, "freie Plätze")


def test_ones_own_match_is_not_offered_and_nothing_free_is_said(club: Club) -> None:
    offer_seat(club, ANNA)
    assert "There is no free seat now." in asked(club, ANNA, "lobby")


def test_the_lobby_of_one_game_and_of_one_that_does_not_exist(club: Club) -> None:
    code = offer_seat(club, ANNA)
    assert code in asked(club, BOB, "lobby egyptos")
    assert code not in asked(club, BOB, "lobby cheops")
    assert "lobby egyptos" in asked(club, ANNA, "lobby egyptoss")


def test_a_seat_that_its_player_left_is_offered_with_takeover_and_not_to_the_table(club: Club) -> None:
    _, second, third = begin_table(club)
    resign(club, second)
    code = club.match().code
    assert f"\n  takeover {code}\n" in asked(club, XAVER, "lobby")
    club.answer(club.last(third), "lobby")
    assert f"takeover {code}" not in text_of(club.last(third))
    assert f"\n  takeover {code}\n" in asked(club, second, "lobby"), "whoever left may come back"


def test_in_a_match_too(club: Club) -> None:
    code = offer_seat(club, CARLA)
    club.begin()
    club.answer(club.last(ANNA), "lobby")
    assert f"  join {code}" in text_of(club.last(ANNA)).splitlines()
    club.answer(club.last(ANNA), "archive")
    assert "No match is over yet." in prose_of(club.last(ANNA))


def test_the_archive_lists_ones_own_matches_and_those_of_others(club: Club) -> None:
    code = club.begin().code
    loser = to_move(club)
    club.answer(club.last(loser), "resign")
    told = asked(club, ANNA, "archive")
    assert told.index("Your matches that are over") < told.index(f"{code} Egyptos (Anna, Bob)")
    assert "you have won" in told or "has won" in told
    assert f"/m/{code}" in told
    assert 'you also get it by "record"' in prose_of(club.last(ANNA))
    told = asked(club, XAVER, "archive egyptos")
    assert told.index("Matches of others that are over") < told.index(code)
    assert code not in asked(club, XAVER, "archive cheops")


def test_a_private_match_is_in_the_archive_of_its_players_alone(club: Club) -> None:
    line = f"new egyptos with {address_of(BOB)} private"
    club.write(ANNA, club.context.addresses.service, line)
    club.answer(club.last(ANNA), "yes")
    club.answer(club.last(BOB), "yes", sender=BOB)
    code = club.match().code
    club.answer(club.last(to_move(club)), "resign")
    for line in ("archive", "archive egyptos", f"archive {code}"):
        assert f"/m/{code}\n" in asked(club, BOB, line)
        assert f"/m/{code}\n" not in asked(club, XAVER, line)


@pytest.mark.parametrize("line", ["Archiv", "archives", "archivio", "archief cheops", "posti liberi", "places libres"])
def test_words_of_other_languages(club: Club, line: str) -> None:
    club.begin()
    club.answer(club.last(ANNA), line)
    assert "Not played" not in text_of(club.last(ANNA))
