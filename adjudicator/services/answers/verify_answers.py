"""The answer to `verify`: does the archive have the digest of the last line of a letter?

Letters to the service, letters to a seat and the page ask for the same.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy.orm import Session

from adjudicator.mail.commands.arguments.chain_line import read_chain_line, write_digest
from adjudicator.mail.commands.table.command import GivenCommand
from adjudicator.services.context import Context
from adjudicator.services.matches.finished.witness import Standing, find_testimony
from adjudicator.services.matches.rows.match_rows import seat_of
from adjudicator.services.matches.view.presenter import MatchPresenter
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.tables import Player
from adjudicator.texts.facts import archive_facts
from adjudicator.texts.language.language import Language


def verify_chain_line(
    work: UnitOfWork, player: Player | None, given: GivenCommand, language: Language
) -> archive_facts.VerifyAnswer:
    """Look up a line that somebody sent."""
    return look_up_line(work.context, work.session, Asked(player, language), given.argument, order=given.line)


@dataclass(frozen=True, slots=True)
class Asked:
    """Who asks, a player or anybody, and in which language."""

    player: Player | None
    language: Language


def look_up_line(
    context: Context, session: Session, asked: Asked, text: str, *, order: str = ""
) -> archive_facts.VerifyAnswer:
    """Look up a text that should be the last line of a letter, or a digest."""
    line = read_chain_line(text)
    if line is None:
        return archive_facts.VerifyAnswer(order=order, outcome="unreadable", digits="")
    found = find_testimony(session, line, asked.player)
    if found.fits(line):
        outcome: archive_facts.Outcome = "right"
    elif found.standings:
        outcome = "other_turn"
    elif found.named:
        outcome = "differs"
    else:
        outcome = "no_match" if line.code else "unknown"
    return archive_facts.VerifyAnswer(
        order=order,
        outcome=outcome,
        digits=write_digest(line.digest),
        found=tuple(_found_entry(context, asked, standing) for standing in found.standings),
        code=line.code,
        turn=line.turn or 0,
    )


def _found_entry(context: Context, asked: Asked, standing: Standing) -> archive_facts.FoundEntry:
    match = standing.match
    seat = seat_of(match, asked.player.id if asked.player else None)
    presenter = MatchPresenter(
        context, match, asked.language, "wide", seat.number if seat else None, public=seat is None
    )
    return archive_facts.FoundEntry(
        match=presenter.facts(), n=standing.n, last=standing.last, at=standing.at, turn=standing.turn
    )
