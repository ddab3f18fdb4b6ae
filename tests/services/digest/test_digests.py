"""The digest: one letter with what waits, at the chosen hour; and the letters of turns that wait for it."""

from __future__ import annotations

import random
import re
from datetime import datetime, timedelta

import pytest
from sqlalchemy import func, select

from adjudicator.services.job_queue import ANY, Job
from adjudicator.services.jobs import judging
from adjudicator.services.jobs.periodic_sweep import run_sweep
from adjudicator.services.outbox.message import find_named_letter
from adjudicator.store.states import MatchState, OutboxState
from adjudicator.store.tables import Digest, HeldNews, Match, Outbox, Player, Press
from testkit.automatic_mail import player_of
from testkit.club import ANNA, BOB, START, Club, address_of, other, prose_of, text_of, to_move
from testkit.seats_at_table import begin_table, play_turn
from tests.services.digest_club import begin_three, digest_of, send_digest

MOVES = ("M14", "M15", "M16", "N14", "N15", "N16", "O14", "O15", "O16", "L14", "L15", "L16", "K14", "K15")
TURN, DIGEST = "Your turn", "wait"
SUBJECT = re.compile(r"\d+ match(es)? waits? for you")


def choose(club: Club, who: str, *lines: str) -> str:
    club.answer(club.last(who), "\n".join(lines), sender=who)
    return prose_of(club.last(who))


def sweep(club: Club, **span: float) -> None:
    club.pass_time(**span)
    run_sweep(club.context, club.now)
    club.work()


def digests(club: Club, who: str) -> int:
    return sum(bool(SUBJECT.search(str(letter["Subject"]))) for letter in club.letters(who))


def test_it_comes_at_the_hour_and_lists_what_waits(club: Club) -> None:
    first, second = club.begin(), club.begin()
    mover = to_move(club)
    said = choose(club, mover, "zone Paris", "digest 18:00")
    assert "Your digest comes every day at 18:00 by your clock, if anything waits for you. It has the boards." in said
    sweep(club, hours=21, minutes=59)  # 16:59 UTC
    assert not digests(club, mover)
    sweep(club, minutes=1)
    assert digests(club, mover) == 1
    letter = club.last(mover)
    told = prose_of(letter)
    for match in (first, second):
        assert f"{match.code} Egyptos" in told
    assert "your time" in told
    sweep(club, hours=1)
    assert digests(club, mover) == 1
    sweep(club, hours=23)
    assert digests(club, mover) == 2


def test_a_clock_that_was_years_ahead_puts_no_digest_off(club: Club) -> None:
    club.begin("days=7")
    mover = to_move(club)
    club.answer(club.last(mover), "digest 18:00")
    for years in (0, 10, -10):
        club.be_away(days=365 * years)
        run_sweep(club.context, club.now)
        club.work()
    before = len(club.letters(mover, "waits for you"))
    for _ in range(3):
        club.pass_time(days=1)
        run_sweep(club.context, club.now)
        club.work()
    assert len(club.letters(mover, "waits for you")) - before == 3


def test_nothing_waits_no_letter(club: Club) -> None:
    club.begin()
    waiter = other(to_move(club))
    choose(club, waiter, "digest 18:00")
    before = len(club.letters(waiter))
    for _ in range(3):
        sweep(club, hours=24)
    assert not digests(club, waiter)
    assert len(club.letters(waiter)) == before


def test_others_invitations_proposals_and_free_seats(club: Club) -> None:
    match = club.begin("days=30")
    mover = to_move(club)
    choose(club, mover, "digest 18:00")
    club.answer(club.last(other(mover)), "pause 2 weeks", sender=other(mover))
    club.write(other(mover), club.context.addresses.service, f"new egyptos with {address_of(mover)}")
    club.answer(club.last(other(mover)), "yes", sender=other(mover))
    invited = club.match().code
    sweep(club, hours=24)
    told = prose_of(club.last(mover, DIGEST))
    assert f'To join, write "join {invited}".' in told
    assert f'Write "{match.code} agree" or "{match.code} refuse".' in told
    club.answer(club.last(mover, DIGEST), f"join {invited}\n{match.code} refuse", sender=mover)
    assert club.match().state is MatchState.RUNNING
    assert "You do not agree" in prose_of(club.last(mover)) or "Done: refuse" in prose_of(club.last(mover))


@pytest.mark.parametrize("line", ["digest 25:00", "digest soon"])
def test_what_cannot_be_is_answered_with_what_could(club: Club, line: str) -> None:
    club.begin()
    said = choose(club, ANNA, line)
    assert "You could write: " in said
    assert player_of(club, ANNA).digest is None


def test_alone_it_tells_what_is_set_and_off_ends_it(club: Club) -> None:
    club.begin()
    assert "You get no digest." in choose(club, ANNA, "digest")
    choose(club, ANNA, "digest 8:00 mon thu", "digest short")
    assert "at 8:00 by your clock, if anything waits for you, on these days: Monday, Thursday. It has no boards." in (
        choose(club, ANNA, "digest")
    )
    choose(club, ANNA, "digest off")
    player = player_of(club, ANNA)
    assert (player.digest, player.digest_at, player.turns_in_digest) == (None, None, False)


def test_what_old_ones_listed_is_forgotten(club: Club) -> None:
    club.begin("time=none")
    mover = to_move(club)
    choose(club, mover, "digest 18:00 mon")
    for _ in range(16):
        sweep(club, days=7)
    with club.context.store.reading() as session:
        kept = session.scalars(select(Digest.number).order_by(Digest.number)).all()
    assert kept == list(range(kept[0], 17))
    assert 12 <= len(kept) <= 13


def test_a_short_one_has_no_boards(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    choose(club, mover, "digest 18:00 short")
    sweep(club, hours=24)
    assert "L  M  N" not in text_of(club.last(mover))
    choose(club, mover, "digest with boards")
    sweep(club, hours=24)
    assert "L  M  N" in text_of(club.last(mover))


def test_by_a_letter_to_the_service_it_is_asked_back(club: Club) -> None:
    club.begin()
    club.write(ANNA, club.context.addresses.service, "Sammelbrief um 7 Uhr")
    assert player_of(club, ANNA).digest is None
    club.answer(club.last(ANNA), "yes")
    found = player_of(club, ANNA).digest
    assert found is not None
    assert found.minute == 7 * 60


def test_a_turn_in_the_digest_has_no_letter_of_its_own(club: Club) -> None:
    club.begin("days=7")
    mover = to_move(club)
    waiter = other(mover)
    said = choose(club, waiter, "turns in the digest")
    assert "never with less than 48 hours left. The time of a turn runs meanwhile." in said
    club.answer(club.last(mover), "M14", sender=mover)
    turns = len(club.letters(waiter, TURN))
    sweep(club, hours=22)
    assert not digests(club, waiter)
    sweep(club, hours=2)
    assert digests(club, waiter) == 1
    for _ in range(8):
        sweep(club, hours=5)
    assert len(club.letters(waiter, TURN)) == turns
    assert held(club, waiter) == [OutboxState.JOINED]
    clock = club.match().clock
    assert clock is not None
    assert not clock.stops, "what the player chose is no delay of ours"


def held(club: Club, who: str) -> list[OutboxState]:
    with club.context.store.reading() as session:
        query = select(Outbox.state).where(Outbox.to_address == address_of(who), Outbox.digest_until.is_not(None))
        return list(session.scalars(query))


@pytest.mark.parametrize("line", ["turns at once", "digest off"])
def test_taking_it_back_sends_what_waits(club: Club, line: str) -> None:
    club.begin("days=7")
    mover = to_move(club)
    waiter = other(mover)
    choose(club, waiter, "turns in the digest")
    club.answer(club.last(mover), "M14", sender=mover)
    turns = len(club.letters(waiter, TURN))
    choose(club, waiter, line)
    assert len(club.letters(waiter, TURN)) == turns + 1


def test_with_little_time_it_comes_at_once_or_as_soon_as_little_is_left(club: Club) -> None:
    club.begin("days=3")
    mover = to_move(club)
    waiter = other(mover)
    choose(club, waiter, "digest 8:00 wed", "turns in the digest")
    club.answer(club.last(mover), "M14", sender=mover)  # on Friday 19:00, until Monday 19:00
    turns = len(club.letters(waiter, TURN))
    sweep(club, hours=23)
    assert len(club.letters(waiter, TURN)) == turns
    sweep(club, hours=1, minutes=1)
    assert len(club.letters(waiter, TURN)) == turns + 1
    club.answer(club.last(waiter), "N14", sender=waiter)
    club.answer(club.last(mover), "resign", sender=mover)


def test_a_held_letter_that_our_relay_keeps_gives_back_only_that_time(club: Club) -> None:
    club.begin("days=3")
    mover = to_move(club)
    waiter = other(mover)
    choose(club, waiter, "digest 8:00 wed", "turns in the digest")
    club.answer(club.last(mover), "M14", sender=mover)
    due = club.match().due_at
    club.pass_time(hours=24)
    run_sweep(club.context, club.now)  # the letter is due, and the relay does not take it
    club.queue.enqueued.clear()
    for _ in range(4):
        club.pass_time(minutes=30)
        run_sweep(club.context, club.now)
        club.queue.enqueued.clear()
    sweep(club, minutes=0)
    run_sweep(club.context, club.now)
    after = club.match().due_at
    assert due is not None
    assert after is not None
    assert after - due == timedelta(hours=2)


def test_another_late_letter_gives_no_time_back_while_the_turn_waits_as_chosen(club: Club) -> None:
    club.begin("days=7")
    mover = to_move(club)
    waiter = other(mover)
    choose(club, waiter, "digest 8:00 wed", "turns in the digest")
    club.pass_time(minutes=5)
    club.answer(club.last(mover), "M14", sender=mover)
    due = club.match().due_at
    sweep(club, hours=40)
    club.answer(club.last(mover), "press Good luck!", sender=mover)
    with club.context.store.writing() as session:
        for letter in session.scalars(select(Outbox).where(Outbox.kind == "press")):
            letter.state, letter.next_try_at, letter.sent_at = OutboxState.WAITING, club.now, None
    for _ in range(3):
        club.pass_time(minutes=30)
        run_sweep(club.context, club.now)
        club.queue.enqueued.clear()
        assert not club.match().letter_held
    sweep(club, minutes=1)
    assert club.match().due_at == due


@pytest.mark.parametrize("late", [0, 20])
def test_a_turn_that_may_wait_no_longer_is_told_in_the_night_though_letters_are_late(club: Club, late: int) -> None:
    """The other one, written as the turn began, stops no clock. If the turn's own is late it goes in the night, too."""
    club.begin("days=3")
    mover = to_move(club)
    waiter = other(mover)
    choose(club, waiter, "digest 8:00 wed", "turns in the digest", "quiet 18-6")
    club.answer(club.last(mover), "press Good luck!", sender=mover)
    club.answer(club.last(mover), "M14", sender=mover)  # on Friday 19:00, until Monday 19:00
    turns, due = len(club.letters(waiter, TURN)), club.match().due_at
    with club.context.store.reading() as session:
        (press,) = session.scalars(select(Outbox).where(Outbox.kind == "press"))
        assert (press.created_at, press.state) == (club.match().since, OutboxState.WAITING)
    club.pass_time(hours=24, minutes=late)
    run_sweep(club.context, club.now)
    assert club.match().letter_held == bool(late)
    club.work()
    assert len(club.letters(waiter, TURN)) == turns + 1
    run_sweep(club.context, club.now)
    assert due is not None
    assert club.match().due_at == due + timedelta(hours=bool(late))


@pytest.mark.parametrize("seed", range(2))
def test_every_turn_is_told_once_and_in_time(club: Club, seed: int) -> None:
    """Two matches for nine days, digests and moves at random hours: a letter or the first digest tells a turn."""
    chance = random.Random(seed)
    for _ in range(2):
        club.begin("days=4")
    hour, days = chance.randrange(24), chance.choice(["", "mon thu", "sun"])
    choose(club, BOB, f"digest {hour}:00 {days}", "turns in the digest")
    told: dict[tuple[int, int], list[tuple[datetime, datetime]]] = {}
    moves = {code: iter(MOVES) for code in codes(club)}
    for _ in range(9 * 6):
        for code in codes(club):
            match = match_of(club, code)
            who = None if match.to_move is None else match.seats[match.to_move].player
            if who is not None and chance.random() < (0.3 if who.address == address_of(ANNA) else 0.08):
                line = next(moves[code], None)
                if line is not None:
                    to = club.context.addresses.seat(code, match.to_move or 0, match.turn)
                    club.write(f"x <{who.address}>", to, line)
        let_pass(club, club.now + timedelta(hours=4), told)
    check_told(club, told)


def codes(club: Club) -> list[str]:
    with club.context.store.reading() as session:
        return list(session.scalars(select(Match.code).order_by(Match.id)))


def match_of(club: Club, code: str) -> Match:
    with club.context.store.reading() as session:
        return session.scalars(select(Match).where(Match.code == code)).one()


def let_pass(club: Club, until: datetime, told: dict[tuple[int, int], list[tuple[datetime, datetime]]]) -> None:
    """Let time pass, with a sweep at each moment at which a letter or a digest is due."""
    while club.now < until:
        with club.context.store.reading() as session:
            due = session.scalars(select(Outbox.next_try_at).where(Outbox.next_try_at > club.now)).all()
            digest = session.scalars(select(Player.digest_at).where(Player.digest_at > club.now)).all()
        moments = [at + timedelta(seconds=1) for at in (*due, *digest) if at is not None]
        seen = len(club.transport.letters)
        club.pass_time(seconds=(min([until, *moments]) - club.now).total_seconds())
        club.queue.enqueue(Job.POST, ANY)
        club.work()
        run_sweep(club.context, club.now)
        club.work()
        note_told(club, seen, told)


def note_told(club: Club, seen: int, told: dict[tuple[int, int], list[tuple[datetime, datetime]]]) -> None:
    """Note which turns of Bob the letters tell that have just gone, and their deadlines."""
    with club.context.store.reading() as session:
        bob = session.scalars(select(Player).where(Player.address == address_of(BOB))).one()
        for letter in club.transport.letters[seen:]:
            row = find_named_letter(session, club.context, str(letter["Message-ID"]))
            if row is None or row.player_id != bob.id:
                continue
            # One without a moment tells something else, such as the end of an absence.
            if row.digest_until is not None and row.match_id is not None and row.while_turn is not None:
                due = session.get_one(Match, row.match_id).due_at or club.now
                told.setdefault((row.match_id, row.while_turn), []).append((club.now, due))
            elif row.kind == "digest":
                listed = session.scalars(select(Digest).order_by(Digest.id.desc())).first()
                assert listed is not None
                for one in listed.listed:
                    match = session.scalars(select(Match).where(Match.code == one.code.upper())).one()
                    if one.waits and (match.id, one.turn) not in told:
                        told[match.id, one.turn] = [(club.now, match.due_at or club.now)]


def check_told(club: Club, told: dict[tuple[int, int], list[tuple[datetime, datetime]]]) -> None:
    with club.context.store.reading() as session:
        written = session.execute(
            select(Outbox.match_id, Outbox.while_turn, Outbox.state).where(
                Outbox.kind == "your_turn", Outbox.digest_until.is_not(None)
            )
        ).all()
    assert written, "no turn waited for a digest"
    for match_id, turn, state in written:
        if state in (OutboxState.SENT, OutboxState.JOINED) and match_id is not None and turn is not None:
            times = told[match_id, turn]
            assert len(times) == 1, "told twice"
            assert all(due - at >= timedelta(hours=47, minutes=59) for at, due in times), "not in time"


def test_a_turn_that_our_relay_keeps_until_the_morning_gives_the_night_back(club: Club) -> None:
    """It was to go in the night, as little time was left. When enough is left, as the clock stands, it waits on."""
    club.begin("days=3")
    mover = to_move(club)
    waiter = other(mover)
    choose(club, waiter, "digest 8:00 wed", "turns in the digest", "quiet 18-6")
    club.answer(club.last(mover), "M14", sender=mover)  # on Friday 19:00, until Monday 19:00
    turns, due = len(club.letters(waiter, TURN)), club.match().due_at
    club.pass_time(hours=24)
    hold_back(club, hours=10, minutes=30)
    sweep(club, minutes=0)
    assert len(club.letters(waiter, TURN)) == turns, "it is 5:30, and two days will be left at 6:00"
    sweep(club, minutes=31)
    run_sweep(club.context, club.now)
    assert len(club.letters(waiter, TURN)) == turns + 1
    assert due is not None
    assert club.match().due_at == due + timedelta(hours=12), "11:01, rounded up to a full hour"


def hold_back(club: Club, **span: float) -> None:
    """Let time pass while the relay takes no letter."""
    for _ in range(4):
        run_sweep(club.context, club.now)
        club.queue.enqueued.clear()
        club.pass_time(**{unit: length / 4 for unit, length in span.items()})


@pytest.mark.parametrize("line", ["turns in the digest", "turns at once"])
def test_a_digest_that_leaves_late_gives_the_time_of_its_turns_back(club: Club, line: str) -> None:
    """The letter of the turn was to leave with the digest, or could not leave before: the digest is its letter."""
    club.begin("days=7")
    mover = to_move(club)
    waiter = other(mover)
    choose(club, waiter, "digest 18:00", line)
    sweep(club, hours=22, minutes=30)
    match = club.match()
    club.drop(mover, club.context.addresses.seat(match.code, match.to_move or 0, match.turn), "M14")
    club.queue.enqueued[:] = [one for one in club.queue.enqueued if one[0] is Job.JUDGE]
    judge_alone(club)
    due = club.match().due_at
    hold_back(club, hours=2, minutes=30)
    turns, before = len(club.letters(waiter, TURN)), digests(club, waiter)
    sweep(club, minutes=0)
    run_sweep(club.context, club.now)
    after = club.match().due_at
    assert due is not None
    assert after is not None
    late = timedelta(hours=2) if line == "turns in the digest" else timedelta(hours=2, minutes=30)
    assert timedelta(0) <= after - due - late < timedelta(hours=1), "rounded up to a full hour"
    assert (len(club.letters(waiter, TURN)), digests(club, waiter)) == (turns, before + 1), "told once"


def test_a_digest_that_is_late_within_the_night_gives_back_what_it_was_behind_its_hour(club: Club) -> None:
    """Its hour lies in the quiet hours, in which the letter of the turn alone would have waited on."""
    club.begin("days=7")
    mover = to_move(club)
    waiter = other(mover)
    choose(club, waiter, "digest 5:45", "turns in the digest", "quiet 23-10")
    sweep(club, hours=2, minutes=30)
    club.answer(club.last(mover), "M14", sender=mover)
    due, before = club.match().due_at, digests(club, waiter)
    club.pass_time(hours=9, minutes=45)
    club.queue.enqueue(
        Job.POST, ANY
    )  # at 7:15 the letter waits no longer for the digest, which is late, but it is night
    club.work()
    sweep(club, minutes=55)  # 8:10; the letter could wait for the digest until 6:45
    assert digests(club, waiter) == before + 1
    run_sweep(club.context, club.now)
    after = club.match().due_at
    assert due is not None
    assert after is not None
    assert after - due == timedelta(hours=2), "1:25, rounded up to a full hour"


def judge_alone(club: Club) -> None:
    """Judge what waits, and send nothing."""
    for job, row in list(club.queue.enqueued):
        assert job is Job.JUDGE
        judging.judge_letter(club.context, row, club.now)
    club.queue.enqueued.clear()


def test_a_turn_that_a_digest_told_in_the_night_has_no_letter_in_the_morning(club: Club) -> None:
    club.begin("days=7")
    mover = to_move(club)
    waiter = other(mover)
    choose(club, waiter, "quiet 22-7", "digest 6:00")
    sweep(club, hours=5)  # midnight
    club.answer(club.last(mover), "M14", sender=mover)
    turns = len(club.letters(waiter, TURN))
    sweep(club, hours=6)
    assert digests(club, waiter) == 1
    sweep(club, hours=1)
    assert len(club.letters(waiter, TURN)) == turns


@pytest.mark.parametrize("hours", [20, 60])
def test_a_held_letter_goes_when_the_deadline_moves_earlier(club: Club, hours: int) -> None:
    """Who says that their absence is over learns of a turn at once, if little time is left then."""
    club.begin("days=3")
    mover = to_move(club)
    waiter = other(mover)
    choose(club, waiter, "digest 8:00 thu", "turns in the digest", "absence 10 days")
    sweep(club, hours=1)
    club.answer(club.last(mover), "M14", sender=mover)
    turns = len(club.letters(waiter, TURN))
    sweep(club, hours=hours)
    choose(club, waiter, "absence over")
    sweep(club, minutes=5)
    assert len(club.letters(waiter, TURN)) == turns, "three days are left"
    sweep(club, hours=25)
    assert len(club.letters(waiter, TURN)) == turns + 1


def test_a_held_turn_that_is_told_as_an_absence_ends_is_not_told_again(club: Club) -> None:
    club.begin("days=3")
    mover = to_move(club)
    waiter = other(mover)
    choose(club, waiter, "digest 8:00 thu", "turns in the digest", "absence 1 day")
    club.answer(club.last(mover), "M14", sender=mover)  # on Friday 19:00; the clock runs from midnight
    turns = len(club.letters(waiter, TURN))
    sweep(club, hours=5, minutes=1)
    due = club.match().due_at
    for hours in (0, 23, 2, 20):
        assert len(club.letters(waiter, TURN)) == turns + 1
        sweep(club, hours=hours)
    assert held(club, waiter) == [OutboxState.JOINED]
    assert club.match().due_at == due


@pytest.mark.parametrize(("quiet", "moment"), [("22-7", (7, 0)), ("17-3", (23, 30)), ("none", (23, 30))])
def test_a_late_digest_waits_for_the_morning_unless_its_hour_is_quiet(
    club: Club, quiet: str, moment: tuple[int, int]
) -> None:
    club.begin("days=7")
    mover = to_move(club)
    choose(club, mover, "digest 21:00", f"quiet {quiet}")
    for _ in range(2):
        club.be_away(hours=2, minutes=15)  # from 19:00 to 23:30, without a sweep
    for _ in range(40):
        sweep(club, minutes=15)
        if digests(club, mover):
            break
        assert club.now.hour != moment[0] + 1
    assert (club.now.hour, club.now.minute) in (moment, (moment[0], moment[1] + 15))


@pytest.mark.parametrize("sends", [False, True])
def test_a_digest_that_waits_for_the_morning_as_we_are_late_tells_its_turns_then_at_our_cost(
    club: Club, *, sends: bool
) -> None:
    """Whether or not somebody tries to send the turn's own letter before a sweep sees that the digest is due."""
    club.begin("days=7")
    mover = to_move(club)
    waiter = other(mover)
    choose(club, waiter, "digest 21:45", "turns in the digest", "quiet 22-7")
    club.answer(club.last(mover), "M14", sender=mover)
    due, turns = club.match().due_at, len(club.letters(waiter, TURN))
    for moment in (timedelta(hours=4), timedelta(hours=12, minutes=4)):  # 23:00 and 7:04
        club.pass_time(seconds=(moment - (club.now - START)).total_seconds())
        if sends:
            club.queue.enqueue(Job.POST, ANY)
            club.work()
        assert (digests(club, waiter), len(club.letters(waiter, TURN))) == (0, turns)
        sweep(club, minutes=1)
    sweep(club, hours=3)
    assert (digests(club, waiter), len(club.letters(waiter, TURN))) == (1, turns), "told once"
    after = club.match().due_at
    assert due is not None
    assert after is not None
    assert timedelta(hours=8, minutes=15) <= after - due <= timedelta(hours=9, minutes=20), "from 22:45 on"


def test_a_digest_that_the_relay_keeps_waits_for_the_morning_too(club: Club) -> None:
    club.begin("days=7")
    mover = to_move(club)
    choose(club, mover, "digest 21:00", "quiet 22-7")
    club.pass_time(hours=2)
    hold_back(club, hours=2)
    for _ in range(7):
        sweep(club, hours=1)
        assert not digests(club, mover)
    sweep(club, hours=1, minutes=1)
    assert digests(club, mover) == 1


def test_messages_of_a_turn_stand_below_their_match(club: Club) -> None:
    mover, codes = begin_three(club)
    for code in codes:
        match = match_of(club, code)
        to = club.context.addresses.seat(code, 1 - (match.to_move or 0), match.turn)
        club.write(other(mover), to, f"press Greetings from {code}.")
    with club.context.store.writing() as session:  # as if one had been written before the turn began
        first = session.scalars(select(Press).order_by(Press.id)).first()
        assert first is not None
        first.at = (session.get_one(Match, first.match_id).since or club.now) - timedelta(seconds=1)
    send_digest(club)
    parts = re.split(r"(?m)^([0-9A-Z]{4}) Egyptos\r?$", text_of(digest_of(club, mover)))[1:]
    told = {code: re.findall(r"Greetings from (\w+)", part) for code, part in zip(parts[::2], parts[1::2], strict=True)}
    assert told == {code: [code] * (code != codes[0]) for code in codes}


def test_news_that_was_kept_stands_in_the_digest_once(club: Club) -> None:
    """No letter told it, and none tells it again."""
    mover, second, third = begin_table(club)
    choose(club, second, "digest 18:00")
    choose(club, third, "letters none")
    assert kept(club) > 0
    play_turn(club, mover)
    with club.context.store.writing() as session:  # as if the letter of the turn had gone before the news came
        for news in session.scalars(select(HeldNews)):
            news.gist = "The lamp went out."
        session.add(HeldNews(player_id=player_of(club, second).id, match_id=club.match().id, kind="quiet",
                             while_turn=None, at=club.now, gist="The lamp went out."))  # fmt: skip
    sweep(club, hours=24)
    letter = club.last(second)
    assert digests(club, second) == 1
    assert text_of(letter).count("The lamp went out.") == 1
    assert kept(club) == 0
    club.answer(letter, "board")
    assert "The lamp went out." not in text_of(club.last(second))


def kept(club: Club) -> int:
    with club.context.store.reading() as session:
        return session.scalar(select(func.count()).select_from(HeldNews)) or 0
