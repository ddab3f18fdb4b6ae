"""Replays the matches of an installation for `adjudicator replay --all` and `adjudicator migrate`."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from datetime import UTC, datetime

import click

from adjudicator.bootstrap import load_component_files, open_store
from adjudicator.cli.progress import ends_on_interrupt, show_progress
from adjudicator.cli.record_file import explain_fault
from adjudicator.config.settings import Settings
from adjudicator.services.archive.stored_replays import Replays, all_rules, outstanding_rules
from adjudicator.store.session import Store

GO_ON = "`adjudicator replay --all` goes on there"


@dataclass(slots=True)
class Account:
    """Progress of a run."""

    total: int
    done: int = 0
    faulty: list[str] = field(default_factory=list)
    """The codes of matches with faults."""

    @property
    def left(self) -> int:
        """Count the matches that are still to be replayed."""
        return max(0, self.total - self.done)

    def tell(self) -> str:
        """Report the result, in a sentence."""
        matches = "1 match was" if self.done == 1 else f"{self.done:,} matches were"
        if not self.faulty:
            return f"{matches} replayed, without a fault."
        return f"{matches} replayed; {len(self.faulty):,} of them have faults."


def replay_everything(settings: Settings, *, again: bool) -> None:
    """Replay all matches, and end the command with code 1 if one has faults."""
    load_component_files(settings.data_dir)
    store = open_store(settings)
    try:
        with store.reading() as session:
            replays = Replays(store, all_rules(session), again=again)
        account = run_replays(replays)
        click.echo(account.tell())
    finally:
        store.close()
    if account.faulty:
        raise click.exceptions.Exit(1)


def replay_after_upgrade(store: Store, minutes: float) -> Account:
    """Replay the matches that new code plays, for so many minutes at most."""
    return run_replays(Replays(store, outstanding_rules(store)), time.monotonic() + minutes * 60)


def run_replays(replays: Replays, deadline: float | None = None) -> Account:
    """Replay matches until all are done or the deadline on the monotonic clock has come; print their faults."""
    account = Account(replays.count())
    stopped = lambda: f"{account.tell()} {GO_ON}: {account.left:,} are left."  # noqa: E731
    with ends_on_interrupt(stopped), show_progress("Replaying matches", account.total) as advance:
        for match in replays.run(datetime.now(UTC)):
            account.done += 1
            advance(1)
            if match.faults:
                account.faulty.append(match.code)
            for fault in match.faults:
                click.echo(f"{match.code}: {fault}{explain_fault(fault.reason, match.names)}")
            if deadline is not None and account.left and time.monotonic() >= deadline:
                break
    return account
