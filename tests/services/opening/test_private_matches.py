"""A private match: asked for in five languages, with no open seat, and nobody but its players comes to it."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from adjudicator.services.matches.rows.known_matches import may_see
from adjudicator.services.players.players import find_player
from adjudicator.store.tables import Match
from testkit.agreed_match import CARLA, DIRK, PEOPLE, agree
from testkit.cases import check_cases
from testkit.club import ANNA, BOB, Club, address_of, prose_of, text_of, to_move
from testkit.lent_seats import hand_over, lend_seat
from testkit.private_matches import EVE

FRED = "Fred <fred@fred.example>"


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


@pytest.mark.parametrize("line", ["hand over to {}", "substitute until 20 December by {}"])
def test_who_is_to_get_a_seat_of_it_finds_its_page_while_the_others_are_asked(club: Club, line: str) -> None:
    """No letter has a link to the page for somebody who may not see it."""
    agree(club, "cheops", PEOPLE[:3], "private days=5")
    code, guest = club.match().code, address_of(EVE)
    for after in ("withdraw", "refuse", "yes"):
        club.pass_time(hours=2)
        club.answer(club.last(ANNA), line.format(guest), sender=ANNA)
        assert f"/m/{code}" not in text_of(club.last(EVE)), "the others are not asked yet"
        club.answer(club.last(EVE), "yes")
        assert f"withdraw {code}" in prose_of(club.last(EVE))
        check_links(club, code)
        assert f"/m/{code}" in text_of(club.last(EVE))
        if after == "withdraw":
            club.write(EVE, club.context.addresses.service, f"withdraw {code}")
            club.answer(club.last(EVE), "yes")
            assert "eve does not want the seat any more" in prose_of(club.last(ANNA))
        else:
            for person in PEOPLE[1:3]:
                club.answer(club.last(person), "no" if after == "refuse" else "yes", sender=person)
        check_links(club, code)
        assert (f"/m/{code}" in text_of(club.last(EVE))) == (after == "yes")


def check_links(club: Club, code: str) -> None:
    """Check that the newest letter of everybody links to the page only if its reader may see that."""
    with club.context.store.reading() as session:
        match = session.scalars(select(Match).where(Match.code == code)).one()
        for person in (*PEOPLE[:3], EVE):
            if f"/m/{code}" in text_of(club.last(person)):
                assert may_see(session, match, find_player(session, address_of(person)), address_of(person)), person


def test_letters_know_it_for_the_same_people_as_pages(club: Club) -> None:
    """Who lent their seat finds it in the list and comes back to it; nobody else of those who left does."""
    agree(club, "cheops", PEOPLE[:3], "private days=5")
    code, service = club.match().code, club.context.addresses.service
    lend_seat(club, code, ANNA, EVE)
    hand_over(club, code, CARLA, DIRK)
    told = {
        ANNA: {"list": True, f"download {code}": True, f"takeover {code}": True},
        CARLA: {"list": False, f"download {code}": True, f"takeover {code}": True},
        FRED: {f"download {code}": False, f"takeover {code}": False},
    }
    club.write(FRED, service, "new egyptos with house")
    club.answer(club.last(FRED), "yes")
    with check_cases() as case:
        for person, lines in told.items():
            for line, known in lines.items():
                with case(person, line):
                    club.pass_time(hours=1)
                    club.write(person, service, line)
                    assert (
                        f"/m/{code}" in text_of(club.last(person)) or "second seat" in prose_of(club.last(person))
                    ) == known
    club.write(ANNA, service, f"takeover {code}")
    club.answer(club.last(ANNA), "yes")
    assert club.match().seats[0].owner_id is None
