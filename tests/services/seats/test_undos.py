"""Undo behind a turn: who is asked, what stands in the way, what ends the question, and what becomes of time (C3.2)."""

from __future__ import annotations

import random
from collections.abc import Iterable
from datetime import timedelta
from pathlib import Path

import pytest

from adjudicator.mail.commands.table.command_words import command_named
from adjudicator.match.record.record import StepEntry, UndoEntry, dump_record
from adjudicator.match.timekeeping.instants import DAY, HOUR
from adjudicator.services.matches.positions.past_positions import undone_entries
from adjudicator.services.matches.rows.match_rows import load_match
from testkit.agreed_match import PEOPLE, agree
from testkit.automatic_mail import sweep
from testkit.cases import check_cases
from testkit.club import ANNA, Club, other, prose_of, to_move
from testkit.seats_at_table import begin_table, check_verifies, checked_record, play_turn, resign, seat_of, whole_record
from testkit.verifiers import RIGHT, run_node, run_python

LANGUAGES = ("de", "en", "fr", "it", "nl")


def answer(club: Club, person: str, text: str) -> str:
    """Answer the newest letter of a person; return the verdict."""
    return club.inbox(club.answer(club.last(person), text)).verdict


def standing(club: Club) -> list[str]:
    """List the chosen steps of the newest match, those that were taken back in brackets."""
    with club.context.store.reading() as session:
        match = session.merge(club.match())
        gone = undone_entries(match)
        return [f"[{row.step}]" if row.n in gone else row.step for row in match.entries if row.step and not row.forced]


def undos(club: Club) -> list[tuple[object, int, tuple[int, ...]]]:
    """List who took back, to which entry, and with whose consent."""
    entries = whole_record(club).entries
    return [(one.by, one.values.to, one.values.agreed) for one in entries if isinstance(one, UndoEntry)]


def play(club: Club, lines: Iterable[str]) -> None:
    for line in lines:
        assert answer(club, to_move(club), line) == "played"


def begin(club: Club, *options: str) -> tuple[str, str]:
    """Begin a match of two; return who moves first, and the other one."""
    agree(club, "egyptos", PEOPLE[:2], *options)
    first = to_move(club)
    return first, other(first)


# By consent.


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_yes_brings_the_board_back_and_the_old_letters_are_dead(club: Club, language: str) -> None:
    first, second = begin(club)
    for person in (first, second):
        answer(club, person, f"language {language}")
    play(club, ["M14", "M15"])
    old = club.last(first)
    assert answer(club, first, command_named("undo").word(language)) == "done"
    assert standing(club) == ["M14", "M15"]
    question = club.last(second)
    assert "M14, M15" in prose_of(question)
    yes = {"de": "ja", "en": "yes", "fr": "oui", "it": "sì", "nl": "ja"}[language]
    assert club.inbox(club.answer(question, yes)).verdict == "done"
    assert standing(club) == ["[M14]", "[M15]"]
    seats = {seat_of(club, person) for person in (first, second)}
    (undo,) = undos(club)
    assert undo[0] == seat_of(club, first)
    assert set(undo[2]) == seats - {undo[0]}
    assert to_move(club) == first
    turn = club.last(first)
    assert "M14, M15" in prose_of(turn)
    assert club.inbox(club.answer(old, "N14")).verdict == "refused: stale"
    assert club.inbox(club.answer(turn, "N14")).verdict == "played"
    check_verifies(club)


def test_a_no_leaves_the_board_and_a_withdrawal_too(club: Club) -> None:
    first, second = begin(club)
    old = club.last(first)
    play(club, ["M14"])
    club.work()
    assert club.inbox(club.answer(old, "undo")).verdict == "refused: old_letter"
    assert answer(club, first, "undo") == "done"
    assert answer(club, first, "undo") == "refused: undo_open"
    assert answer(club, second, "no") == "done"
    assert "Not everybody agrees" in prose_of(club.last(first))
    assert answer(club, first, "undo") == "done"
    assert answer(club, first, "withdraw") == "done"
    assert answer(club, second, "agree") == "refused: nothing_proposed"
    assert standing(club) == ["M14"]


def test_a_move_of_another_ends_the_question_and_one_of_the_asker_does_not(club: Club) -> None:
    first, second = begin(club)
    play(club, ["M14", "M15"])
    assert answer(club, first, "undo") == "done"
    assert "M14, M15" in prose_of(club.last(second))
    play(club, ["N14"])
    assert answer(club, second, "M16\nagree") == "refused: contradictory"
    assert answer(club, second, "agree") == "done"
    assert standing(club) == ["[M14]", "[M15]", "[N14]"]
    play(club, ["L14"])
    assert answer(club, first, "undo") == "done"
    question = club.last(second)
    play(club, ["L15"])
    assert "Things have changed meanwhile" in prose_of(club.last(first, "meanwhile"))
    assert club.inbox(club.answer(question, "yes")).verdict == "refused: nothing_proposed"
    check_verifies(club)


def test_a_plan_that_moves_ends_the_question(club: Club) -> None:
    first, second = begin(club)
    play(club, ["M14", "M15"])
    assert answer(club, second, "if N14 then N15") in ("done", "played", "answered")
    assert answer(club, first, "undo") == "done"
    play(club, ["N14"])
    assert standing(club) == ["M14", "M15", "N14", "N15"]
    assert answer(club, second, "agree") == "refused: nothing_proposed"


def test_plans_are_dropped_with_the_board_and_told(club: Club) -> None:
    first, second = begin(club)
    play(club, ["M14", "M15"])
    answer(club, second, "if N14 then N15")
    answer(club, first, "undo")
    club.answer(club.last(second, "do you agree"), "yes")
    play(club, ["N14"])
    assert "if N14 then N15" in prose_of(club.last(second))
    assert standing(club) == ["[M14]", "[M15]", "N14"]


def test_a_number_names_the_first_move_to_take_back(club: Club) -> None:
    first, second = begin(club)
    play(club, ["M14", "M15", "N14", "N15"])
    entries = {row.values.step: row.n for row in whole_record(club).entries if isinstance(row, StepEntry)}
    with check_cases() as case:
        for line in (f"undo {entries['N15']}", "undo 0", "undo 99"):
            with case(line):
                assert answer(club, first, line) == "refused: undo_entry"
    assert answer(club, first, f"undo {entries['M15']}") == "done"
    club.answer(club.last(second, "do you agree"), "yes")
    assert standing(club) == ["M14", "[M15]", "[N14]", "[N15]"]
    assert to_move(club) == second
    assert "The others agreed: you took back M15, N14, N15." in prose_of(club.last(first))
    check_verifies(club)


def test_orders_below_a_question_are_not_played(club: Club) -> None:
    first, second = begin(club)
    play(club, ["M14", "M15"])
    assert answer(club, first, "undo\nN14; N15") == "refused: undo_asks"
    assert "This was meant for the board as it would be then." in prose_of(club.last(first))
    assert standing(club) == ["M14", "M15"]
    club.answer(club.last(second, "do you agree"), "yes")
    assert standing(club) == ["[M14]", "[M15]"]


def test_three_must_all_agree_and_nobody_goes_back_behind_a_seat_that_changed_hands(club: Club) -> None:
    agree(club, "pharao", PEOPLE[:3])
    seated = {seat_of(club, person): person for person in PEOPLE[:3]}
    first = seated[club.match().to_move or 0]
    lamp = next(order for order in load_match(club.match()).orders if order.startswith("lamp"))
    answer(club, first, lamp)
    answer(club, first, next(order for order in load_match(club.match()).orders if not order.startswith("flip")))
    second, third = (person for person in PEOPLE[:3] if person != first)
    if club.match().to_move != seat_of(club, first):
        assert answer(club, first, "undo") == "done"
        club.answer(club.last(second, "do you agree"), "yes")
        assert undos(club) == []
        resign(club, third)
        assert "Things have changed meanwhile" in prose_of(club.last(first, "meanwhile"))
        assert answer(club, first, "undo") == "refused: undo_seat"


def test_what_came_to_light_since_stands_in_the_way_and_is_named(club: Club) -> None:
    mover, second, _ = begin_table(club)
    laid = load_match(club.match()).orders[0]
    answer(club, mover, laid)
    drawn = next(order for order in load_match(club.match()).orders if order.startswith("draw"))
    answer(club, mover, drawn)
    assert answer(club, mover, "undo") == "refused: undo_revealed"
    said = prose_of(club.last(mover))
    assert f'"{drawn}" cannot be taken back, because it has shown something hidden.' in said
    assert "Please play on" not in said, "it is not their turn"
    assert second


def test_a_question_lapses_after_fourteen_days(club: Club) -> None:
    first, second = begin(club, "days=30")
    play(club, ["M14"])
    answer(club, first, "undo")
    assert "It lapses if not everybody agrees by" in prose_of(club.last(second))
    club.pass_time(days=14, minutes=1)
    sweep(club)
    assert "nothing comes of it" in prose_of(club.last(first))
    assert standing(club) == ["M14"]


def test_a_draw_offered_on_a_board_that_is_no_more_is_over_and_told(club: Club) -> None:
    first, second = begin(club)
    play(club, ["M14", "M15"])
    answer(club, second, "offer draw")
    answer(club, first, "undo")
    club.answer(club.last(second, "do you agree"), "yes")
    assert "Things have changed meanwhile" in prose_of(club.last(first, "meanwhile"))
    assert club.inbox(club.answer(club.last(first, "offers a draw"), "yes")).verdict != "done"
    assert club.match().end is None


@pytest.mark.parametrize("game", ["egyptos", "cheops", "pharao"])
def test_in_each_game_the_board_comes_back_or_the_reason_is_told(club: Club, game: str) -> None:
    """Random play: each undo brings back a board that stood before, and the record verifies behind all of them."""
    chance, people = random.Random(game), PEOPLE[:2]
    agree(club, game, people, "time=4d+1d max=6d")
    before: list[tuple[str, ...]] = []
    for _ in range(5):
        mover = next(person for person in people if seat_of(club, person) == club.match().to_move)
        before.append(load_match(club.match()).orders)
        play_turn(club, mover)
        club.pass_time(hours=chance.randrange(40))
        asker, count = chance.choice(people), len(undos(club))
        verdict = answer(club, asker, "undo")
        assert verdict in ("done", "refused: undo_revealed", "refused: undo_nothing", "refused: undo_open"), verdict
        if verdict == "done" and len(undos(club)) == count:
            club.answer(club.last(other(asker), "do you agree"), "yes")
        if len(undos(club)) > count:
            assert load_match(club.match()).orders in before
            assert all(seat.account is None or (seat.account.bank or 0) <= 6 * DAY for seat in club.match().seats)
    check_verifies(club)


# Without asking.


def test_against_the_house_alone_it_is_done_at_once(club: Club) -> None:
    club.write(ANNA, club.context.addresses.service, "new egyptos with house house=easy")
    answer(club, ANNA, "yes")
    before = load_match(club.match()).orders
    answer(club, ANNA, before[0])
    club.work()
    assert club.match().to_move == 0
    assert answer(club, ANNA, "undo") == "done"
    assert load_match(club.match()).orders == before
    assert prose_of(club.last(ANNA)).startswith(f"Done: undo. You took back {before[0]}")
    assert answer(club, ANNA, before[1]) == "played"
    assert [agreed for _, _, agreed in undos(club)] == [()]
    check_verifies(club)


def test_a_free_undo_asks_nobody_until_another_moves_and_is_done_once(club: Club) -> None:
    first, second = begin(club, "undo=free")
    play(club, ["M14"])
    told = club.last(second)
    assert answer(club, first, "undo\nN14") == "played"
    assert standing(club) == ["[M14]", "N14"]
    assert f"{first.partition(' ')[0]} took back M14." in prose_of(club.last(second))
    assert club.inbox(club.answer(told, "M15")).verdict == "refused: stale"
    assert answer(club, first, "undo") == "refused: undo_again"
    play(club, ["N15"])
    assert answer(club, first, "undo") == "done"
    assert "do you agree" in str(club.last(second)["Subject"])
    assert [agreed for _, _, agreed in undos(club)] == [()]
    check_verifies(club)


def test_who_waits_is_told_that_the_turn_is_no_more(club: Club) -> None:
    first, second = begin(club, "undo=free")
    play(club, ["M14"])
    assert answer(club, first, "undo") == "done"
    news = prose_of(club.last(second))
    assert f"{first.partition(' ')[0]} took back M14." in news
    assert f"It is {first.partition(' ')[0]}'s turn" in news


def test_a_match_with_undo_never_takes_nothing_back(club: Club) -> None:
    first, _ = begin(club, "undo=never")
    play(club, ["M14"])
    assert answer(club, first, "undo") == "refused: undo_never"
    assert "no move is taken back" in prose_of(club.last(first))


# Time.


@pytest.mark.parametrize("terms", ["time=5d absence=0", "time=4d+1d max=6d absence=0", "time=12d/3 absence=0"])
def test_all_time_that_was_used_stays_used_and_increments_go(club: Club, terms: str) -> None:
    first, second = begin(club, terms)
    mine, theirs = seat_of(club, first), seat_of(club, second)
    banks = [seat.account.bank if seat.account else None for seat in club.match().seats]
    full = club.match().due_at
    assert full
    club.pass_time(hours=30)
    play(club, ["M14"])
    club.pass_time(hours=20)
    answer(club, first, "undo")
    club.pass_time(hours=4)
    club.answer(club.last(second, "do you agree"), "yes")
    match = club.match()
    assert match.due_at
    left = match.due_at - club.now
    whole = {"time=5d": 5 * DAY, "time=4d": 4 * DAY, "time=12": 12 * DAY}[terms[:7]]
    assert timedelta(seconds=whole - 30 * HOUR) <= left < timedelta(seconds=whole - 29 * HOUR)
    if terms[:7] != "time=5d":
        account = match.seats[theirs].account
        assert account
        assert account.bank == whole - 24 * HOUR
    assert match.remind_at is None or match.remind_at < match.due_at
    assert banks
    assert mine != theirs


# The record.


def test_both_verifiers_find_undos_and_a_draw_right(club: Club, tmp_path: Path) -> None:
    first, second = begin(club)
    play(club, ["M14", "M15"])
    answer(club, first, "undo")
    club.answer(club.last(second, "do you agree"), "yes")
    play(club, ["N14"])
    answer(club, first, "offer draw")
    club.answer(club.last(second, "do you agree"), "yes")
    path = tmp_path / "record.json"
    path.write_bytes(dump_record(checked_record(club)))
    assert run_python(path)[0] == RIGHT
    assert run_node([path])[path]
