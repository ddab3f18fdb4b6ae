"""The one error by which a use case refuses a request of a person."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.engines.contract import Value
from adjudicator.match.rulings.refusals import Refusal, RefusalKey


class RefusedError(Exception):
    """A person's request is refused; `refusal` says why, and which orders would be right.

    `more` are further reasons, where several things of one request are wrong. Raised out of a unit of work, it rolls
    the unit back.
    """

    def __init__(self, refusal: Refusal, more: Sequence[Refusal] = ()) -> None:
        super().__init__(refusal.key)
        self.refusal = refusal
        self.more = tuple(more)

    @classmethod
    def of(cls, key: RefusalKey, /, *, nearest: Sequence[str] = (), **values: Value) -> RefusedError:
        """Build the error from a refusal's key, its values, and the orders to suggest."""
        return cls(Refusal(key, tuple(values.items()), tuple(nearest)))
