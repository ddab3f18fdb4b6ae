"""Letters that wait while the service is upgraded get the destinations that their recipients name."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import select, text

from adjudicator.mail.address import AddressBook
from adjudicator.mail.address_token import sign_token
from adjudicator.services.destinations import name_destination
from adjudicator.store.columns import Moment
from adjudicator.store.operation_tables import STAMPED_SINCE, last_job_run
from adjudicator.store.schema import migrate_to, migration_transaction
from adjudicator.store.session import Store
from adjudicator.store.tables import Inbox

NOON = datetime(2026, 11, 27, 12, tzinfo=UTC)
SECRET = b"a secret for tests only"
BOOK = AddressBook("club.example", secret=SECRET)


def unstamped(kind: str, number: int) -> str:
    return f"play+{kind}-{number}-{sign_token(SECRET, kind, number)}@club.example"


RECIPIENTS = (
    BOOK.seat("k7q2", 1, 9),
    BOOK.seat("k7q2", 1, 9, 2).upper(),
    BOOK.seat("k7q2", 0, 3).replace("+", "-"),
    unstamped("digest", 12),
    unstamped("confirm", 12).title(),
    unstamped("bounce", 12),
    BOOK.service,
    "postmaster",
)


def test_letters_that_wait_get_their_destinations(new_database: str) -> None:
    with migration_transaction(new_database) as connection:
        migrate_to(connection, "0043")
        moment = Moment().process_bind_param(NOON, connection.dialect)
        for number, recipient in enumerate(RECIPIENTS, 1):
            connection.execute(
                text(
                    "INSERT INTO inbox (id, fingerprint, channel, recipient, envelope_from, raw, received_at, state,"
                    " tries, traceback, verdict)"
                    " VALUES (:id, :mark, 'smtp', :recipient, '', :raw, :at, :state, 0, '', '')"
                ),
                {
                    "id": number,
                    "mark": str(number),
                    "recipient": recipient,
                    "raw": b"Subject: M14\n\nM14\n",
                    "at": moment,
                    "state": "aside" if number % 2 else "waiting",
                },
            )
        migrate_to(connection, "head")
    store = Store(new_database)
    with store.reading() as session:
        rows = session.execute(select(Inbox.recipient, Inbox.destination)).all()
        since = last_job_run(session, STAMPED_SINCE)
    store.close()
    stored = {row.recipient: row.destination for row in rows}
    assert stored == {recipient: name_destination(BOOK, b"", recipient) for recipient in RECIPIENTS}
    assert set(stored.values()) == {"match k7q2 1", "match k7q2 0", "digest 12", "request 12", ""}
    assert since is not None
    assert since > NOON
