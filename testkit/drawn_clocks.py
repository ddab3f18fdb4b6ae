"""Draws histories for a clock from a seed: one seat of one match, as `second_clock` and the program's clock read them.

The second clock plays along, so that many events fall on an edge: on a deadline and a second later, on the end of the
grace, at local midnight, in the hour that comes twice. A few make no sense at their place; a clock must refuse them.

    python -m testkit.drawn_clocks SEED COUNT [--only turn,move,absence] > FILE

`--only` names the events that are drawn, and the features (see FEATURES) of which a match makes use.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from datetime import date
from typing import Any

from testkit.second_clock import (
    DAY,
    EPOCH,
    FIELDS,
    HOUR,
    NEVER,
    WEEKDAYS,
    RefusedError,
    Seat,
    Zone,
    fall_until,
    format_moment,
    read_event,
    read_moment,
    read_player,
    read_terms,
)

FEATURES = ("off", "bank", "iccf", "none", "zones", "seats", "late", "grace", "automatic", "mail", "back")
"""Free times, kinds of time, zones but Berlin, more than two seats, `late`, `grace` and `wait`, automatic days, letters
that leave late, and a server clock that is set back."""
EVERYTHING = frozenset((*FIELDS, *FEATURES))

ZONES = (
    "Europe/Berlin",
    "America/New_York",
    "Asia/Kathmandu",
    "Pacific/Kiritimati",
    "Pacific/Pago_Pago",
    "Pacific/Chatham",
    "Australia/Lord_Howe",
    "America/Sao_Paulo",
    "America/Santiago",
    "America/Havana",
    "America/St_Johns",
    "Africa/Casablanca",
    "Africa/Cairo",
    "Asia/Beirut",
    "UTC",
)
"""Cairo, Beirut, Havana, Santiago, and Sao Paulo until 2018 have days without midnight."""
FIRST_YEARS = (2017, 2018, 2026, 2027, 2028)


class Story:
    """One case while it is drawn: the dice, the seat as it is by the second clock, and the events until now."""

    def __init__(self, dice: random.Random, number: int, only: Collection[str]) -> None:
        self.dice = dice
        self.only = only
        self.zone = dice.choice(ZONES) if "zones" in only else "Europe/Berlin"
        self.now = self._draw_start()
        self.case: dict[str, Any] = {
            "id": f"drawn {number}",
            **self._draw_terms(),
            "player": self.draw_player(self.zone),
        }
        self.seat = Seat(read_terms(self.case), read_player(self.case["player"]), self.now)
        self.events: list[dict[str, Any]] = []

    # --- Terms and people.

    def _draw_start(self) -> int:
        """Often some days before the clocks are changed, else somewhere; most on full seconds, some on full hours."""
        dice = self.dice
        year = dice.choice(FIRST_YEARS)
        first = (date(year, 1, 1).toordinal() - EPOCH) * DAY
        changes = [start for start, _, _ in Zone.find(self.zone).cut(first, first + 366 * DAY)][1:]
        if changes and dice.random() < 0.5:
            start = dice.choice(changes) - dice.randrange(12 * DAY)
        else:
            start = first + dice.randrange(366 * DAY)
        return start - start % HOUR if dice.random() < 0.2 else start

    def _draw_terms(self) -> dict[str, Any]:
        dice, only = self.dice, self.only
        seats = dice.choice((2, 2, 2, 3, 4, 5)) if "seats" in only else 2
        kinds = ["turn", *(kind for kind in ("bank", "iccf", "none") if kind in only)]
        terms: dict[str, Any] = {"seats": seats, "time": self._draw_pace(dice.choice(kinds))}
        if "grace" in only and dice.random() < 0.5:
            terms["grace"] = dice.choice((0, 0, HOUR, 5 * HOUR + 61, 2 * DAY, 7 * DAY))
        if "grace" in only and dice.random() < 0.3:
            terms["wait"] = dice.choice((DAY, 3 * DAY + 7, 60 * DAY))
        if "late" in only and dice.random() < 0.7:
            terms["late"] = dice.choice(("claim", "house", "skip", "lose"))
        if "off" in only:
            terms["off"] = [one for one in ("weekends", "nights", "holidays") if dice.random() < 0.5]
        if dice.random() < 0.1:
            terms["absence"] = False
        return terms

    def _draw_pace(self, kind: str) -> str:
        dice = self.dice
        if kind == "none":
            return "none"
        if kind == "bank":
            bank, increment = dice.choice((("72h", "12h"), ("10d", "36h"), ("30d", "2d"), ("12h", "12h"), ("5d", "5d")))
            return f"{bank}+{increment}" + dice.choice(("", f" max={dice.choice((31, 45, 365))}d"))
        if kind == "iccf":
            return dice.choice(("50d/10", "12h/1", "3d/2", "5d/10", "40h/3"))
        return dice.choice(("7d", "12h", "36h", "1d", "3d", "3d", "5d", "30d", "61h"))

    def draw_player(self, zone: str) -> dict[str, Any]:
        dice = self.dice
        year = date.fromordinal(EPOCH + self.now // DAY).year
        return {
            "zone": zone,
            **self.draw_calendar(),
            "allowance": dice.choice((0, 1, 2, 5, 30, 30, 60)),
            "spent": {str(year): dice.randrange(6)} if dice.random() < 0.3 else {},
            "auto": "automatic" in self.only and dice.random() < 0.6,
        }

    def draw_calendar(self) -> dict[str, Any]:
        dice = self.dice
        days = dice.choice(([], ["sat", "sun"], ["sat", "sun"], ["fri", "sat"], dice.sample(WEEKDAYS, 2)))
        night = None
        if dice.random() < 0.5:
            start = dice.choice((0, 1, 2, 3, 22, 23, dice.randrange(24)))
            night = [start, (start + dice.randint(1, 9)) % 24]
        today = EPOCH + self.now // DAY
        holidays = sorted(
            {date.fromordinal(today + dice.randrange(-3, 40)).isoformat() for _ in range(dice.choice((0, 0, 2, 6)))}
        )
        return {"days_off": list(days), "night": night, "holidays": holidays}

    # --- When.

    def draw_moment(self) -> int:
        """The moment of the next event: on an edge, soon, or some day."""
        dice, zone = self.dice, self.seat.player.zone
        falls = self.seat.list_falls()
        due = self.seat.find_due()
        kind = dice.random()
        if kind < 0.12 and falls:
            at = min(falls)[0] + dice.choice((-1, 0, 0, 1))
        elif kind < 0.24 and due is not None:
            at = due + dice.choice((-HOUR, -1, 0, 0, 1, HOUR, DAY))
        elif kind < 0.30 and falls:
            at = max(falls)[0] + dice.choice((-1, 0, 1, HOUR))
        elif kind < 0.38:
            at = zone.begin_day(zone.get_day(self.now) + dice.choice((1, 1, 2, 7))) + dice.choice((-1, 0, 0, 1))
        elif kind < 0.44:
            changes = [start for start, _, _ in zone.cut(self.now, self.now + 40 * DAY)][1:]
            at = (changes[0] if changes else self.now) + dice.choice((-1, 0, 1, -1800, 1800, 2700, 5400))
        elif kind < 0.50:
            at = self.now
        elif kind < 0.65:
            at = self.now + dice.randrange(2 * HOUR)
        elif kind < 0.9:
            at = self.now + dice.randrange(3 * DAY)
        else:
            at = self.now + dice.randrange(40 * DAY)
        return max(self.now, min(at, self.now + 200 * DAY))

    # --- What.

    def draw_word(self) -> str:
        dice, clock = self.dice, self.seat.name_clock()
        if dice.random() < 0.06:
            words = list(FIELDS)
        elif clock == "over":
            words = ["person", "person", "person", "pause", "outage", "turn", "move"]
        elif clock == "none":
            words = ["turn"] * 14 + ["undo", "undo", "undo", "bounce", "reachable", "person"]
            words += ["absence", "absence", "cancel", "over", "zone", "calendar", "pause", "resume", "outage", "auto"]
        elif clock in {"grace", "late"}:
            words = (
                ["move"] * 5 + ["claim"] * 4 + ["grant"] * 3 + ["extend", "absence", "over", "cancel", "undo", "plan"]
            )
            words += ["pause", "resume", "host_pause", "host_resume", "outage", "bounce", "zone", "person"]
        else:
            words = (
                ["move"] * 10 + ["absence"] * 8 + ["over", "cancel"] * 3 + ["zone"] * 3 + ["grant"] * 2 + ["bounce"] * 3
            )
            words += ["pause"] * 3 + ["resume", "host_pause"] * 2 + ["outage"] * 2 + ["reachable"] * 2 + ["undo"] * 2
            words += ["plan", "claim", "auto", "calendar", "calendar", "extend", "host_resume", "person"]
        if len(self.seat.pauses) >= 2:
            words += ["pause"] * (len(words) // 4)
        allowed = [word for word in words if word in self.only]
        return dice.choice(allowed or [word for word in FIELDS if word in self.only])

    def draw_local_day(self, days: int) -> str:
        return date.fromordinal(EPOCH + self.seat.player.zone.get_day(self.now) + days).isoformat()

    def draw_fields(self, word: str) -> dict[str, Any]:
        draw: Callable[[], dict[str, Any]] | None = getattr(self, f"_draw_{word}", None)
        return {} if draw is None else draw()

    def _draw_turn(self) -> dict[str, Any]:
        if "mail" not in self.only or self.dice.random() < 0.8:
            return {}
        delay = self.dice.choice((0, 60, 899, 900, 901, 3 * HOUR, self.dice.randrange(3 * DAY), None))
        return {"mailed": None if delay is None else format_moment(self.now + delay)}

    def _draw_absence(self) -> dict[str, Any]:
        dice = self.dice
        first = dice.choice((-1, 0, 0, 0, 1, 1, 2, 3, dice.randrange(10), dice.randrange(40)))
        last = first + dice.choice((0, 0, 0, 1, 2, 5, 9, dice.randrange(35), -1))
        return {"first": self.draw_local_day(first), "last": self.draw_local_day(last)}

    def _draw_cancel(self) -> dict[str, Any]:
        first = [one.first for one in self.seat.player.absences]
        if first and self.dice.random() < 0.85:
            return {"first": date.fromordinal(EPOCH + self.dice.choice(first)).isoformat()}
        return {"first": self.draw_local_day(self.dice.randrange(5))}

    def _draw_auto(self) -> dict[str, Any]:
        return {"on": self.dice.random() < 0.5}

    def _draw_calendar(self) -> dict[str, Any]:
        return self.draw_calendar()

    def _draw_zone(self) -> dict[str, Any]:
        return {"zone": self.dice.choice(ZONES)}

    def _draw_grant(self) -> dict[str, Any]:
        return {"days": self.dice.choice((1, 1, 2, 3, 3, 10, 365, 0, 366))}

    def _draw_extend(self) -> dict[str, Any]:
        return {"hours": self.dice.choice((1, 5, 24, 48, 100, 0))}

    def _draw_pause(self) -> dict[str, Any]:
        dice = self.dice
        length = dice.choice((HOUR, DAY, 3 * DAY + 17, dice.randrange(20 * DAY), 60 * DAY, 60 * DAY + 1, 0))
        return {"until": format_moment(self.now + length)}

    def _draw_host_pause(self) -> dict[str, Any]:
        dice = self.dice
        length = dice.choice((None, HOUR, 2 * DAY, 9 * DAY, dice.randrange(30 * DAY), 0))
        return {"until": None if length is None else format_moment(self.now + length)}

    def _draw_undo(self) -> dict[str, Any]:
        return {"turns": self.dice.choice((1, 1, 1, 2, 3, 0))}

    def _draw_person(self) -> dict[str, Any]:
        zone = self.dice.choice(ZONES) if "zones" in self.only else "Europe/Berlin"
        return {"same": self.dice.random() < 0.4, "player": self.draw_player(zone)}

    # --- The story.

    def add_event(self) -> None:
        at, word = self.draw_moment(), self.draw_word()
        held = NEVER
        if word == "outage":
            since = at - self.dice.choice((HOUR, HOUR + 1, 2 * HOUR, DAY, self.dice.randrange(5 * DAY)))
            since = max(self.now, since) if self.dice.random() < 0.9 else since
            fields = {"since": format_moment(since)}
            held = NEVER if at - since <= HOUR else since
            self._let_fall(at, held)
        else:
            self._let_fall(at, NEVER)
            fields = self.draw_fields(word)
        told = self.now
        if "back" in self.only and self.dice.random() < 0.03 and word not in {"outage", "turn"}:
            told -= self.dice.choice((1, 59, HOUR, DAY))
        event = {"at": format_moment(told), "what": word, **fields}
        self.events.append(event)
        with suppress(RefusedError):
            self.seat.apply(word, read_event(event))

    def _let_fall(self, at: int, held: int) -> None:
        for _ in fall_until(self.seat, at, held, letters_first=True):
            pass
        self.now = self.seat.now = at
        self.seat.forget_deadline()

    def tell(self) -> dict[str, Any]:
        last = max((read_moment(event["at"]) for event in self.events), default=self.now)
        wait = self.dice.choice((0, 0, 0, HOUR, DAY, 10 * DAY, 40 * DAY, 120 * DAY))
        return {**self.case, "events": self.events, "until": format_moment(max(last, self.now) + wait)}


def draw_case(seed: int, number: int, only: Collection[str] = EVERYTHING) -> dict[str, Any]:
    """One case; it depends on nothing but its arguments."""
    dice = random.Random(f"{seed}/{number}")
    story = Story(dice, number, only)
    length = dice.choice((1, 2, 3, 5, 8, 10, 10, 15, 30))
    for _ in range(length):
        story.add_event()
        if story.seat.ended and dice.random() < 0.7:
            break
    return story.tell()


def draw_cases(seed: int, count: int, only: Collection[str] = EVERYTHING) -> Iterator[dict[str, Any]]:
    return (draw_case(seed, number, only) for number in range(count))


def read_only(text: str) -> frozenset[str]:
    """The words of `--only`, of which a story needs `turn` at least."""
    only = frozenset(text.split(","))
    unknown = only - EVERYTHING
    if unknown:
        raise argparse.ArgumentTypeError(f"not an event nor a feature: {', '.join(sorted(unknown))}")
    return only | {"turn"}


def main() -> None:
    parser = argparse.ArgumentParser(prog="testkit.drawn_clocks", description="Draws histories for a clock.")
    parser.add_argument("seed", type=int)
    parser.add_argument("count", type=int)
    parser.add_argument("--only", type=read_only, default=EVERYTHING, metavar="WORD,WORD")
    chosen = parser.parse_args()
    for case in draw_cases(chosen.seed, chosen.count, chosen.only):
        sys.stdout.write(json.dumps(case) + "\n")


if __name__ == "__main__":
    main()
