"""`adjudicator migrate`."""

from __future__ import annotations

import os

import click

from adjudicator.bootstrap import load_component_files, open_store
from adjudicator.cli.replay_runs import replay_after_upgrade
from adjudicator.config.settings import Settings
from adjudicator.store.revision import NewerDatabase
from adjudicator.store.schema import NeedsDowntime, upgrade_schema

MINUTES = 10.0
"""How long a service waits for replays by default: time for some ten thousand matches."""


@click.command("migrate")
@click.option("--rolling", is_flag=True, help="Refuse a change that running programs of the last version cannot use.")
@click.option(
    "--minutes",
    type=click.FloatRange(0),
    default=MINUTES,
    show_default=True,
    help="Replay matches for so long at most; 0 replays none.",
)
def command(*, rolling: bool, minutes: float) -> None:
    """Bring the database to the tables of this version.

    It can be called at any time; finished steps are not repeated. If you upgrade machines one by one, use `--rolling`:
    it changes nothing if all of them have to be stopped first.

    Then the matches are replayed whose rules are played by other code than before the upgrade, those that run first. If
    there are more than can be replayed in the time, it says how many, and `adjudicator replay --all` goes on while
    people play. Exit codes: 0, all is well; 1, the tables could not be changed, or matches have faults: they are
    listed, and the tables are those of this version; 130, the replay was stopped.
    """
    settings = Settings.read(os.environ)
    try:
        upgrade_schema(settings.database_url, rolling=rolling)
    except (NewerDatabase, NeedsDowntime) as fault:
        raise click.ClickException(str(fault)) from fault
    faulty = _replay(settings, minutes) if minutes else []
    click.echo("The database is up to date.")
    if faulty:
        raise click.ClickException(
            f"this version does not play {len(faulty):,} matches as they were played: report the lines above, and go "
            "back to the version before, or start this one nevertheless: only these matches are in danger"
        )


def _replay(settings: Settings, minutes: float) -> list[str]:
    """Replay what new code plays, and say what was done; return the codes of matches with faults."""
    load_component_files(settings.data_dir)
    store = open_store(settings)
    try:
        account = replay_after_upgrade(store, minutes)
    finally:
        store.close()
    if account.total:
        click.echo(account.tell())
    if account.left:
        click.echo(f"{account.left:,} more are still to be replayed: run `adjudicator replay --all` while people play.")
    return account.faulty
