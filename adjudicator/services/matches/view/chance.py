"""Commitment to the deal of a match, as letters tell it before the match begins and when it does."""

from __future__ import annotations

from adjudicator.match.record.sealing import digest_seed
from adjudicator.services.matches.names.listed_matches import ListedMatch
from adjudicator.services.players.players import has_host_role
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Match
from adjudicator.texts.letters.opening_kinds import ChanceFacts

SHORT = 16
"""Digits of a seed's digest in a list: 64 bits."""


def short_seed_digest(match: Match | ListedMatch) -> str:
    """Return the first digits of the digest of a seed, for lists of matches that wait for players; else nothing."""
    return digest_seed(match.code, match.seed)[:SHORT] if match.state is MatchState.INVITING else ""


def chance_facts(work: UnitOfWork, match: Match, seat: int | None) -> ChanceFacts:
    """Tell the commitment to the deal of a match, as the reader at a seat is told."""
    own = match.seats[seat] if seat is not None else None
    digest = digest_seed(match.code, match.seed)
    if own is None:
        return ChanceFacts(digest)
    if own.salt:
        return ChanceFacts(digest, own.salt, "word" if own.salt_from == "word" else "letter")
    return ChanceFacts(digest, source="host" if has_host_role(work, own.player) else "none")
