"""What somebody gets who writes to the service in words of their own."""

from __future__ import annotations

import pytest

from testkit.club import Club, prose_of

EVE = "eve@eve.example"


@pytest.mark.parametrize(
    ("line", "offered", "not_said"),
    [
        (
            "Bonjour, je voudrais jouer à Cheops contre la maison.",
            "nouveau cheops avec maison, règles cheops",
            "aide, ",
        ),
        ("Ich moechte gerne Das Gold des Pharao spielen", "neu pharao mit Haus, Regeln pharao", "Hilfe, "),
        ("Mag ik een spelletje Egyptos spelen?", "nieuw egyptos met huis, regels egyptos", "help, "),
    ],
)
def test_who_names_a_game_is_told_how_to_play_it(club: Club, line: str, offered: str, not_said: str) -> None:
    club.drop(EVE, club.context.addresses.service, line)
    club.work()
    said = prose_of(club.last(EVE))
    assert offered in said
    assert not_said not in said
    assert line[:20] not in said


@pytest.mark.parametrize("around", ["{}\nLG Erna", "Guten Tag,\n{}\nLG Erna", "Guten Tag,\nwie geht das hier?\n{}"])
def test_that_nobody_understands_them_is_told_once(club: Club, around: str) -> None:
    club.drop(EVE, club.context.addresses.service, around.format("ich moechte gerne Cheops spielen."))
    club.work()
    said = prose_of(club.last(EVE))
    assert said.count("Das haben wir nicht verstanden") == 1
    assert "Du könntest schreiben: neu cheops mit Haus, Regeln cheops" in said


def test_help_is_offered_once_to_who_names_nothing_that_we_know(club: Club) -> None:
    club.drop(EVE, club.context.addresses.service, "Guten Tag, das ist aber schön hier bei euch, ich bin neu.")
    club.work()
    said = prose_of(club.last(EVE))
    assert "Du könntest schreiben" not in said
    assert said.count("Hilfe") == len(("in the reason", "below"))


def test_how_matches_go_on_is_told_once(club: Club) -> None:
    told = list[str]()
    for game in ("egyptos", "egyptos", "cheops"):
        club.write(EVE, club.context.addresses.service, f"new {game} with house")
        club.answer(club.last(EVE), "yes", sender=EVE)
        told.append(prose_of(club.last(EVE, "begins")))
    for part, times in (
        ("How it goes on", [1, 0, 0]),
        ("To read how", [1, 0, 1]),
        ("Times are told in UTC", [1, 0, 0]),
    ):
        assert [one.count(part) for one in told] == times, part
