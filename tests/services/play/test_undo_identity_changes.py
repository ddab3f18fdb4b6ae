"""Every change of identity is reported to all addresses of a player, and can be undone for seven days."""

from __future__ import annotations

from datetime import timedelta
from email.message import EmailMessage

import pytest
from sqlalchemy import func, select

from adjudicator.services.identity import sign_in_links
from adjudicator.services.links import LinkKind, mint_link
from adjudicator.services.players.web_sessions import open_session
from adjudicator.services.refused_error import RefusedError
from adjudicator.services.unit_of_work import unit_of_work
from adjudicator.store.tables import Player, Request, WebSession
from testkit.club import ANNA, BOB, Club, address_of, prose_of, text_of
from testkit.identity_changes import NEWS, add, agree, ask, known, player_at
from testkit.mail.openpgp import Signer

WORK = "Anna at work <anna@work.example>"
HOME = "Anna at home <anna@home.example>"
SIGNER = Signer.make(ANNA)


def undo(club: Club, letter: EmailMessage, word: str = "undo", sender: str | None = None) -> str:
    return club.inbox(club.answer(letter, word, sender=sender)).verdict


@pytest.fixture
def club(club: Club) -> Club:
    club.begin()
    club.play_beginning("Anna writes from work, too", lambda: add(club, ANNA, WORK))
    club.pass_time(days=30)
    return club


CHANGES = {
    "address": "address anna@home.example",
    "forget": "forget anna@work.example",
    "main": "main anna@work.example",
    "key": f"key\n\n{SIGNER.public}",
}


def make(club: Club, command: str) -> None:
    if command == "address":
        add(club, ANNA, HOME)
    else:
        assert agree(club, ANNA, CHANGES[command]) == "confirmed"


@pytest.mark.parametrize("command", CHANGES)
def test_every_address_is_informed_and_each_can_undo_a_change(club: Club, command: str) -> None:
    before = known(club, ANNA)
    everybody = [ANNA, WORK, HOME] if command == "address" else [ANNA, WORK]
    for person in everybody:
        make(club, command)
        assert known(club, ANNA) != before
        for told in everybody:
            letter = club.last(told, NEWS)
            assert letter["Date"].datetime == club.now
            assert "https://club.example/r/" in text_of(letter)
            assert "Who said yes: anna@anna.example" in prose_of(letter)
        assert undo(club, club.last(person, NEWS), sender=person) == "confirmed"
        assert known(club, ANNA) == before
        assert {len(club.letters(told, "Taken back")) for told in everybody} == {everybody.index(person) + 1}
        club.pass_time(days=1)


def test_a_key_that_somebody_made_necessary_does_not_keep_its_owner_from_taking_it_back(club: Club) -> None:
    before = known(club, ANNA)
    assert agree(club, ANNA, f"key\n\n{SIGNER.public}") == "confirmed"
    key = club.last(ANNA, NEWS)
    assert agree(club, ANNA, "key required") == "confirmed"
    required = club.last(ANNA, NEWS)
    assert club.inbox(club.answer(club.last(ANNA, "Egyptos"), "status")).verdict == "refused: unsigned"
    assert undo(club, required) == "confirmed"
    assert known(club, ANNA) == (*before[:2], known(club, ANNA)[2], False)
    assert undo(club, key) == "confirmed"
    assert known(club, ANNA) == before


def test_undoing_a_change_also_undoes_later_changes(club: Club) -> None:
    before = known(club, ANNA)
    add(club, ANNA, HOME)
    early = club.last(ANNA, NEWS)
    agree(club, ANNA, "main anna@home.example")
    agree(club, ANNA, "forget anna@work.example")
    late = club.last(WORK, NEWS)
    club.pass_time(days=6)
    assert undo(club, early, sender=ANNA) == "confirmed"
    assert known(club, ANNA) == before
    assert undo(club, late, sender=WORK) == "refused: already_answered"
    assert not club.letters(HOME, "How we know you")
    assert HOME not in prose_of(club.last(HOME, "Taken back"))


def test_after_a_take_back_nothing_that_was_out_there_is_good_any_more(club: Club) -> None:
    leaked = club.last(ANNA, "Egyptos")
    with unit_of_work(club.context, club.now) as work:
        open_session(work, work.session.get_one(Player, player_at(club, ANNA).id), address_of(HOME), "")
    question = ask(club, ANNA, "main anna@work.example")
    add(club, ANNA, HOME)
    assert undo(club, club.last(ANNA, NEWS)) == "confirmed"
    assert club.inbox(club.answer(leaked, "status")).verdict == "refused: revoked"
    assert club.inbox(club.answer(question, "yes")).verdict == "refused: expired"
    assert club.inbox(club.answer(leaked, "M14", sender=HOME)).verdict == "refused: revoked"
    with club.context.store.reading() as session:
        assert session.scalar(select(func.count()).select_from(WebSession)) == 0


def test_only_the_one_word_takes_back_and_only_for_seven_days(club: Club) -> None:
    make(club, "forget")
    letter = club.last(WORK, NEWS)
    for words in ("Thanks!", "yes", "no", "I am away until Monday", "undo it if you can, please, or not"):
        assert undo(club, letter, words, sender=WORK) == "refused: undo_or_nothing"
    assert undo(club, letter, sender="Eve <eve@evil.example>") == "refused: not_asked"
    club.pass_time(days=6, hours=23)
    assert undo(club, club.last(ANNA, NEWS), "rückgängig") == "confirmed"
    make(club, "forget")
    club.pass_time(days=7)
    assert undo(club, club.last(WORK, NEWS), sender=WORK) == "refused: expired"
    assert known(club, ANNA)[1] == []


@pytest.mark.parametrize("word", ["Undo.", "das war ich nicht", "Annuler", "annulla", "terugdraaien"])
def test_the_word_is_known_in_every_language(club: Club, word: str) -> None:
    make(club, "main")
    assert undo(club, club.last(ANNA, NEWS), word) == "confirmed"


def test_a_revocation_is_reported_and_final(club: Club) -> None:
    leaked = club.last(ANNA, "Egyptos")
    assert agree(club, ANNA, "revoke") == "confirmed"
    for person in (ANNA, WORK):
        assert "/r/" not in text_of(club.last(person, NEWS))
        assert "cannot be taken back" in prose_of(club.last(person, NEWS))
    assert club.inbox(club.answer(leaked, "status")).verdict == "refused: revoked"


def test_revoking_leaves_the_way_back_open(club: Club) -> None:
    make(club, "forget")
    way_back = club.last(ANNA, NEWS)
    agree(club, ANNA, "revoke")
    assert undo(club, way_back) == "confirmed"
    assert known(club, ANNA)[1] == [address_of(WORK)]


def test_an_address_that_was_forgotten_is_nobody_elses_while_it_can_be_given_back(club: Club) -> None:
    make(club, "forget")
    number = club.write(WORK, club.context.addresses.service, "new egyptos with house")
    assert club.inbox(number).verdict == "asked back"
    assert undo(club, club.last(WORK), "yes", sender=WORK) == "refused: address_held"
    with pytest.raises(RefusedError, match="address_held"):
        sign_in(club, WORK)
    agree(club, BOB, f"address {address_of(WORK)}")
    assert undo(club, club.last(WORK), "yes", sender=WORK) == "refused: address_taken"
    add(club, ANNA, WORK)
    make(club, "forget")
    club.pass_time(days=7)
    sign_in(club, WORK)
    assert known(club, WORK)[0] == address_of(WORK)


def sign_in(club: Club, person: str) -> None:
    sign_in_links.send_link(club.context, address_of(person), "en", club.now)
    with club.context.store.reading() as session:
        asked = session.scalars(select(Request).order_by(Request.id.desc())).first()
    assert asked is not None
    link = mint_link(club.context, LinkKind.SIGN_IN, asked.id, asked.created_at)
    sign_in_links.use_link(club.context, link, "", club.now)


def test_letters_go_to_another_address_and_the_old_one_can_be_forgotten(club: Club) -> None:
    assert (
        club.inbox(club.write(ANNA, club.context.addresses.service, "forget anna@anna.example")).verdict == "answered"
    )
    assert 'Let them go to another of your addresses first: "main ADDRESS"' in prose_of(club.last(ANNA))
    assert "main anna@work.example" in text_of(club.last(ANNA))
    assert agree(club, ANNA, "Hauptadresse anna@work.example") == "confirmed"
    club.write(ANNA, club.context.addresses.service, "list")
    assert club.match().code in text_of(club.last(WORK))
    assert agree(club, WORK, "forget anna@anna.example") == "confirmed"
    assert known(club, WORK)[:2] == (address_of(WORK), [])


def test_who_has_lost_the_main_address_agrees_from_another_one(club: Club) -> None:
    with club.context.store.writing() as session:
        session.get_one(Player, player_at(club, ANNA).id).bounced_at = club.now
    assert agree(club, WORK, "main anna@work.example") == "confirmed"
    assert player_at(club, WORK).bounced_at is None


def test_an_invitation_to_an_address_stands_when_letters_go_to_another(club: Club) -> None:
    add(club, BOB, "Bob at work <bob@work.example>")
    club.write(ANNA, club.context.addresses.service, "new egyptos with bob@bob.example")
    club.answer(club.last(ANNA), "yes")
    invitation = club.last(BOB)
    assert agree(club, BOB, "main bob@work.example") == "confirmed"
    assert club.inbox(club.answer(invitation, "join", sender=BOB)).verdict == "confirmed"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("main", "Which address shall our letters go to?"),
        ("main eve@evil.example", "is not one of your addresses yet"),
        ("main anna@anna.example", "go to anna@anna.example already"),
    ],
)
def test_an_address_that_cannot_be_the_main_one_is_refused(club: Club, line: str, said: str) -> None:
    club.write(ANNA, club.context.addresses.service, line)
    assert said in prose_of(club.last(ANNA))


def test_sessions_of_a_forgotten_address_end_and_those_of_others_go_on(club: Club) -> None:
    with unit_of_work(club.context, club.now + timedelta(days=1)) as work:
        player = work.session.get_one(Player, player_at(club, ANNA).id)
        for person in (ANNA, WORK):
            open_session(work, player, address_of(person), "")
    make(club, "forget")
    with club.context.store.reading() as session:
        assert session.scalars(select(WebSession.address)).all() == [address_of(ANNA)]
