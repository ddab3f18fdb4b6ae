"""A mail server's pipe, whose command does its work in our own process.

A mail server runs no command as root, and nobody else may enter a folder of ours: what it runs here is a few lines of
shell that hand the letter, the words and the environment over to us, wait, and end with the exit code that we say.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

STAND_IN = """#!/bin/sh
cd {folder} || exit 1
name=$(mktemp -d "$$.XXXXXX")
cat > "$name/letter"
env -0 > "$name/environment"
printf '%s\\0' "$@" > "$name/words"
mkfifo "$name/code"
mv "$name" "$name.asked"
read -r code < "$name.asked/code"
exit "$code"
"""


@dataclass(frozen=True, slots=True)
class PipedLetter:
    """What a mail server gave to its command."""

    raw: bytes
    words: list[str]
    environment: dict[str, str]


Command = Callable[[PipedLetter], int]


@dataclass(frozen=True, slots=True)
class PipeCommands:
    """The folder in which letters are handed over."""

    folder: Path

    @property
    def program(self) -> Path:
        """The program that a mail server is told to run."""
        return self.folder / "adjudicator"

    @contextmanager
    def doing(self, command: Command) -> Iterator[None]:
        """Let a command of ours do the work for the time of a `with` block."""
        ended = threading.Event()

        def work() -> None:
            done = set(self.folder.glob("*.asked"))
            while not ended.is_set():
                for asked in set(self.folder.glob("*.asked")) - done:
                    done.add(asked)
                    code = command(_read(asked))
                    with (asked / "code").open("w") as answer:
                        answer.write(f"{code}\n")
                ended.wait(0.01)  # polling: the shell script has no other way to signal

        thread = threading.Thread(target=work)
        thread.start()
        try:
            yield
        finally:
            ended.set()
            thread.join(20)


def make_pipe_commands(folder: Path) -> PipeCommands:
    """Make a folder in which everybody may hand over letters."""
    folder.mkdir()
    folder.chmod(0o1777)
    hands = PipeCommands(folder)
    hands.program.write_text(STAND_IN.format(folder=folder))
    hands.program.chmod(0o755)
    return hands


def _read(asked: Path) -> PipedLetter:
    words = (asked / "words").read_bytes().decode().split("\0")[:-1]
    pairs = (pair.partition("=") for pair in (asked / "environment").read_bytes().decode().split("\0") if pair)
    return PipedLetter((asked / "letter").read_bytes(), words, {name: value for name, _, value in pairs})
