"""A match of each game in which everything happens that can be recorded."""

from __future__ import annotations

from datetime import timedelta
from functools import cache

from adjudicator.engines.cheops import ENGINE as CHEOPS
from adjudicator.engines.egyptos import ENGINE as EGYPTOS
from adjudicator.engines.pharao import ENGINE as PHARAO
from adjudicator.match.course.places import Ending
from adjudicator.match.record.record import (
    HOUSE,
    NOBODY,
    ClaimValues,
    ExtendValues,
    GrantValues,
    PauseValues,
    Record,
    ResumeValues,
    RulingValues,
    SeatValues,
)
from testkit.match_writer import STARTED, MatchWriter


@cache
def woven_egyptos() -> Record:
    """Two seats, names shown: clocks, an undo, corrections, three ends."""
    match = MatchWriter(EGYPTOS, ["Anna", "Bob"], terms={"grace": 24, "press": "all"})
    match.play(steps=5)
    mover = match.to_move or 0
    match.undo(mover)
    match.play(steps=2, how="page")
    match.enter(mover, PauseValues(STARTED + timedelta(days=9), agreed=(1 - mover,)))
    match.play(how="plan")
    match.enter(mover, ResumeValues())
    match.enter("host", PauseValues(None, because=match.because("The server moves.")))
    match.enter("host", ResumeValues(match.because("It has moved.")))
    match.enter("host", ExtendValues((0, 1), 24, match.because("For the days that it took.")))
    match.enter("server", ExtendValues((1,), 3))
    late = match.to_move or 0
    match.enter(1 - late, GrantValues(late, 72))
    match.enter(1 - late, ClaimValues(late))
    match.play(how="house")
    other = next(order for order in match.replay.tables[2].legal_orders if order != "swap")
    match.play_instead(3, other)
    match.enter("director", RulingValues("uphold", None, (), match.because("It was right."), match.n))
    match.enter("host", RulingValues("warn", None, (), match.because("Be kind.")))
    match.end(Ending("resigned", 0), by=0)
    match.rewind(match.n - 3)
    match.play(steps=2)
    match.end(Ending("agreed", agreed=(0, 1)))
    match.end(Ending("awarded", awarded=(1, 2), because=match.because("Bob had agreed for Anna.")), by="director")
    return match.record()


@cache
def woven_cheops() -> Record:
    """Four seats, names hidden: everybody leaves somehow, and the rules end the match."""
    match = MatchWriter(CHEOPS, ["Anna", "Bob", "Carla", "Dirk"], terms={"names": "hidden"}, seed=bytes(15) + b"\x07")
    match.play(steps=12)
    match.enter(0, SeatValues(0, HOUSE, "resigned"))
    match.play_until_turn_of(0)
    match.play(how="house")
    match.enter("server", SeatValues(0, match.holder("Xaver"), "takeover"))
    match.play(steps=4)
    match.enter(1, SeatValues(2, HOUSE, "expelled", agreed=(0,), silent=(3,), because=match.because("He is away.")))
    match.enter(3, SeatValues(3, match.holder("Yves"), "substitute", until=STARTED + timedelta(days=30)))
    match.play(steps=4)
    match.enter("server", SeatValues(3, match.holder("Dirk"), "returned"))
    match.enter("host", SeatValues(2, match.holder("Zoe"), "seated", because=match.because("She waited for a seat.")))
    match.enter(3, SeatValues(3, HOUSE, "resigned"))
    match.enter(3, SeatValues(3, match.holder("Dirk"), "back"))
    match.play(steps=3)
    match.rewind(8)
    match.enter(1, SeatValues(1, match.holder("Willem"), "handed"))
    match.end_by_rules()
    return match.record()


@cache
def woven_pharao() -> Record:
    """Three seats with an invited house, vacant seats wait: strikes, and a correction behind a reveal."""
    match = MatchWriter(PHARAO, ["Anna", "house", "Carla"], terms={"vacant": "wait"}, seed=bytes(15) + b"\x02")
    match.play(steps=6)
    for _ in range(3):
        match.play_until_turn_of(0)
        while match.to_move == 0:
            match.play(how="house")
    match.enter("server", SeatValues(0, NOBODY, "late"))
    match.enter("server", SeatValues(0, HOUSE, "waited"))
    n = next(step.n for step in match.entries if step.kind == "step" and step.n > 2)
    match.play_instead(n, match.replay.tables[n - 1].legal_orders[0])
    match.end(Ending("time", 2))
    return match.record()


WOVEN = {"egyptos": woven_egyptos, "cheops": woven_cheops, "pharao": woven_pharao}
