"""Matches that are played by letters, with all that happens to people: for readers who are asked what a letter says.

What is played, and what happens in between, follows from a seed, the secrets of the match included.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from types import MappingProxyType
from typing import Any, NamedTuple
from unittest.mock import patch
from zoneinfo import ZoneInfo

from adjudicator.engines.registry import newest_engine
from adjudicator.engines.suite.chance import Chance
from adjudicator.mail.commands.lines.translation import translate_command
from adjudicator.match.rulings.table import AnyTable
from adjudicator.services.matches.rows.match_rows import load_match
from adjudicator.texts.language.language import Language, language_for
from adjudicator.texts.language.written_orders import write_order
from testkit.agreed_match import PEOPLE, lay_out
from testkit.automatic_mail import player_of, sweep
from testkit.club import Club, address_of
from testkit.letter_table import IDLE, begin, mover, play_to_last_turn, play_turn, seat_people, waiting, write_to_seat

GAMES = ("egyptos", "cheops", "pharao")
SHORT = "egyptos"
"""The game that is played to its end in some twenty turns."""
STRANGER = "Eva <eva@eva.example>"
"""Somebody who has never heard of the service."""
ZONES = ("Europe/Berlin", "America/New_York", "Asia/Tokyo", "UTC", "Europe/Paris", "Australia/Sydney")
TALK: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "de": ("Schöner Zug! Damit hatte ich nicht gerechnet.", "Ich brauche etwas länger, das Wochenende war voll."),
        "en": ("Nice one! I did not see that coming.", "I need a little longer, it was a busy weekend."),
        "fr": ("Bien joué ! Je ne m'y attendais pas.", "Il me faut un peu plus de temps, le week-end a été chargé."),
        "it": ("Bella mossa! Non me l'aspettavo.", "Mi serve un po' più di tempo, è stato un fine settimana pieno."),
        "nl": ("Mooie zet! Die zag ik niet aankomen.", "Ik heb wat meer tijd nodig, het was een druk weekend."),
    }
)
ERRORS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "egyptos": ("M13", "M99", "Z99"),
        "cheops": ("2 B3 sell", "7 A1 keep", "draw 9", "sell"),
        "pharao": ("flip A1", "A A6", "take 9", "steal gold"),
    }
)
"""Orders that can seldom be played, or never."""
TURNS_FIRST = 2
TURNS_LAST = 7
MINUTES = 7


@dataclass(slots=True)
class BusyClub(Club):
    """A club in which some minutes pass before each letter, as among people."""

    def drop(self, sender: str, to: str, text: str, *, subject: str = "", channel: str = "smtp", **headers: str) -> int:
        self.pass_time(minutes=MINUTES)
        return Club.drop(self, sender, to, text, subject=subject, channel=channel, **headers)


class Plan(NamedTuple):
    """A match to play: the game and the people, and what happens to them."""

    game: str
    seats: int
    options: tuple[str, ...]
    course: Callable[[Stage], None]


class Stage(NamedTuple):
    """A club in which a match is played, and what chooses how."""

    club: Club
    plan: Plan
    language: str
    chance: Chance

    def order(self, person: str, line: str) -> None:
        """Let a person write a command to their seat, in their own language."""
        write_to_seat(self.club, person, self.translate(line))

    def translate(self, line: str) -> str:
        return translate_command(line, self.language)

    @property
    def words(self) -> Language:
        return language_for(self.language)

    def goes_on(self) -> bool:
        match = self.club.match()
        return match.end is None and match.to_move is not None and not match.house_to_move

    def pick(self, things: Sequence[str]) -> str:
        return things[self.chance.below(len(things))]


def list_plans(seed: int) -> Iterator[Plan]:
    """List the matches of a seed: for each game with talk, with late players, without a limit, to an end, in vain."""
    chance = Chance(f"plans {seed}")
    for game in GAMES:
        most = min(newest_engine(game).rules.seats[-1], len(PEOPLE))
        seats = 2 + chance.below(most - 1)
        yield Plan(game, seats, (f"days={3 + chance.below(5)}",), _talk)
        yield Plan(game, 2 + chance.below(most - 1), ("days=5", "absence=0"), _run_late)
        yield Plan(game, most, ("time=none",), _wait_without_limit)
        yield Plan(game, most, (), _reach_the_end)
        yield Plan(game, 2 + chance.below(most - 1), ("days=4",), _invite_in_vain)
        yield Plan(game, 2, ("days=3",), _take_an_open_seat)


def play_plan(club: Club, plan: Plan, seed: str, language: str, layout: str) -> None:
    """Play a match in a new club."""
    stage = Stage(club, plan, language, Chance(seed))
    with _drawing(stage.chance):
        seat_people(club, language, layout)
        _spread_over_the_world(stage)
        plan.course(stage)


@contextmanager
def _drawing(chance: Chance) -> Iterator[None]:
    """Let codes, seeds and salts come from the seed."""

    def draw_bytes(count: int) -> bytes:
        return bytes(chance.below(256) for _ in range(count))

    with patch.multiple(secrets, token_bytes=draw_bytes, choice=lambda signs: signs[chance.below(len(signs))]):
        yield


def _spread_over_the_world(stage: Stage) -> None:
    with stage.club.context.store.writing() as session:
        for person in PEOPLE:
            player = session.merge(player_of(stage.club, person))
            player.zone = ZoneInfo(stage.pick(ZONES)).key


# The courses of matches.


def _talk(stage: Stage) -> None:
    """Play, ask, err, talk, pause and go away, in any order; in the end somebody resigns."""
    _begin(stage)
    _play_some_turns(stage)
    for happening in stage.chance.shuffled(HAPPENINGS):
        if stage.goes_on():
            happening(stage)
        if stage.goes_on():
            _play_turn(stage)
    _resign(stage)
    if stage.goes_on():
        _play_turn(stage)


def _run_late(stage: Stage) -> None:
    """Let the time of a turn run out, and the others decide what comes of it."""
    _begin(stage)
    _play_some_turns(stage)
    _run_out_of_time(stage)
    if stage.goes_on():
        stage.order(waiting(stage.club), "grant 3")
        _play_turn(stage)
    _run_out_of_time(stage)
    if stage.goes_on():
        stage.order(waiting(stage.club), "claim")
    if stage.goes_on():
        _play_turn(stage)


def _wait_without_limit(stage: Stage) -> None:
    _begin(stage)
    _play_some_turns(stage)
    stage.club.pass_time(days=4)
    stage.order(waiting(stage.club), "nudge")
    _play_turn(stage)
    _propose_pause(stage)
    _play_turn(stage)


def _reach_the_end(stage: Stage) -> None:
    """Play to the end, of long games only the last turn; somebody wants another match."""
    _begin(stage)
    if stage.plan.game == SHORT:
        while stage.goes_on():
            play_turn(stage.club, language=stage.language)
    else:
        _play_last_turn(stage)
    stage.club.pass_time(hours=3)
    stage.order(PEOPLE[1], "rematch")


def _play_last_turn(stage: Stage) -> None:
    last = play_to_last_turn(stage.plan.game, stage.plan.seats, stage.chance.seed)
    lay_out(stage.club, last.position, last.deal)
    for order in last.orders:
        if stage.club.match().end is None:
            write_to_seat(stage.club, mover(stage.club), order)


def _invite_in_vain(stage: Stage) -> None:
    """Invite a stranger, who says nothing, and another, who says no."""
    club = stage.club
    guests = (STRANGER, *PEOPLE[1 : stage.plan.seats - 1])
    names, options = " ".join(map(address_of, guests)), " ".join(stage.plan.options)
    club.write(
        PEOPLE[0], club.context.addresses.service, stage.translate(f"new {stage.plan.game} with {names} {options}")
    )
    club.answer(club.last(PEOPLE[0]), "yes")
    for guest in guests[1:]:
        club.answer(club.last(guest), "yes" if stage.chance.below(2) else "no", sender=guest)
    for _ in range(2):
        club.pass_time(days=7, hours=1)
        sweep(club)
    stage.order(PEOPLE[0], "cancel")


def _take_an_open_seat(stage: Stage) -> None:
    """Begin a match with anybody; a stranger comes."""
    club, service = stage.club, stage.club.context.addresses.service
    club.write(PEOPLE[0], service, stage.translate(f"new {stage.plan.game} with open {' '.join(stage.plan.options)}"))
    club.answer(club.last(PEOPLE[0]), "yes")
    club.write(STRANGER, service, stage.translate(f"join {club.match().code}"))
    club.answer(club.last(STRANGER), stage.translate("yes"), sender=STRANGER)
    for _ in range(TURNS_FIRST):
        if stage.goes_on():
            _play_turn(stage)


# What happens in a match.


def _show(stage: Stage) -> None:
    person = mover(stage.club)
    table = load_match(stage.club.match()).table
    order = write_order(table.engine.rules.key, stage.pick(table.legal_orders), stage.language)
    write_to_seat(stage.club, person, f"? {order}")


def _ask(stage: Stage) -> None:
    stage.order(stage.pick((mover(stage.club), waiting(stage.club))), stage.pick(("board", "status", "help", "legal")))


def _err(stage: Stage) -> None:
    """Write an order that cannot be played, perhaps behind one that can."""
    table = load_match(stage.club.match()).table
    error = stage.pick(ERRORS[stage.plan.game])
    first = stage.pick(("", f"{_choose_order(stage, table)}\n"))
    write_to_seat(stage.club, mover(stage.club), first + error)


def _play_a_part(stage: Stage) -> None:
    """Write the first step of a turn that may have several."""
    table = load_match(stage.club.match()).table
    write_to_seat(stage.club, mover(stage.club), _choose_order(stage, table))


def _talk_only(stage: Stage) -> None:
    stage.order(waiting(stage.club), f"press {stage.pick(TALK[stage.language])}")


def _thank(stage: Stage) -> None:
    """Write words that are no order, as people do."""
    write_to_seat(stage.club, waiting(stage.club), stage.pick(TALK[stage.language]))


def _propose_pause(stage: Stage) -> None:
    """Propose a pause; the others say no, or yes."""
    asker = waiting(stage.club)
    stage.order(asker, "pause 2 weeks")
    answer = stage.pick(("agree", "refuse"))
    for person in _seated(stage.club):
        if person != asker:
            stage.order(person, answer)
    if answer == "agree":
        stage.club.pass_time(days=15)
        sweep(stage.club)


def _go_away(stage: Stage) -> None:
    person = mover(stage.club)
    stage.order(person, f"absence until {(stage.club.now + timedelta(days=6)):%Y-%m-%d}")
    stage.club.pass_time(days=2)
    sweep(stage.club)
    stage.order(person, "absence over")


HAPPENINGS = (_show, _ask, _err, _play_a_part, _talk_only, _thank, _propose_pause, _go_away)


def _begin(stage: Stage) -> None:
    begin(stage.club, stage.plan.game, stage.plan.seats, *stage.plan.options)


def _seated(club: Club) -> list[str]:
    there = {seat.player.address for seat in club.match().seats if seat.player and seat.vacant_at is None}
    return [person for person in PEOPLE if address_of(person) in there]


def _play_some_turns(stage: Stage) -> None:
    for _ in range(TURNS_FIRST + stage.chance.below(TURNS_LAST)):
        if stage.goes_on():
            _play_turn(stage)


def _play_turn(stage: Stage) -> None:
    """Let the person to move play a turn of legal steps, some hours after it began."""
    stage.club.pass_time(hours=1 + stage.chance.below(20))
    sweep(stage.club)
    if stage.goes_on():
        play_turn(stage.club, lambda table: _choose(stage, table), stage.language)


def _choose(stage: Stage, table: AnyTable) -> Any:
    """Choose among the legal steps those that bring a match nearer to its end."""
    busy = [step for step in table.legal_steps if not table.engine.format(step).startswith(IDLE)]
    steps = busy or table.legal_steps
    return steps[stage.chance.below(len(steps))]


def _choose_order(stage: Stage, table: AnyTable) -> str:
    """Choose a step, and write it as its player would."""
    return write_order(table.engine.rules.key, table.engine.format(_choose(stage, table)), stage.language)


def _run_out_of_time(stage: Stage) -> None:
    due = stage.club.match().due_at
    if due is None or not stage.goes_on():
        return
    for moment in (due - timedelta(hours=20), due + timedelta(minutes=5), due + timedelta(days=1, hours=1)):
        stage.club.pass_time(seconds=(moment - stage.club.now).total_seconds())
        sweep(stage.club)


def _resign(stage: Stage) -> None:
    if not stage.goes_on():
        return
    person = mover(stage.club)
    stage.order(person, "resign")
    if stage.club.match().end is None:
        stage.club.answer(stage.club.last(person), "yes", sender=person)
