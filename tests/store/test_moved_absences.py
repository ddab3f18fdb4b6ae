"""The absences of a table become one value in the row of each player."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from sqlalchemy import select, text

from adjudicator.match.timekeeping.absence_ledger import Absence
from adjudicator.match.timekeeping.instants import to_instant
from adjudicator.store.columns import Moment
from adjudicator.store.schema import migrate_to, migration_transaction
from adjudicator.store.session import Store
from adjudicator.store.tables import Player

NOON = datetime(2026, 11, 27, 12, tzinfo=UTC)
DAY = timedelta(days=1)


def test_absences_keep_their_players_and_days_and_touching_ones_become_one(new_database: str) -> None:
    with migration_transaction(new_database) as connection:
        migrate_to(connection, "0012")
        for number in (1, 2):
            connection.execute(
                text(
                    "INSERT INTO players (id, address, name, language, zone, layout, letters, created_at, key,"
                    " key_required) VALUES (:id, :address, 'A', 'en', 'Europe/Rome', 'wide', 'all', :at, '', false)"
                ),
                {"id": number, "address": f"{number}@a.example", "at": stored(connection, NOON)},
            )
        for since, until in ((NOON, NOON + DAY), (NOON + 9 * DAY, NOON + 9 * DAY), (NOON + DAY, NOON + 3 * DAY)):
            connection.execute(
                text("INSERT INTO absences (player_id, since, until) VALUES (1, :since, :until)"),
                {"since": stored(connection, since), "until": stored(connection, until)},
            )
        migrate_to(connection, "head")
    store = Store(new_database)
    with store.reading() as session:
        first, second = session.scalars(select(Player).order_by(Player.id)).all()
    assert second.absences is None
    assert first.absences
    assert first.absences.announced == tuple(
        Absence(to_instant(begin), to_instant(end), "Europe/Rome")
        for begin, end in ((NOON, NOON + 3 * DAY), (NOON + 9 * DAY, NOON + 9 * DAY))
    )
    store.close()


def stored(connection: object, moment: datetime) -> object:
    """Convert a moment as the column type does."""
    return Moment().process_bind_param(moment, connection.dialect)  # type: ignore[attr-defined]
