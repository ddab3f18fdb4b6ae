"""Migrates the database and opens the demonstration match, before the service starts.

It is a program of its own (`python -m adjudicator.run.prepare`), so that the supervisor, from which the others are
forked afterwards, has no open database.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Mapping
from datetime import UTC, datetime

from adjudicator.bootstrap import build_context, load_component_files, open_store
from adjudicator.config.settings import Settings
from adjudicator.infra.private_files import private_files
from adjudicator.infra.rare_collection import collect_rarely
from adjudicator.infra.startup_errors import exit_with_one_line
from adjudicator.services.archive.stored_replays import Replays, outstanding_rules
from adjudicator.store.revision import NewerDatabase
from adjudicator.store.schema import upgrade_schema
from adjudicator.texts.language.language import LANGUAGES, SOURCE, Language, language_for

REPLAY_SECONDS = 60.0


def prepare_database(settings: Settings, now: datetime, language: Language) -> None:
    """Migrate the database, and replay what other code has played; open the demonstration match with a mailbox page."""
    upgrade_schema(settings.database_url)
    replay_matches(settings, now)
    if settings.mailbox:
        # A club that plays for real has no need of it: half the time that this program takes.
        from adjudicator.services.matches.opening.demo_match import open_demo_match  # noqa: PLC0415

        open_demo_match(build_context(settings), now, language)


def replay_matches(settings: Settings, now: datetime) -> None:
    """Replay matches for a minute at most, and print the differences; the service starts nevertheless, for the others.

    The doctor tells that some are left, and `adjudicator replay --all` replays them.
    """
    load_component_files(settings.data_dir)
    store = open_store(settings)
    deadline = time.monotonic() + REPLAY_SECONDS
    try:
        for match in Replays(store, outstanding_rules(store)).run(now):
            for fault in match.faults:
                sys.stderr.write(f"{match.code} is not played as it was: {fault}\n")
            if time.monotonic() >= deadline:
                break
    finally:
        store.close()


def read_machine_language(environ: Mapping[str, str]) -> Language:
    """Read in which language the machine speaks to whoever starts the service on it; English if it is none of ours."""
    locale = next(filter(None, (environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    code = locale[:2]
    return language_for(code if code in LANGUAGES else SOURCE)


if __name__ == "__main__":
    collect_rarely()
    with private_files(), exit_with_one_line():
        try:
            prepare_database(Settings.read(os.environ), datetime.now(UTC), read_machine_language(os.environ))
        except NewerDatabase as fault:
            sys.exit(str(fault))
