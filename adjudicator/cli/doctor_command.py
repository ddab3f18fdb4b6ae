"""`adjudicator doctor`."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import UTC, datetime

import click
import msgspec

from adjudicator.bootstrap import build_context
from adjudicator.config.env_reader import BadSetting
from adjudicator.config.settings import Settings
from adjudicator.run.doctor import run_checks
from adjudicator.run.finding import Finding


@click.command("doctor")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, for a program that watches.")
def command(*, as_json: bool) -> None:
    """Check every part of the service and say what to do.

    Checks the settings, the database, the broker, the workers, the pages, the listener, the age of the last sweep, the
    mailbox that letters are fetched from, the letters that wait, the relay, the domain's DNS records, the files, the
    disk, the age of the last back-up and of the last export, and this machine's clock. Nothing is changed. The exit
    code is 0 if all is well, and 1 otherwise.

    With --json it prints {"well": true, "findings": [{"part", "well", "fact", "advice"}, ...]}.
    """
    findings = []
    for finding in _findings():
        findings.append(finding)
        if not as_json:
            _print(finding)
    well = all(finding.well for finding in findings)
    if as_json:
        click.echo(msgspec.json.encode({"well": well, "findings": [_as_dict(finding) for finding in findings]}))
    if not well:
        raise SystemExit(1)


def _findings() -> Iterator[Finding]:
    try:
        settings = Settings.read(os.environ)
        context = build_context(settings)
    except BadSetting as fault:
        yield Finding("settings", str(fault), "correct it, and ask again: nothing else was looked at")
        return
    yield from run_checks(settings, context, datetime.now(UTC))
    context.store.close()


def _print(finding: Finding) -> None:
    mark = click.style("well", fg="green") if finding.well else click.style("ill ", fg="red", bold=True)
    click.echo(f"{mark}  {finding.part:12} {finding.fact}")
    if finding.advice:
        click.echo(f"{'':20}{finding.advice}")


def _as_dict(finding: Finding) -> dict[str, str | bool]:
    return {"part": finding.part, "well": finding.well, "fact": finding.fact, "advice": finding.advice}
