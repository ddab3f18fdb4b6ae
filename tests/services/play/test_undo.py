"""`undo` takes back what a player has chosen in the turn that runs: by letter, in each game, and nobody gains time.

Behind a turn it asks the others: see `tests/services/seats/test_undos.py`.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from adjudicator.mail.commands.table.command_words import command_named
from adjudicator.match.record.record import UndoEntry
from adjudicator.services.job_queue import Job
from adjudicator.services.matches.positions.past_positions import undone_entries
from adjudicator.services.matches.rows.match_rows import load_match, names_by_seat
from adjudicator.store.tables import Match
from testkit.agreed_match import PEOPLE, agree
from testkit.automatic_mail import sweep
from testkit.club import ANNA, Club, address_of, offered, other, prose_of, text_of, to_move, want_all_letters
from testkit.host_at_table import play_until
from testkit.seats_at_table import begin_table, check_verifies, play_turn, resign, seat_of, whole_record


def orders(club: Club) -> tuple[str, ...]:
    return load_match(club.match()).orders


def standing(club: Club) -> list[str]:
    """List the steps of the newest match, those that were taken back in brackets."""
    with club.context.store.reading() as session:
        match = session.merge(club.match())
        gone = undone_entries(match)
        return [f"[{row.step}]" if row.n in gone else row.step for row in match.entries if row.step]


def clock_of(club: Club) -> tuple[object, ...]:
    match = club.match()
    seats = [(seat.account, seat.epoch) for seat in match.seats]
    times = (match.since, match.due_at, match.next_at, match.remind_at, match.reminded_due_at, match.overdue_at)
    return (match.clock, *times, *seats)


def answer(club: Club, person: str, text: str) -> str:
    """Answer the newest letter of a person; return the verdict."""
    return club.inbox(club.answer(club.last(person), text)).verdict


def seated(club: Club) -> str:
    """Name who is to move."""
    return next(person for person in PEOPLE if seat_of(club, person) == club.match().to_move)


# What goes back.


def test_undo_takes_back_the_turn_and_the_answer_comes_from_a_new_address(club: Club) -> None:
    mover, *others = begin_table(club)
    first, told = orders(club), [len(club.letters(person)) for person in others]
    answer(club, mover, first[0])
    old, clock = club.last(mover), clock_of(club)
    club.pass_time(hours=3)
    assert answer(club, mover, "undo") == "done"
    receipt = club.last(mover)
    assert receipt["Subject"] == f"[{club.match().code}] You took back {first[0]}"
    assert prose_of(receipt).startswith(f"Done: undo. You took back {first[0]}. It is your turn")
    assert offered(receipt)
    assert receipt["Reply-To"] != old["Reply-To"]
    assert (orders(club), clock_of(club)) == (first, clock)
    assert [len(club.letters(person)) for person in others] == told, "nobody had heard of it"
    entry = whole_record(club).entries[-1]
    assert isinstance(entry, UndoEntry)
    assert (entry.by, entry.values.to, entry.values.agreed, entry.at) == (seat_of(club, mover), 0, (), club.now)
    check_verifies(club)


def test_an_order_to_the_address_of_the_turn_that_was_undone_is_answered_as_to_an_old_one(club: Club) -> None:
    mover = begin_table(club)[0]
    step, *_ = orders(club)
    answer(club, mover, step)
    old = club.last(mover)
    answer(club, mover, "undo")
    for line in (step, "undo"):
        assert club.inbox(club.answer(old, line)).verdict == "refused: stale"
        assert "You answered the letter of turn 1, but turn 2 is running" in prose_of(club.last(mover))
    assert answer(club, mover, step) == "played"
    assert standing(club) == [f"[{step}]", step]


def test_new_orders_below_an_undo_are_judged_on_the_board_that_it_leaves(club: Club) -> None:
    mover, following, _ = begin_table(club)
    first, second, *_ = orders(club)
    answer(club, mover, first)
    assert answer(club, mover, f"undo\n{second}; end") == "played"
    assert standing(club) == [f"[{first}]", second, "end"]
    assert prose_of(club.last(mover)).startswith(f"Done: undo. You took back {first}. Played: {second}.")
    assert club.match().to_move == seat_of(club, following)
    assert "took back" not in text_of(club.last(following))
    check_verifies(club)


def test_orders_below_an_undo_are_refused_alone(club: Club) -> None:
    mover = begin_table(club)[0]
    first, *_ = orders(club)
    answer(club, mover, first)
    assert answer(club, mover, "undo\nZ99 keep").startswith("refused")
    assert standing(club) == [f"[{first}]"]
    assert "Nothing was changed" not in prose_of(club.last(mover))


def test_what_contradicts_an_undo_is_refused_with_it(club: Club) -> None:
    mover = begin_table(club)[0]
    first, second, *_ = orders(club)
    answer(club, mover, first)
    for text in (f"{second}\nundo", f"undo\n{second}\nundo", f"Hi!\n{second}\ntake it back", "undo\nresign"):
        assert answer(club, mover, text) == "refused: contradictory", text
        assert "exclude each other" in prose_of(club.last(mover))
    assert standing(club) == [first]


def test_words_that_say_why_one_takes_something_back_do_not_contradict_it(club: Club) -> None:
    mover = begin_table(club)[0]
    first, *_ = orders(club)
    whys = ("Oops, my mistake\nundo", "sorry, undo please", "Hello Bob!\n\nwrong move, sorry\nundo\n\nundo", "*undo*")
    for text in whys:
        answer(club, mover, first)
        assert answer(club, mover, text) == "done", text
    assert standing(club) == [f"[{first}]"] * len(whys)


def test_an_undo_that_is_taken_back_or_not_meant_is_asked_about(club: Club) -> None:
    mover = begin_table(club)[0]
    first, *_ = orders(club)
    answer(club, mover, first)
    for text in ("undo\noops, never mind", "don't undo", "undo?"):
        assert answer(club, mover, text).startswith("refused"), text
    assert standing(club) == [first]


def test_words_behind_an_undo_are_answered_and_never_played(club: Club) -> None:
    mover = begin_table(club)[0]
    first, *_ = orders(club)
    answer(club, mover, first)
    for text in (
        f"undo {first}",
        "take back the last move",
        "annulla mossa A1 subito",
        "terugnemen 2 A3 keep",
    ):
        assert answer(club, mover, text) == "refused: undo_alone", text
        assert "It takes back what you have played in this turn" in prose_of(club.last(mover))
    assert standing(club) == [first]


def test_each_language_has_a_word_for_it(club: Club) -> None:
    mover = begin_table(club)[0]
    first, *_ = orders(club)
    words = [words[0] for words in command_named("undo").words.values()]
    for word in words:
        answer(club, mover, first)
        assert answer(club, mover, word) == "done", word
    assert standing(club) == [f"[{first}]"] * len(words)


def test_steps_are_written_in_the_language_of_who_reads_of_them(club: Club) -> None:
    mover, following, _ = begin_table(club)
    answer(club, mover, "language de")
    answer(club, mover, "1 A1 sell")
    answer(club, mover, "zurücknehmen")
    assert club.last(mover)["Subject"] == f"[{club.match().code}] Du hast 1 A1 verkaufen zurückgenommen"
    answer(club, following, "history")
    assert "took back 1 A1 sell." in prose_of(club.last(following))


def test_it_is_offered_and_found_while_there_is_something_to_take_back(club: Club) -> None:
    mover, *_ = begin_table(club)
    for played in (False, True):
        if played:
            answer(club, mover, orders(club)[0])
        for line in ("help", "board"):
            answer(club, mover, line)
            assert ("\n  undo " in "\n".join(text_of(club.last(mover)).splitlines())) == played, line
    answer(club, mover, "go back")
    assert "Did you mean the command undo?" in prose_of(club.last(mover))


# What stands in the way.


TURNS_A_LAW = 1
"""A seed with which a law that asks for a choice is turned over before the match ends."""


def waits_for_choice(match: Match) -> bool:
    """Has the player to move turned a law over that asks for a choice?"""
    rows = match.entries[-1:]
    turned = any(row.revealed == "great" and not row.forced and row.seat == match.to_move for row in rows)
    return turned and any(order.startswith("over") for order in load_match(match).orders)


def test_what_showed_something_hidden_is_named_and_only_what_follows_it_goes_back(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(TURNS_A_LAW)
    monkeypatch.setattr("secrets.token_bytes", chance.randbytes)
    monkeypatch.setattr("secrets.choice", chance.choice)
    agree(club, "cheops", PEOPLE[:3], "days=2 grace=0")
    play_until(club, waits_for_choice)
    assert club.match().end is None
    mover, law = seated(club), standing(club)[-1]
    turn_address = club.context.addresses.seat(club.match().code, club.match().to_move or 0, club.match().turn, 0)
    assert club.inbox(club.write(mover, turn_address, "undo")).verdict == "refused: undo_revealed"
    said = prose_of(club.last(mover))
    assert f'"{law}" cannot be taken back, because it has shown something hidden.' in said
    assert 'The line "legal" lists what you can play now.' in said
    before = orders(club)
    answer(club, mover, before[0])
    assert seated(club) == mover
    assert answer(club, mover, "undo") == "done"
    assert orders(club) == before
    check_verifies(club)


def test_who_has_played_nothing_takes_nothing_back(club: Club) -> None:
    mover, following, _ = begin_table(club)
    for person in (mover, following):
        assert answer(club, person, "undo") == "refused: undo_nothing"
        assert "you have not played anything yet" in prose_of(club.last(person))


def test_orders_below_an_undo_of_nothing_are_played_and_below_another_refusal_not(club: Club) -> None:
    mover, *_ = begin_table(club)
    first, second, *_ = orders(club)
    assert answer(club, mover, f"undo\n{first}") == "played"
    assert answer(club, mover, f"undo it\n{second}") == "refused: undo_alone"
    assert f"So this was not carried out either: {second}." in prose_of(club.last(mover))
    assert standing(club) == [first]


def test_in_pharao_steps_go_back_and_a_flipped_photo_does_not(club: Club) -> None:
    agree(club, "pharao", PEOPLE[:2])
    mover, before = to_move(club), orders(club)
    letters = len(club.letters(other(mover)))
    answer(club, mover, "lamp")
    assert answer(club, mover, "undo") == "done"
    assert (orders(club), len(club.letters(other(mover)))) == (before, letters)
    flip = next(order for order in before if order.startswith("flip"))
    answer(club, mover, f"lamp; {flip}")
    if club.match().to_move == seat_of(club, mover):
        assert answer(club, mover, "undo") == "refused: undo_revealed"
        assert f'"{flip}" cannot be taken back' in prose_of(club.last(mover))
    assert standing(club)[:3] == ["[lamp]", "lamp", flip]
    check_verifies(club)


def test_a_seat_that_changes_hands_stands_in_the_way(club: Club) -> None:
    mover, leaver, _ = begin_table(club)
    first, *_ = orders(club)
    answer(club, mover, first)
    resign(club, leaver)
    club.answer(club.last(mover, "You played") if club.letters(mover, "You played") else club.last(mover), "undo")
    assert "because a seat has changed hands since you played it" in prose_of(club.last(mover))
    assert standing(club) == [first]


def terms(club: Club, old: bytes, new: bytes) -> None:
    with club.context.store.writing() as session:
        match = session.get_one(Match, club.match().id)
        assert match.header is not None
        match.header = match.header.replace(old, new)


def never(club: Club) -> None:
    terms(club, b'"undo":"ask"', b'"undo":"never"')


def older(club: Club) -> None:
    with club.context.store.writing() as session:
        session.get_one(Match, club.match().id).record_version = 1


@pytest.mark.parametrize(
    ("change", "verdict", "sentence"),
    [
        (never, "undo_never", "In this match no move is taken back: its terms say so."),
        (older, "no_acts", "its record cannot hold this"),
    ],
)
def test_a_match_without_undo_says_so(club: Club, change: Callable[[Club], None], verdict: str, sentence: str) -> None:
    mover = begin_table(club)[0]
    change(club)
    first, *_ = orders(club)
    answer(club, mover, first)
    assert answer(club, mover, "undo") == f"refused: {verdict}"
    assert sentence in prose_of(club.last(mover))


def test_nothing_is_taken_back_when_the_match_is_over(club: Club) -> None:
    club.begin()
    answer(club, ANNA, "resign")
    assert answer(club, ANNA, "undo") == "refused: match_over"


def test_a_fault_in_the_middle_changes_nothing(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    mover = begin_table(club)[0]
    first, *_ = orders(club)
    answer(club, mover, first)
    before = (orders(club), club.match().chain, club.match().turn)

    def fail(*_: object) -> None:
        raise RuntimeError("the receipt cannot be written")

    monkeypatch.setattr("adjudicator.services.orders.seat_handler.write_receipt", fail)
    number = club.answer(club.last(mover), "undo")
    assert club.inbox(number).state == "aside"
    assert (orders(club), club.match().chain, club.match().turn) == before


# What it offers and lists.


def test_the_receipt_of_a_step_offers_to_take_it_back_while_that_is_possible(club: Club) -> None:
    mover = begin_table(club)[0]
    line = "undo    take back what you have played in this turn"
    assert line not in text_of(club.last(mover))
    answer(club, mover, orders(club)[0])
    assert line in text_of(club.last(mover))
    answer(club, mover, "undo")
    assert line not in text_of(club.last(mover))


def test_history_and_help_tell_of_it(club: Club) -> None:
    mover = begin_table(club)[0]
    first, *_ = orders(club)
    answer(club, mover, first)
    answer(club, mover, "undo\nhistory\nhelp undo")
    said = prose_of(club.last(mover))
    assert "(taken back) 1. You took back" in said
    assert "new moves may stand below it" in said


# What the others hear.


def test_who_was_shown_a_step_is_told_that_it_was_taken_back(club: Club) -> None:
    mover, shown, third = begin_table(club)
    first, second, *_ = orders(club)
    answer(club, mover, first)
    answer(club, shown, "board")
    answer(club, third, "press Hello!")
    answer(club, mover, f"undo\n{second}; end")
    name = names_by_seat(club.match())[seat_of(club, mover)]
    told = f"{name} took back {first}."
    assert prose_of(club.last(shown)).count(told) == 1
    play_turn(club, shown)
    assert told not in prose_of(club.last(third))
    assert told not in prose_of(club.last(shown))


def test_the_writer_reads_again_what_the_others_did_before(club: Club) -> None:
    mover, *others = begin_table(club)
    for person in (mover, *others):
        play_turn(club, person)
    names = [names_by_seat(club.match())[seat_of(club, person)] for person in others]
    step, *_ = orders(club)
    answer(club, mover, step)
    assert not any(f"{name} laid" in prose_of(club.last(mover)) for name in names)
    answer(club, mover, "undo")
    assert all(f"{name} laid" in prose_of(club.last(mover)) for name in names)
    assert prose_of(club.last(mover)).count("took back") == 1


def test_letters_to_the_others_that_wait_still_go_out(club: Club) -> None:
    mover, giver, third = begin_table(club)
    want_all_letters(club)
    club.context = replace(club.context, merge_window=timedelta(minutes=5))
    answer(club, giver, "grant 2")
    answer(club, mover, orders(club)[0])
    answer(club, mover, "undo")
    club.pass_time(minutes=6)
    club.queue.enqueued.append((Job.POST, 0))
    club.work()
    assert "more time: 2 days" in prose_of(club.last(third))


# Time.


def test_grants_are_counted_for_the_turn_whatever_its_number(club: Club) -> None:
    mover, giver, _ = begin_table(club)
    for _ in range(5):
        assert answer(club, giver, "grant 2") == "done"
    answer(club, mover, orders(club)[0])
    answer(club, mover, "undo")
    assert answer(club, giver, "grant 2") == "refused: granted_enough"


def test_nobody_comes_back_twice_to_one_turn_by_an_undo_in_between(club: Club) -> None:
    agree(club, "cheops", PEOPLE[:3], "time=3d grace=0 absence=0 vacant=wait")
    mover = seated(club)
    code = club.match().code
    for back in range(2):
        resign(club, mover)
        club.write(mover, club.context.addresses.service, f"takeover {code}")
        club.answer(club.last(mover), "yes")
        if back == 0:
            answer(club, mover, orders(club)[0])
            answer(club, mover, "undo")
    assert club.match().to_move != seat_of(club, mover), "the house player has played the turn"


def test_a_reminder_is_not_sent_again(club: Club) -> None:
    agree(club, "cheops", PEOPLE[:3], "time=5d grace=0 absence=0")
    mover = seated(club)
    club.pass_time(days=4, hours=2)
    sweep(club)
    reminders = len(club.letters(mover, "Reminder"))
    answer(club, mover, orders(club)[0])
    answer(club, mover, "undo")
    for _ in range(3):
        club.pass_time(hours=5)
        sweep(club)
    assert (reminders, len(club.letters(mover, "Reminder"))) == (1, 1)


TERMS = ("time=5d grace=2d", "time=4d+1d max=6d grace=0", "time=12d/3 grace=1d absence=0", "time=none")
NO_HOUSE = "late=claim wait=60d"
"""The house player would play two matches in two ways."""


@pytest.mark.parametrize("with_terms", TERMS)
def test_undoing_never_moves_a_deadline_nor_fills_a_bank(club: Club, with_terms: str) -> None:
    """Two matches of the same people at the same moments, and only in one of them steps are taken back."""
    chance = random.Random(with_terms)
    for _ in range(2):
        agree(club, "cheops", PEOPLE[:3], with_terms, *([NO_HOUSE] if with_terms != "time=none" else []))
    with club.context.store.writing() as session:
        twin, match = session.query(Match).order_by(Match.id).all()
        for name in ("deal", "position", "to_move", "awaited_id", "clock"):
            setattr(twin, name, getattr(match, name))
    for _ in range(3):
        club.pass_time(hours=chance.randrange(1, 120))
        sweep(club)
        mover, undoing = seated(club), chance.random() < 0.8
        step = chance.choice(orders(club))
        write(club, match.code, mover, step)
        if undoing:
            club.pass_time(hours=chance.randrange(1, 40))
            sweep(club)
            before = clock_of(club)
            write(club, match.code, mover, "undo")
            assert clock_of(club) == before
            write(club, match.code, mover, step)
        else:
            club.pass_time(hours=chance.randrange(1, 40))
        write(club, match.code, mover, "end")
        write(club, twin.code, mover, f"{step}; end")
        check_equal(club, twin.code, match.code)


def write(club: Club, code: str, person: str, text: str) -> None:
    with club.context.store.reading() as session:
        match = session.query(Match).filter_by(code=code).one()
        seat = next(seat for seat in match.seats if seat.player and seat.player.address == address_of(person))
        to = club.context.addresses.seat(code, seat.number, match.turn, seat.epoch)
    club.write(person, to, text)


def check_equal(club: Club, *codes: str) -> None:
    with club.context.store.reading() as session:
        found = [session.query(Match).filter_by(code=code).one() for code in codes]
        times = [(one.since, one.due_at, one.next_at, one.clock, one.to_move) for one in found]
        accounts = [[seat.account for seat in one.seats] for one in found]
    assert times[0] == times[1]
    assert accounts[0] == accounts[1]
