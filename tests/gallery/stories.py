"""Short matches, played by letters through the services, so that the gallery has what people really get.

Each story is one `Club`. All its people read the same language and layout.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta
from types import MappingProxyType

from adjudicator.texts.letters import confirmation_kinds
from testkit.agreed_match import lay_out
from testkit.automatic_mail import sweep
from testkit.club import ANNA, BOB, Club
from testkit.letter_table import (
    NEWCOMERS,
    begin,
    letters_of,
    mover,
    play_to_last_turn,
    play_turn,
    waiting,
    write_to_seat,
)

FIVE = ("M14", "M15", "M16", "M17", "M18")
ELSEWHERE = ("N13", "O13", "L13", "N12", "")


def play_egyptos(club: Club) -> None:
    """Two people play for time, talk, and one resigns."""
    begin(club, "egyptos", 2, "days=5")
    for _ in range(6):
        play_turn(club)
    first = mover(club)
    write_to_seat(club, first, "press Well played so far!\nI need a day to think.")
    write_to_seat(club, first, "? M13")
    write_to_seat(club, first, "Z99")
    write_to_seat(club, first, "board\nstatus\nhistory\nlegal")
    write_to_seat(club, first, "help")
    write_to_seat(club, first, "help claim")
    write_to_seat(club, first, "Thank you for the match, it is a lot of fun.")
    _run_out_of_time(club)
    write_to_seat(club, waiting(club), "grant 3")
    play_turn(club)
    _resign(club)


def play_cheops(club: Club) -> None:
    """Three people play some rounds, one resigns, and the house takes over."""
    begin(club, "cheops", 3, "days=3")
    for _ in range(6):
        play_turn(club)
    write_to_seat(club, waiting(club), "pause 2 weeks")
    write_to_seat(club, mover(club), "no")
    _resign(club)
    play_turn(club)


def play_pharao(club: Club) -> None:
    """Four people explore for two rounds; somebody is away."""
    begin(club, "pharao", 4, "time=none")
    for _ in range(9):
        play_turn(club)
    club.pass_time(days=4)
    write_to_seat(club, waiting(club), "nudge")
    write_to_seat(club, mover(club), "absence 20 Dec")
    write_to_seat(club, mover(club), "back")
    play_turn(club)


def finish_match(game: str, seats: int) -> Callable[[Club], None]:
    """Let people play the last turn of a match that was played at random before."""

    def play(club: Club) -> None:
        begin(club, game, seats)
        last = play_to_last_turn(game, seats, "the end")
        lay_out(club, last.position, last.deal)
        for order in last.orders:
            if club.match().end is None:
                write_to_seat(club, mover(club), order)

    return play


def win_egyptos(club: Club) -> None:
    """Somebody gets five in a row."""
    begin(club, "egyptos", 2)
    for winning, losing in zip(FIVE, ELSEWHERE, strict=True):
        write_to_seat(club, mover(club), winning)
        if club.match().end is None:
            write_to_seat(club, mover(club), losing)


def agree_on_a_draw(club: Club) -> None:
    """A draw is offered beside a move and refused by one; then the other one offers it, and it is agreed to."""
    begin(club, "egyptos", 2)
    first = mover(club)
    write_to_seat(club, first, "M14\noffer draw")
    write_to_seat(club, mover(club), "M15")
    write_to_seat(club, waiting(club), "offer draw")
    write_to_seat(club, first, "yes")


def go_back(club: Club) -> None:
    """A player asks to take a move back, is refused, and asks again."""
    begin(club, "egyptos", 2)
    first = mover(club)
    for line in ("M14", "M15"):
        write_to_seat(club, mover(club), line)
    other = waiting(club)
    write_to_seat(club, first, "undo")
    write_to_seat(club, other, "no")
    write_to_seat(club, first, "undo")
    write_to_seat(club, other, "yes")


def ask_the_service(club: Club) -> None:
    """A stranger asks what there is, and a player asks for everything that a player can ask for."""
    service = club.context.addresses.service
    questions = ("help", "games", "rules egyptos", "Hello, who are you?", "list")
    for person, text in zip(NEWCOMERS, questions, strict=True):
        club.write(person, service, text)
    begin(club, "egyptos", 2, "days=5")
    for text in ("list", "absences", "addresses", "language de", "zone Mars", "revoke", "new cheops with house"):
        club.write(ANNA, service, text)
    _say_yes(club, ANNA)
    club.write(BOB, service, "address bob@work.example")
    _say_yes(club, BOB)
    club.write(ANNA, service, "new cheops with open")
    _say_yes(club, ANNA)
    club.write(NEWCOMERS[0], service, f"join {club.match().code}")
    _say_yes(club, NEWCOMERS[0])


STORIES: Mapping[str, Callable[[Club], None]] = MappingProxyType(
    {
        "egyptos": play_egyptos,
        "cheops": play_cheops,
        "pharao": play_pharao,
        "egyptos, the end": win_egyptos,
        "egyptos, a draw": agree_on_a_draw,
        "egyptos, taken back": go_back,
        "cheops, the end": finish_match("cheops", 3),
        "pharao, the end": finish_match("pharao", 4),
        "service": ask_the_service,
    }
)


def _run_out_of_time(club: Club) -> None:
    due = club.match().due_at
    assert due is not None
    for moment in (due - timedelta(hours=20), due + timedelta(minutes=5), due + timedelta(days=1, hours=1)):
        club.pass_time(seconds=(moment - club.now).total_seconds())
        sweep(club)


def _resign(club: Club) -> None:
    person = mover(club)
    write_to_seat(club, person, "resign")
    if letters_of(club)[-1].kind == confirmation_kinds.CONFIRM.name:
        _say_yes(club, person)


def _say_yes(club: Club, person: str) -> None:
    club.answer(club.last(person), "yes", sender=person)
