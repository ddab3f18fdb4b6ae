"""`adjudicator player`: a host looks at how a player is known, and helps him out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from adjudicator.cli import main
from adjudicator.services.players.players import find_player
from adjudicator.services.players.suppression import is_suppressed
from adjudicator.store.tables import FurtherAddress
from testkit.club import ANNA, BOB, Beginnings, Club, address_of
from testkit.database import make_tables
from testkit.mail.openpgp import Signer


@pytest.fixture
def club(beginnings: Beginnings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Club]:
    url = f"sqlite:///{tmp_path}/club.sqlite3"
    for name, value in {
        "DATABASE_URL": url,
        "REDIS_URL": "redis://127.0.0.1:1/0",
        "ADJUDICATOR_SECRET": "a secret for tests, long enough to sign with",
        "ADJUDICATOR_MAIL_DOMAIN": "club.example",
        "ADJUDICATOR_VAR": str(tmp_path),
    }.items():
        monkeypatch.setenv(name, value)
    make_tables(url)
    club = Club.found(url)
    club.give(beginnings)
    club.begin()
    yield club
    club.context.store.close()


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["player", *words])


def verdict(club: Club, person: str) -> str:
    return club.inbox(club.answer(club.last(person), "status", sender=person)).verdict


def test_a_player_is_shown_as_he_is_known(club: Club) -> None:
    signer = Signer.make(ANNA)
    with club.context.store.writing() as session:
        player = find_player(session, address_of(ANNA))
        assert player is not None
        player.key, player.key_required = signer.public, True
        session.add(FurtherAddress(player_id=player.id, address="anna@work.example", since=club.now))
    assert run("show", "anna@work.example").output.splitlines() == [
        "name       Anna",
        "letters to anna@anna.example",
        "also from  anna@work.example",
        f"key        {signer.cert.fingerprint.upper()}, required",
    ]
    assert verdict(club, ANNA) == "refused: unsigned"
    assert run("unlock", "anna@anna.example").exit_code == 0
    assert verdict(club, ANNA) == "answered"


@pytest.mark.parametrize("more", [[], ["--match", "code"]])
def test_a_host_revokes_a_players_reply_addresses_and_nobody_elses(club: Club, more: list[str]) -> None:
    code = [club.match().code.lower() if word == "code" else word for word in more]
    assert run("revoke", "anna@anna.example", *code).exit_code == 0
    assert verdict(club, ANNA) == "refused: revoked"
    assert verdict(club, BOB) == "answered"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["show", "eve@evil.example"], "no player has the address eve@evil.example"),
        (["revoke", "anna@anna.example", "--match", "zzzz"], "anna@anna.example has no seat at ZZZZ"),
    ],
)
def test_what_is_not_there_is_said_in_one_line(club: Club, words: list[str], said: str) -> None:
    answer = run(*words)
    assert answer.exit_code == 1
    assert answer.output.splitlines() == [f"Error: {said}"]


def test_a_host_has_an_address_left_alone_for_somebody_who_asked_him(club: Club) -> None:
    for words, closed in (
        (["silence", "carl@carl.example"], True),
        (["silence", "--lift", "Carl@carl.example"], False),
    ):
        said = run(*words).output
        assert said.startswith(words[-1])
        assert ("no invitations" in said) is closed
        with club.context.store.reading() as session:
            assert is_suppressed(club.context, session, "carl@carl.example") is closed


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("unlock", "anna@anna.example"), "letters of anna@anna.example count without a key as it is"),
        (("unlock", "eve@evil.example"), "no player has the address eve@evil.example"),
        (("silence", "foo"), "foo is no address"),
        (("silence", "--lift", "foo"), "foo is no address"),
    ],
)
def test_what_cannot_be_done_is_said_and_writes_to_nobody(club: Club, words: tuple[str, ...], said: str) -> None:
    before = len(club.transport.letters)
    result = run(*words)
    club.work()
    assert (result.exit_code, result.output) == (1, f"Error: {said}\n")
    assert len(club.transport.letters) == before


def test_a_player_is_erased_with_a_reason(club: Club) -> None:
    assert "Missing option" in run("erase", address_of(ANNA), "--yes").output
    words = ["player", "erase", address_of(ANNA), "--because", "asked by telephone"]
    told = CliRunner().invoke(main, words, input="n\n")
    assert f"who leaves {club.match().code}, which ends then?" in told.output
    with club.context.store.reading() as session:
        assert find_player(session, address_of(ANNA)) is not None
    assert "erased; the sweep" in CliRunner().invoke(main, [*words, "--yes"]).output
    with club.context.store.reading() as session:
        assert find_player(session, address_of(ANNA)) is None
    assert club.match().end is not None
    assert run("erase", address_of(ANNA), "--because", "again", "--yes").exit_code == 1
