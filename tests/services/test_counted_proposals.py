"""Matches that are older than the count of their proposals count those that they have."""

from __future__ import annotations

from alembic import command

from adjudicator.store import schema
from adjudicator.store.session import open_engine
from testkit.club import ANNA, BOB, Club, text_of


def test_a_proposal_of_before_is_answered_after_the_upgrade(club: Club) -> None:
    club.begin()
    club.answer(club.last(ANNA), "pause until 10 December")
    asked = club.last(BOB)
    club.begin()
    url = club.context.store.engine.url.render_as_string(hide_password=False)
    club.context.store.engine.dispose()
    engine = open_engine(url)
    with engine.execution_options(writes=True).begin() as connection:
        config = schema._config()
        config.attributes["connection"] = connection
        command.downgrade(config, "0016")
    engine.dispose()
    schema.upgrade_schema(url)
    with club.connected() as database:
        counts = database.execute("SELECT proposal_count FROM matches ORDER BY id").fetchall()
    assert counts == [(1,), (0,)]
    club.answer(asked, "yes", sender=BOB)
    assert "The match pauses until 10" in text_of(club.last(ANNA))
