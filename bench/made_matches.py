"""Finished matches for a large database: which one was played when, by whom and how, drawn from a fixed seed.

A few matches are really played to their ends (`MODELS`). Each of the others is a copy of one of them with another code,
other people and another end in time; here it is drawn what differs. `bulk_load` lets the database do the copying.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from sqlalchemy import BigInteger, Boolean, Column, Integer, MetaData, String, Table

from adjudicator.store.columns import Moment
from testkit.finished_matches import Played

FIRST = 1000
"""The first id of a drawn row; lower ones belong to matches that are really played."""
HABIT = 1000
"""One player has a seat in one of this many finished matches, and one of this many letters."""
TEN_YEARS = timedelta(days=3650)
POSITIONS = 24
"""The positions of a match that has openings."""
BRANCHES = 8
"""In how many ways play goes on from a position of an opening; some are played much more than others."""
CHOSEN_PLIES = 10
WAYS = BRANCHES**CHOSEN_PLIES

CHEOPS, PHARAO = "cheops/1", "pharao/1"
MODELS: tuple[tuple[int, Played], ...] = (
    (18, Played(drawn=23, seed=b"a", resigns=0)),
    (18, Played(drawn=20, seed=b"b", resigns=0)),
    (8, Played(drawn=26, seed=b"c", resigns=None)),
    (6, Played(drawn=19, seed=b"d", resigns=1, options={"opening": "swap"})),
    (4, Played(drawn=22, seed=b"e", resigns=0, options={"overline": "not"})),
    (14, Played(drawn=30, seed=b"f", rules=CHEOPS)),
    (8, Played(drawn=30, seed=b"g", rules=CHEOPS, seats=3, resigns=None)),
    (5, Played(drawn=30, seed=b"h", rules=CHEOPS, seats=4, resigns=None)),
    (10, Played(drawn=30, seed=b"i", rules=PHARAO)),
    (9, Played(drawn=30, seed=b"j", rules=PHARAO, seats=4, resigns=None)),
)
"""Each with its share of all matches, in percent."""

# fmt: off
FIRST_NAMES = (
    "Anna", "Peter", "Maria", "Thomas", "Lena", "Jan", "Sophie", "Michael", "Laura", "Paul", "Julia", "Martin",
    "Emma", "Daniel", "Claire", "Luca", "Sanne", "Marco", "Eva", "David", "Giulia", "Pieter", "Marie", "Stefan",
    "Chiara", "Tom", "Nina", "Philippe", "Sara", "Andreas", "Hanna", "Pierre", "Lisa", "Robert", "Elena", "Mark",
    "Sofia", "Christian", "Alice", "Jonas", "Camille", "Felix", "Marta", "Simon", "Ines", "Lars", "Greta", "Hugo",
    "Clara", "Oscar", "Rosa", "Emil", "Paula", "Anton", "Vera", "Bruno", "Ida", "Karl", "Olga", "Max",
)
# fmt: on
SURNAMES = 4000
"""Different second words of names. One player in 20 has the most frequent first name, and one in 70 the second word."""

_staged = MetaData()
MATCHES = Table(
    "bench_matches",
    _staged,
    Column("id", Integer, primary_key=True),
    Column("model", Integer),
    Column("code", String(8)),
    Column("ended_at", Moment),
    Column("whole", BigInteger),
    Column("digest", String(64)),
    Column("way", BigInteger),
    Column("turns", Integer),
    Column("pace", Integer),
)
SEATS = Table(
    "bench_seats",
    _staged,
    Column("match_id", Integer, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("player_id", Integer),
)
PLAYED = Table(
    "bench_models",
    _staged,
    Column("id", Integer, primary_key=True),
    Column("variant", Integer),
    Column("first", BigInteger),
    Column("second", BigInteger),
    Column("winner", String(16)),
    Column("began", Boolean),
)
"""The models of a game with openings: their first two positions, and who won."""
WAYS_ON = Table("bench_ways", _staged, Column("number", Integer, primary_key=True), Column("position", BigInteger))
"""The positions behind the next move, the most played first, of the usual opening."""
WORDS = Table(
    "bench_words",
    _staged,
    Column("player_id", Integer, primary_key=True),
    Column("word", String(80), primary_key=True),
)
"""What people are found by, each by the two words of their name."""
STAGED = _staged


@dataclass(frozen=True, slots=True)
class Model:
    """A match that was really played, and how many percent of all are like it."""

    id: int
    share: int
    seats: int
    rules: str
    turns: int


def draw_matches(size: int, models: Sequence[Model], now: datetime) -> Iterator[tuple[object, ...]]:
    """Draw the rows of `MATCHES`: spread evenly over ten years, the last one a moment ago."""
    chance = Random(18)
    steps = [chance.choices(range(BRANCHES**5), _skewed(5), k=size) for _ in range(2)]
    played = chance.choices(models, [one.share for one in models], k=size)
    for number, (model, high, low) in enumerate(zip(played, *steps, strict=True)):
        at = now - TEN_YEARS * (1 - number / (size + 1))
        digest = f"{chance.getrandbits(256):064x}"
        way, turns = high * BRANCHES**5 + low, max(8, int(chance.gauss(model.turns, 9)))
        pace = min(90, int(chance.expovariate(1 / 20)) + 1) * 3600
        yield FIRST + number, model.id, f"Z{number:06X}", at, int(at.timestamp()), digest, way, turns, pace


def draw_seats(
    matches: Sequence[tuple[int, int]], players: int, models: Sequence[Model], habitual: int
) -> Iterator[tuple[object, ...]]:
    """Draw the rows of `SEATS`: some play very much, and most a few matches. One in eight is the house player's."""
    chance, seats = Random(81), {one.id: one.seats for one in models}
    for match, model in matches:
        taken: set[int] = set()
        for number in range(seats[model]):
            player = FIRST + int(players * chance.random() ** 3)
            while player in taken:
                player = FIRST + chance.randrange(players)
            taken.add(player)
            if number == 0 and match % HABIT == 0:
                yield match, number, habitual
            else:
                yield match, number, None if number and chance.random() < 1 / 8 else player


def draw_names(players: int) -> list[str]:
    """Draw the names of players."""
    chance = Random(28)
    given = chance.choices(FIRST_NAMES, _zipf(len(FIRST_NAMES), 0.4), k=players)
    family = chance.choices(range(SURNAMES), _zipf(SURNAMES, 0.6), k=players)
    return [f"{one} N{number:04}" for one, number in zip(given, family, strict=True)]


def _zipf(count: int, power: float) -> list[float]:
    return [(rank + 1) ** -power for rank in range(count)]


def _skewed(plies: int) -> list[float]:
    weights = [1.0]
    for _ in range(plies):
        weights = [weight * part for weight in weights for part in _zipf(BRANCHES, 0.9)]
    return weights
