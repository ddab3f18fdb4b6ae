"""A match in a `Club` whose people all read one language and layout: they choose moves as the house does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select

from adjudicator.engines.registry import newest_engine
from adjudicator.engines.suite.chance import Chance
from adjudicator.match.dealing.seeded_dealer import SeededDealer
from adjudicator.match.house.bot import choose_step, work_budget
from adjudicator.match.rulings.table import AnyTable, play_forced, play_step
from adjudicator.services.matches.rows.match_rows import load_match
from adjudicator.services.players.players import get_or_create_player
from adjudicator.services.unit_of_work import unit_of_work
from adjudicator.store.states import OutboxState
from adjudicator.store.tables import Outbox
from adjudicator.texts.language.language import Language, language_for
from adjudicator.texts.language.written_orders import write_order
from testkit.agreed_match import PEOPLE, agree
from testkit.club import Club, address_of

THOUGHTS = 30
"""Pieces of work for each step: the choice is sensible and takes no time."""

NEWCOMERS = tuple(f"Zoe <zoe{number}@zoe.example>" for number in range(5))
"""People who play in no match. A newcomer gets few answers a day, so there are several."""
IDLE = ("end", "rotate", "lamp", "unlamp")
"""Orders that seldom bring a match nearer to its end."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A letter as it left."""

    kind: str
    to: str
    subject: str
    text: str
    html: str


def seat_people(club: Club, language: str, layout: str) -> None:
    """Let everybody have chosen their language and layout."""
    with unit_of_work(club.context, club.now) as work:
        for person in (*PEOPLE, *NEWCOMERS):
            name, _, _ = person.partition(" <")
            player = get_or_create_player(work, address_of(person), name, language)
            player.language, player.layout, player.zone = language, layout, "Europe/Berlin"


def begin(club: Club, game: str, seats: int, *options: str) -> None:
    """Let people agree on a match by letters."""
    agree(club, game, PEOPLE[:seats], *options)


def write_to_seat(club: Club, person: str, text: str) -> None:
    """Let a person write to their seat's address, as an answer to the newest letter does."""
    match = club.match()
    seat = next(one for one in match.seats if one.player and one.player.address == address_of(person))
    club.write(person, club.context.addresses.seat(match.code, seat.number, match.turn, seat.epoch), text)


def mover(club: Club) -> str:
    """Name the person to move."""
    match = club.match()
    assert match.to_move is not None
    player = match.seats[match.to_move].player
    assert player is not None
    return f"{player.name} <{player.address}>"


def waiting(club: Club) -> str:
    """Name somebody who is not to move."""
    seated = {seat.player.address for seat in club.match().seats if seat.player}
    return next(one for one in PEOPLE if address_of(one) in seated and one != mover(club))


def play_turn(club: Club, choose: Callable[[AnyTable], Any] | None = None, language: str = "en") -> None:
    """Let the person to move play their turn: one letter, and one more whenever a secret stops it.

    `choose` chooses a step; without it, the house player does. The steps are written in a language.
    """
    person = mover(club)
    while club.match().end is None and club.match().to_move is not None and mover(club) == person:
        write_to_seat(
            club, person, "\n".join(_rest_of_turn(club, choose or _choose_as_the_house(club), language_for(language)))
        )


def _choose_as_the_house(club: Club) -> Callable[[AnyTable], Any]:
    dealer = SeededDealer(club.match().seed, [club.match().chain])
    return lambda table: choose_step(
        table.engine, table.position, table.to_move or 0, dealer=dealer, until=work_budget(THOUGHTS)
    )


def _rest_of_turn(club: Club, choose: Callable[[AnyTable], Any], language: Language) -> Iterator[str]:
    """Choose steps until another decides or something comes to light."""
    table = load_match(club.match()).table
    seat = table.to_move
    while seat is not None and table.to_move == seat:
        step = choose(table)
        yield write_order(table.engine.rules.key, table.engine.format(step), language.language)
        table, played = play_step(table, step)
        if played.revealed:
            return
        table, _ = play_forced(table)


@dataclass(frozen=True, slots=True)
class LastTurn:
    """The last turn of a match: the position before it, the deal, and its orders."""

    position: Any
    deal: dict[str, Any]
    orders: tuple[str, ...]


def play_to_last_turn(game: str, seats: int, seed: str) -> LastTurn:
    """Play a match at random, but not idly, and stop before its last turn."""
    engine, chance = newest_engine(game), Chance(seed)
    options = engine.rules.complete({})
    deal = engine.deal(options, seats, chance)
    position = before = engine.setup(options, seats, deal)
    orders: list[str] = []
    while steps := engine.legal_steps(position):
        busy = [step for step in steps if not engine.format(step).startswith(IDLE)]
        wanted = busy if busy and chance.below(4) else steps
        step = wanted[chance.below(len(wanted))]
        orders.append(engine.format(step))
        following = engine.apply(position, step).position
        if engine.to_move(following) not in (None, engine.to_move(position)):
            before, orders = following, []
        position = following
    return LastTurn(before, dict(deal), tuple(orders))


def letters_of(club: Club) -> list[Sent]:
    """List the letters that were sent, in their order; those merged into others are part of them."""
    query = select(Outbox).where(Outbox.state == OutboxState.SENT).order_by(Outbox.sent_at, Outbox.id)
    with club.context.store.reading() as session:
        return [Sent(row.kind, row.to_address, row.subject, row.text, row.html) for row in session.scalars(query)]
