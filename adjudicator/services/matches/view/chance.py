"""Commitment to the deal of a match, as letters tell it before the match begins and when it does."""

from __future__ import annotations

from typing import Literal

from adjudicator.match.record.sealing import digest_seed
from adjudicator.services.matches.names.listed_matches import ListedMatch
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Match
from adjudicator.texts.letters.opening_kinds import ChanceFacts

SHORT = 16
"""Digits of a seed's digest in a list: 64 bits."""


def short_seed_digest(match: Match | ListedMatch) -> str:
    """Return the first digits of the digest of a seed, for lists of matches that wait for players; else nothing."""
    return digest_seed(match.code, match.seed)[:SHORT] if match.state is MatchState.INVITING else ""


def chance_facts(match: Match, seat: int | None) -> ChanceFacts:
    """Tell the commitment to the deal of a match, as the reader at a seat is told."""
    own = match.seats[seat] if seat is not None else None
    source: Literal["word", "letter"] = "word" if own is not None and own.salt_from == "word" else "letter"
    digest = digest_seed(match.code, match.seed)
    return ChanceFacts(digest, own.salt, source) if own is not None and own.salt else ChanceFacts(digest)
