"""Readers of letters: what every letter needs to know of the person to whom it is written."""

from __future__ import annotations

from adjudicator.engines.contract import Seat
from adjudicator.mail.address import stamp_row
from adjudicator.services.context import Context
from adjudicator.services.links import letters_url
from adjudicator.store.tables import Match, Player
from adjudicator.texts.facts.letter_facts import Reader


def reader_for(context: Context, player: Player, seat: Seat | None = None, match: Match | None = None) -> Reader:
    """Describe a player as the reader of a letter; `match` limits its unsubscribe link to that match."""
    return Reader(
        name=player.name,
        seat=seat,
        zone=player.zone,
        layout=player.layout,
        service=context.addresses.service,
        site=context.site,
        by_mail=context.intake,
        stop_url=letters_url(context, player.id, stamp_row(player.created_at), match.id if match else None),
    )


def reader_at(context: Context, name: str, stop_url: str = "") -> Reader:
    """Describe a reader who is no player yet; `stop_url` is their "never write to me again" page."""
    return Reader(
        name=name, service=context.addresses.service, site=context.site, by_mail=context.intake, stop_url=stop_url
    )


def reader_of(context: Context, player: Player | None, name: str = "", stop_url: str = "") -> Reader:
    """Describe the reader of a letter about no match: a player, or somebody of whom only these facts are known."""
    return reader_for(context, player) if player else reader_at(context, name, stop_url)
