"""The type of an option that is a day."""

from __future__ import annotations

from datetime import datetime

import click

FORMAT = "%Y-%m-%d"


class Day(click.DateTime):
    """A day, as midnight without a time zone."""

    name = "day"

    def __init__(self) -> None:
        super().__init__([FORMAT])

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> datetime:
        """Read a day; if it is none, fail with the right form."""
        if isinstance(value, datetime):
            return value
        try:
            return datetime.strptime(str(value), FORMAT)  # noqa: DTZ007  # which zone it is in is the command's to say
        except ValueError:
            self.fail(f"{value!r} is no day, such as 2026-12-05", param, ctx)
