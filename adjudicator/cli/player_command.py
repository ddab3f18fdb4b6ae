"""`adjudicator player`."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

import click
from sqlalchemy.orm import Session

from adjudicator.bootstrap import build_context
from adjudicator.config.settings import Settings
from adjudicator.mail.errors import SenderFault
from adjudicator.mail.trust.from_header import check_address
from adjudicator.services.identity.credential_changes import describe_credentials
from adjudicator.services.identity.credentials import OPTIONAL, apply_change
from adjudicator.services.identity.erasing import erase_player, matches_to_leave
from adjudicator.services.identity.revocation import revoke_seat
from adjudicator.services.matches.rows.match_rows import find_match, lock_match
from adjudicator.services.players.players import find_player
from adjudicator.services.players.suppression import suppress_address, unsuppress_address
from adjudicator.services.unit_of_work import UnitOfWork, unit_of_work
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Player
from adjudicator.texts.facts.letter_facts import RequestOrigin

FEWEST = 2
"""Players of a match that goes on."""


@click.group("player")
def command() -> None:
    """Look at a player, and help with lost addresses and keys."""


@command.command("show")
@click.argument("address")
def show_player(address: str) -> None:
    """Show a player's name, addresses and key."""
    with build_context(Settings.read(os.environ)).store.reading() as session:
        player = _player_of(session, address)
        name, known = player.name, describe_credentials(session, player, "")
    click.echo(f"name       {name}\nletters to {known.address}")
    for further in known.further:
        click.echo(f"also from  {further}")
    if known.fingerprint:
        click.echo(f"key        {known.fingerprint}, {'required' if known.required else 'not required'}")


@command.command("revoke")
@click.argument("address")
@click.option("--match", "code", help="Only the seats at this match.")
def revoke_addresses(address: str, code: str | None) -> None:
    """Revoke a player's reply addresses; they get letters with new ones."""
    with _found(address) as (work, player):
        if code is None:
            apply_change(work, player, "revoke", "", RequestOrigin(at=work.now, by="host"))
        else:
            _revoke_at(work, player, code, address)
    there = "" if code is None else f" at {code.upper()}"
    click.echo(f"{player.name}: reply addresses{there} revoked; a letter tells of it")


def _revoke_at(work: UnitOfWork, player: Player, code: str, address: str) -> None:
    match = lock_match(work.session, code)
    seats = [seat for seat in match.seats if seat.player_id == player.id] if match else []
    if match is None or not seats:
        raise click.ClickException(f"{address} has no seat at {code.upper()}")
    for seat in seats:
        revoke_seat(work, match, seat)


@command.command("unlock")
@click.argument("address")
def unlock_player(address: str) -> None:
    """Let a player's letters count without their key, when they have lost it."""
    with _found(address) as (work, player):
        if not player.key_required:
            raise click.ClickException(f"letters of {address} count without a key as it is")
        apply_change(work, player, "key", OPTIONAL, RequestOrigin(at=work.now, by="host"))
    click.echo(f"{player.name}: letters count without a key now; a letter tells of it")


@command.command("silence")
@click.argument("address")
@click.option("--lift", is_flag=True, help="Let the address be invited again.")
def silence_player(address: str, *, lift: bool) -> None:
    """Stop invitations to an address, if its owner asked you to."""
    try:
        check_address(address)
    except SenderFault as fault:
        raise click.ClickException(f"{address} is no address") from fault
    with unit_of_work(build_context(Settings.read(os.environ)), datetime.now(UTC)) as work:
        if lift:
            unsuppress_address(work, address)
        else:
            suppress_address(work, address)
    click.echo(f"{address} can be invited again" if lift else f"{address} gets no invitations any more")


@command.command("erase")
@click.argument("address")
@click.option("--because", "reason", required=True, help="Your reason, which the player is told.")
@click.option("--yes", is_flag=True, help="Do not ask.")
def erase(address: str, reason: str, *, yes: bool) -> None:
    """Erase a player for good, as their own "erase me" does; they get a last letter with your reason.

    Their name and addresses go from pages and records, and from letters within minutes. Back-ups still have them: make
    a new one, and delete the old ones when their time has come.
    """
    seen = None if yes else _preview_erasing(address)
    with _found(address) as (work, player):
        if seen is not None and _describe_erasing(work.session, player) != seen:
            raise click.ClickException("something has changed meanwhile; look at it again")
        erase_player(work, player, reason)
    click.echo("erased; the sweep takes the name out of letters")


def _preview_erasing(address: str) -> tuple[int, str]:
    """Say what erasing would do, and ask; return what was shown. No transaction waits for the answer."""
    with build_context(Settings.read(os.environ)).store.reading() as session:
        seen = _describe_erasing(session, _player_of(session, address))
    click.confirm(f"{seen[1]}? This cannot be taken back", abort=True)
    return seen


def _describe_erasing(session: Session, player: Player) -> tuple[int, str]:
    """Return the player's number, and what erasing them would do."""
    leaves = [_leaving(session, code) for code in matches_to_leave(session, player)]
    going = f", who leaves {', '.join(leaves)}" if leaves else ""
    return player.id, f"Erase {player.name}{going}"


def _leaving(session: Session, code: str) -> str:
    """Name a match, and say if it ends when one of its players leaves."""
    match = find_match(session, code)
    playing = [seat for seat in match.seats if seat.vacant_at is None] if match else []
    ends = match is not None and match.state is MatchState.RUNNING and len(playing) <= FEWEST
    return f"{code}, which ends then" if ends else code


@contextmanager
def _found(address: str) -> Iterator[tuple[UnitOfWork, Player]]:
    """Find a player by one of their addresses, in a unit of work of its own."""
    with unit_of_work(build_context(Settings.read(os.environ)), datetime.now(UTC)) as work:
        yield work, _player_of(work.session, address)


def _player_of(session: Session, address: str) -> Player:
    player = find_player(session, address)
    if player is None:
        raise click.ClickException(f"no player has the address {address}")
    return player
