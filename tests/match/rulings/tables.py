"""Tables of Shafts on which letters are ruled."""

from typing import TypeAlias

from adjudicator.engines.contract import Seat
from adjudicator.match.rulings.ruling import Ruling, rule_on
from adjudicator.match.rulings.table import Played, Table, open_table
from testkit.engines.shafts import SHAFTS, Position, Step, shafts_deal

ShaftsTable: TypeAlias = Table[Position, Step]
ShaftsRuling: TypeAlias = Ruling[Position, Step]

OPTIONS = SHAFTS.rules.complete({"acts": 3, "target": 99})


def table(first: str = "1 1 1 1", second: str = "2 2 2 2", third: str = "3 3 3 3", seats: int = 3) -> ShaftsTable:
    return open_table(SHAFTS, OPTIONS, seats, shafts_deal(0, first, second, third))[0]


def ruled(letter: str, on: ShaftsTable | None = None, seat: Seat = 0, turn: int = 1) -> ShaftsRuling:
    return rule_on(on or table(), seat, turn, letter.split("\n"))


def steps(played: tuple[Played, ...]) -> list[str]:
    return [f"{entry.seat}:{entry.step}{'!' if entry.forced else ''}" for entry in played]


def refusal_keys(ruling: ShaftsRuling) -> list[str]:
    return [refused.refusal.key for refused in ruling.refused]
