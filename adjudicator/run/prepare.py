"""Migrates the database and opens the demonstration match, before the service starts.

It is a program of its own (`python -m adjudicator.run.prepare`), so that the supervisor, which runs for ever, never
loads the database library.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from datetime import UTC, datetime

from adjudicator.config.settings import Settings
from adjudicator.infra.private_files import private_files
from adjudicator.infra.rare_collection import collect_rarely
from adjudicator.infra.startup_errors import exit_with_one_line
from adjudicator.store.revision import NewerDatabase
from adjudicator.store.schema import upgrade_schema
from adjudicator.texts.language import LANGUAGES, SOURCE, Language, language_for


def prepare_database(settings: Settings, now: datetime, language: Language) -> None:
    """Migrate the database; if the mailbox page is on, open the demonstration match unless it exists."""
    upgrade_schema(settings.database_url)
    if settings.mailbox:
        # A club that plays for real has no need of these: half the time that this program takes.
        from adjudicator.bootstrap import build_context  # noqa: PLC0415
        from adjudicator.services.matches.opening.demo_match import open_demo_match  # noqa: PLC0415

        open_demo_match(build_context(settings), now, language)


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
