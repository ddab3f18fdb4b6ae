"""Putting a letter into the outbox: worded now, in the transaction that made it true, and sent later."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

import msgspec

from adjudicator.services.job_queue import ANY, Job
from adjudicator.services.outbox.letter_headers import AttachedText, LetterHeaders
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.tables import Match, Outbox, Player
from adjudicator.texts.language import SOURCE, Tongue
from adjudicator.texts.language import tongue as language_of
from adjudicator.texts.letter_kinds import F, LetterKind
from adjudicator.texts.letters import gist, write

CLOCKS_APART = timedelta(seconds=2)
"""Tolerated clock skew between two machines: whichever takes the job of a letter finds the letter due."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Addressee:
    """Whom a letter goes to, and where his answer comes back."""

    address: str
    tongue: Tongue
    name: str = ""
    player_id: int | None = None
    reply_to: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ties:
    """What a letter hangs on: its match, the letter it answers, the turn without which it is not true any more."""

    match: Match | None = None
    inbox_id: int | None = None
    in_reply_to: str = ""
    while_turn: int | None = None
    stop_url: str = ""
    """The link that ends such letters, where it is not the player's own for all his letters."""
    true_until: datetime | None = None
    """The moment after which it is not true any more."""
    patience: timedelta = timedelta(0)
    """How long it may wait for another letter that takes it along."""
    rules: tuple[str, ...] = ()
    """The games whose rules the letter holds."""
    attachment: AttachedText | None = None


def put(work: UnitOfWork, kind: LetterKind[F], occasion: F, to: Addressee, ties: Ties) -> None:
    """Word a letter and put it into the outbox."""
    written = write(kind, to.tongue, occasion)
    letter = Outbox(
        kind=kind.name,
        created_at=work.now,
        next_try_at=work.now + (ties.patience or -CLOCKS_APART),
        match_id=ties.match.id if ties.match else None,
        player_id=to.player_id,
        inbox_id=ties.inbox_id,
        while_turn=ties.while_turn,
        true_until=ties.true_until,
        gist=gist(kind, to.tongue, occasion) if ties.patience else "",
        to_address=to.address,
        to_name=to.name,
        reply_to=to.reply_to,
        subject=written.subject,
        text=written.text,
        html=written.html,
        headers=msgspec.to_builtins(
            LetterHeaders(
                code=ties.match.code if ties.match else "",
                in_reply_to=ties.in_reply_to,
                stop_url=ties.stop_url,
                rules=ties.rules,
                attachment=ties.attachment,
            )
        ),
    )
    work.session.add(letter)
    work.enqueue(Job.POST, ANY)


def to_player(player: Player, tongue: Tongue, reply_to: str) -> Addressee:
    """Address a player."""
    return Addressee(address=player.address, name=player.name, tongue=tongue, player_id=player.id, reply_to=reply_to)


def to_address(player: Player | None, address: str, tongue: Tongue, reply_to: str, name: str = "") -> Addressee:
    """Address a player, or somebody who is none yet at the address that they have."""
    if player is not None:
        return to_player(player, tongue, reply_to)
    return Addressee(address=address, name=name, tongue=tongue, reply_to=reply_to)


def put_to_host(work: UnitOfWork, kind: LetterKind[F], occasion: F) -> None:
    """Write to the host, where their address is known."""
    if work.context.host_address:
        put(work, kind, occasion, Addressee(address=work.context.host_address, tongue=language_of(SOURCE)), Ties())
