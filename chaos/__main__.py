"""`python -m chaos`: breaks a whole installation while robots play on it, and prints the checker's report."""

from __future__ import annotations

import sys
from dataclasses import replace

import click

from chaos.faults import FAULTS
from chaos.plan import FULL, SHORT
from chaos.run import run


@click.command()
@click.option("--short", is_flag=True, help="A small run of less than a minute.")
@click.option("--letters", type=int, help="So many letters instead.")
@click.option("--faults", type=int, help="So many faults instead.")
@click.option("--tables", type=int, help="So many matches at a time instead.")
@click.option("--only", "kinds", type=click.Choice(list(FAULTS)), multiple=True, help="Only faults of this kind.")
@click.option("--seed", default=1, show_default=True, help="What all chance of players and faults follows from.")
@click.option("--keep", is_flag=True, help="Keep diaries, logs and the database, even if all was well.")
def chaos(
    *,
    short: bool,
    letters: int | None,
    faults: int | None,
    tables: int | None,
    kinds: tuple[str, ...],
    seed: int,
    keep: bool,
) -> None:
    plan = SHORT if short else FULL
    plan = replace(
        plan,
        letters=letters if letters is not None else plan.letters,
        faults=faults if faults is not None else plan.faults,
        tables=tables if tables is not None else plan.tables,
        kinds=kinds,
        seed=seed,
    )
    outcome = run(plan, keep=keep)
    click.echo(outcome.told, nl=False)
    if keep or not outcome.passed:
        click.echo(f"The diaries, the logs and the database are in {outcome.folder}")
    sys.exit(0 if outcome.passed else 1)


if __name__ == "__main__":
    chaos()
