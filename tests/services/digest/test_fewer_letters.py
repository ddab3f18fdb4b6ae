"""Which letters a player gets: usually those that ask something, and in them the news that no letter went out for."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import func, select

from adjudicator.services.job_queue import Job
from adjudicator.services.outbox.coalescing import DEFERRABLE
from adjudicator.services.outbox.held_news import MESSAGES, NEWS
from adjudicator.store.states import Letters
from adjudicator.store.tables import HeldNews, Outbox
from adjudicator.texts.letters import clock_kinds, host_kinds, letter_kinds, seat_kinds, turn_kinds
from testkit.agreed_match import PEOPLE, agree
from testkit.automatic_mail import bounce, player_of, sweep
from testkit.club import ANNA, Club, address_of, html_of, offered, other, prose_of, text_of, to_move
from testkit.engines.cheops import drawn
from testkit.seats_at_table import begin_table, play_turn, resign, seat_of
from tests.services.cheops_match import BELOW_A_LAW, begin_cheops

ENDS_TIME = (
    *(turn_kinds.YOUR_TURN, clock_kinds.REMINDER, clock_kinds.OVERDUE, clock_kinds.OVERDUE_OTHER),
    *(clock_kinds.LONG_SILENCE, clock_kinds.SEAT_LOST, turn_kinds.MATCH_OVER, clock_kinds.PAUSE_ENDS),
    *(clock_kinds.PAUSE_OVER, clock_kinds.NUDGE, host_kinds.HOST_DEED, seat_kinds.PROPOSAL, turn_kinds.START),
)


def held(club: Club) -> int:
    with club.context.store.reading() as session:
        return session.scalar(select(func.count()).select_from(HeldNews)) or 0


def here(club: Club, person: str) -> Letters | None:
    """What a person chose for the newest match alone."""
    address = address_of(person)
    return next(one.letters for one in club.match().seats if one.player and one.player.address == address)


def choose(club: Club, person: str, choice: str) -> None:
    club.answer(club.last(person), f"letters {choice}")


@pytest.mark.parametrize("choice", ["", "all"])
def test_a_new_player_gets_letters_for_their_turns_and_not_for_the_others_moves(club: Club, choice: str) -> None:
    """Between two, only a move that is nobody's letter is told to who is not to move: here that of the house."""
    agree(club, "cheops", PEOPLE[:2], "days=2 grace=0 absence=0 late=house")
    mover = to_move(club)
    assert player_of(club, mover).letters is Letters.TURNS
    if choice:
        choose(club, mover, choice)
    club.pass_time(hours=49)
    sweep(club)
    assert to_move(club) == other(mover), "the house has played"
    assert "Your turn" in str(club.last(other(mover))["Subject"])
    with club.context.store.reading() as session:
        kinds = session.scalars(select(Outbox.kind).where(Outbox.to_address == address_of(mover))).all()
    assert clock_kinds.OVERDUE.name in kinds
    assert (turn_kinds.THEIR_TURN.name in kinds) == bool(choice)


def test_all_letters_is_a_choice_and_brings_the_others_moves(club: Club) -> None:
    mover, second, third = begin_table(club)
    for person in (mover, second, third):
        choose(club, person, "all")
    code = club.match().code
    assert f"You get all letters about the match {code} from now on. In your other" in prose_of(club.last(third))
    resign(club, mover)
    assert any("the house player plays on" in str(letter["Subject"]) for letter in club.letters(third))
    choose(club, third, "turns")
    assert f"You get a letter about the match {code} when something is asked" in prose_of(club.last(third))
    assert here(club, third) is Letters.TURNS


def test_who_wants_all_letters_is_told_of_each_turn_also_among_three(club: Club) -> None:
    mover, second, third = begin_table(club)
    choose(club, second, "all")
    for person in (mover, second):
        play_turn(club, person)
    before = {person: len(club.letters(person)) for person in (mover, second)}
    play_turn(club, third)
    assert len(club.letters(mover)) == before[mover] + 1, "their own turn"
    assert len(club.letters(second)) == before[second] + 1, "the third one's turn"
    assert str(club.last(second)["Subject"]).endswith(f"{mover.split()[0]} is to move")


def test_a_subject_names_what_was_played_and_no_act_among_it(club: Club) -> None:
    mover, _second, third = begin_table(club)
    choose(club, third, "all")
    resign(club, mover)
    club.work()
    subjects = [str(letter["Subject"]) for letter in club.letters(third)]
    (told,) = (subject for subject in subjects if "(House) played" in subject)
    assert re.search(r"played \w", told), told


def test_the_choice_for_one_match_stands_over_the_general_one_until_it_is_taken_back(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    choose(club, mover, "all")
    assert (player_of(club, mover).letters, here(club, mover)) == (Letters.TURNS, Letters.ALL)
    club.answer(club.last(mover), "status")
    assert "You chose that for this match alone." in prose_of(club.last(mover))
    club.answer(club.last(mover), "M14")
    club.write(mover, club.context.addresses.service, "letters turns")
    club.answer(club.last(mover, "confirm"), "yes")
    club.answer(club.last(other(mover)), "letters none")
    assert "gets no letters about moves any more" in str(club.last(mover)["Subject"])
    assert (player_of(club, other(mover)).letters, here(club, other(mover))) == (Letters.TURNS, Letters.NONE)
    choose(club, mover, "default")
    assert here(club, mover) is None
    assert "That is what you chose for all your matches." in prose_of(club.last(mover))


@pytest.mark.parametrize(
    "line", ["Briefe wie sonst", "lettres comme ailleurs", "lettere come altrove", "brieven zoals elders"]
)
def test_a_match_gets_back_the_general_choice_in_every_language(club: Club, line: str) -> None:
    club.begin()
    choose(club, ANNA, "none")
    club.answer(club.last(ANNA), line)
    assert here(club, ANNA) is None


def test_turning_all_letters_off_ends_the_choice_for_one_match(club: Club) -> None:
    club.begin()
    choose(club, ANNA, "all")
    club.answer(club.last(ANNA), "stop")
    assert (player_of(club, ANNA).letters, here(club, ANNA)) == (Letters.NONE, None)


@pytest.mark.parametrize(
    ("line", "choice"),
    [("Briefe nur Züge", "turns"), ("lettres toutes", "all"), ("lettere nessuna", "none"), ("brieven alle", "all")],
)
def test_the_choice_in_other_languages_and_to_the_service(club: Club, line: str, choice: str) -> None:
    club.begin()
    club.write(ANNA, club.context.addresses.service, line)
    club.answer(club.last(ANNA, "confirm"), "yes")
    assert player_of(club, ANNA).letters == choice


@pytest.mark.parametrize("line", ["letters", "letters sometimes"])
def test_another_choice_is_answered_with_those_there_are(club: Club, line: str) -> None:
    club.begin()
    club.answer(club.last(ANNA), line)
    assert "letters turns, letters all, letters none" in prose_of(club.last(ANNA))
    club.answer(club.last(ANNA), "status")
    assert "Letters: those that ask something of you, the news in them" in prose_of(club.last(ANNA))


def test_what_the_record_tells_stands_in_the_next_letter_once(club: Club) -> None:
    mover, second, third = begin_table(club)
    before = len(club.letters(third))
    resign(club, second)
    assert len(club.letters(third)) == before
    play_turn(club, mover)
    letter = club.last(third, "Your turn")
    assert (text_of(letter).count("has left the match"), html_of(letter).count("has left the match")) == (1, 1)
    assert "resigned" not in prose_of(letter)


def test_news_that_no_record_tells_stands_in_the_next_letter_once(club: Club) -> None:
    mover, second, third = begin_table(club)
    before = len(club.letters(third))
    choose(club, second, "none")
    assert len(club.letters(third)) == before
    play_turn(club, mover)
    play_turn(club, second)
    letter = club.last(third, "Your turn")
    assert (text_of(letter).count("turned our letters off"), html_of(letter).count("turned our letters off")) == (1, 1)
    assert prose_of(letter).count(" turn, until") == 1, "whose turn it was then is not told"
    club.answer(letter, "board")
    assert "turned our letters off" not in prose_of(club.last(third))
    assert held(club) == 0


def test_news_that_is_outdated_by_then_is_never_told(club: Club) -> None:
    mover, second, third = begin_table(club)
    bounce(club, club.last(mover))
    sweep(club)
    with club.context.store.reading() as session:
        own = HeldNews.player_id == player_of(club, third).id
        (news,) = (" ".join(gist.split()) for gist in session.scalars(select(HeldNews.gist).where(own)))
    assert "come back" in news, news
    play_turn(club, mover)
    play_turn(club, second)
    assert held(club) == 0
    assert news not in prose_of(club.last(third, "Your turn"))


def test_more_time_for_another_is_news_only_in_that_turn(club: Club) -> None:
    mover, second, third = begin_table(club)
    club.pass_time(hours=49)
    sweep(club)
    club.answer(club.last(second), "grant 3")
    assert "gave you more time" in prose_of(club.last(mover)), "it is their deadline"
    assert held(club) == 1
    club.answer(club.last(third), "press Fine.")
    assert "more time: 3 days" in prose_of(club.last(third))
    club.pass_time(hours=73)
    sweep(club)
    club.answer(club.last(second), "grant 2")
    play_turn(club, mover)
    play_turn(club, second)
    assert "more time" not in prose_of(club.last(third, "Your turn"))
    assert held(club) == 0


def test_a_stop_that_nobody_was_told_of_ends_untold(club: Club) -> None:
    mover, _second, third = begin_table(club)
    bounce(club, club.last(mover))
    sweep(club)
    club.answer(club.last(mover), "board")
    sweep(club)
    assert held(club) == 4, "for two readers: it stands, it runs"
    club.answer(club.last(third), "board")
    assert "clock" not in prose_of(club.last(third))
    assert held(club) == 2


def test_a_message_is_sent_by_itself_unless_letters_are_off_and_is_never_lost(club: Club) -> None:
    mover, second, third = begin_table(club)
    club.answer(club.last(third), "letters none")
    before = len(club.letters(third))
    club.answer(club.last(mover), "press Hello all!\ntell " + third.split()[0] + " psst")
    assert "Hello all!" in prose_of(club.last(second))
    assert len(club.letters(third)) == before
    club.answer(club.last(third), "status")
    assert (text_of(club.last(third)).count("Hello all!"), text_of(club.last(third)).count("psst")) == (1, 1)
    club.answer(club.last(third), "time")
    assert "psst" not in text_of(club.last(third))


def test_nothing_that_ends_ones_time_or_asks_waits() -> None:
    waits = {*DEFERRABLE, *NEWS, *MESSAGES}
    assert waits & {kind.name for kind in ENDS_TIME} == set()
    assert waits <= set(letter_kinds.LETTERS)


@pytest.mark.parametrize("choice", ["turns", "none", "all"])
def test_time_that_runs_out_is_told_at_once_whatever_is_chosen(club: Club, choice: str) -> None:
    mover, *_ = begin_table(club)
    choose(club, mover, choice)
    before = len(club.letters(mover))
    for _ in range(10):
        club.pass_time(hours=6)
        sweep(club)
    told = [str(letter["Subject"]) for letter in club.letters(mover)[before:]]
    assert any("has passed" in subject or "time" in subject for subject in told), told


@pytest.fixture
def patient(club: Club) -> Club:
    club.context = replace(club.context, merge_window=timedelta(minutes=1))
    return club


def test_what_is_needed_most_carries_the_rest(patient: Club) -> None:
    """A message waits first, the stop of a clock comes later: the letter is about the clock, the message is in it."""
    mover, second, third = begin_table(patient)
    choose(patient, third, "all")
    patient.answer(patient.last(second), "press Good luck!")
    patient.pass_time(seconds=20)
    bounce(patient, patient.last(mover))
    sweep(patient)
    before = len(patient.letters(third))
    patient.pass_time(seconds=45)
    patient.queue.enqueued.append((Job.POST, 0))
    patient.work()
    (letter,) = patient.letters(third)[before:]
    assert "Good luck!" in text_of(letter)
    assert "writes" not in str(letter["Subject"])
    assert prose_of(letter).index("stopped") < prose_of(letter).index("Good luck!")


def test_a_receipt_in_the_middle_of_a_turn_has_no_board_but_offers_it(club: Club) -> None:
    mover, *_ = begin_table(club)
    club.answer(club.last(mover), "1 A1 keep")
    receipt = club.last(mover)
    assert club.match().to_move == seat_of(club, mover)
    assert "price tables" not in text_of(receipt)
    assert "send me the board" in prose_of(receipt)
    assert any("draw" in order for order in offered(receipt))
    club.answer(receipt, "board")
    assert "price tables" in text_of(club.last(mover))


def test_a_receipt_shows_the_board_when_something_came_to_light(club: Club) -> None:
    begin_cheops(club, drawn(BELOW_A_LAW, seats=3, hands=("124", "1234", "123"), hidden={"C3": 7}))
    club.answer(club.last(ANNA), "2 C3")
    assert to_move(club) == ANNA
    assert "price tables" in text_of(club.last(ANNA))
