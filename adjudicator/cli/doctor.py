"""`adjudicator doctor`."""

from __future__ import annotations

import os
from datetime import UTC, datetime

import click

from adjudicator.run.checkup import Finding, examine
from adjudicator.settings import Settings
from adjudicator.wiring import open_desk


@click.command("doctor")
def command() -> None:
    """Check every part of the service and say what to do.

    Looks at the database, the broker, the workers, the age of the last sweep, the mailbox that letters are fetched
    from, the letters that wait, and whether the relay lets us in. Nothing is changed. Ends with exit code 1 when
    something is not well.
    """
    settings = Settings.read(os.environ)
    desk = open_desk(settings)
    findings = []
    for finding in examine(settings, desk, datetime.now(UTC)):
        _tell(finding)
        findings.append(finding)
    desk.store.close()
    if any(finding.advice for finding in findings):
        raise SystemExit(1)


def _tell(finding: Finding) -> None:
    mark = click.style("ill ", fg="red", bold=True) if finding.advice else click.style("well", fg="green")
    click.echo(f"{mark}  {finding.part:12} {finding.fact}")
    if finding.advice:
        click.echo(f"{'':20}{finding.advice}")
