"""Matches in mid-play, one for each game and language, each kept as a database that letters are judged in copies of."""

from __future__ import annotations

import random
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from sqlalchemy import select

from adjudicator.services.matches.rows.match_rows import load_match
from adjudicator.store.schema import upgrade_schema
from adjudicator.store.states import RequestKind
from adjudicator.store.tables import EntryRow, Match, Player, Press, Request, Seat
from testkit.club import ANNA, BOB, Club, address_of

GAMES = ("egyptos", "cheops", "pharao", "pharao turn")
"""In the last one a card that was turned over waits to be laid."""
LANGUAGES = ("en", "de", "fr", "it", "nl")
STEPS = {"egyptos": 9, "cheops": 13, "pharao": 8, "pharao turn": 8}


@dataclass(frozen=True, slots=True)
class GamePosition:
    """A match in which somebody is to move; `letter` asks them to, and `orders` is all that is legal."""

    game: str
    language: str
    database: Path
    code: str
    mover: str
    letter: EmailMessage
    orders: tuple[str, ...]

    @property
    def name(self) -> str:
        """Name the scene in a table."""
        return f"{self.game} {self.language}"


def make_positions(
    folder: Path, games: Sequence[str] = GAMES, languages: Sequence[str] = LANGUAGES
) -> list[GamePosition]:
    """Play a match of every game up to its middle, once in every language."""
    empty = folder / "empty.sqlite3"
    upgrade_schema(f"sqlite:///{empty}")
    return [_make(folder, empty, game, language) for game in games for language in languages]


def _make(folder: Path, empty: Path, game: str, language: str) -> GamePosition:
    database = folder / f"{game.replace(' ', '_')}_{language}.sqlite3"
    shutil.copy(empty, database)
    club = Club.found(f"sqlite:///{database}")
    _begin(club, game, language)
    dice = random.Random(f"{game} {language}")
    while not _is_middle(club, game):
        club.answer(_turn_letter(club), dice.choice(_orders(club)))
    match = club.match()
    scene = GamePosition(game, language, database, match.code, _mover(match), _turn_letter(club), _orders(club))
    club.context.store.close()
    return scene


def _begin(club: Club, game: str, language: str) -> None:
    club.write(ANNA, club.context.addresses.service, f"new {game.partition(' ')[0]} with {address_of(BOB)}")
    club.answer(club.last(ANNA), "yes")
    with club.context.store.writing() as session:
        for player in session.scalars(select(Player)):
            player.language = language
    club.answer(club.last(BOB), "join", sender=BOB)
    with club.context.store.writing() as session:
        for player in session.scalars(select(Player)):
            player.language = language


def _is_middle(club: Club, game: str) -> bool:
    match = club.match()
    waits = all(order.startswith("turn") for order in _orders(club))
    return (
        match.entry_count >= STEPS[game]
        and len(_orders(club)) > 1
        and (game != "pharao" or not waits)
        and (game != "pharao turn" or waits)
    )


def _orders(club: Club) -> tuple[str, ...]:
    return load_match(club.match()).orders


def _mover(match: Match) -> str:
    assert match.to_move is not None
    return (ANNA, BOB)[match.to_move]


def _turn_letter(club: Club) -> EmailMessage:
    """Find the newest letter of the running turn that the player to move may answer."""
    match = club.match()
    return [one for one in club.letters(_mover(match)) if f"{match.code.lower()}-" in str(one["Reply-To"])][-1]


def state_of(club: Club) -> dict[str, Any]:
    """List all that a letter can change besides the match's steps."""
    with club.context.store.reading() as session:
        match = session.scalars(select(Match).order_by(Match.id.desc())).first()
        assert match is not None
        return {
            "state": match.state,
            "players": [
                (one.address, one.language, one.zone, one.layout, one.letters, one.away_until, bool(one.key))
                for one in session.scalars(select(Player).order_by(Player.id))
            ],
            "epochs": [one.epoch for one in session.scalars(select(Seat).order_by(Seat.id))],
            "press": len(session.scalars(select(Press.id)).all()),
            "matches": len(session.scalars(select(Match.id)).all()),
            "requests": len(session.scalars(select(Request.id).where(Request.kind == RequestKind.NEW)).all()),
        }


def steps_of(club: Club) -> list[str]:
    """List what was played by somebody, in order; what the server played by itself is left out."""
    with club.context.store.reading() as session:
        rows = session.scalars(
            select(EntryRow).where(EntryRow.forced.is_(False)).order_by(EntryRow.match_id, EntryRow.n)
        )
        return [row.step for row in rows]
