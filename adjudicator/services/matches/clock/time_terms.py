"""The terms of a match: the options of `new` and of the form about time, checked and in words.

`match.timekeeping.terms` has the types; this module checks the wished terms, with a refusal that a player can use.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator.engines.contract import AnyEngine, Level
from adjudicator.mail.commands.arguments.terms_order import RIGHT, TermsOrder, TimeOrder
from adjudicator.match.rulings.refusals import Refusal, RefusalKey
from adjudicator.match.timekeeping.free_times import FreeTime
from adjudicator.match.timekeeping.instants import DAY, Seconds
from adjudicator.match.timekeeping.terms import (
    LEAST,
    LEAST_WAIT,
    MOST,
    MOST_GRACE,
    MOST_WAIT,
    PACES,
    Bank,
    Late,
    NoLimit,
    Periods,
    PerTurn,
    Terms,
    TimeControl,
    Undo,
    Vacant,
    format_off,
    format_span,
    format_time,
    make_terms,
    parse_time,
)
from adjudicator.services.refused_error import RefusedError
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Match
from adjudicator.texts.facts.letter_facts import TermsFacts

TWO = 2
NEWEST = 500
FEWEST = 5
WEEK = timedelta(weeks=1)


def check_terms(engine: AnyEngine, seats: int, days: int | None, order: TermsOrder) -> Terms:
    """Check the terms that were asked for and complete them. Raises `RefusedError` with the right form.

    `days` are for each turn, None for no limit; a time or pace in the order takes their place.
    """
    time = _check_time(days, order)
    if order.late == Late.SKIP and not engine.rules.idle_step:
        right = [option for option in RIGHT["late"] if option != "late=skip"]
        raise RefusedError(Refusal.of(RefusalKey.BAD_TERMS, why="no_idle_step", given="late=skip", nearest=right))
    terms = make_terms(
        time,
        seats,
        Late(order.late) if order.late else None,
        off=map(FreeTime, order.off or ()),
        absence=order.absence is not False,
    )
    if order.grace is not None:
        terms = msgspec.structs.replace(terms, grace=_within("grace=%", _seconds(order.grace), 0, MOST_GRACE))
    if order.wait is not None:
        terms = msgspec.structs.replace(terms, wait=_within("wait=%", _seconds(order.wait), LEAST_WAIT, MOST_WAIT))
    if order.vacant == Vacant.WAIT:
        if seats == TWO:
            raise RefusedError.of(RefusalKey.BAD_TERMS, why="two_seats", given="vacant=wait")
        terms = msgspec.structs.replace(terms, vacant=Vacant.WAIT)
    undo = Undo(order.undo) if order.undo else Undo.ASK
    return msgspec.structs.replace(terms, house=Level(order.house) if order.house else None, undo=undo)


def days_of(terms: Terms) -> int | None:
    """Return the days for each turn; None for every other kind of time, and for a turn of no whole number of days."""
    whole = isinstance(terms.time, PerTurn) and terms.time.base % DAY == 0
    return terms.time.base // DAY if whole and isinstance(terms.time, PerTurn) else None


def format_terms(terms: Terms) -> str:
    """Write terms as the options of a command: the time, and all that is not as usual."""
    return " ".join(_options(terms))


def describe_terms(terms: Terms) -> TermsFacts:
    """Describe terms for letters and pages."""
    rest = TermsFacts(
        kind="none",
        grace=terms.grace,
        wait=terms.wait,
        late=str(terms.late),
        two=terms.seats == TWO,
        off=tuple(map(str, terms.off)),
        absence=terms.absence,
        vacant=str(terms.vacant),
        undo=str(terms.undo),
        house=str(terms.house or ""),
    )
    match terms.time:
        case PerTurn(base=base):
            return replace(rest, kind="turn", base=base)
        case Bank(base=base, increment=increment, cap=cap):
            return replace(rest, kind="bank", base=base, increment=increment, cap=cap)
        case Periods(base=base, turns=turns):
            return replace(rest, kind="periods", base=base, turns=turns)
        case NoLimit():
            return rest


def list_paces() -> dict[str, TermsFacts]:
    """Describe the named paces, for a form."""
    return {name: describe_terms(make_terms(parse_time(name), 2)) for name in PACES}


def weeks_by_pace(session: Session) -> dict[str, int]:
    """Tell how many weeks a match of each named pace took here: the median of the newest finished ones.

    A pace of which fewer than `FEWEST` matches ended is left out.
    """
    rows = session.execute(
        select(Match.terms, Match.started_at, Match.finished_at)
        .where(Match.state == MatchState.FINISHED, Match.terms.is_not(None))
        .order_by(Match.finished_at.desc())
        .limit(NEWEST)
    )
    names = {parse_time(name): name for name in PACES}
    lasted: dict[str, list[timedelta]] = defaultdict(list)
    for terms, begun, over in rows:
        if terms is not None and terms.time in names and begun is not None and over is not None:
            lasted[names[terms.time]].append(over - begun)
    return {
        name: max(1, round(sorted(times)[len(times) // 2] / WEEK))
        for name, times in lasted.items()
        if len(times) >= FEWEST
    }


def _check_time(days: int | None, order: TermsOrder) -> TimeControl:
    time = order.time
    if order.max is not None and (time is None or time.increment is None):
        given = f"max={format_span(_seconds(order.max))}"
        raise RefusedError.of(RefusalKey.BAD_TERMS, why="no_bank", given=given)
    if order.pace:
        return parse_time(order.pace)
    if time is None:
        return NoLimit() if days is None else PerTurn(days * DAY)
    if time.base is None:
        return NoLimit()
    return _check_limit(time, _seconds(time.base), order.max)


def _check_limit(time: TimeOrder, base: Seconds, most: timedelta | None) -> TimeControl:
    if time.turns is not None:
        return Periods(_within(f"time=%/{time.turns}", base, time.turns * LEAST, MOST), time.turns)
    _within("time=%", base, LEAST, MOST)
    if time.increment is None:
        return PerTurn(base)
    increment = _within(f"time={format_span(base)}+%", _seconds(time.increment), LEAST, base)
    return Bank(base, increment, base if most is None else _within("max=%", _seconds(most), base, MOST))


def _within(form: str, value: Seconds, least: Seconds, most: Seconds) -> Seconds:
    """Check that a span is neither too short nor too long. In `form`, `%` stands for it."""
    if least <= value <= most:
        return value
    given, low, high = (form.replace("%", format_span(span)) for span in (value, least, most))
    nearest = (low if value < least else high,)
    raise RefusedError(
        Refusal.of(RefusalKey.BAD_TERMS, why="range", given=given, least=low, most=high, nearest=nearest)
    )


def _seconds(span: timedelta) -> Seconds:
    return int(span.total_seconds())


def _options(terms: Terms) -> Iterator[str]:
    usual, days = make_terms(terms.time, terms.seats), days_of(terms)
    yield f"time={format_time(terms.time)}" if days is None else f"days={days}"
    if terms.grace != usual.grace:
        yield f"grace={format_span(terms.grace)}"
    if terms.late != usual.late:
        yield f"late={terms.late}"
    if terms.wait != usual.wait:
        yield f"wait={format_span(terms.wait)}"
    if terms.off != usual.off:
        yield f"off={format_off(terms.off)}"
    if terms.absence != usual.absence:
        yield "absence=0"
    if terms.vacant != usual.vacant:
        yield f"vacant={terms.vacant}"
    if terms.undo != usual.undo:
        yield f"undo={terms.undo}"
    if terms.house:
        yield f"house={terms.house}"
