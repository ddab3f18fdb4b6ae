"""`adjudicator new-engine`: makes the package of a new game from a template, which is a small working game."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator
from pathlib import Path

import click

from adjudicator.engines.registry import engines
from adjudicator.texts.language.language import templates_folder

LONGEST_NAME = 20
_NAME = re.compile(rf"[a-z][a-z0-9]{{0,{LONGEST_NAME - 1}}}", re.ASCII)
_TEMPLATE_GAME = re.compile(r"(?<![^\W_])([Nn])im(?![a-z])")
"""The name of the template's own game: `nim`, `adjudicator_nim`, `NimView`, but not the German `nimm`."""


@click.command("new-engine")
@click.argument("name")
@click.option(
    "--folder",
    type=click.Path(path_type=Path),
    help="Where to put the package; adjudicator-NAME in the working directory if left out.",
)
def command(*, name: str, folder: Path | None) -> None:
    """Make a package for the game NAME, which people will write in `new NAME with ...`.

    It holds a small complete game, Nim, whose tests pass. Replace its rules by those of your game.
    """
    _check_name(name)
    folder = folder or Path(f"adjudicator-{name}")
    try:
        folder.mkdir(parents=True)
    except FileExistsError:
        raise click.ClickException(f"{folder} is there already; choose another place with --folder") from None
    template = templates_folder() / "engine"
    for source in _files_of(template):
        target = folder / _renamed(str(source.relative_to(template)), name)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(_renamed(source.read_text("utf-8"), name), "utf-8")
    click.echo(f"The package of {name} is in {folder}. Install it and run its tests:\n")
    click.echo(f"  cd {folder}\n  pip install --editable . pytest\n  pytest")


def _check_name(name: str) -> None:
    if not _NAME.fullmatch(name) or keyword.iskeyword(name):
        raise click.ClickException(
            f"{name!r} cannot name a game; write up to {LONGEST_NAME} small letters and digits, a letter first"
        )
    if name in {engine.rules.name for engine in engines().values()} or _is_ours(name):
        raise click.ClickException(f"the name {name} is taken; choose another one")


def _is_ours(name: str) -> bool:
    """Tell whether Adjudicator's own notes use this name, such as `match`."""
    return (templates_folder() / "notes" / f"{name}.txt").exists()


def _files_of(template: Path) -> Iterator[Path]:
    """List the template's files, without the caches that a test run in a checkout leaves behind."""
    for path in sorted(template.rglob("*")):
        left_behind = any(part.startswith((".", "__")) for part in path.relative_to(template).parent.parts)
        if path.is_file() and not left_behind and path.suffix != ".mo":
            yield path


def _renamed(text: str, name: str) -> str:
    return _TEMPLATE_GAME.sub(lambda found: name.capitalize() if found[1] == "N" else name, text)
