"""Refusals of the clock. Each leaves everything as it was."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum


class Why(StrEnum):
    """Why something is refused."""

    NOT_YOUR_TURN = "not_your_turn"
    OVER = "over"
    NOTHING_TO_CLAIM = "nothing_to_claim"
    ALLOWANCE = "allowance"
    PAST = "past"
    NO_ABSENCE = "no_absence"
    NO_PAUSE = "no_pause"
    PAUSED_ENOUGH = "paused_enough"
    TOO_LONG = "too_long"
    THIRTY_DAYS = "thirty_days"
    NO_LIMIT = "no_limit"
    BAD = "bad"


class ClockRefusal(Exception):
    """Something that the rules of time do not allow; `days_left` tells the days of absence by year, if that is why."""

    def __init__(self, why: Why, days_left: Mapping[int, int] | None = None) -> None:
        super().__init__(why.value)
        self.why = why
        self.days_left = dict(days_left or {})


class BadTerms(ValueError):
    """Terms of time that cannot be; `right` is the right form, as it is written in an order."""

    def __init__(self, given: str, right: str) -> None:
        super().__init__(f"{given!r} is no time for a match; {right} would be right")
        self.given = given
        self.right = right
