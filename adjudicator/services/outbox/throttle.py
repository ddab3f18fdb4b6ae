"""Throttle: letters per minute and domain. Large providers refuse mail from servers that send it too fast."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta

from sqlalchemy import Connection, bindparam, insert, select, update
from sqlalchemy.exc import IntegrityError

from adjudicator.store.tables import Base, Pace

MINUTE = timedelta(minutes=1)

_paces = Base.metadata.tables[Pace.__tablename__]
_OF_DOMAIN = select(_paces).where(_paces.c.domain == bindparam("name")).with_for_update()
_ANEW = (
    update(_paces).where(_paces.c.domain == bindparam("name")).values(since=bindparam("now"), sent=bindparam("count"))
)


def next_slot(connection: Connection, address: str, most: int, now: datetime) -> datetime | None:
    """Count a letter to the domain of an address, and return None; at the limit, return when to try again instead."""
    domain = address.rpartition("@")[2].lower()
    pace = connection.execute(_OF_DOMAIN, {"name": domain}).first()
    if pace is None:
        with suppress(IntegrityError), connection.begin_nested():  # another worker may be the first at this instant
            connection.execute(insert(_paces).values(domain=domain, since=now, sent=1))
        return None
    # `since` may be in the future, after a clock was set back: then a new minute begins as well.
    if not timedelta(0) <= now - pace.since < MINUTE:
        connection.execute(_ANEW, {"name": domain, "now": now, "count": 1})
        return None
    if pace.sent >= most:
        then: datetime = pace.since + MINUTE
        return then
    connection.execute(_ANEW, {"name": domain, "now": pace.since, "count": pace.sent + 1})
    return None
