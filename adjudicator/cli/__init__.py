"""The command `adjudicator`: one module a subcommand, imported only when it is called, so that each starts fast."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Final

import click

from adjudicator import __version__
from adjudicator.config.env_reader import BadSetting
from adjudicator.infra.private_files import private_files
from adjudicator.infra.rare_collection import collect_rarely
from adjudicator.infra.startup_errors import explain_failure

COMMANDS: Final = {
    "up": "Run the whole service on this machine.",
    "migrate": "Bring the database to the tables of this version.",
    "doctor": "Check every part and say what to do.",
    "web": "Serve the pages.",
    "listen": "Take letters in over SMTP and LMTP.",
    "serve": "Serve the pages and take letters in, in one process.",
    "poll": "Fetch letters from a mailbox at a provider, or from a maildir.",
    "deliver": "Take one letter in from a mail server's pipe, or all of a maildir.",
    "backup": "Write everything in the database to a file.",
    "restore": "Fill an empty database from a backup.",
    "export": "Write the records of all public matches that are over to a folder.",
    "site": "Write a static copy of the archive to a folder.",
    "read": "Show how a letter is understood, and judge nothing.",
    "retry": "List the letters that were set aside, or judge one again.",
    "drop": "Drop a letter that was set aside.",
    "match": "Look at the matches of this installation, and act in them as their host.",
    "broadcast": "Write to everybody who plays here.",
    "player": "Look at a player, and help with lost addresses and keys.",
    "stats": "Print statistics of finished matches, or count them anew from their records.",
    "verify": "Check records by dealing and playing them again.",
    "replay": "Replay a record and print what happened.",
    "clock": "Tell the clock of histories, to check it.",
    "plan": "Tell what plans would do, to check them.",
    "playout": "Play a game to its end, for authors of games.",
    "new-engine": "Make the package of a new game, for authors of games.",
    "lint": "Check finished letters for faults that some mail program would show.",
}


class Commands(click.Group):
    """Finds each subcommand as `command` in the module `NAME_command`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """List the names in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import one subcommand."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"adjudicator.cli.{cmd_name.replace('-', '_')}_command").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the subcommands from the table alone."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def invoke(self, ctx: click.Context) -> object:
        """Run a subcommand; its files are private, and a fault that the host can correct is one line of output."""
        collect_rarely()
        with private_files(), one_line():
            return super().invoke(ctx)


@contextmanager
def one_line() -> Iterator[None]:
    """Print a fault that the host can correct as one line; other faults keep their tracebacks."""
    try:
        yield
    except BadSetting as fault:
        raise click.ClickException(str(fault)) from fault
    except Exception as fault:
        if line := explain_failure(fault):
            raise click.ClickException(line) from fault
        raise


@click.command(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, "--version", message="adjudicator %(version)s")
def main() -> None:
    """Slow board games by e-mail, judged by a machine.

    Settings are environment variables; docs/hosts/settings.md lists them. `adjudicator up` runs everything on one
    machine, the lines of the Procfile run it on several.
    """
