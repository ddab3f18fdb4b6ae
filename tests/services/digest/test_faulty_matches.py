"""A faulty match takes no other with it: whatever goes over a player's matches tells the others, and names it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy import select, update

from adjudicator.mail.commands.lines.command_lines import read_line
from adjudicator.run import doctor
from adjudicator.run.finding import CheckFailed
from adjudicator.services.answers.club_answers import list_matches
from adjudicator.services.identity.erasing import erase_player
from adjudicator.services.identity.revocation import revoke_all
from adjudicator.services.jobs import periodic_sweep
from adjudicator.services.matches.clock.match_clock import refresh_clocks
from adjudicator.services.matches.letters.unsubscribe import set_subscription
from adjudicator.services.players.time_settings import apply_time_setting, check_time_setting
from adjudicator.services.unit_of_work import UnitOfWork, unit_of_work
from adjudicator.store.operation_tables import SweepFault
from adjudicator.store.states import InboxState, SweepTask
from adjudicator.store.tables import Inbox, Match, Outbox, Player, Seat
from adjudicator.texts.language.language import LANGUAGES, language_for
from testkit.automatic_mail import player_of
from testkit.cases import check_cases
from testkit.club import Club, offered, other, prose_of, to_move, want_all_letters
from testkit.faulty_matches import FAULTS, cannot_be_shown, spoil_match

HOST = "host@club.example"


def begin_two(club: Club) -> tuple[Match, Match, str]:
    """Begin two matches in which the same player is to move, and name them."""
    first = club.begin("days=3", "grace=0")
    mover = to_move(club)
    second = club.begin("days=3", "grace=0")
    if to_move(club) != mover:
        club.answer(club.last(other(mover)), offered(club.last(other(mover)))[0])
        second = club.match()
    assert to_move(club) == mover
    return first, second, mover


def sweep(club: Club) -> None:
    periodic_sweep.run_sweep(club.context, club.now)
    club.work()


def ask(*lines: str) -> Callable[[Club, str, Match], str]:
    """Write lines to the service, and read the answer."""

    def write(club: Club, mover: str, _healthy: Match) -> str:
        club.write(mover, club.context.addresses.service, "\n".join(lines))
        return prose_of(club.last(mover))

    return write


def ask_at_seat(club: Club, mover: str, healthy: Match) -> str:
    seat = healthy.to_move or 0
    club.write(mover, club.context.addresses.seat(healthy.code, seat, healthy.turn), "list")
    return prose_of(club.last(mover))


def get_digest(club: Club, mover: str, _healthy: Match) -> str:
    club.answer(club.last(mover), "digest 18:00", sender=mover)
    with club.context.store.writing() as session:
        session.execute(update(Player).where(Player.id == player_of(club, mover).id).values(digest_at=club.now))
    sweep(club)
    return prose_of(club.last(mover))


def ask_at_digest(club: Club, mover: str, healthy: Match) -> str:
    get_digest(club, mover, healthy)
    club.answer(club.last(mover), "list", sender=mover)
    return prose_of(club.last(mover))


def get_reminder(club: Club, mover: str, _healthy: Match) -> str:
    club.pass_time(hours=60)
    sweep(club)
    return prose_of(club.last(mover, "Reminder"))


def get_calendar(club: Club, mover: str, _healthy: Match) -> str:
    club.write(mover, club.context.addresses.service, "calendar")
    [file] = club.last(mover).iter_attachments()
    return " ".join(file.get_content().replace("\r\n ", "").split())


TOLD: dict[str, Callable[[Club, str, Match], str]] = {
    "list": ask("list"),
    "list at a seat": ask_at_seat,
    "list at a digest": ask_at_digest,
    "digest": get_digest,
    "calendar": get_calendar,
    "misplaced line": ask("undo"),
    "reminder": get_reminder,
}
"""What tells a player of several matches."""
WITHOUT_POSITION = {"misplaced line", "calendar"}
"""They show a match whose position cannot be read."""


@pytest.mark.parametrize("fault", FAULTS)
def test_whatever_tells_of_several_matches_tells_the_others_and_names_the_faulty_one(club: Club, fault: str) -> None:
    faulty, healthy, mover = begin_two(club)
    spoil_match(club, faulty.code, fault)
    with check_cases() as case:
        for name, tell in TOLD.items():
            with case(name):
                told = tell(club, mover, healthy)
                assert healthy.code in told
                shown = fault == "position" and name in WITHOUT_POSITION
                assert (cannot_be_shown(faulty.code) in told) is not shown
    with club.context.store.reading() as session:
        assert not session.scalars(select(Inbox).where(Inbox.state == InboxState.ASIDE)).all()
        failing = session.scalars(select(SweepFault).where(SweepFault.task == SweepTask.LISTED)).all()
        assert [(one.number, bool(one.trace)) for one in failing] == [(faulty.id, True)]


def stay_away(work: UnitOfWork, player: Player) -> None:
    apply_time_setting(work, player, "absence", check_time_setting(work, player, "absence", "until 24 December"))
    refresh_clocks(work, player)


ACTS: dict[str, Callable[[UnitOfWork, Player], object]] = {
    "absence": stay_away,
    "no letters": lambda work, player: set_subscription(work, player, "none"),
    "new addresses": revoke_all,
    "erasing": erase_player,
}
"""What is done in all matches of a player."""


@pytest.mark.parametrize("act", ACTS)
def test_whatever_is_done_in_all_matches_is_done_in_the_others(club: Club, act: str) -> None:
    faulty, healthy, mover = begin_two(club)
    want_all_letters(club)
    spoil_match(club, faulty.code, "game" if act == "erasing" else "clock")
    before = facts_of(club, healthy)
    with unit_of_work(club.context, club.now) as work:
        player = work.session.get_one(Player, player_of(club, mover).id)
        ACTS[act](work, player)
    assert facts_of(club, healthy) != before
    with club.context.store.reading() as session:
        assert session.scalars(select(SweepFault.number).where(SweepFault.task == SweepTask.LISTED)).all() == [
            faulty.id
        ]


def facts_of(club: Club, match: Match) -> tuple[object, ...]:
    """Read what the acts change: the clock, the addresses, who has what letters."""
    with club.context.store.reading() as session:
        found = session.get_one(Match, match.id)
        letters = session.scalars(select(Outbox.id).where(Outbox.match_id == match.id)).all()
        return found.clock, found.state, tuple(seat.epoch for seat in found.seats), len(letters)


def test_addresses_in_a_faulty_match_are_revoked_as_well(club: Club) -> None:
    faulty, _, mover = begin_two(club)
    spoil_match(club, faulty.code, "clock")
    with unit_of_work(club.context, club.now) as work:
        revoke_all(work, work.session.get_one(Player, player_of(club, mover).id))
        epochs = select(Seat.epoch).where(Seat.match_id == faulty.id, Seat.number == faulty.to_move)
        assert work.session.scalars(epochs).one() == 1


def test_the_host_gets_to_know_a_faulty_match_until_it_is_mended(club: Club) -> None:
    faulty, _, mover = begin_two(club)
    spoil_match(club, faulty.code, "game")
    for _ in range(3):
        club.write(mover, club.context.addresses.service, "list")
        sweep(club)
        club.pass_time(minutes=2)
    [letter] = club.letters(HOST)
    assert f"match {faulty.code} (listed): KeyError: 'gone/1'" in prose_of(letter)
    with pytest.raises(CheckFailed, match=rf"1 could not be done, the last match {faulty.code} \(listed\)"):
        doctor._due(club.context)
    with club.context.store.writing() as session:
        session.execute(update(Match).where(Match.id == faulty.id).values(rules=faulty.rules))
    club.pass_time(hours=1)
    sweep(club)
    assert doctor._due(club.context) == "is done in time"
    assert "cannot be shown" not in ask("list")(club, mover, faulty)


def test_a_reminder_of_a_faulty_match_comes_when_it_is_mended(club: Club) -> None:
    faulty, healthy, mover = begin_two(club)
    spoil_match(club, faulty.code, "game")
    club.pass_time(hours=60)
    for _ in range(3):
        sweep(club)
        club.pass_time(minutes=2)
    assert [letter["Subject"][1:5] for letter in club.letters(mover, "Reminder")] == [healthy.code]
    with club.context.store.writing() as session:
        session.execute(update(Match).where(Match.id == faulty.id).values(rules=faulty.rules))
    club.pass_time(hours=1)
    sweep(club)
    assert [letter["Subject"][1:5] for letter in club.letters(mover, "Reminder")] == [healthy.code, faulty.code]


def test_an_answer_to_a_digest_for_a_faulty_match_is_set_aside_and_the_other_lines_count(club: Club) -> None:
    faulty, healthy, mover = begin_two(club)
    spoil_match(club, faulty.code, "game")
    get_digest(club, mover, healthy)
    [step, *_] = offered(club.last(mover))
    assert step.startswith(healthy.code)
    club.answer(club.last(mover), f"{step}\n{faulty.code} {step.partition(' ')[2]}", sender=mover)
    told = prose_of(club.last(mover))
    assert step.partition(" ")[2] in told
    with club.context.store.reading() as session:
        aside = session.scalars(select(Inbox).where(Inbox.state == InboxState.ASIDE)).all()
        assert len(aside) == 1
        assert session.get_one(Match, healthy.id).turn > healthy.turn


def test_a_faulty_match_is_named_in_every_language(club: Club) -> None:
    faulty, _, mover = begin_two(club)
    spoil_match(club, faulty.code, "game")
    given = read_line("list", "match")
    assert given is not None
    with unit_of_work(club.context, club.now) as work:
        player = work.session.get_one(Player, player_of(club, mover).id)
        told = {one: list_matches(work, player, given, language_for(one)).faulty for one in LANGUAGES}
    assert all(code in sentence for (sentence,) in told.values() for code in [faulty.code])
    assert len({*told.values()}) == len(LANGUAGES)
