"""`python -m bench [PART]`: measures one part or everything, prints tables, and writes the page on performance."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click


@click.group(invoke_without_command=True)
@click.pass_context
def bench(context: click.Context) -> None:
    """Measure on this machine. Only the loopback is used, and every program that was started is stopped."""
    if context.invoked_subcommand is None:
        context.invoke(everything)


@bench.command("all")
def everything() -> None:
    """Measure the engines in detail, then every part of docs/developers/performance.md, and write that page."""
    from bench.report import main  # noqa: PLC0415  # no part is imported for another one's sake

    _engine()
    main(())


@bench.command("engine")
def engine() -> None:
    """Measure the engines alone."""
    _engine()


@bench.command("service")
@click.option("--postgres", is_flag=True, help="A private PostgreSQL in the place of SQLite.")
@click.option("--workers", default=1, show_default=True, help="Number of worker processes.")
def service(*, postgres: bool, workers: int) -> None:
    """Measure letters through the whole service."""
    _service("postgres" if postgres else "sqlite", workers)


@bench.command("stages")
def stages() -> None:
    """Sample what each millisecond of a letter goes to, by stage and by whose code runs."""
    from bench.stages import main  # noqa: PLC0415  # as above

    main()


@bench.command("pages")
def pages() -> None:
    """Measure the pages of long matches, at the first look and the second, and all others."""
    from bench.pages import main  # noqa: PLC0415  # as above

    main()


@bench.command("queries")
@click.option("--running", default=10_000, show_default=True, help="Number of running matches.")
@click.option("--archived", default=100_000, show_default=True, help="Number of finished matches, and of letters.")
@click.option("--requests", default=300, show_default=True, help="Number of requests to the archive.")
@click.option("--postgres", is_flag=True, help="A private PostgreSQL in the place of SQLite.")
def queries(*, running: int, archived: int, requests: int, postgres: bool) -> None:
    """Run the SQL statements of all use cases in a large database, and explain them."""
    from bench.queries import main  # noqa: PLC0415  # as above

    main(running, archived, requests, postgres=postgres)


@bench.command("sweep")
@click.option("--running", default=100_000, show_default=True, help="Number of running matches.")
def sweep(*, running: int) -> None:
    """Sweep over running matches with free times; fail if it takes a second of a core."""
    from bench.sweep import main  # noqa: PLC0415  # as above

    sys.exit(not main(running))


@bench.command("digests")
def digests() -> None:
    """Write a digest of 30 matches and sweep over 100,000 players with digests; fail beyond the budgets."""
    from bench.digests import main  # noqa: PLC0415  # as above

    sys.exit(not main())


@bench.command("plans")
def plans() -> None:
    """Fire a plan of 60 answers in each game; fail if that costs more than one and a half letters."""
    from bench.plans import main  # noqa: PLC0415  # as above

    sys.exit(not main())


@bench.command("letters")
def letters() -> None:
    """Count the letters to a player in matches of four: all, those of their turns, and with a digest."""
    from bench.letters import main  # noqa: PLC0415  # as above

    main()


@bench.command("ruling")
@click.argument("beside", type=click.Path(exists=True, file_okay=False, path_type=Path))
def ruling(beside: Path) -> None:
    """Judge letters with the code of this checkout and of BESIDE, an older one, in turn; print the ratio."""
    from bench.ruling import main  # noqa: PLC0415  # as above

    main(beside)


@bench.command("year")
@click.option("--matches", default=10_000, show_default=True, help="Number of running matches.")
@click.option(
    "--letters", default=600, show_default=True, help="Letters that are written as fast as they are answered."
)
@click.option("--minutes", default=5.0, show_default=True, help="How long letters come as in the evening.")
def year(*, matches: int, letters: int, minutes: float) -> None:
    """Measure what a club costs in a year on one core with 512 MB: processor time, disk, letters, the slowest one."""
    from bench.year import main  # noqa: PLC0415  # as above

    main(matches, letters, minutes)


@bench.command("growth")
@click.option("--largest", default=100_000, show_default=True, help="Number of finished matches at the end.")
@click.option("--postgres", is_flag=True, help="A private PostgreSQL in the place of SQLite.")
def grow(*, largest: int, postgres: bool) -> None:
    """Judge letters in ever longer matches and with an ever larger database."""
    from bench.depth import show_depth  # noqa: PLC0415  # as above
    from bench.growth import show_growth  # noqa: PLC0415

    show_depth()
    show_growth(largest, postgres=postgres)


@bench.command("report")
@click.argument("parts", nargs=-1)
def report(parts: tuple[str, ...]) -> None:
    """Measure everything, or the named parts, and write docs/developers/performance.md with its plots."""
    from bench.report import PARTS, main  # noqa: PLC0415  # as above

    if unknown := set(parts) - PARTS.keys():
        raise click.BadParameter(f"{', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    main(parts)


@bench.command("peer")
def peer() -> None:
    """Measure GNU Mailman 3, if it is installed, with posts to two people each."""
    from bench.mailman import main  # noqa: PLC0415  # as above

    main()


@bench.command("memory")
def memory() -> None:
    """Print the memory of every program of the `adjudicator up` that runs here."""
    from bench.memory import weigh_running  # noqa: PLC0415  # as above

    weigh_running()


@bench.command("house")
@click.argument("games", nargs=-1)
@click.option("--preset", "presets", multiple=True, help="A preset of the game; without it, each of them.")
@click.option("--seats", default=2, show_default=True, help="Number of seats.")
@click.option("--level", "levels", multiple=True, default=["strong"], show_default=True, help="The house's level.")
@click.option("--against", "opponents", multiple=True, help="A script, random, generic, or a level; without it, each.")
@click.option("--matches", default=200, show_default=True, help="Number of matches of a row.")
@click.option("--seconds", default=1.0, show_default=True, help="Processor time for a step.")
@click.option("--processes", default=1, show_default=True, help="Number of matches at a time.")
def house(*, games: tuple[str, ...], levels: tuple[str, ...], **options: Any) -> None:
    """Let the house player play GAMES (egyptos) against scripts, chance, the search for all games, and its levels."""
    from adjudicator.engines.contract import Level  # noqa: PLC0415
    from bench.house_strength import main  # noqa: PLC0415  # as above

    main(games or ("egyptos",), levels=[Level(level) for level in levels], **options)


@bench.command("thinking")
def thinking() -> None:
    """Measure letters while ten house players think, in a process of their own and in a thread of the worker."""
    from bench.thinking import main  # noqa: PLC0415  # as above

    main()


@bench.command("corpus")
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path), envvar="ADJUDICATOR_CORPUS")
@click.option("--verbose", is_flag=True, help="Name each reply that is read wrongly.")
def corpus(*, folder: Path, verbose: bool) -> None:
    """Read the labelled replies of a folder, and count lines that were kept, lost, and let through."""
    from bench.corpus import main  # noqa: PLC0415

    main(folder, verbose=verbose)


@bench.command("twins")
@click.argument("games", nargs=-1)
@click.option("--positions", default=2000, show_default=True, help="Number of decisions of a game.")
@click.option("--pieces", default=40, show_default=True, help="Pieces of work for a decision.")
def twins(*, games: tuple[str, ...], positions: int, pieces: int) -> None:
    """Ask the house player in positions of GAMES and in those with other secrets, and count other answers."""
    from bench.twins import main  # noqa: PLC0415

    sys.exit(sum(main(game, positions, pieces) for game in games or ("cheops", "pharao")) > 0)


@bench.command("fuzz")
@click.option("--letters", default=10_000, show_default=True, help="Number of hostile letters.")
@click.option("--processes", default=2, show_default=True, help="Number of readers at a time.")
@click.option("--seed", default=0, show_default=True, help="The first letter's; the same seed is the same letter.")
@click.option("--folder", default="var/fuzz", show_default=True, help="Where letters that fail are kept.")
def fuzz(*, letters: int, processes: int, seed: int, folder: str) -> None:
    """Read hostile letters, and count failures, slow letters and heavy ones."""
    from bench.fuzz import main  # noqa: PLC0415

    sys.exit(main(letters, processes, seed, Path(folder)) > 0)


@bench.command("flood")
@click.option("--letters", default=100_000, show_default=True, help="Number of junk letters.")
def flood(*, letters: int) -> None:
    """Pour junk into the listener while a club plays."""
    from bench.flood import main  # noqa: PLC0415  # as above

    main(letters)


@bench.command("replies")
@click.option("--letters", default=5_000, show_default=True, help="Number of letters.")
@click.option("--processes", default=2, show_default=True, help="Number of processes that judge.")
@click.option("--seed", default=0, show_default=True, help="The first letter's; the same seed is the same letter.")
@click.option("--keep", type=click.Path(file_okay=False, path_type=Path), help="A folder for letters not read right.")
def replies(*, letters: int, processes: int, seed: int, keep: Path | None) -> None:
    """Judge generated replies with the real services; fail if one is played that its writer did not mean."""
    from bench.replies.main import main  # noqa: PLC0415  # as above

    sys.exit(main(letters, processes, seed, keep) > 0)


@bench.command("relay")
@click.option("--letters", default=100, show_default=True, help="Number of letters to each of two services.")
def relay(*, letters: int) -> None:
    """Compare two services, one with a relay that hangs and one with a relay that works, at the same time."""
    from bench.relay import main  # noqa: PLC0415  # as above

    main(letters)


def _engine() -> None:
    from bench import cheops, engine, engines, pharao  # noqa: PLC0415

    engine.main()
    cheops.main()
    pharao.main()
    engines.main()


def _service(database: str, workers: int = 1) -> None:
    from bench import service  # noqa: PLC0415

    service.main(database, workers)


if __name__ == "__main__":
    bench()
