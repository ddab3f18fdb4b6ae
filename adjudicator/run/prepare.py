"""Run before the service starts: bring the database up to date, and open a match to look at.

A program of its own (`python -m adjudicator.run.prepare`), so that the one which stays does not carry the database
library in its memory for ever.
"""

from __future__ import annotations

import os
import sys
from datetime import UTC, datetime

from adjudicator.bootstrap import build_context
from adjudicator.config.settings import Settings
from adjudicator.infra.private_files import private_files
from adjudicator.infra.startup_errors import exit_with_one_line
from adjudicator.services.matches.demo_match import open_once
from adjudicator.store.revision import NewerDatabase
from adjudicator.store.schema import upgrade


def prepare(settings: Settings, now: datetime) -> None:
    """Migrate; where letters are kept for the mailbox page, see that the demonstration match is there."""
    upgrade(settings.database_url)
    if settings.mailbox:
        open_once(build_context(settings), now)


if __name__ == "__main__":
    with private_files(), exit_with_one_line():
        try:
            prepare(Settings.read(os.environ), datetime.now(UTC))
        except NewerDatabase as fault:
            sys.exit(str(fault))
