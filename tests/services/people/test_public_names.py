"""What players are called in public: by letter, in records of both versions, and where seats have changed hands."""

from __future__ import annotations

import pytest
from sqlalchemy import delete

from adjudicator.match.course.verify import names_withheld, verify_published
from adjudicator.match.record.record import Record, dump_record, load_published
from adjudicator.match.record.v1 import chain as chain_v1
from adjudicator.match.record.v1.record import ErasedRecord
from adjudicator.services.identity.erasing import erase_player
from adjudicator.services.matches.finished.archive import record_of
from adjudicator.services.matches.names.shown_names import replace_names
from adjudicator.services.matches.rows.public_names import choose_public_name
from adjudicator.services.matches.rows.record_rows import header_digest
from adjudicator.services.matches.view.presenter import MatchPresenter, presenter_for
from adjudicator.services.players.players import find_player
from adjudicator.services.unit_of_work import unit_of_work
from adjudicator.store.tables import Match, Participant, Player
from adjudicator.texts.language.language import language_for
from testkit.club import ANNA, BOB, Club, address_of, prose_of
from testkit.seats_at_table import begin_table, resign

WANTED = ("Sphinx", "none", "erased")


def call(club: Club, person: str, wanted: str) -> None:
    with unit_of_work(club.context, club.now) as work:
        player = find_player(work.session, address_of(person))
        assert player is not None
        if wanted == "erased":
            erase_player(work, player)
        else:
            choose_public_name(work, player, wanted)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("public name Sphinx", "call you Sphinx from now on"),
        ("nom public aucun", "do not name you"),
        ("public name own", "call you Anna from now on"),
        ("public name", "public name own"),
        ("public name www.evil.example", "does not fit after the command"),
    ],
)
def test_a_letter_chooses_and_is_told_what_holds(club: Club, line: str, said: str) -> None:
    club.begin()
    club.answer(club.last(ANNA), line)
    assert said in prose_of(club.last(ANNA))


def test_a_letter_that_proves_nothing_is_asked_back(club: Club) -> None:
    club.begin()
    club.write(ANNA, club.context.addresses.service, "public name Sphinx")
    with club.context.store.reading() as session:
        player = find_player(session, address_of(ANNA))
        assert player is not None
        assert not player.alias
    club.answer(club.last(ANNA), "yes")
    club.answer(club.last(ANNA, club.match().code), "status")
    assert "Public name: Sphinx, an alias" in prose_of(club.last(ANNA))


@pytest.mark.parametrize("wanted", WANTED)
def test_a_seat_that_changed_hands_names_nobody_who_hides(club: Club, wanted: str) -> None:
    leaver, other, _ = begin_table(club)
    resign(club, leaver)
    name, language = leaver.partition(" <")[0], language_for("en")
    call(club, leaver, wanted)
    with club.context.store.reading() as session:
        match = session.get_one(Match, club.match().id)
        stranger = MatchPresenter(club.context, match, language, "wide")
        seat = next(one for one in match.seats if one.player and one.player.address == address_of(other))
        companion = presenter_for(club.context, match, seat)
        told = str((stranger.facts(), stranger.players(), stranger.history()))
        record = record_of(match, club.now)
        assert name not in told
        assert (name in str((companion.facts(), companion.history()))) == (wanted != "erased")
    assert isinstance(record, Record)
    assert verify_published(record) == []
    assert names_withheld(record) == 1
    assert name not in dump_record(record).decode()


def make_version_1(club: Club, match: Match) -> None:
    """Give a match the record that an earlier version of the program would have written."""
    with unit_of_work(club.context, club.now) as work:
        row = work.session.get_one(Match, match.id)
        row.record_version, row.header, row.first_digest = 1, None, None
        work.session.execute(delete(Participant).where(Participant.match_id == row.id))
        row.chain = header_digest(row)
        for entry in row.entries:
            step = chain_v1.record_step(
                row.chain, entry.n, entry.turn, entry.mover, entry.step, forced=entry.forced, at=entry.at
            )
            entry.digest = row.chain = step.digest


@pytest.mark.parametrize("wanted", WANTED)
def test_a_record_of_version_1_loses_the_name_and_keeps_its_chain(club: Club, wanted: str) -> None:
    match = club.begin()
    make_version_1(club, match)
    club.answer(club.last(ANNA, match.code), "resign")
    before = header_digest_of(club)
    call(club, ANNA, wanted)
    with club.context.store.reading() as session:
        published = load_published(dump_record(record_of(session.get_one(Match, match.id), club.now)))
    assert isinstance(published, ErasedRecord)
    assert published.first == before == header_digest_of(club)
    assert verify_published(published) == []
    names = {"Sphinx": "Sphinx", "none": "a player", "erased": "a former player"}
    assert {seat.name for seat in published.record.header.seats} == {names[wanted], "Bob"}


def header_digest_of(club: Club) -> str:
    with club.context.store.reading() as session:
        return header_digest(session.get_one(Match, club.match().id))


def test_a_new_alias_gives_the_page_another_address(club: Club) -> None:
    club.begin()
    keys = set()
    for wanted in ("Sphinx", "Sphinx", "none", "own"):
        call(club, BOB, wanted)
        with club.context.store.reading() as session:
            player = find_player(session, address_of(BOB))
            assert isinstance(player, Player)
            keys.add(player.page_key)
    assert len(keys) == 3


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("Al lays M15. Also Al's.", "X lays M15. Also X's."),
        ("Alan, Al(2), #Al", "Alan, X(2), #X"),
        ("/r/?a=%20Al%20", "/r/?a=%20X%20"),
    ],
)
def test_a_name_is_replaced_where_it_is_a_word(text: str, right: str) -> None:
    assert replace_names(text, {"Al": "X"}) == right
