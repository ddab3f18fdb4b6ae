"""News that no letter goes out for: it is kept for a player, and stands in the next letter to them about the match.

Most players want a letter only when something is asked of them. What happened meanwhile at the table they read there.
The moves of the others are not kept: the letter of the own turn tells them from the record.
"""

from __future__ import annotations

from adjudicator.services.outbox.enqueue import LetterRefs, Recipient, messages_of
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.tables import HeldNews
from adjudicator.texts.letters import clock_kinds, seat_kinds, turn_kinds
from adjudicator.texts.letters.letter_kind import F, LetterKind
from adjudicator.texts.letters.letters import summarize_letter

NEWS = tuple(
    kind.name
    for kind in (
        clock_kinds.OUTAGE,
        clock_kinds.GRANTED,
        clock_kinds.STOPPED,
        clock_kinds.RESUMED,
        clock_kinds.PATIENCE_OVER,
        clock_kinds.AUTOMATIC_DAY,
        seat_kinds.HOUSE_PLAYS,
        seat_kinds.SEAT_NEWS,
        clock_kinds.QUIET,
    )
)
"""The letters that only tell something, to a reader who is not to move: first what changes a reader's time.

None of them ends anybody's time.
"""
MESSAGES = (turn_kinds.TELL.name, turn_kinds.PRESS.name)
"""What players write to each other: a letter by itself, unless its reader has turned letters off."""


def hold_news(work: UnitOfWork, kind: LetterKind[F], facts: F, to: Recipient, refs: LetterRefs) -> None:
    """Keep the news of a letter that is not sent."""
    if refs.match is None or to.player_id is None:
        raise ValueError("news is about a match, and for a player")
    summary = summarize_letter(kind, to.language, facts)
    news = HeldNews(
        player_id=to.player_id,
        match_id=refs.match.id,
        kind=kind.name,
        while_turn=refs.while_turn,
        at=work.now,
        gist=summary.text,
        messages=messages_of(summary),
    )
    work.session.add(news)
