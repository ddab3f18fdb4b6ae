"""The one error by which a use case says no to whoever asked for something."""

from __future__ import annotations

from adjudicator.engines.contract import Value
from adjudicator.match.refusals import Refusal, RefusalKey


class RefusedError(Exception):
    """What somebody asked for cannot be had; `refusal` says why, and what would be right.

    Raised inside a unit of work it undoes all of it, unless the unit's own steps answer it.
    """

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.key)
        self.refusal = refusal

    @classmethod
    def of(cls, key: RefusalKey, **values: Value) -> RefusedError:
        """Refuse for a reason that needs no more than its key and its values."""
        return cls(Refusal(key, tuple(values.items())))
