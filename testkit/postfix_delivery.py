"""Postfix as docs/hosts/postfix.md sets it up: one that hands over by LMTP, and one that hands over through a pipe."""

from __future__ import annotations

import shlex
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from testkit.doc_snippets import adapted, blocks, files
from testkit.host_command import write_host_command
from testkit.pipe_commands import PipeCommands, make_pipe_commands
from testkit.postfix import PrivatePostfix, running_postfix

LMTP, PIPE = "Hand letters over by LMTP", "Hand letters over through a pipe"
PAGE = "postfix.md"
Ports = Callable[[], int]


def _places(settings: Path) -> dict[str, str]:
    """Put the files of a mail server where a test can write them."""
    return {"/etc/postfix": str(settings), "/etc/aliases": str(settings / "aliases")}


@dataclass(frozen=True, slots=True)
class PostfixWithLmtp:
    """A Postfix that hands over to whoever listens at a port."""

    postfix: PrivatePostfix
    port: int


@dataclass(frozen=True, slots=True)
class PostfixWithPipe:
    """A Postfix that hands over to a command, which has the settings of a file."""

    postfix: PrivatePostfix
    hands: PipeCommands
    settings: Path

    def set(self, **variables: str) -> None:
        """Write the settings that the command gets."""
        lines = (f"{name}={shlex.quote(value)}\n" for name, value in variables.items())
        self.settings.write_text("".join(lines))


@contextmanager
def postfix_with_lmtp(ports: Ports, port: int) -> Iterator[PostfixWithLmtp]:
    """Run Postfix with the first recipe, for whoever listens at a port."""

    def recipe(settings: Path) -> dict[str, str]:
        return files(adapted(blocks(PAGE, LMTP)[0], _places(settings) | {"127.0.0.1:8024": f"127.0.0.1:{port}"}))

    with running_postfix(ports(), recipe) as postfix:
        yield PostfixWithLmtp(postfix, port)


@contextmanager
def postfix_with_pipe(ports: Ports) -> Iterator[PostfixWithPipe]:
    """Run Postfix with the second recipe."""
    pipes = list[tuple[PipeCommands, Path]]()

    def recipe(settings: Path) -> dict[str, str]:
        hands, script, environment = (
            make_pipe_commands(settings.parent / "hands"),
            settings / "deliver",
            settings / "env",
        )
        pipes.append((hands, environment))
        command = settings / "adjudicator"
        write_host_command(command, "nobody", environment, hands.folder, str(hands.program))
        places = _places(settings) | {
            "/usr/local/bin/adjudicator": str(command),
            "user=adjudicator": "user=nobody",
        }
        found = files(adapted(blocks(PAGE, PIPE)[0], places))
        script.write_text(found["/srv/adjudicator/deliver"])
        script.chmod(0o600)
        commands = adapted(blocks(PAGE, PIPE)[1], {"/srv/adjudicator/deliver": str(script)})
        subprocess.run(next(line.split() for line in commands.splitlines() if "chmod" in line), check=True)
        return found | {"master.cf": adapted(found["master.cf"], {"/srv/adjudicator/deliver": str(script)})}

    with running_postfix(ports(), recipe) as postfix:
        (hands, environment), *_ = pipes
        yield PostfixWithPipe(postfix, hands, environment)
