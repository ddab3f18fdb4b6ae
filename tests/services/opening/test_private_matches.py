"""A private match: asked for in five languages, with no open seat, and nobody but its players comes to it."""

from __future__ import annotations

import pytest

from testkit.club import ANNA, BOB, Club, prose_of, to_move

CARLA = "Carla <carla@carla.example>"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("new egyptos with bob@bob.example private", "Private: only the players of this match see it."),
        ("neu privat egyptos mit bob@bob.example", "Privat: Nur die Spieler dieser Partie sehen sie."),
        ("nouveau egyptos privé avec bob@bob.example", "Privée : seuls les joueurs de cette partie la voient."),
        ("nuovo egyptos con bob@bob.example privata", "Privata: la vedono solo i giocatori di questa partita."),
        ("nieuw egyptos met bob@bob.example besloten", "Besloten: alleen de spelers van deze partij kunnen haar zien."),
    ],
)
def test_it_is_asked_for_by_a_word(club: Club, line: str, said: str) -> None:
    club.write(ANNA, club.context.addresses.service, line)
    assert said in prose_of(club.last(ANNA)).replace("\u202f", " ").replace("\u00a0", " ")
    club.answer(club.last(ANNA), "ja" if line.startswith(("neu", "nieuw")) else "yes")
    assert club.match().private


def test_it_has_no_open_seat(club: Club) -> None:
    service = club.context.addresses.service
    club.begin()
    club.write(ANNA, service, "new egyptos with open private")
    assert "A private match has no open seat" in prose_of(club.last(ANNA))
    club.write(ANNA, service, "new egyptos with bob@bob.example private")
    club.answer(club.last(ANNA), "yes")
    club.answer(club.last(BOB), "no")
    assert "seat open" not in prose_of(club.last(ANNA))
    assert club.inbox(club.answer(club.last(ANNA), "seat open")).verdict == "refused: private_match"


def test_nobody_takes_over_a_seat_of_it_but_who_had_it(club: Club) -> None:
    service = club.context.addresses.service
    club.write(ANNA, service, "new cheops with bob@bob.example house private")
    club.answer(club.last(ANNA), "yes")
    club.answer(club.last(BOB), "yes")
    code = club.match().code
    club.answer(club.last(to_move(club)), "resign")
    left = to_move(club)
    club.write(CARLA, service, f"takeover {code}")
    assert code not in prose_of(club.last(CARLA)).replace(f"takeover {code}", "")
    del left


def test_a_match_is_public_unless_it_was_asked_to_be_private(club: Club) -> None:
    assert not club.begin().private
