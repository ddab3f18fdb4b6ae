"""One answer to a digest acts in many matches: each is judged on its own, and one receipt tells it all."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from unittest import mock

import pytest
from sqlalchemy import func, select

from adjudicator.mail.commands.table.command_words import word_for
from adjudicator.services.digest import digest_answers
from adjudicator.services.inbound import answer_parts
from adjudicator.services.job_queue import Job
from adjudicator.services.jobs import judging
from adjudicator.services.jobs.periodic_sweep import run_sweep
from adjudicator.services.orders import seat_handler
from adjudicator.store.states import InboxState, MatchState
from adjudicator.store.tables import Digest, DigestPart, Inbox, Match, Outbox, Player, Press
from adjudicator.texts.language.language import LANGUAGES
from testkit.automatic_mail import player_of
from testkit.cases import check_cases
from testkit.club import Club, address_of, other, prose_of, text_of
from testkit.mail.openpgp import Signer
from tests.services.digest_club import (
    begin_three,
    digest_of,
    last_step,
    match_of,
    seat_address,
    send_digest,
    turns,
)

EVE = "Eve <eve@eve.example>"


@pytest.fixture
def three(club: Club) -> tuple[str, list[str]]:
    return begin_three(club)


def receipts(club: Club, person: str) -> list[EmailMessage]:
    return [one for one in club.letters(person) if "digest-" in str(one["Reply-To"]) and one["In-Reply-To"] is not None
            and "wait" not in str(one["Subject"])]  # fmt: skip


def quoted(letter: EmailMessage) -> list[str]:
    return [f"> {line}" for line in text_of(letter).replace("\r", "").splitlines()]


def above(said: list[str], letter: EmailMessage) -> str:
    return "\n".join([*said, "", "On Sat, Adjudicator <play@club.example> wrote:", *quoted(letter)])


def below(said: list[str], letter: EmailMessage) -> str:
    return "\n".join(["On Sat, Adjudicator <play@club.example> wrote:", *quoted(letter), "", *said])


def between(said: list[str], letter: EmailMessage) -> str:
    lines = ["On Sat, Adjudicator <play@club.example> wrote:", *quoted(letter)]
    for line in said:
        heading = next(at for at, one in enumerate(lines) if one.startswith(f"> {line.split()[0]} ") and ":" not in one)
        lines[heading + 2 : heading + 2] = ["", line, ""]
    return "\n".join(lines)


@pytest.mark.parametrize("layout", [above, below, between])
def test_three_matches_answered_once_however_it_is_quoted(
    club: Club, three: tuple[str, list[str]], layout: Callable[[list[str], EmailMessage], str]
) -> None:
    mover, found = three
    before, letter, count = turns(club), digest_of(club, mover), len(club.letters(mover))
    orders = ["M14", "L14", "M12"]
    said = [f"{code} {order}" for code, order in zip(found, orders, strict=True)]
    number = club.write(
        mover, address_of(letter["Reply-To"]), layout(said, letter), In_Reply_To=str(letter["Message-ID"]),
        References=str(letter["Message-ID"]),
    )  # fmt: skip
    assert club.inbox(number).verdict == "played"
    assert turns(club) == [turn + 1 for turn in before]
    assert [last_step(club, code) for code in found] == orders
    assert len(club.letters(mover)) == count + 1, "one receipt"
    told = prose_of(club.last(mover))
    assert all(
        f"{code} Egyptos" in told and f"Played: {order}." in told for code, order in zip(found, orders, strict=True)
    )
    assert "quoted lines" in told


@pytest.mark.parametrize(("days", "verdict"), [(30, "played"), (32, "refused: digest_gone")])
def test_a_digest_can_be_answered_for_a_month(
    club: Club, three: tuple[str, list[str]], days: int, verdict: str
) -> None:
    mover, found = three
    digest_of(club, mover)
    with club.context.store.writing() as session:
        digest = session.scalars(select(Digest)).one()
        digest.created_at -= timedelta(days=days)  # the match is not as old as that; only the digest is
        address = club.context.addresses.digest(digest.id, digest.created_at)
    number = club.write(mover, address, f"{found[0]} M14")
    assert club.inbox(number).verdict == verdict


@pytest.mark.parametrize("line", ["press: hello", "tell Bob: hello", "memo: hello"])
def test_words_to_keep_in_an_uncertain_answer_are_asked_about(
    club: Club, three: tuple[str, list[str]], line: str
) -> None:
    digest_of(club, three[0])
    with club.context.store.reading() as session:
        listed = session.scalars(select(Digest)).one().listed
    assert digest_answers._Reader(listed).has_press([f"{three[1][0]} {line}"])


def test_what_the_digest_offers_works_as_it_stands(club: Club, three: tuple[str, list[str]]) -> None:
    mover, _ = three
    letter, before = digest_of(club, mover), turns(club)
    listed = text_of(letter).replace("\r", "").partition("for example\n")[2].partition("\n\n")[0].splitlines()
    offered = [line.strip().partition("  ")[0] for line in listed if "help" not in line]
    assert len(offered) == 3
    club.answer(letter, "\n".join(offered), sender=mover)
    assert turns(club) == [turn + 1 for turn in before]


def test_an_error_in_one_match_stops_no_other(club: Club, three: tuple[str, list[str]]) -> None:
    mover, (first, second, third) = three
    before = turns(club)
    club.answer(digest_of(club, mover), f"{first} Q20\n{second} M14\n{third} M14; M15", sender=mover)
    told = prose_of(club.last(mover))
    assert turns(club)[1] == before[1] + 1
    assert turns(club)[0] == before[0]
    assert "Not played: Q20." in told
    assert f"You could write: {first} " in told
    assert f"Not everything: {first}" in str(club.last(mover)["Subject"])


def test_a_match_that_has_moved_on_is_refused_alone_and_the_receipt_can_be_answered(
    club: Club, three: tuple[str, list[str]]
) -> None:
    mover, (first, second, _) = three
    letter = digest_of(club, mover)
    club.write(mover, seat_address(club, first), "M14")
    club.write(other(mover), seat_address(club, first), "M15")
    before = turns(club)
    club.answer(letter, f"{first} L14\n{second} M14", sender=mover)
    assert turns(club) == [before[0], before[1] + 1, before[2]]
    assert "Not played: L14." in prose_of(club.last(mover))
    club.answer(receipts(club, mover)[-1], f"{first} L14", sender=mover)
    assert turns(club)[0] == before[0] + 1, "the receipt names the turns as they are now"


def test_commands_behind_a_code_and_without(club: Club, three: tuple[str, list[str]]) -> None:
    mover, (first, second, _) = three
    club.answer(
        digest_of(club, mover),
        f"{first} press Good luck!\n{first} board\n{second} ? M14\n{second} record\n{first} record\n"
        "absence 20 Dec to 3 Jan\nlayout narrow\nlist",
        sender=mover,
    )
    told, letter = prose_of(club.last(mover)), club.last(mover)
    assert "Good luck!" in prose_of(club.last(other(mover)))
    assert "The board after M14; nothing was played" in told or "nothing was played" in told
    assert "You are away from" in told
    assert "Your matches" in told
    assert player_of(club, mover).layout == "narrow"
    assert sorted(str(part.get_filename()) for part in letter.iter_attachments()) == sorted(
        [f"{first}.json", f"{second}.json"]
    )


def test_the_settings_of_letters_and_the_calendar_work_in_an_answer(club: Club, three: tuple[str, list[str]]) -> None:
    mover, _ = three
    club.answer(digest_of(club, mover), "remind 3d 4h\nquiet 22-7\ncalendar", sender=mover)
    player, letter = player_of(club, mover), club.last(mover)
    assert player.reminders is not None
    assert player.quiet_hours is not None
    assert "/calendar/" in text_of(letter)
    assert [part.get_content_type() for part in letter.iter_attachments()] == ["text/calendar"]
    club.answer(letter, "calendar new\ncalendar off", sender=mover)
    assert player_of(club, mover).calendar_key == player.calendar_key != "", "which of the two was not clear"
    club.answer(letter, "calendar new", sender=mover)
    assert player_of(club, mover).calendar_key not in ("", player.calendar_key)
    club.answer(letter, "calendar off", sender=mover)
    assert player_of(club, mover).calendar_key == ""
    assert "The address of your calendar has ended." in prose_of(club.last(mover))


def test_words_for_a_guest_stand_below_the_invitation_and_others_go_to_nobody(
    club: Club, three: tuple[str, list[str]]
) -> None:
    mover, _ = three
    new = "new egyptos with eve@eve.example"
    club.answer(digest_of(club, mover), f"{new}\nI hope that you have time for it these days", sender=mover)
    told = prose_of(club.last(mover))
    assert 'Words for whom you invite stand below the invitation, such as "message: ' in told
    assert "have time" not in prose_of(club.last("eve@eve.example"))
    greeting = "Would you have time for a match with me in the next weeks?"
    club.answer(club.last(mover), f"{new}\nmessage: {greeting.replace(' next', chr(10) + 'next')}", sender=mover)
    told = prose_of(club.last(mover))
    assert "It stands in the invitation, as your words." in told
    assert "go to nobody" not in told
    assert greeting in prose_of(club.last("eve@eve.example"))


def test_an_absence_for_all_is_one_absence(club: Club, three: tuple[str, list[str]]) -> None:
    mover, _ = three
    club.answer(digest_of(club, mover), "all absence 20 Dec to 3 Jan", sender=mover)
    ledger = player_of(club, mover).absences
    assert ledger is not None
    assert len(ledger.announced) == 1


def test_resigning_behind_a_code_is_asked_back_as_in_the_match(club: Club, three: tuple[str, list[str]]) -> None:
    mover, (first, second, _) = three
    club.answer(digest_of(club, mover), f"{first} resign\n{second} M14", sender=mover)
    assert match_of(club, first).state is MatchState.FINISHED
    assert match_of(club, second).state is MatchState.RUNNING


def test_nothing_was_changed_is_said_only_where_it_is_true(club: Club, three: tuple[str, list[str]]) -> None:
    mover, (first, *_) = three
    club.answer(digest_of(club, mover), f"{first} M14\n9XYZ M14", sender=mover)
    assert "Nothing was changed." not in prose_of(club.last(mover))
    club.answer(digest_of(club, mover), "9XYZ M14", sender=mover)
    assert "Nothing was changed." in prose_of(club.last(mover))


def test_lines_without_a_code_are_asked_back_and_play_nothing(club: Club, three: tuple[str, list[str]]) -> None:
    mover, (first, *_) = three
    before = turns(club)
    number = club.answer(digest_of(club, mover), "M14\nresign", sender=mover)
    assert turns(club) == before
    assert club.inbox(number).verdict == "refused"
    assert f'as in "{first} M14"' in prose_of(club.last(mover))


@pytest.mark.parametrize("judged", [0, 1, 2, 3])
def test_a_crash_after_any_match_leaves_all_whole_and_the_receipt_complete(
    club: Club, three: tuple[str, list[str]], judged: int
) -> None:
    """The process dies between two matches: the sweep goes on, and no match is judged twice."""
    mover, found = three
    before, count = turns(club), len(club.letters(mover))
    said = "\n".join([*(f"{code} M14" for code in found), f"{found[0]} press once only", "digest short"])
    letter = digest_of(club, mover)
    dying = (judging, "judge_letter", dying_after(judged + 1)) if judged < len(found) else (
        digest_answers, "_finish", mock.Mock(side_effect=Killed))  # fmt: skip
    with mock.patch.object(*dying), pytest.raises(Killed):
        club.write(mover, address_of(letter["Reply-To"]), said)
    club.queue.enqueued.clear()
    assert [now - then for now, then in zip(turns(club), before, strict=True)] == [1] * judged + [0] * (3 - judged)
    club.pass_time(minutes=1)
    run_sweep(club.context, club.now)
    club.work()
    run_sweep(club.context, club.now)
    club.work()
    assert turns(club) == [turn + 1 for turn in before]
    assert len(club.letters(mover)) == count + 1
    told = prose_of(club.last(mover))
    assert all(f"{code} Egyptos" in told for code in found)
    assert told.count("Played: M14.") == 3
    assert told.count("Done: digest short.") == 1
    with club.context.store.reading() as session:
        assert session.scalar(select(func.count()).select_from(Press)) == 1
        assert session.scalar(select(func.count()).select_from(DigestPart)) == 3
        assert session.scalar(select(func.count()).where(Inbox.state == InboxState.WAITING)) == 0


DIES = """
import os, signal, sys
from datetime import datetime
from adjudicator.services.jobs import judging
from testkit.club import Club
real, left = judging.judge_letter, [int(sys.argv[3])]
def judge(context, number, now):
    if not left[0]:
        os.kill(os.getpid(), signal.SIGKILL)
    left[0] -= 1
    real(context, number, now)
judging.judge_letter = judge
judge(Club.found(sys.argv[1]).context, int(sys.argv[2]), datetime.fromisoformat(sys.argv[4]))
"""


def test_kill_9_between_two_matches(club: Club, three: tuple[str, list[str]]) -> None:
    mover, found = three
    before, count, letter = turns(club), len(club.letters(mover)), digest_of(club, mover)
    said = "\n".join([*(f"{code} M14" for code in found), "layout narrow"])
    number = club.drop(mover, address_of(letter["Reply-To"]), said)
    club.queue.enqueued.clear()
    url, now = club.context.store.engine.url.render_as_string(hide_password=False), club.now.isoformat()
    ended = subprocess.run([sys.executable, "-c", DIES, url, str(number), "2", now], check=False)
    assert ended.returncode == -signal.SIGKILL
    assert [now - then for now, then in zip(turns(club), before, strict=True)] == [1, 0, 0]
    club.pass_time(minutes=1)
    run_sweep(club.context, club.now)
    club.work()
    assert turns(club) == [turn + 1 for turn in before]
    assert [last_step(club, code) for code in found] == ["M14"] * 3
    assert len(club.letters(mover)) == count + 1
    assert prose_of(club.last(mover)).count("Played: M14.") == 3
    assert prose_of(club.last(mover)).count("Done: layout narrow.") == 1


class Killed(BaseException):
    """What a process meets that ends at once."""


def dying_after(letters: int) -> Callable[..., None]:
    """Let so many letters be judged, and die before the next one."""
    real, left = judging.judge_letter, [letters]

    def judge(context: object, number: int, now: object) -> None:
        if not left[0]:
            raise Killed
        left[0] -= 1
        real(context, number, now)  # type: ignore[arg-type]

    return judge


def test_a_part_on_which_our_code_fails_is_set_aside_alone(club: Club, three: tuple[str, list[str]]) -> None:
    mover, found = three
    before = turns(club)
    real = seat_handler.handle_seat_letter

    def failing(inbound: object, route: object) -> object:
        if getattr(route, "match", "") == found[1].lower():
            raise RuntimeError("a fault of ours")
        return real(inbound, route)  # type: ignore[arg-type]

    with mock.patch.object(seat_handler, "handle_seat_letter", failing):
        club.answer(digest_of(club, mover), "\n".join(f"{code} M14" for code in found), sender=mover)
    assert [now - then for now, then in zip(turns(club), before, strict=True)] == [1, 0, 1]
    assert "Our program failed on these lines." in prose_of(receipts(club, mover)[-1])


def test_who_requires_a_key_answers_with_it(club: Club, three: tuple[str, list[str]]) -> None:
    mover, (first, second, _) = three
    signer = Signer.make(mover)
    with club.context.store.writing() as session:
        player = session.get_one(Player, player_of(club, mover).id)
        player.key, player.key_required = signer.public, True
        for digest in session.scalars(select(Digest)):
            digest.created_at = datetime.now(UTC) - timedelta(hours=1)
        for match in session.scalars(select(Match)):
            match.since = datetime.now(UTC) - timedelta(hours=1)
    club.now, before = datetime.now(UTC), turns(club)
    with club.context.store.reading() as session:
        newest = session.scalars(select(Digest).order_by(Digest.id.desc())).first()
    assert newest is not None
    to = club.context.addresses.digest(newest.id, newest.created_at)
    number = club.write(mover, to, f"{first} M14\nlist")
    assert club.inbox(number).verdict == "refused: unsigned"
    number = club.write(mover, to, signer.clearsign(f"{first} M14") + f"\n{second} M14\naddresses\n")
    assert club.inbox(number).verdict == "played"
    assert [now - then for now, then in zip(turns(club), before, strict=True)] == [1, 0, 0]
    assert "How we know you" not in prose_of(club.last(mover))


def test_nobody_else_can_use_the_address(club: Club, three: tuple[str, list[str]]) -> None:
    mover, (first, *_) = three
    before, letter = turns(club), digest_of(club, mover)
    number = club.write(EVE, address_of(letter["Reply-To"]), f"{first} M14\ndigest off")
    assert turns(club) == before
    assert club.inbox(number).verdict == "refused: not_you"
    assert player_of(club, mover).digest is not None


def test_it_ends_with_the_next_digest_but_one_and_decides_nothing_before(
    club: Club, three: tuple[str, list[str]]
) -> None:
    mover, (first, *_) = three
    letter, before = digest_of(club, mover), turns(club)
    send_digest(club)
    club.answer(letter, "digest off\nlayout narrow", sender=mover)
    assert player_of(club, mover).digest is not None
    assert player_of(club, mover).layout == "narrow"
    send_digest(club)
    number = club.answer(letter, f"{first} M14", sender=mover)
    assert club.inbox(number).verdict == "refused: digest_gone"
    assert turns(club) == before
    assert "too old to be answered" in prose_of(club.last(mover))


def test_revoking_ends_it(club: Club, three: tuple[str, list[str]]) -> None:
    mover, (first, *_) = three
    letter, before = digest_of(club, mover), turns(club)
    club.answer(letter, "revoke", sender=mover)
    asked = [one for one in club.letters(mover) if "confirm-" in str(one["Reply-To"])]
    club.answer(asked[-1], "yes", sender=mover)
    number = club.answer(letter, f"{first} M14", sender=mover)
    assert club.inbox(number).verdict == "refused: revoked"
    assert turns(club) == before


def test_a_seat_that_was_revoked_since_is_refused_in_its_part(club: Club, three: tuple[str, list[str]]) -> None:
    mover, (first, second, _) = three
    with club.context.store.writing() as session:
        match = session.scalars(select(Match).where(Match.code == first)).one()
        for seat in match.seats:
            seat.epoch += 1
    before, count = turns(club), len(club.letters(mover))
    club.answer(digest_of(club, mover), f"{first} M14\n{second} M14", sender=mover)
    assert [now - then for now, then in zip(turns(club), before, strict=True)] == [0, 1, 0]
    assert len(club.letters(mover)) == count + 1
    assert "revoked" in prose_of(club.last(mover))


def test_the_same_letter_to_the_service_too_is_a_copy(club: Club, three: tuple[str, list[str]]) -> None:
    mover, (first, *_) = three
    letter, count = digest_of(club, mover), len(club.letters(mover))
    raw = (
        f"From: {mover}\r\nTo: {letter['Reply-To']}, play@club.example\r\nMessage-ID: <twice@mail.example>\r\n"
        f"References: {letter['Message-ID']}\r\n\r\n{first} M14\r\n"
    ).encode()
    numbers = [club.bring(raw, to, mover) for to in (address_of(letter["Reply-To"]), club.context.addresses.service)]
    club.work()
    assert sorted(club.inbox(number).verdict for number in numbers) == ["copy", "played"]
    assert len(club.letters(mover)) == count + 1


def test_nothing_falls_while_an_answer_to_a_digest_waits(club: Club, three: tuple[str, list[str]]) -> None:
    """The moment of its orders is its own, however late it is judged, also from a further address of the player."""
    mover, (first, *_) = three
    club.answer(digest_of(club, mover), "absences by hand", sender=mover)
    match = match_of(club, first)
    assert match.due_at is not None
    club.pass_time(seconds=(match.due_at - club.now).total_seconds() - 60)
    club.work()
    letter = digest_of(club, mover)
    number = club.bring(
        f"From: {mover}\r\nMessage-ID: <late@mail.example>\r\n\r\n{first} M14\r\n".encode(),
        address_of(letter["Reply-To"]),
        "bounce-handler@elsewhere.example",
    )
    waiting = [job for job in club.queue.enqueued if job == (Job.JUDGE, number)]
    club.queue.enqueued.clear()
    club.pass_time(hours=2)
    run_sweep(club.context, club.now)
    found = match_of(club, first)
    assert found.clock is not None
    assert found.clock.flagged is None
    club.queue.enqueued[:] = waiting
    club.work()
    assert last_step(club, first) == "M14"


def test_an_out_of_office_reply_to_a_digest_moves_nothing(club: Club, three: tuple[str, list[str]]) -> None:
    mover, (first, *_) = three
    letter, before = digest_of(club, mover), turns(club)
    number = club.write(
        mover, address_of(letter["Reply-To"]), f"I am on holiday.\n{first} M14", Auto_Submitted="auto-replied",
        In_Reply_To=str(letter["Message-ID"]), References=str(letter["Message-ID"]),
    )  # fmt: skip
    assert club.inbox(number).verdict.startswith("robot")
    assert turns(club) == before


def test_a_part_never_leaves_a_letter_of_its_own(club: Club, three: tuple[str, list[str]]) -> None:
    mover, found = three
    club.answer(digest_of(club, mover), "\n".join(f"{code} M14\n{code} help" for code in found), sender=mover)
    with club.context.store.reading() as session:
        parts = session.scalars(select(DigestPart.inbox_id)).all()
        letters = session.scalars(select(Outbox.kind).where(Outbox.inbox_id.in_(parts))).all()
    assert len(parts) == 3
    assert not letters
    assert answer_parts.waiting_parts(club.context, 1) == []


def test_questions_to_the_club_are_answered_beside_several_matches(three: tuple[str, list[str]], club: Club) -> None:
    """In every language; a file is attached once."""
    mover, codes = three
    letter, chain = digest_of(club, mover), match_of(club, codes[0]).chain[:16]
    with check_cases() as case:
        for language in LANGUAGES:
            words = [word_for(name, language) for name in ("lobby", "archive", "openings", "statistics")]
            lines = [*words, f"{word_for('verify', language)} {chain}", f"{word_for('download', language)} {codes[1]}"]
            number = club.answer(letter, "\n".join(lines), sender=mover)
            with case(language):
                assert club.inbox(number).verdict == "answered"
                attached = [part.get_filename() for part in club.last(mover).iter_attachments()]
                assert f"{codes[1]}.txt" in attached
    club.answer(letter, f"{codes[0]} download svg", sender=mover)
    (packed,) = (part.get_content() for part in club.last(mover).iter_attachments())
    assert packed.startswith(b"PK"), "a file that is no text"
    club.answer(letter, "download XXXX json", sender=mover)
    assert "There is no match XXXX" in prose_of(club.last(mover))
