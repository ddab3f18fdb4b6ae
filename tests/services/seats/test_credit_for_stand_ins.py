"""Credit for those who take a seat over: told to whoever decides about them, and to all when the match is over."""

from __future__ import annotations

from adjudicator.services.matches.rows.seat_holders import count_taken_over
from testkit.agreed_match import DIRK
from testkit.automatic_mail import player_of, sweep
from testkit.club import Club, prose_of
from testkit.seats_at_table import begin_table, resign

XAVER = "Xaver <xaver@xaver.example>"


def ask(club: Club, person: str) -> None:
    """Ask for a seat of the newest match."""
    club.write(person, club.context.addresses.service, f"takeover {club.match().code}")
    club.answer(club.last(person), "yes")


def taken_over(club: Club, person: str) -> int:
    player = player_of(club, person).id
    with club.context.store.reading() as session:
        return count_taken_over(session, (player,)).get(player, 0)


def test_who_takes_over_is_credited_where_others_decide_about_them(club: Club) -> None:
    _, second, third = begin_table(club)
    resign(club, second)
    ask(club, XAVER)
    assert "taken over" not in prose_of(club.last(third, "do you agree?"))
    club.pass_time(days=3, minutes=1)
    sweep(club)
    assert taken_over(club, XAVER) == 1
    assert taken_over(club, second) == 0
    club.answer(club.last(third), "status")
    assert "(took over 1 match)" in prose_of(club.last(third))
    _, second, third = begin_table(club)
    resign(club, second)
    ask(club, XAVER)
    assert "They have taken over 1 match so far." in prose_of(club.last(third, "do you agree?"))


def test_a_substitute_has_taken_nothing_over(club: Club) -> None:
    mover, *_ = begin_table(club)
    club.answer(club.last(mover), "substitute until 20 December by xaver@xaver.example")
    club.answer(club.last(XAVER), "yes", sender=XAVER)
    club.pass_time(days=3, minutes=1)
    sweep(club)
    assert taken_over(club, XAVER) == 0


def test_the_end_tells_for_whom_it_does_not_count_in_full(club: Club) -> None:
    mover, second, third = begin_table(club)
    club.answer(club.last(second), "hand over to xaver@xaver.example")
    club.answer(club.last(XAVER), "yes", sender=XAVER)
    resign(club, third)
    ask(club, DIRK)
    club.pass_time(days=3, minutes=1)
    sweep(club)
    resign(club, DIRK)
    resign(club, mover)
    club.answer(club.last(XAVER), "resign")
    told = prose_of(club.last(second))
    names = [person.partition(" ")[0] for person in (second, XAVER, DIRK)]
    assert f"{names[0]} handed their seat over: the result counts only if it is to their disadvantage." in told
    assert f"For {names[1].lower()} the result does not count." in told.replace("Xaver", "xaver")
    assert f"For {names[2]} the result does not count." in told
    assert f"For {mover.partition(' ')[0]}" not in told
