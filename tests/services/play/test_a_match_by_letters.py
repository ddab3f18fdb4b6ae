"""A match of Egyptos by letters alone, from the invitation to the record."""

from __future__ import annotations

import pytest

from adjudicator.match.course.verify import verify_published
from adjudicator.match.record.record import Record, StepEntry, load_record, standing_end
from adjudicator.services.matches.finished.archive import record_of
from adjudicator.services.matches.rows.match_rows import find_match
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Match
from testkit.club import ANNA, BOB, Club, address_of, html_of, offered, other, text_of, to_move


def record(club: Club, match: Match) -> Record:
    with club.context.store.reading() as session:
        found = find_match(session, match.code)
        assert found is not None
        kept = record_of(found, club.now)
    assert isinstance(kept, Record)
    return kept


def play_to_five(club: Club) -> None:
    """Gold, who answers the forced M13, builds column N while black lays aside; one of them has five soon."""
    gold = ["N13", "N14", "N15", "N16", "N17"]
    black = ["L12", "L11", "L10", "K9"]
    for n, cell in enumerate(gold):
        club.answer(club.last(to_move(club)), cell)
        if n < len(black):
            club.answer(club.last(to_move(club)), black[n])


def test_an_invitation_goes_out_only_after_the_inviter_has_confirmed(club: Club) -> None:
    club.write(ANNA, club.context.addresses.service, "new egyptos with bob@bob.example")
    assert not club.letters(BOB)
    club.answer(club.last(ANNA), "yes")
    assert "invites you" in str(club.last(BOB)["Subject"])


def test_the_guest_sees_the_inviters_name_and_joins_by_any_answer(club: Club) -> None:
    club.write(ANNA, club.context.addresses.service, "new egyptos with bob@bob.example")
    club.answer(club.last(ANNA), "")
    assert "Anna" in text_of(club.last(BOB))
    club.answer(club.last(BOB), "Gladly!")
    assert club.match().state is MatchState.RUNNING


def test_both_get_the_start_letter_with_the_same_commitment(club: Club) -> None:
    match = club.begin()
    for person in (ANNA, BOB):
        text = text_of(club.last(person))
        assert match.commitment in text.replace("\n", "")
        assert "(X)" in text


def test_the_first_stone_is_laid_by_the_server_and_stands_in_the_record(club: Club) -> None:
    match = club.begin()
    first = record(club, match).entries[0]
    assert isinstance(first, StepEntry)
    assert (first.values.step, first.values.how, first.values.forced, first.values.turn) == ("M13", "forced", True, 1)


def test_a_move_is_receipted_and_the_other_gets_the_board(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    club.answer(club.last(mover), "M14")
    receipt, turn = club.last(mover), club.last(other(mover))
    assert "You laid" in str(receipt["Subject"])
    assert "M14" in str(receipt["Subject"])
    assert "M14" in text_of(turn)
    assert "your turn" in str(turn["Subject"]).lower()


def test_every_letter_of_a_match_hangs_in_one_thread(club: Club) -> None:
    match = club.begin()
    club.answer(club.last(to_move(club)), "M14")
    of_match = [letter for letter in club.transport.letters if match.code in str(letter["Subject"])]
    assert len(of_match) >= 5
    for letter in of_match:
        assert str(letter["References"]).split()[0] == club.context.addresses.match_thread(match.code)
        assert str(letter["Subject"]).startswith(f"[{match.code}] ")
        assert letter["Auto-Submitted"] == "auto-generated"
    ids = [str(letter["Message-ID"]) for letter in club.transport.letters]
    assert len(set(ids)) == len(ids)


def test_the_orders_that_a_letter_offers_are_legal_when_they_are_sent_back(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    letter = club.last(mover)
    offers = offered(letter)
    assert len(offers) == 3
    assert html_of(letter).count("mailto:") >= 4
    club.answer(letter, offers[1])
    assert offers[1] in str(club.last(mover)["Subject"])


def test_a_whole_match_ends_with_seed_record_and_verification(club: Club) -> None:
    match = club.begin()
    play_to_five(club)
    ended = club.match()
    assert ended.state is MatchState.FINISHED
    kept = record(club, match)
    end = standing_end(kept.entries)
    assert end is not None
    assert (end.values.cause, end.values.reason) == ("rules", "five")
    assert verify_published(kept) == []
    for person in (ANNA, BOB):
        assert match.seed.hex() in text_of(
            club.last(person, "over") if club.letters(person, "over") else club.last(person)
        ).replace("\n", "")


def test_the_record_that_is_asked_for_comes_as_an_attachment_without_its_secrets(club: Club) -> None:
    match = club.begin()
    club.answer(club.last(ANNA), "record")
    (attached,) = list(club.last(ANNA).iter_attachments())
    assert attached.get_filename() == f"{match.code}.json"
    kept = load_record(attached.get_content())
    assert kept.header.match == match.code
    assert kept.seed is None
    assert kept.deal is None


def test_resigning_ends_the_match_and_both_get_a_letter(club: Club) -> None:
    club.begin()
    club.answer(club.last(ANNA), "I resign")
    match = club.match()
    assert match.end is not None
    assert (match.end.kind, match.end.seat) == ("resigned", 0)
    assert club.letters(BOB, "over") or "resigned" in text_of(club.last(BOB))


def test_press_reaches_the_other_player_only(club: Club) -> None:
    club.begin()
    before = len(club.letters(ANNA))
    club.answer(club.last(ANNA), "press Have fun!")
    assert "Have fun!" in text_of(club.last(BOB))
    assert len(club.letters(ANNA)) == before + 1


@pytest.mark.parametrize("command", ["help", "board", "status", "history"])
def test_a_question_is_answered_in_one_letter(club: Club, command: str) -> None:
    club.begin()
    before = len(club.letters(BOB))
    club.answer(club.last(BOB), command)
    assert len(club.letters(BOB)) == before + 1
    assert "(X)" in text_of(club.last(BOB)) or command != "board"


def test_several_questions_and_a_move_have_one_receipt(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    before = len(club.letters(mover))
    club.answer(club.last(mover), "M14\nhistory\nhelp\n\nThanks and regards")
    assert len(club.letters(mover)) == before + 1
    text = text_of(club.last(mover))
    assert "M14" in text
    assert "Thanks and regards" in text


def test_a_preview_plays_nothing(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    steps = club.match().entry_count
    club.answer(club.last(mover), "? M14")
    assert club.match().entry_count == steps
    told = "\n".join(text_of(club.last(mover)).splitlines())
    tried = told.index("The board after M14; nothing was played\n====")
    stands = told.index("The board as it stands\n====")
    assert tried < told.index('You would be told: "You laid M14."') < stands
    assert (told[tried:stands].count("(O)") + told[tried:stands].count("(X)")) == 1
    assert told.count("You laid M14.") == 1


def test_a_match_with_the_house_needs_no_second_person(club: Club) -> None:
    club.write(ANNA, club.context.addresses.service, "new egyptos with house")
    club.answer(club.last(ANNA), "yes")
    assert club.match().state is MatchState.RUNNING
    while club.match().to_move != 0:
        club.work()
    steps = club.match().entry_count
    club.answer(club.last(ANNA), offered(club.last(ANNA))[0])
    assert club.match().to_move == 0
    assert club.match().entry_count > steps + 1


def test_anybody_can_take_an_open_seat(club: Club) -> None:
    club.write(ANNA, club.context.addresses.service, "new egyptos with open")
    club.answer(club.last(ANNA), "yes")
    code = club.match().code
    club.write(BOB, club.context.addresses.service, f"join {code.lower()}")
    assert club.match().state is MatchState.INVITING
    club.answer(club.last(BOB), "yes")
    assert club.match().state is MatchState.RUNNING
    assert [seat.player.address for seat in club.match().seats if seat.player] == [address_of(ANNA), address_of(BOB)]


def test_a_guest_who_declines_leaves_a_free_seat(club: Club) -> None:
    club.write(ANNA, club.context.addresses.service, "new egyptos with bob@bob.example")
    club.answer(club.last(ANNA), "yes")
    club.answer(club.last(BOB), "No, thank you.")
    assert club.match().state is MatchState.INVITING
    assert "bob" in text_of(club.last(ANNA))
